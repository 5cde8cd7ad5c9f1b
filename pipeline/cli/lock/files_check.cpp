// SPDX-License-Identifier: Apache-2.0
#include "cli/lock/files_check.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>

#include "files/open_file.hpp"
#include "graph/sha256.hpp"
#include "images/whole_folder.hpp"
#include "report/json.hpp"
#include "system/files.hpp"
#include "terrawright/stage.hpp"

namespace terrawright::cli {
namespace {

namespace fs = std::filesystem;

bool is_manifest(const fs::path& file) {
  const std::string name = file.filename().string(), ending = ".manifest.json";
  return name.size() > ending.size() && name.compare(name.size() - ending.size(), ending.size(), ending) == 0;
}

std::string hash_of(const fs::path& file, const std::atomic<bool>& stop) {
  graph::Sha256 hash;
  files::OpenFile(file).each_piece([&](std::string_view piece) {
    if (stop) throw Stopped{};
    hash.add(piece.data(), piece.size());
  });
  return hash.hex();
}

class FilesChecking {
 public:
  explicit FilesChecking(const std::atomic<bool>& stop) : stop_(stop) {}

  // False, with a fault, where it cannot be read.
  bool manifest(const fs::path& path) {
    try {
      read(path);
      return true;
    } catch (const std::runtime_error& error) {
      fault(path, "unreadable", error.what());
      return false;
    }
  }

  void folder(const fs::path& path) {
    std::set<fs::path> found, extra;
    std::map<fs::path, bool> owners;  // folders with manifests: whether all of those can be read
    each_in(path, [&](fs::recursive_directory_iterator& it) {
      if (is_manifest(*it) && it->is_regular_file()) found.insert(*it);
    });
    for (const fs::path& one : found) {
      bool& reads = owners.emplace(one.parent_path(), true).first->second;
      reads = manifest(one) && reads;
    }
    const auto owned = [&](const fs::path& folder, bool above) {
      const auto owner = owners.find(folder);
      return owner == owners.end() ? above : owner->second;
    };
    std::vector<bool> is_owned{owned(path, false)};  // by depth
    each_in(path, [&](fs::recursive_directory_iterator& it) {
      is_owned.resize(static_cast<std::size_t>(it.depth()) + 1);
      if (it->symlink_status().type() == fs::file_type::directory) {
        if (whole_.count(*it) != 0) it.disable_recursion_pending();
        is_owned.push_back(owned(*it, is_owned.back()));
      } else if (is_owned.back() && listed_.count(*it) == 0 && !states_a_manifest(*it)) {
        extra.insert(*it);
      }
    });
    for (const fs::path& file : extra) fault(file, "extra");
  }

  // Throws a runtime_error where it cannot.
  void read(const fs::path& path) {
    const std::string text = files::text_of(path);
    listed_.insert(path);
    ++check_.manifests;
    try {
      const report::Json json = report::Json::parse(text);
      for (const report::Json& file : json.at("files")) {
        const fs::path at = path.parent_path() / file.at("path").get<std::string>();
        if (file.contains("list")) {
          whole_folder(at, file.at("sha256"));
        } else {
          is_as_listed(at, file.at("sha256"), file.at("bytes").get<std::int64_t>());
        }
      }
    } catch (const std::runtime_error&) {  // of a file in the list
      throw;
    } catch (const std::exception&) {
      throw std::runtime_error("it is not a manifest of a build, or damaged");
    }
    manifests_.push_back(graph::sha256(text));
  }

  FilesCheck check() { return std::move(check_); }

 private:
  // A folder that cannot be read to its end is no fault of a manifest.
  template <class Each>
  void each_in(const fs::path& folder, Each each) {
    try {
      for (fs::recursive_directory_iterator it(folder), end; it != end; ++it) each(it);
    } catch (const fs::filesystem_error& error) {
      fault(folder, "unreadable", error.code().message());
    }
  }
  void fault(const fs::path& file, const char* what, std::string detail = {}) {
    check_.faults.push_back({file, what, std::move(detail)});
  }

  // `bytes` below 0: the list does not state them.
  bool is_as_listed(const fs::path& file, const std::string& sha256, std::int64_t bytes) {
    if (!listed_.insert(file).second) return true;
    ++check_.files;
    const auto facts = system::facts_of(file.string(), system::Links::not_followed);
    if (!facts) {
      const bool missing = errno == ENOENT || errno == ENOTDIR;
      fault(file, missing ? "missing" : "unreadable", missing ? "" : std::strerror(errno));
      return false;
    }
    if (!facts->is_file()) {
      fault(file, "changed", "not a regular file");
      return false;
    }
    const auto size = static_cast<std::int64_t>(facts->size);
    if (bytes >= 0 && size != bytes) {
      fault(file, size < bytes ? "cut" : "changed",
            std::to_string(size) + " bytes, listed with " + std::to_string(bytes));
      return false;
    }
    try {
      if (hash_of(file, stop_) == sha256) return true;
      fault(file, "changed");
    } catch (const files::ReadFailed& failed) {
      fault(file, "unreadable", failed.reason());
    }
    return false;
  }

  void whole_folder(const fs::path& folder, const std::string& sha256_of_list) {
    if (!whole_.insert(folder).second) return;
    const fs::path list = folder / images::list_name;
    if (!is_as_listed(list, sha256_of_list, -1)) return;
    std::istringstream lines(files::text_of(list));
    for (std::string line; std::getline(lines, line);) {
      if (line.size() > 66) is_as_listed(folder / line.substr(66), line.substr(0, 64), -1);
    }
    std::set<fs::path> extra;
    each_in(folder, [&](fs::recursive_directory_iterator& it) {
      if (it->symlink_status().type() != fs::file_type::directory && listed_.count(*it) == 0) extra.insert(*it);
    });
    for (const fs::path& file : extra) fault(file, "extra");
  }

  bool states_a_manifest(const fs::path& file) const {
    if (!fs::is_regular_file(fs::symlink_status(file))) return false;
    bool states = false;
    std::string text;  // a piece, after the end of the one before
    files::OpenFile(file).each_piece([&](std::string_view piece) {
      if (stop_) throw Stopped{};
      text = text.substr(text.size() - std::min<std::size_t>(text.size(), 63)).append(piece);
      states = states || std::any_of(manifests_.begin(), manifests_.end(),
                                     [&](const std::string& sha256) { return text.find(sha256) != std::string::npos; });
    });
    return states;
  }

  const std::atomic<bool>& stop_;
  FilesCheck check_;
  std::set<fs::path> listed_, whole_;   // files, and folders that have a list of their own
  std::vector<std::string> manifests_;  // their SHA-256
};

}  // namespace

FilesCheck check_files(const fs::path& manifest, const std::atomic<bool>& stop) {
  FilesChecking checking(stop);
  std::error_code unknown;
  if (is_manifest(manifest) && fs::exists(manifest, unknown)) {
    checking.manifest(manifest);
  } else {
    checking.read(manifest);
  }
  return checking.check();
}

FilesCheck check_folder(const fs::path& folder, const std::atomic<bool>& stop) {
  FilesChecking checking(stop);
  checking.folder((folder / "").parent_path());
  return checking.check();
}

report::Diagnostics problems_of(const FilesCheck& check) {
  report::Diagnostics problems;
  for (const FilesCheck::Fault& fault : check.faults) {
    problems.error({}, fault.file.string() + " is " + fault.what + (fault.detail.empty() ? "" : ": " + fault.detail),
                   fault.what == "extra"        ? "no manifest lists it; move it elsewhere"
                   : fault.what == "unreadable" ? "let it be read, or build the world again"
                                                : "build the world again, or restore the file that its manifest lists");
  }
  return problems;
}

}  // namespace terrawright::cli
