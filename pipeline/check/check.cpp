// SPDX-License-Identifier: Apache-2.0
#include "check/check.hpp"

#include <algorithm>

#include "build/run.hpp"
#include "check/trial/elsewhere.hpp"
#include "check/trial_world.hpp"
#include "check/watch.hpp"
#include "files/private_folder.hpp"
#include "plugins/library.hpp"
#include "plugins/plugins.hpp"
#include "terrawright/cells.hpp"

namespace terrawright::check {

void add_sources(graph::Catalogue& catalogue) {
  for (const plugins::Problem& problem : plugins::add_plugin(source_plugin(), "", "check", catalogue))
    throw std::logic_error("the stages of check: " + problem.reason);
}

std::vector<const graph::Offer*> add_library(const std::string& file, graph::Catalogue& catalogue,
                                             const Options& options, Summary& summary) {
  const auto found = [&](const std::string& symptom, const std::string& details) {
    ++summary.findings;
    options.found({file, "", symptom, details});
  };
  Shown shown;
  const auto load = [&](Answer&) {
    shown.enters(file, file, TERRAWRIGHT_PHASE_CREATE);
    plugins::open_library(file, false);  // this is a process of its own
    shown.leaves();
  };
  const Ended ended = in_child(load, shown, {options.limit}, options.goes_on);
  summary.stopped = summary.stopped || ended.stopped;
  if (ended.stopped) return {};
  if (!ended.finished) {
    const std::string how = ended.too_long      ? "does not come to an end"
                            : ended.signal != 0 ? "ends the program by signal " + std::to_string(ended.signal)
                                                : "ends the program with exit code " + std::to_string(ended.exit);
    found("loading it " + how, "");
    return {};
  }
  if (!ended.out.empty()) found("it writes to standard output", "while it is loaded");
  const plugins::Library library = plugins::open_library(file);
  if (library.plugin == nullptr) {
    found(library.reason, "(" + library.remedy + ")");
    return {};
  }
  for (const plugins::Problem& problem : plugins::add_plugin(library.plugin, file, library.build, catalogue)) {
    found(problem.reason, "(" + problem.remedy + ")");
    return {};
  }
  std::vector<const graph::Offer*> offers;
  for (const graph::Offer* offer : catalogue.all()) {
    if (offer->file == file) offers.push_back(offer);
  }
  return offers;
}

Summary check_stages(const std::vector<Checked>& stages, const graph::Catalogue& catalogue, const Options& options,
                     const std::function<void(std::size_t)>& begins) {
  const files::ScratchFolder folder;
  // Here, as what is loaded is the same in each process.
  for (const auto& [library, names] : system::watch_imported_functions(asked_hooks)) {
    std::string all;
    for (const std::string& name : names) all += (all.empty() ? "" : ", ") + name;
    options.remarked(
        {library, "", "it imports " + all + ":", "a stage that calls one is found out where a trial gets there"});
  }
  Summary all;
  const auto check = [&](std::size_t i, Answer& answer) {
    const auto tells = [&](const char* what) {
      return [&answer, what](const Finding& one) {
        answer.line({what, one.stage, one.node, one.symptom, one.details, one.world, one.trial});
      };
    };
    Options here = options;
    here.found = tells("found");
    here.remarked = tells("remark");
    here.goes_on = [] { return true; };  // whoever stops ends this process
    Checker checker(catalogue, here);
    const terrawright_stage& stage = *stages[i].offer->stage;
    checker.check_stage(stage, trial_worlds(stage, stages[i].example, folder.path().string()));
    const Summary& one = checker.summary();
    answer.line({"summary", std::to_string(one.trials), one.unwatched});
  };
  const auto ended = [&](std::size_t i, const Ended& of_stage) {
    for (const auto& words : lines_of(of_stage.answer)) {
      if (words[0] == "summary") {
        all.trials += static_cast<std::size_t>(std::stoul(words[1]));
        all.unwatched = words[2];
      } else if (words.size() == 7) {
        const Finding one{words[1], words[2], words[3], words[4], words[5], words[6]};
        words[0] == "found" ? options.found(one) : options.remarked(one);
        all.findings += words[0] == "found" ? 1 : 0;
      }
    }
    if (of_stage.finished) return;
    ++all.findings;
    options.found(
        {graph::Catalogue::name(*stages[i].offer->stage), "", "its check ended before it was done:", of_stage.err});
  };
  run_before_all(catalogue);
  all.stopped = !in_children(stages.size(), check, begins, ended, options.goes_on);
  return all;
}

namespace {

const TrialWorld& trial_world_of(const std::vector<TrialWorld>& worlds, const TrialId& id) {
  if (id.trial_world >= worlds.size())
    throw std::invalid_argument("it has " + std::to_string(worlds.size()) +
                                " kinds of inputs, and the trial is of number " + std::to_string(id.trial_world));
  return worlds[id.trial_world];
}
TrialId id_of(const std::string& trial) {
  if (const auto id = trial_id_of(trial)) return *id;
  throw std::invalid_argument(report::quote(trial) + " is no trial");
}

Again again(const std::string& stage, const std::vector<TrialWorld>& worlds, const std::string& text,
            const graph::Catalogue& catalogue, const Options& options) {
  const TrialId id = id_of(text);
  const TrialWorld& trial_world = trial_world_of(worlds, id);
  system::watch_imported_functions(asked_hooks);
  const Trial trial = trial_of(id, trial_world);
  const Surroundings around = {catalogue, options.opener, {options.limit}, options.goes_on};
  Result result =
      trial.is_elsewhere ? run_elsewhere(id, trial, stage, options.command, around) : run_trial_here(trial, around);
  for (Finding& finding : result.findings) finding.world = id.world(trial_world);
  return {std::move(result.findings), result.ran ? "" : result.refused, std::move(result.made)};
}

}  // namespace

Again try_again(const Checked& stage, const std::string& trial, const graph::Catalogue& catalogue,
                const Options& options) {
  const files::ScratchFolder folder;
  const terrawright_stage& one = *stage.offer->stage;
  return again(graph::Catalogue::name(one), trial_worlds(one, stage.example, folder.path().string()), trial, catalogue,
               options);
}

Again try_world_again(const std::string& path, const std::string& text, const std::string& trial,
                      const graph::Catalogue& catalogue, const Options& options) {
  return again(path, {feed_of_world(path, text, {0, 0})}, trial, catalogue, options);
}

Inputs inputs_of(const Checked& stage, const std::string& trial, const graph::Catalogue& catalogue) {
  const files::ScratchFolder folder;
  const TrialId id = id_of(trial);
  const std::vector<TrialWorld> worlds = trial_worlds(*stage.offer->stage, stage.example, folder.path().string());
  const TrialWorld& trial_world = trial_world_of(worlds, id);
  static const MadeUpFiles made_up;
  report::Diagnostics unsaid;
  Inputs inputs{trial_world.source->text, trial_of(id, trial_world).set};
  inputs.set.insert(inputs.set.begin(), trial_world.set.begin(), trial_world.set.end());
  const auto graph = build::graph_of(trial_world.source, inputs.set, catalogue, unsaid, &made_up);
  if (!graph) return inputs;
  std::string outputs;
  for (const graph::Node& node : graph->nodes) {
    for (std::size_t port = 0; node.name == trial_world.node && port < node.inputs.size(); ++port) {
      if (!node.inputs[port]) continue;
      const graph::Node& from = graph->nodes[node.inputs[port]->node];
      const terrawright_port& made = *from.stage().ports[node.inputs[port]->port];
      const std::uint32_t kind = from.flows[node.inputs[port]->port].kind;
      const std::string name = node.stage().ports[port]->name, source = from.name + "." + made.name;
      const std::string comma = outputs.empty() ? "" : ", ", file = comma + "{file: \"" + name + "-{seed}";
      if (kind == TERRAWRIGHT_KIND_TABLE) outputs += file + ".geojson\", table: " + source + "}";
      if (cell_bytes(kind) != 0)
        outputs +=
            file + (kind == TERRAWRIGHT_KIND_COLOUR ? ".png" : ".exr") + "\", layers: {" + name + ": " + source + "}}";
    }
  }
  const auto is_of_outputs = [](const std::string& set) { return set.rfind("outputs=", 0) == 0; };
  inputs.set.erase(std::remove_if(inputs.set.begin(), inputs.set.end(), is_of_outputs), inputs.set.end());
  inputs.set.push_back("outputs=[" + outputs + "]");
  return inputs;
}

Summary check_world(const std::string& path, const std::string& text, std::pair<std::int64_t, std::int64_t> size,
                    const graph::Catalogue& catalogue, const Options& options) {
  system::watch_imported_functions(asked_hooks);
  run_before_all(catalogue);
  Checker checker(catalogue, options);
  checker.check_world(feed_of_world(path, text, size));
  return checker.summary();
}

}  // namespace terrawright::check
