// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <set>

#include "build/forecast.hpp"
#include "cli/lock/lock.hpp"
#include "report/json.hpp"

namespace terrawright::cli {
namespace {

using report::quote;

// Reason if no known change explains the difference.
constexpr const char* same_code = "same recipe and same code, other pixels";

// A fact of a node that is another one, and its name in the config.
struct Change {
  std::string name, text;
};

std::string fact_change(const std::string& name, const std::string* from, const std::string& to) {
  if (name.compare(0, 5, "file ") == 0) {
    const std::string file = "the file " + quote(name.substr(5));
    return from != nullptr ? file + " changed" : "it reads " + file;
  }
  if (name == "composites") return "the revision of a composite changed";
  const std::string said = name == "revision" ? "stage revision" : name;
  return from != nullptr ? build::change(said, *from, to) : said + " is new, " + (to.size() > 40 ? "a long text" : to);
}

constexpr std::size_t hash_end = 71;  // "sha256 " and its digits; rows may follow

bool is_same(const std::string& a, const std::string& b) {
  const bool hashes = a.compare(0, 7, "sha256 ") == 0 && b.compare(0, 7, "sha256 ") == 0;
  return hashes ? a.compare(0, hash_end, b, 0, hash_end) == 0 : a == b;
}

// The first row of a table that is another one.
std::optional<std::size_t> changed_row(const std::string* from, const std::string& to) {
  const std::size_t begin = hash_end + 5;  // " rows"
  if (from == nullptr || from->size() < begin || to.size() <= begin || from->compare(hash_end, 5, " rows") != 0)
    return std::nullopt;
  const auto apart = std::mismatch(to.begin() + begin, to.end(), from->begin() + begin, from->end()).first;
  if (apart == to.end()) return std::nullopt;
  return (static_cast<std::size_t>(apart - to.begin()) - begin) / 9;
}

// Its own part of the recipe, then what it is linked to.
std::vector<Change> changes(const LockedNode& locked, const LockedNode& now) {
  std::vector<Change> all;
  for (const auto& [name, text] : now.made_of) {
    const std::string* before = find(locked.made_of, name);
    if (before != nullptr && is_same(*before, text)) continue;
    if (const auto row = changed_row(before, text)) {
      all.push_back(
          {name + "[" + std::to_string(*row) + "]", "row " + std::to_string(*row + 1) + " of " + name + " changed"});
    } else {
      all.push_back({name, fact_change(name, before, text)});
    }
  }
  for (const auto& [name, text] : locked.made_of) {
    if (find(now.made_of, name) == nullptr) all.push_back({name, name + " is gone, it was " + text});
  }
  for (const auto& [port, from] : now.inputs) {
    const std::string* before = find(locked.inputs, port);
    if (before == nullptr) {
      all.push_back({port, "its input " + port + " is new"});
    } else if (*before != from) {
      all.push_back({port, build::change("its input " + port, *before, from)});
    }
  }
  for (const auto& [port, from] : locked.inputs) {
    if (find(now.inputs, port) == nullptr) all.push_back({port, "its input " + port + " is gone"});
  }
  return all;
}

const LockedOutput* output_of(const LockedNode& node, const std::string& port) {
  for (const LockedOutput& output : node.outputs)
    if (output.port == port) return &output;
  return nullptr;
}

bool has_other_recipe(const LockedNode& locked, const LockedNode& now) {
  return std::any_of(now.outputs.begin(), now.outputs.end(), [&](const LockedOutput& output) {
    const LockedOutput* before = output_of(locked, output.port);
    return before == nullptr || before->recipe != output.recipe;
  });
}

// Position of a fact of the world in the config.
report::Position position_of(const std::string& fact, const config::World& world) {
  if (fact == "size") return world.size_position;
  if (fact == "cell") return world.cell_position;
  if (fact == "latitude") return world.latitude_position;
  if (fact == "seed") return world.seed_position;
  return world.name_position;
}

bool is_of_world(const std::string& fact) {
  return fact == "size" || fact == "cell" || fact == "latitude" || fact == "longitude" || fact == "wrap" ||
         fact == "seed";
}

std::string joined(const std::vector<Change>& changes) {
  std::vector<std::string> texts;
  for (const Change& difference : changes) texts.push_back(difference.text);
  return report::join(texts);
}

const graph::Node* node_of(const graph::Graph& graph, const std::string& name) {
  for (const graph::Node& node : graph.nodes)
    if (node.name == name) return &node;
  return nullptr;
}

report::Position position_of(const graph::Graph& graph, const std::string& node, const std::string& fact) {
  const graph::Node* const found = node_of(graph, node);
  const std::size_t begin = fact.rfind(of_parameter, 0) == 0 ? sizeof of_parameter - 1 : 0;
  return found != nullptr ? found->position(fact.substr(begin)) : report::Position{};
}

std::vector<report::Related> locked_here(const report::Position& at) {
  if (!at) return {};
  return {{at, "locked here"}};
}

// Name of an output in both: its file, else its type.
std::string name_in_json(const report::Json& output) {
  for (const char* key : {"file", "folder"}) {
    if (output.contains(key)) return output[key].dump();
  }
  for (const char* key : {"tiles", "pyramid"}) {
    if (output.contains(key) && output[key].contains("file")) return output[key]["file"].dump();
  }
  return output.value("layers", report::Json()).dump();
}

void check_outputs(const LockedWorld& locked, const LockedWorld& now, const graph::Graph& graph,
                   const std::string& again, report::Diagnostics& diagnostics) {
  std::vector<report::Json> before;
  for (const std::string& text : locked.outputs) before.push_back(report::json_or_none(text));
  std::set<std::size_t> found;
  for (std::size_t i = 0; i < now.outputs.size(); ++i) {
    const report::Json output = report::json_or_none(now.outputs[i]);
    const auto same = std::find_if(before.begin(), before.end(), [&](const report::Json& one) {
      return one.is_object() && name_in_json(one) == name_in_json(output);
    });
    const report::Position at = graph.outputs[i].written->position;
    if (same == before.end()) {
      diagnostics.error(at, "this output is not in the lock", again, locked_here(locked.position));
      continue;
    }
    found.insert(static_cast<std::size_t>(same - before.begin()));
    std::vector<std::string> changes;
    for (const auto& [key, value] : output.items()) {
      const report::Json was = same->value(key, report::Json());
      if (was != value)
        changes.push_back(was.is_null() ? key + " is new" : build::change(key, was.dump(), value.dump()));
    }
    for (const auto& [key, value] : same->items()) {
      if (!output.contains(key)) changes.push_back(key + " is gone");
    }
    if (!changes.empty()) {
      diagnostics.error(at, "this output differs from its lock: " + report::join(changes), again,
                        locked_here(locked.position));
    }
  }
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (found.count(i) == 0)
      diagnostics.error(locked.position, "the output " + name_in_json(before[i]) + " was locked and is gone", again);
  }
}

// Whether a moved node's code is that of the lock.
std::string code_change(const LockedWorld& locked, const LockedWorld& now, const LockedNode& before,
                        const LockedNode& node) {
  const LockedCode* from = locked.find_code(before.code);
  const LockedCode* to = now.find_code(node.code);
  if (from == nullptr || to == nullptr || from->build == to->build) return "";
  const bool same_version = from->version == to->version;
  return "same recipe, other code: " + to->plugin + " " +
         (same_version ? to->version + ", built from other sources or with other tools"
                       : from->version + " -> " + to->version);
}

}  // namespace

void check_recipes(const LockedWorld& locked, const LockedWorld& now, const graph::Graph& graph,
                   const std::string& again, report::Diagnostics& diagnostics) {
  const std::string remedy = "undo the change, or lock the new state: " + again;
  const std::size_t before = diagnostics.error_count();
  Members was = locked.world, is = now.world;
  was.emplace_back("seed", locked.seed);
  is.emplace_back("seed", now.seed);
  std::set<std::string> said;
  const auto tell = [&](const std::string& fact, const std::string& text) {
    said.insert(fact);
    diagnostics.error(position_of(fact, *graph.world), "the world differs from its lock: " + text, remedy,
                      locked_here(locked.position));
  };
  for (const auto& [name, text] : is) {
    const std::string* from = find(was, name);
    if (from == nullptr || *from != text) tell(name, fact_change(name, from, text));
  }
  for (const auto& [name, text] : was)
    if (find(is, name) == nullptr) tell(name, name + " is gone, it was " + text);
  bool follows = false;  // from what was said
  for (const LockedNode& node : now.nodes) {
    const LockedNode* from = locked.find_node(node.name);
    if (from == nullptr) {
      diagnostics.error(position_of(graph, node.name, ""), "the node " + quote(node.name) + " is not in the lock",
                        remedy, locked_here(locked.position));
      continue;
    }
    if (!has_other_recipe(*from, node)) continue;
    auto all = changes(*from, node);
    all.erase(std::remove_if(all.begin(), all.end(),
                             [&](const Change& one) { return is_of_world(one.name) && said.count(one.name) != 0; }),
              all.end());
    if (!all.empty()) {
      diagnostics.error(position_of(graph, node.name, all.front().name),
                        "the node " + quote(node.name) + " differs from its lock: " + joined(all), remedy,
                        locked_here(from->position));
    }
    follows = true;
  }
  for (const LockedNode& node : locked.nodes) {
    if (now.find_node(node.name) == nullptr)
      diagnostics.error(node.position, "the node " + quote(node.name) + " was locked and is gone", remedy);
  }
  if (locked.seed == now.seed) check_outputs(locked, now, graph, remedy, diagnostics);  // else names of files differ
  // Then it differs in something that a lock does not tell apart.
  if (follows && diagnostics.error_count() == before)
    diagnostics.error(locked.position, "the recipes are not those of the lock, by what no line of it tells", remedy);
}

std::vector<Moved> moved_nodes(const LockedWorld& locked, const LockedWorld& now) {
  std::vector<Moved> moved;
  for (const LockedNode& node : now.nodes) {
    const LockedNode* before = locked.find_node(node.name);
    if (before == nullptr) {
      moved.push_back({node.name, {}, "it is new"});
      continue;
    }
    Moved one;
    one.node = node.name;
    bool recipe = false;
    for (const LockedOutput& output : node.outputs) {
      const LockedOutput* was = output_of(*before, output.port);
      if (was == nullptr) continue;  // nobody read it
      recipe = recipe || was->recipe != output.recipe;
      if (was->pixels != output.pixels) one.ports.push_back(output.port);
    }
    const auto all = changes(*before, node);
    one.pixels = !one.ports.empty();
    if (!one.pixels && (!recipe || all.empty())) continue;
    if (!all.empty() && recipe) {
      one.why = joined(all);
    } else if (recipe) {
      one.why = "what it is made of changed";
    } else {
      one.why = code_change(locked, now, *before, node);
      if (one.why.empty()) one.why = same_code;
    }
    moved.push_back(std::move(one));
  }
  for (const LockedNode& node : locked.nodes) {
    if (now.find_node(node.name) == nullptr) moved.push_back({node.name, {}, "it is gone"});
  }
  return moved;
}

void check_results(const LockedWorld& locked, const LockedWorld& now, const graph::Graph& graph,
                   const std::string& again, report::Diagnostics& diagnostics) {
  const auto moved = moved_nodes(locked, now);
  if (!moved.empty()) {
    const Moved& first = moved.front();
    const LockedNode* from = locked.find_node(first.node);
    const LockedNode* to = now.find_node(first.node);
    std::string name;
    if (from != nullptr && to != nullptr) {
      const auto all = changes(*from, *to);
      if (!all.empty()) name = all.front().name;
    }
    report::Position at = is_of_world(name) ? position_of(name, *graph.world) : position_of(graph, first.node, name);
    if (!at && from != nullptr) at = from->position;
    std::string after;
    if (moved.size() > 1) {
      std::vector<std::string> names;
      for (std::size_t i = 1; i < moved.size() && i <= 5; ++i) names.push_back(moved[i].node);
      if (moved.size() > 6) names.emplace_back("...");
      after = std::to_string(moved.size() - 1) + (moved.size() == 2 ? " later node" : " later nodes") +
              " changed as well: " + report::join(names) + "; ";
    }
    const char* what = first.pixels ? "pixels changed first at the node " : "the recipe is another at the node ";
    diagnostics.error(at, what + quote(first.node) + ": " + first.why,
                      after + (from != nullptr && first.why == same_code
                                   ? "find the stage with terrawright check, or lock the new state: " + again
                                   : "undo the change, or lock the new state: " + again),
                      locked_here(from != nullptr ? from->position : locked.position));
  }
  const bool same_world = moved.empty() && locked.world == now.world && locked.outputs == now.outputs;
  if (moved.empty() && !same_world) check_recipes(locked, now, graph, again, diagnostics);
  if (!same_world) return;  // then files are others too
  std::vector<std::string> changed;
  if (locked.program != now.program) changed.push_back(build::change("terrawright", locked.program, now.program));
  for (const LockedCode& code : now.code) {
    const LockedCode* before = locked.find_code(code.plugin);
    if (before != nullptr && before->build != code.build) changed.push_back(code.plugin + " is another build");
  }
  for (const auto& [library, id] : now.libraries) {
    const std::string* before = find(locked.libraries, library);
    if (before == nullptr || *before != id) changed.push_back(library);
  }
  for (const LockedFile& file : locked.files) {
    const auto is =
        std::find_if(now.files.begin(), now.files.end(), [&](const LockedFile& one) { return one.path == file.path; });
    if (is == now.files.end()) {
      diagnostics.error(file.position, "the file " + quote(file.path) + " was locked and is not written", again);
      continue;
    }
    if (is->sha256 == file.sha256) continue;
    const std::string what = quote(file.path) + " has other bytes, with the same pixels";
    if (changed.empty()) {
      diagnostics.error(
          file.position, what + ", though the program and its libraries are those of the lock",
          "the pixels are right, so only the writer of the file can be wrong: report it; the lock can be made anew: " +
              again);
    } else {
      diagnostics.warning(
          file.position, what + ": " + report::join(changed),
          "pixels are what a lock holds to; --strict refuses this, and the lock can be made anew: " + again);
    }
  }
  for (const LockedFile& file : now.files) {
    const bool known = std::any_of(locked.files.begin(), locked.files.end(),
                                   [&](const LockedFile& one) { return one.path == file.path; });
    if (!known) diagnostics.error(locked.position, "the file " + quote(file.path) + " is not in the lock", again);
  }
}

}  // namespace terrawright::cli
