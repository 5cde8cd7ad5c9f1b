// SPDX-License-Identifier: Apache-2.0
#include "workers/python_file.hpp"

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

#include "files/cache_folder.hpp"
#include "files/open_file.hpp"
#include "graph/sha256.hpp"
#include "report/diagnostic.hpp"
#include "report/program_file.hpp"
#include "workers/stages.hpp"

namespace terrawright::workers {
namespace {

namespace fs = std::filesystem;

constexpr char interpreter_variable[] = "TERRAWRIGHT_PYTHON";

// Of the file and of all modules beside it, which it may import.
std::string digest_of(const std::string& file) {
  std::vector<fs::path> modules;
  for (const auto& entry : fs::directory_iterator(fs::absolute(file).parent_path()))
    if (entry.path().extension() == ".py") modules.push_back(entry.path());
  std::sort(modules.begin(), modules.end());
  std::string all = fs::path(file).filename().string() + "\n";
  for (const fs::path& module : modules) all += module.filename().string() + " " + graph::sha256_of_file(module) + "\n";
  return graph::sha256(all);
}

// Descriptions that are kept.

// By the code and the command; empty: no folder for it. A home that is not there is not made.
fs::path file_of_description(const std::string& digest, const std::vector<std::string>& command) {
  const fs::path caches = files::cache_folder();
  std::error_code error;
  if (caches.empty() || !fs::is_directory(caches.parent_path(), error)) return {};
  return caches / "terrawright-stages" / graph::sha256(digest + report::line_of(command));
}

// The file as it is now, as a line.
std::string state_of(const std::string& path) {
  const files::Identity now = files::identity_of(path);
  return report::line_of({path, std::to_string(now.inode), std::to_string(now.size), std::to_string(now.modified)});
}

// The text of TERRAWRIGHT_WORKER_DESCRIBE, if what it depends on is unchanged.
std::optional<std::string> kept_description(const fs::path& path) try {
  std::istringstream lines(files::text_of(path));
  std::string line;
  while (std::getline(lines, line) && !line.empty())
    if (state_of(report::fields_of(line).front()) != line + "\n") return std::nullopt;
  std::string text;
  while (std::getline(lines, line)) text += line + "\n";
  return text.size() > 4 && text.compare(text.size() - 4, 4, "end\n") == 0 ? std::optional(text) : std::nullopt;
} catch (const std::exception&) {
  return std::nullopt;
}

// Without a file for it, it is made again the next time.
void keep_description(const fs::path& path, const std::string& text) try {
  std::string states;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (const auto fields = report::fields_of(line); fields.front() == "depends") states += state_of(fields.at(1));
  fs::create_directories(path.parent_path());
  const fs::path written = path.string() + "." + graph::sha256(states + text).substr(0, 16);
  {
    std::ofstream stream(written, std::ios::binary);
    stream << states << "\n" << text << "end\n";
    if (!stream.flush()) return;
  }
  fs::rename(written, path);
} catch (const std::exception&) {
}

// The named one, that of the program's own environment, or the system's.
std::string interpreter() {
  const char* const named = std::getenv(interpreter_variable);
  if (named != nullptr && *named != 0) return named;
  std::error_code error;
  const fs::path beside = report::program_file().parent_path() / "python3";
  return fs::is_regular_file(beside, error) ? beside.string() : "python3";
}

// The module lies in the installation, or in the build; else Python finds it by itself.
std::vector<std::string> command_of(const std::string& file) {
  std::vector<std::string> command = {interpreter(), "-m", "terrawright.worker", file};
  const fs::path program = report::program_file().parent_path();
  std::error_code error;
  for (const fs::path& prefix : {program.parent_path(), program}) {
    const fs::path modules = prefix / "lib/python3/dist-packages";
    if (!fs::exists(modules / "terrawright/worker.py", error)) continue;
    const char* const before = std::getenv("PYTHONPATH");
    const std::string more = before == nullptr ? "" : std::string(":") + before;
    command.insert(command.begin(), {"env", "PYTHONPATH=" + modules.string() + more});
    break;
  }
  return command;
}

}  // namespace

bool declares_stages(const std::string& file) try {
  const std::string text = files::text_of(file, 1 << 20);
  return text.find("terrawright.stage") != std::string::npos ||
         text.find("terrawright import stage") != std::string::npos;
} catch (const files::ReadFailed&) {
  return true;  // its reason is told where it is opened
}

PythonFile open_python_file(const std::string& file) {
  PythonFile opened;
  try {
    static std::deque<Stages> kept;  // instances and workers refer to them until the end of the process
    const std::vector<std::string> command = command_of(file);
    Stages& all = kept.emplace_back(command);
    const std::string digest = digest_of(file);
    const fs::path cached = file_of_description(digest, command);
    std::optional<std::string> text = kept_description(cached);
    if (!text) {
      auto worker = all.pool.take();
      worker->make(TERRAWRIGHT_WORKER_DESCRIBE, seconds_of_a_start, [] { return false; });
      text = worker->text();
      all.pool.give_back(std::move(worker));
      keep_description(cached, *text);
    }
    const std::string versions = add_described(all, *text);
    opened.build = digest + "+" + graph::sha256(versions);
    all.plugin.size = sizeof all.plugin;
    all.plugin.abi_major = TERRAWRIGHT_ABI_MAJOR;
    all.plugin.abi_minor = TERRAWRIGHT_ABI_MINOR;
    all.plugin.id = all.text(fs::path(file).filename().string());
    all.plugin.version = all.text(versions);
    all.plugin.built_with = "";
    all.plugin.stages = all.list.data();
    all.plugin.n_stages = all.list.size();
    opened.plugin = &all.plugin;
  } catch (const Failed& failed) {
    // Of a traceback the last line states the reason.
    const std::size_t end = failed.log.find_last_not_of('\n'), begin = failed.log.find_last_of('\n', end);
    const bool has_reason = std::string(failed.what()).find(" raised ") != std::string::npos || failed.log.empty();
    opened.reason = std::string("its stages cannot be described: ") + failed.what();
    if (!has_reason && end != std::string::npos) opened.reason += ": " + failed.log.substr(begin + 1, end - begin);
    opened.remedy = std::string("run `") + interpreter() + " -m terrawright.worker " + file +
                    "`; it needs numpy and the module terrawright, and " + interpreter_variable +
                    " may name another interpreter";
  } catch (const std::out_of_range&) {
    opened.reason = "its description has a line that is too short";
    opened.remedy = "terrawright/worker.h describes the lines";
  } catch (const std::exception& error) {
    opened.reason = error.what();
  }
  return opened;
}

}  // namespace terrawright::workers
