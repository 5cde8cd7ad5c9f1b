// SPDX-License-Identifier: Apache-2.0
#include "cli/plan/dependencies.hpp"

#include <algorithm>
#include <set>

#include "border/description.hpp"
#include "graph/catalogue.hpp"

namespace terrawright::cli {

std::vector<std::vector<Consumer>> consumers_of(const graph::Graph& graph) {
  std::vector<std::vector<Consumer>> consumers(graph.nodes.size());
  const auto add = [&](const graph::Link& from, const std::string& name, const std::string& input, bool is_file) {
    consumers[from.node].push_back(
        {graph.nodes[from.node].stage().ports[from.port]->name, name, input, is_file, false});
  };
  for (const graph::Node& node : graph.nodes) {
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
      if (node.inputs[i]) add(*node.inputs[i], node.name, node.stage().ports[i]->name, false);
    }
  }
  for (const graph::Output& output : graph.outputs) {
    for (const graph::OutputLayer& layer : output.layers) add(layer.from, output_name(output), layer.name, true);
  }
  for (const graph::Expectation& expectation : graph.expectations) {
    for (std::size_t i = 0; i < expectation.measured.size(); ++i) {
      const graph::Link& from = expectation.measured[i].from;
      consumers[from.node].push_back({graph.nodes[from.node].stage().ports[from.port]->name, expectation.written->name,
                                      expectation.written->measures[i].text, false, true});
    }
  }
  return consumers;
}

std::vector<std::vector<std::string>> files_needing(const graph::Graph& graph) {
  std::vector<std::vector<std::string>> files(graph.nodes.size());
  std::vector<std::size_t> reached_for(graph.nodes.size(), 0), open;  // up to which output, from 1
  for (std::size_t i = 1; i <= graph.outputs.size(); ++i) {
    const graph::Output& output = graph.outputs[i - 1];
    const auto reach = [&](std::size_t node) {
      if (reached_for[node] == i) return;
      reached_for[node] = i;
      files[node].push_back(output_name(output));
      open.push_back(node);
    };
    for (const graph::OutputLayer& layer : output.layers) reach(layer.from.node);
    while (!open.empty()) {
      const std::size_t node = open.back();
      open.pop_back();
      for (const auto& input : graph.nodes[node].inputs) {
        if (input) reach(input->node);
      }
    }
  }
  return files;
}

std::string output_name(const graph::Output& output) {
  return output.written->final_file.empty() ? "the terminal" : output.written->final_file;
}

std::string flow_text(const graph::Flow& flow) {
  const bool bare = flow.unit.empty() || flow.unit == "1";
  return std::string(border::kind_name(flow.kind)) + (bare ? "" : " in " + flow.unit);
}

namespace {

bool is_number(const std::string& word) { return !word.empty() && word[0] >= '0' && word[0] <= '9'; }
bool is_later(const std::string& a, const std::string& b) { return a.size() != b.size() ? a.size() > b.size() : a > b; }

}  // namespace

Times::Times(const graph::Graph& graph) {
  std::map<std::string, std::size_t> places;
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    if (!graph.nodes[n].is_part()) {
      groups_.push_back({n});
      continue;
    }
    const std::string name = graph::without_times(graph.nodes[n].name);
    const auto [place, is_new] = places.emplace(name, groups_.size());
    if (is_new) groups_.emplace_back();
    groups_[place->second].push_back(n);
    std::vector<std::string>& last = last_[name];
    std::size_t i = 0;
    for (const std::string& word : report::split(graph.nodes[n].name, "/")) {
      if (!is_number(word)) continue;
      if (i == last.size()) last.push_back(word);
      if (is_later(word, last[i])) last[i] = word;
      ++i;
    }
  }
}

std::string Times::all_of(const std::string& name) const {
  if (name.find('/') == std::string::npos) return name;
  const std::size_t dot = std::min(name.find('.'), name.size());
  const auto found = last_.find(graph::without_times(name.substr(0, dot)));
  if (found == last_.end()) return name;
  std::string text;
  std::size_t i = 0;
  for (const std::string& word : report::split(name.substr(0, dot), "/")) {
    text += text.empty() ? "" : "/";
    if (!is_number(word)) {
      text += word;
    } else {
      const std::string& last = found->second[i++];
      text += last == "1" ? last : "1.." + last;
    }
  }
  return text + name.substr(dot);
}

std::vector<std::string> each_once(const std::vector<std::string>& texts) {
  if (texts.size() < 2) return texts;
  std::vector<std::string> once;
  std::set<std::string> seen;
  for (const std::string& text : texts) {
    if (seen.insert(text).second) once.push_back(text);
  }
  return once;
}

}  // namespace terrawright::cli
