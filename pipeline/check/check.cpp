// SPDX-License-Identifier: Apache-2.0
#include "check/check.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "check/checker.hpp"
#include "check/sources.hpp"
#include "files/temporary_folder.hpp"
#include "plugins/library.hpp"
#include "plugins/plugins.hpp"

namespace terrawright::check {
namespace {

// Where examples lie; gone in the end.
class Folder {
 public:
  Folder() {
    const std::filesystem::path parent = files::temporary_folder();
    std::string pattern = (parent / "terrawright-check-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) files::refuse_temporary_folder(parent, std::strerror(errno));
    path_ = pattern;
    std::ofstream(path_ + "/" + made_up_file).flush();
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace

void add_sources(graph::Catalogue& catalogue) {
  for (const plugins::Problem& problem : plugins::add_plugin(source_plugin(), "", "check", catalogue))
    throw std::logic_error("the stages of check: " + problem.reason);
}

std::vector<const graph::Offer*> add_library(const std::string& file, graph::Catalogue& catalogue,
                                             const Options& options, Summary& summary) {
  const auto found = [&](const std::string& symptom, const std::string& details) {
    ++summary.findings;
    options.found({file, "", symptom, details, ""});
  };
  Shown shown;
  const auto load = [&](Answer&) {
    shown.enters(file, file, TERRAWRIGHT_PHASE_CREATE);
    plugins::open_library(file, false);  // this is a process of its own
    shown.leaves();
  };
  const Ended ended = in_child(load, shown, options.limit, options.goes_on);
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
  const Folder folder;
  Checker checker(catalogue, options);
  for (std::size_t i = 0; i < stages.size() && !checker.summary().stopped; ++i) {
    begins(i);
    checker.check_stage(*stages[i].offer->stage, feeds_of(*stages[i].offer->stage, stages[i].example, folder.path()));
  }
  return checker.summary();
}

Summary check_world(const std::string& path, const std::string& text, std::pair<std::int64_t, std::int64_t> size,
                    const graph::Catalogue& catalogue, const Options& options) {
  Checker checker(catalogue, options);
  checker.check_world(feed_of_world(path, text, size));
  return checker.summary();
}

}  // namespace terrawright::check
