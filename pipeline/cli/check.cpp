// SPDX-License-Identifier: Apache-2.0
#include "check/check.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>

#include "build/build.hpp"
#include "check/trial/child.hpp"
#include "check/trial/elsewhere.hpp"
#include "check/watch.hpp"
#include "cli/scaffold/examples.hpp"
#include "cli/session.hpp"
#include "cli/terminal/log.hpp"
#include "cli/terminal/show.hpp"
#include "cli/terminal/signals.hpp"
#include "cli/terminal/standard_output.hpp"
#include "cli/verbs.hpp"
#include "files/open_file.hpp"
#include "plugins/plugins.hpp"
#include "readers/opened_file.hpp"
#include "report/suggest.hpp"
#include "system/terminal.hpp"
#include "terrawright/shell_word.hpp"

namespace terrawright::cli {
namespace {

namespace fs = std::filesystem;

// Prints current work, on standard error: a line that is overwritten on a terminal, occasional lines elsewhere. No
// thread of its own: children are forked off this process.
class ProgressLine {
 public:
  explicit ProgressLine(bool quiet) : quiet_(quiet), terminal_(system::is_terminal(system::standard_error)) {}
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void begin(std::size_t number, std::size_t of, const std::string& name) {
    line_ = std::to_string(number) + " of " + std::to_string(of) + ": " + name;
    if (terminal_) show();
  }
  void look() {
    const auto now = Clock::now();
    if (now - shown_ > std::chrono::seconds(terminal_ ? 1 : 10)) show();
  }
  void clear() {
    if (terminal_ && drawn_) system::write_error("\r\033[K");
    drawn_ = false;
  }

 private:
  using Clock = std::chrono::steady_clock;

  void show() {
    shown_ = Clock::now();
    if (quiet_ || line_.empty()) return;
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(shown_ - began_).count();
    const std::string text = "checking " + line_ + " (" + std::to_string(seconds) + " s)";
    drawn_ = terminal_;
    if (terminal_) {
      system::write_error("\r\033[K" + text);
    } else {
      say(text);
    }
  }

  const bool quiet_, terminal_;
  std::string line_;
  bool drawn_ = false;
  const Clock::time_point began_ = Clock::now();
  Clock::time_point shown_ = began_;
};

class Checking {
 public:
  explicit Checking(const Arguments& arguments)
      : arguments_(arguments),
        catalogue_(load_catalogue(arguments)),
        progress_line_(arguments.quiet || arguments.format == "json") {
    check::add_sources(catalogue_);
    options_.quick = arguments.quick;
    options_.limit = arguments.limit;
    options_.budget = arguments.budget > 0.0 ? arguments.budget : arguments.quick ? 30.0 : 600.0;
    options_.opener = &opener_;
    options_.goes_on = [this] {
      progress_line_.look();
      return !stop_asked().load();
    };
    options_.found = [this](const check::Finding& finding) { show_finding(finding); };
    options_.remarked = [this](const check::Finding& remark) { show_remark(remark); };
    options_.command = [this](const std::string& stage, const std::string& trial) { return command(stage, trial); };
  }

  Exit run() {
    const Stoppable stoppable;
    const std::string& target = arguments_.target;
    if (target.empty()) {
      check_stages(built_in());
    } else if (!fs::exists(target)) {
      refuse("there is no " + report::quote(target),
             "name a library of stages (.so), a folder of them or a config; nothing: the built-in stages");
    } else if (fs::is_directory(target)) {
      check_stages(of_libraries(libraries_in(target)));
    } else if (plugins::has_stages(target)) {
      check_stages(of_libraries({target}));
    } else {
      check_world();
    }
    progress_line_.clear();
    if (summary_.stopped) {
      show_error("stopped");
      return interrupted;
    }
    tell();
    return summary_.findings == 0 ? done : bad_plugin;
  }

 private:
  std::vector<check::Checked> built_in() const {
    std::vector<check::Checked> stages;
    for (const graph::Offer* offer : catalogue_.all()) {
      if (!offer->file.empty() || offer->plugin == "terrawright.check" || graph::is_composite(*offer->stage)) continue;
      const auto example = std::find_if(examples.begin(), examples.end(),
                                        [&](const Example& one) { return one.id == std::string(offer->stage->id); });
      stages.push_back({offer, example == examples.end() ? "" : example->yaml});
    }
    return stages;
  }

  static std::vector<std::string> libraries_in(const std::string& folder) {
    std::vector<std::string> files;
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (plugins::has_stages(entry.path().string())) files.push_back(entry.path().string());
    }
    std::sort(files.begin(), files.end());
    if (!files.empty()) return files;
    refuse("the folder " + report::quote(folder) + " holds no library of stages", "they end in .so, or in .py");
  }

  std::vector<check::Checked> of_libraries(const std::vector<std::string>& files) {
    std::vector<check::Checked> stages;
    for (const std::string& file : files) {
      for (const graph::Offer* offer : offers_of(file))
        stages.push_back({offer, offer->stage->example == nullptr ? "" : offer->stage->example});
    }
    return stages;
  }
  // It may lie in one of the folders that plugins come from.
  std::vector<const graph::Offer*> offers_of(const std::string& file) {
    std::vector<const graph::Offer*> known;
    for (const graph::Offer* offer : catalogue_.all()) {
      std::error_code error;
      if (!offer->file.empty() && fs::equivalent(offer->file, file, error)) known.push_back(offer);
    }
    return known.empty() ? check::add_library(file, catalogue_, options_, summary_) : known;
  }

  void check_stages(std::vector<check::Checked> stages) {
    select(stages);
    for (const check::Checked& stage : stages)
      targets_.emplace(graph::Catalogue::name(*stage.offer->stage), stage.offer->file);
    if (!arguments_.trial.empty()) return try_again(stages);
    stages_ = stages.size();
    add(check::check_stages(stages, catalogue_, options_, [&](std::size_t i) {
      const std::string name = graph::Catalogue::name(*stages[i].offer->stage);
      progress_line_.begin(i + 1, stages.size(), name);
      if (json_lines() && !arguments_.quiet)
        print_event("stage", {{"stage", name}, {"number", i + 1}, {"of", stages.size()}});
    }));
  }

  // Those of --stage.
  void select(std::vector<check::Checked>& stages) const {
    if (arguments_.only.empty()) return;
    std::vector<std::string> ids;
    for (const check::Checked& stage : stages) ids.emplace_back(stage.offer->stage->id);
    for (const std::string& wanted : arguments_.only) {
      if (std::find(ids.begin(), ids.end(), wanted) != ids.end()) continue;
      refuse("there is no stage " + report::quote(wanted) + " to check",
             report::did_you_mean(wanted, ids, "stages are"));
    }
    const auto other = [&](const check::Checked& stage) {
      return std::find(arguments_.only.begin(), arguments_.only.end(), stage.offer->stage->id) == arguments_.only.end();
    };
    stages.erase(std::remove_if(stages.begin(), stages.end(), other), stages.end());
  }

  // Command that runs a trial again: of a stage, or of the world.
  std::vector<std::string> command(const std::string& stage, const std::string& trial) const {
    std::vector<std::string> words = {"check"};
    const auto of_stage = targets_.find(stage);
    const std::string target = of_stage == targets_.end() ? arguments_.target : of_stage->second;
    if (!target.empty()) words.push_back(target);
    for (const std::string& plugins : arguments_.plugins) words.insert(words.end(), {"--plugins", plugins});
    if (of_stage != targets_.end()) words.insert(words.end(), {"--stage", stage.substr(0, stage.find('@'))});
    words.insert(words.end(), {"--trial", trial});
    return words;
  }
  std::string command_text(const check::Finding& finding) const {
    std::string text = "terrawright";
    for (const std::string& word : command(finding.stage, finding.trial)) text += " " + shell_word(word);
    return text;
  }

  void try_again(const std::vector<check::Checked>& stages) {
    if (stages.size() != 1)
      refuse("a trial is of one stage, and here are " + std::to_string(stages.size()), "name it with --stage");
    if (!arguments_.keep.empty()) keep_inputs(stages.front());
    tell_again([&] { return check::try_again(stages.front(), arguments_.trial, catalogue_, options_); });
  }
  template <class Try>
  void tell_again(Try attempt) {
    check::Again again;
    try {
      again = attempt();
    } catch (const std::invalid_argument& error) {
      refuse(error.what(), "a finding says its own, as --trial 0/33x33/runs");
    }
    if (!again.made.empty() && again.findings.empty()) check::end_there(again.made);
    for (const check::Finding& finding : again.findings) show_finding(finding);
    if (!again.refused.empty()) say("it did not come to its end: " + again.refused);
    stages_ = summary_.trials = 1;
    summary_.findings = again.findings.size();
  }
  // The inputs of a trial as files.
  void keep_inputs(const check::Checked& stage) const {
    const check::Inputs inputs = check::inputs_of(stage, arguments_.trial, catalogue_);
    const fs::path folder = arguments_.keep;
    fs::create_directories(folder);
    Arguments arguments = arguments_;
    arguments.config = (folder / "inputs.yaml").string();
    std::ofstream(arguments.config) << inputs.text;
    arguments.set = inputs.set;
    arguments.out = folder.string();
    arguments.cache = "off";
    const Session session = load_session(arguments, catalogue_);
    build::Observer silent;
    const build::Built built = build::build(session, {stop_asked(), false, false, "", nullptr}, silent);
    if (built.ending != build::Ending::done) throw Ended{failed};
  }

  void check_world() {
    if (!arguments_.trial.empty()) {
      return tell_again([&] {
        return check::try_world_again(arguments_.target, files::text_of(arguments_.target), arguments_.trial,
                                      catalogue_, options_);
      });
    }
    Arguments arguments = arguments_;
    arguments.config = arguments_.target;
    // In a child, as stages are asked already.
    check::Shown shown;
    const check::Ended ended = check::in_child(
        [&](check::Answer& answer) {
          const auto silent = [](auto&...) {};  // what it finds is found again
          const check::Watch watch(shown, silent, silent);
          try {
            const Session session = load_session(arguments, catalogue_);
            const config::World& world = *session.graph.world;
            answer.line({"good", std::to_string(world.width), std::to_string(world.height),
                         std::to_string(session.graph.nodes.size())});
          } catch (const Ended&) {
            answer.line({"refused"});
          }
        },
        shown, {arguments_.limit}, options_.goes_on);
    summary_.stopped = ended.stopped;
    if (ended.stopped) return;
    std::fputs(ended.err.c_str(), stderr);
    std::istringstream events(ended.out);
    for (std::string line; json_lines() && std::getline(events, line);) {
      const Json event = report::json_or_none(line);
      if (event.is_object()) print_event(event.value("event", "problem"), event);
    }
    const auto lines = check::lines_of(ended.answer);
    if (!lines.empty() && lines.front().front() == "refused") throw Ended{refused};
    if (!ended.finished || lines.front().size() != 4) {
      ++summary_.findings;
      const auto crash = check::crash_finding(ended, shown, {arguments_.limit});
      show_finding(crash ? *crash : check::Finding{arguments.config, "", "the program ended while it was read", ""});
      return;
    }
    progress_line_.begin(1, 1, arguments.config);
    stages_ = static_cast<std::size_t>(std::stoul(lines.front()[3]));
    add(check::check_world(arguments.config, files::text_of(arguments.config),
                           {std::stoll(lines.front()[1]), std::stoll(lines.front()[2])}, catalogue_, options_));
  }

  void add(const check::Summary& more) {
    summary_.findings += more.findings;
    summary_.trials += more.trials;
    summary_.stopped = summary_.stopped || more.stopped;
    summary_.unwatched = more.unwatched;
  }

  void show_finding(const check::Finding& finding) {
    progress_line_.clear();
    if (json_lines()) {
      print_event("finding", {{"stage", finding.stage},
                              {"node", finding.node},
                              {"symptom", finding.symptom},
                              {"details", finding.details},
                              {"world", finding.world},
                              {"trial", finding.trial},
                              {"again", finding.trial.empty() ? "" : command_text(finding)}});
    } else if (arguments_.format == "github") {
      show_error(finding.sentence());
    } else {
      print(finding.sentence() + "\n");
      if (!finding.trial.empty()) print("  again: " + command_text(finding) + "\n");
    }
  }
  void show_remark(const check::Finding& remark) {
    if (arguments_.quiet) return;
    progress_line_.clear();
    print("remark",
          {{"stage", remark.stage}, {"node", remark.node}, {"remark", remark.symptom}, {"details", remark.details}},
          "note: " + remark.sentence() + "\n");
  }

  void tell() const {
    if (arguments_.quiet) return;
    if (json_lines()) {
      Json facts = {{"stages", stages_}, {"findings", summary_.findings}, {"trials", summary_.trials}};
      if (!summary_.unwatched.empty()) facts["files_not_watched"] = summary_.unwatched;
      print_event("checked", facts);
      return;
    }
    if (!summary_.unwatched.empty())
      print("files that a stage opens by itself are not found here: " + summary_.unwatched + "\n");
    const std::string checked = std::to_string(stages_) + (stages_ == 1 ? " stage" : " stages") + " in " +
                                std::to_string(summary_.trials) + " trials";
    print(checked + ": " +
          (summary_.findings == 0
               ? "nothing was found\n"
               : std::to_string(summary_.findings) + (summary_.findings == 1 ? " finding\n" : " findings\n")));
  }

  const Arguments& arguments_;
  graph::Catalogue catalogue_;
  const readers::FileOpener opener_;
  ProgressLine progress_line_;
  check::Options options_;
  check::Summary summary_;
  std::map<std::string, std::string> targets_;  // of stages, by name: the library, or "" of the built-in ones
  std::size_t stages_ = 0;
};

}  // namespace

Exit check(const Arguments& arguments) { return Checking(arguments).run(); }

}  // namespace terrawright::cli
