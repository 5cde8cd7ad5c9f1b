// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "cli/build/build_messages.hpp"
#include "cli/diff/diff_report.hpp"
#include "cli/lock/files_check.hpp"
#include "cli/session.hpp"
#include "cli/terminal/others.hpp"
#include "cli/terminal/progress.hpp"
#include "cli/terminal/show.hpp"
#include "cli/terminal/signals.hpp"
#include "cli/terminal/standard_output.hpp"
#include "cli/verbs.hpp"
#include "files/open_file.hpp"
#include "files/private_folder.hpp"
#include "images/commit.hpp"
#include "report/diagnostic.hpp"
#include "report/utf8.hpp"
#include "schedule/stage_cost.hpp"
#include "system/process.hpp"
#include "terrawright/stage.hpp"

namespace terrawright::cli {
namespace {

namespace fs = std::filesystem;

// Files as Git has them, by its own program.

// A file of a commit: "HEAD~1:worlds/island.yaml", from the root of the repository.
struct GitFile {
  std::string ref, path;
};

// The same file at another commit; its path from the root of its repository. Throws std::runtime_error.
GitFile at_commit(const std::string& ref, const std::filesystem::path& file);

// Puts the file's folder, with all below it, into `folder`, as it is at the commit; the answer is where the file is.
// The repository stays as it is. `near`: a folder inside it. Throws std::runtime_error.
std::filesystem::path checked_out(const GitFile& file, const std::filesystem::path& near,
                                  const std::filesystem::path& folder);

struct Answer {
  int exit = -1;
  std::string out, err;
};

// No shell: arguments arrive as they are. Its output goes to files in `scratch`.
Answer run(const std::vector<std::string>& words, const fs::path& scratch) {
  const std::string out = (scratch / "out").string(), err = (scratch / "err").string();
  constexpr unsigned anew = system::writes | system::creates | system::truncates;
  const system::Descriptor to_out = system::open(out, anew, 0600), to_err = system::open(err, anew, 0600);
  system::Start how;
  how.words = words;
  how.output = to_out.number();
  how.errors = to_err.number();
  how.leads_group = false;
  system::Child child = to_out && to_err ? system::start(how) : system::Child();
  if (!child && (errno == EAGAIN || errno == ENOMEM))
    throw std::runtime_error(words[0] + " cannot be started: " + std::strerror(errno));
  const system::Ending ending = child ? child.wait() : system::Ending{127, 0};
  Answer ended{ending.signal == 0 ? ending.code : 128, files::text_of(out), files::text_of(err)};
  if (ended.exit == 127) throw std::runtime_error("the program " + words[0] + " cannot be started; is it installed?");
  return ended;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

std::string git(std::vector<std::string> words, const fs::path& near, const fs::path& scratch,
                const std::string& in_silence = "") {
  words.insert(words.begin(), {"git", "-C", near.empty() ? "." : near.string()});
  const Answer ended = run(words, scratch);
  if (ended.exit != 0)
    throw std::runtime_error(ended.err.empty() ? in_silence : "git says: " + report::printable(first_line(ended.err)));
  return ended.out;
}

// Nothing where the text does not look like one.
std::optional<GitFile> git_file(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos || colon == 0 || colon + 1 == text.size()) return std::nullopt;
  return GitFile{text.substr(0, colon), text.substr(colon + 1)};
}

GitFile at_commit(const std::string& ref, const fs::path& file) {
  const fs::path real = fs::weakly_canonical(fs::absolute(file));
  fs::path root = real.parent_path();
  std::error_code unknown;
  while (!fs::exists(root / ".git", unknown)) {
    if (root == root.parent_path())
      throw std::runtime_error(report::quote(file.string()) + " lies in no repository of Git");
    root = root.parent_path();
  }
  return {ref, real.lexically_relative(root).generic_string()};
}

fs::path checked_out(const GitFile& file, const fs::path& near, const fs::path& folder) {
  const fs::path scratch = folder / "said";
  const fs::path tree = folder / "tree";
  fs::create_directories(scratch);
  fs::create_directories(tree);
  // From here on the commit is a number: a name that looks like an option is none.
  const std::string commit =
      first_line(git({"rev-parse", "--verify", "--quiet", "--end-of-options", file.ref + "^{commit}"}, near, scratch,
                     "there is no commit " + report::quote(file.ref)));
  fs::path path = fs::path(file.path).lexically_normal();
  if (path.is_absolute() || (!path.empty() && *path.begin() == ".."))
    throw std::runtime_error(report::quote(file.path) + " is no path from the root of the repository");
  const std::string root = first_line(git({"rev-parse", "--show-toplevel"}, near, scratch));
  const fs::path archive = folder / "archive.tar";
  std::vector<std::string> words = {"archive", "--format=tar", "--output=" + archive.string(), commit};
  // A config reads what lies beside it and below.
  if (path.has_parent_path()) words.insert(words.end(), {"--", ":(literal)" + path.parent_path().generic_string()});
  git({"cat-file", "-e", commit + ":" + path.generic_string()}, root, scratch);
  git(words, root, scratch);
  const Answer unpacked = run({"tar", "-x", "-f", archive.string(), "-C", tree.string()}, scratch);
  if (unpacked.exit != 0) throw std::runtime_error("tar says: " + report::printable(first_line(unpacked.err)));
  fs::remove(archive);
  return tree / path;
}

bool ends_with(const std::string& text, const std::string& ending) {
  return text.size() >= ending.size() && text.compare(text.size() - ending.size(), ending.size(), ending) == 0;
}

fs::path manifest_in(const fs::path& folder) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (ends_with(entry.path().filename().string(), ".manifest.json")) found.push_back(entry.path());
  }
  if (found.size() == 1) return found.front();
  if (found.empty())
    refuse("there is no build in " + report::quote(folder.string()) + ": it has no .manifest.json",
           "name a folder that build wrote, or a config");
  std::sort(found.begin(), found.end());
  refuse("there are " + std::to_string(found.size()) + " builds in " + report::quote(folder.string()),
         "name one of them, as " + found.front().string());
}

class Sides {
 public:
  explicit Sides(const Arguments& arguments) : arguments_(arguments) {}

  // The files of all builds among them: what is compared is what their manifests list.
  void check(const std::vector<std::string>& targets) {
    bool good = true;
    for (const std::string& target : targets) {
      const auto manifest = manifest_of(target);
      if (!manifest) continue;
      try {
        const report::Diagnostics problems = problems_of(check_files(*manifest, stop_asked()));
        show(problems, Rule::build);
        good = good && !problems.has_errors();
      } catch (const std::runtime_error&) {  // a file that is not a manifest is reported when it is read
      }
    }
    if (!good) throw Ended{unlike};
  }
  Side side(const std::string& target) {
    std::error_code unknown;
    if (const auto manifest = manifest_of(target)) return of_manifest(*manifest, target);
    if (fs::exists(target, unknown)) return of_config(target, target);
    if (const auto file = git_file(target)) return of_git(*file, ".", target);
    refuse("there is no " + report::quote(target),
           "name a folder or a manifest of a build, a config, or one that Git knows, as HEAD~1:" + target);
  }
  // The config as it is at the commit of --git.
  Side before(const std::string& config) {
    try {
      const GitFile file = at_commit(arguments_.git, config);
      const fs::path near = fs::path(config).parent_path();
      return of_git(file, near.empty() ? "." : near, arguments_.git + ":" + config);
    } catch (const std::runtime_error& error) {
      refuse(arguments_.git + ":" + config + ": " + error.what());
    }
  }

 private:
  static std::optional<fs::path> manifest_of(const std::string& target) {
    std::error_code unknown;
    if (fs::is_directory(target, unknown)) return manifest_in(target);
    if (ends_with(target, ".json") && fs::exists(target, unknown)) return target;
    return std::nullopt;
  }
  static Side of_manifest(const fs::path& manifest, const std::string& title) {
    report::Diagnostics problems;
    auto side = side_of_manifest(manifest, problems);
    show(problems);
    if (!side) throw Ended{refused};
    side->title = title;
    return std::move(*side);
  }

  Side of_git(const GitFile& file, const fs::path& near, const std::string& title) {
    fs::path config;
    try {
      config = checked_out(file, near, new_folder("git"));
    } catch (const std::runtime_error& error) {
      refuse(title + ": " + error.what(), "write REF:PATH, PATH from the root of the repository");
    }
    return of_config(config, title);
  }

  Side of_config(const fs::path& config, const std::string& title) {
    if (!catalogue_) catalogue_.emplace(load_catalogue(arguments_));
    Arguments asked = arguments_;
    asked.config = config.string();
    asked.seed = asked.seeds.empty() ? std::nullopt : std::optional<std::string>(asked.seeds.front());
    asked.out = new_folder("out").string();
    asked.own_folder = true;
    report::Diagnostics problems;
    const auto session = std::make_shared<Session>(load_session(asked, *catalogue_, problems));
    sessions_.push_back(session);  // as long as its layers
    show(problems);
    if (problems.has_errors()) throw Ended{refusal_of(*session)};
    Progress progress(schedule::steps_of(session->graph), arguments_.quiet || json_lines());
    ProgressWatcher watcher(progress);
    report::Diagnostics found;
    fs::create_directories(asked.out);
    auto side = side_of_world(*session, asked.out, stop_asked(), watcher, found);
    progress.clear();
    show(found);
    if (stop_asked()) {
      show_stopped();
      throw Ended{interrupted};
    }
    if (!side) throw Ended{failed};
    side->title = title;
    return std::move(*side);
  }

  fs::path new_folder(const std::string& name) {
    fs::path folder = scratch_.path() / (name + std::to_string(count_++));
    fs::create_directories(folder);
    return folder;
  }

  const Arguments& arguments_;
  const files::ScratchFolder scratch_;
  int count_ = 0;
  std::optional<graph::Catalogue> catalogue_;
  std::vector<std::shared_ptr<const Session>> sessions_;
};

// "rivers.width" and "shore/land" as names of files.
std::string file_name(const std::string& layer) {
  std::string name = layer;
  std::replace(name.begin(), name.end(), '/', '-');
  return name + ".png";
}

void write_reports(const Difference& difference, const Arguments& arguments) {
  if (!arguments.html.empty()) images::commit_text(arguments.html, diff_html(difference));
  if (!arguments.markdown_file.empty()) images::commit_text(arguments.markdown_file, diff_markdown(difference));
  if (arguments.pictures.empty()) return;
  for (const LayerDifference& layer : difference.layers) {
    const fs::path path = fs::path(arguments.pictures) / file_name(layer.name);
    const std::string png = png_of(layer);
    std::error_code gone;
    if (png.empty()) {
      fs::remove(path, gone);  // of an earlier call
    } else {
      images::commit_text(path, png);
    }
  }
}

// Warnings are of who asks for them.
Thresholds thresholds_of(const Arguments& arguments) {
  Thresholds thresholds{arguments.fail, arguments.failpercent, arguments.hardfail};
  if (arguments.warn >= 0 || arguments.warnpercent >= 0) {
    thresholds.warn = std::max(0.0, arguments.warn);
    thresholds.warnpercent = std::max(0.0, arguments.warnpercent);
  }
  return thresholds;
}

void annotate(const Difference& difference) {
  const std::string what = difference.a + " and " + difference.b;
  if (difference.verdict == Verdict::fails)
    show_error(what + " differ" + (difference.moved.empty() ? "" : ", first at " + difference.moved.front()));
  if (difference.verdict == Verdict::warns) show_warning(what + " differ by more than --warn and --warnpercent allow");
}

}  // namespace

Exit diff(const Arguments& arguments) {
  if (others() != nullptr) refuse("diff is of one process", "start the program without mpirun");
  if (arguments.seeds.size() > 1) refuse("diff takes one --seed", "call it once for each of them");
  const std::size_t wanted = arguments.git.empty() ? 2 : 1;
  if (arguments.targets.size() != wanted)
    refuse(wanted == 2 ? "diff needs two builds, configs or REF:CONFIG" : "with --git diff needs one config",
           wanted == 2 ? "terrawright diff A B, or terrawright diff --git HEAD~1 CONFIG"
                       : "terrawright diff --git HEAD~1 CONFIG");
  const Stoppable stoppable;
  Sides sides(arguments);
  const Thresholds thresholds = thresholds_of(arguments);
  try {
    sides.check(arguments.targets);
    const Side a = arguments.git.empty() ? sides.side(arguments.targets[0]) : sides.before(arguments.targets[0]);
    const Side b = sides.side(arguments.targets.back());
    const Difference difference = difference_of(a, b, thresholds, stop_asked());
    write_reports(difference, arguments);
    if (json_lines()) {
      print_event("diff", diff_json(difference));
    } else if (!arguments.quiet || difference.verdict == Verdict::fails) {
      print(diff_text(difference));
    }
    annotate(difference);
    return difference.verdict == Verdict::fails ? unlike : done;
  } catch (const files::WriteFailed& failure) {
    show_error(failure.path().string() + ": " + failure.reason(), failure.remedy());
    return failed;
  } catch (const Stopped&) {
    show_stopped();
    return interrupted;
  } catch (const std::runtime_error& error) {
    show_error(error.what());
    return failed;
  }
}

}  // namespace terrawright::cli
