// SPDX-License-Identifier: Apache-2.0
#include "images/whole_folder.hpp"

#include <cerrno>
#include <cstdio>
#include <sstream>
#include <system_error>

#include "images/whole_file.hpp"

namespace terrawright::images {
namespace {

namespace fs = std::filesystem;

std::map<std::string, std::string> list_of(const fs::path& folder) {
  std::map<std::string, std::string> files;
  std::error_code unknown;
  if (!fs::exists(folder / list_name, unknown)) return files;
  std::istringstream stream(files::text_of(folder / list_name));
  for (std::string line; std::getline(stream, line);) {
    if (line.size() > 66) files[line.substr(66)] = line.substr(0, 64);
  }
  return files;
}

// Throws if something in the folder is not as a build left it there.
void demand_ours(const fs::path& folder, const fs::path& path) {
  std::map<std::string, std::string> known;
  const auto refuse = [&](const std::string& name) {
    throw files::WriteFailed(path, "cannot write the folder: no build wrote '" + name + "' in it as it is now",
                             "move it elsewhere, or choose another name for the output");
  };
  try {
    known = list_of(folder);
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      const std::string name = entry.path().lexically_relative(folder).generic_string();
      const auto type = entry.symlink_status().type();
      if (type == fs::file_type::directory || name == list_name) continue;
      const auto found = known.find(name);
      if (type != fs::file_type::regular || found == known.end()) refuse(name);
      if (found->second != graph::sha256_of_file(entry.path())) refuse(name);
    }
  } catch (const files::ReadFailed& failed) {
    throw files::WriteFailed(path, std::string("cannot look into the folder: ") + failed.what(), "");
  } catch (const fs::filesystem_error& error) {
    throw files::WriteFailed(path, "look into the folder", error.code().value());
  }
}

// Fails unless the path is free or is a folder of ours.
void check(const fs::path& path) {
  std::error_code unknown;
  const auto found = fs::symlink_status(path, unknown);
  if (found.type() == fs::file_type::directory) return demand_ours(path, path);
  if (fs::exists(found)) {
    throw files::WriteFailed(path, "cannot write the folder: what has this name is not a folder",
                             "choose another name");
  }
}

void write_new(const fs::path& path, std::string_view bytes, const fs::path& folder) {
  const system::Descriptor file = system::open(path.string(), system::writes | system::is_new | system::no_link);
  if (!file || !system::write_all(file.number(), bytes.data(), bytes.size()))
    throw files::WriteFailed(folder, "write the folder", errno);
}

// The existing folder is checked before anything is made.
fs::path checked(fs::path path) {
  check(path);
  return path;
}

}  // namespace

std::optional<std::string> sha256_of_whole(const fs::path& folder) {
  try {
    demand_ours(folder, folder);
    for (const auto& file : list_of(folder)) {
      if (!fs::exists(folder / file.first)) return std::nullopt;
    }
    return fs::exists(folder / list_name) ? std::optional(graph::sha256_of_file(folder / list_name)) : std::nullopt;
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

WholeFolder::WholeFolder(fs::path path) : path_(checked(std::move(path))), temporary_(path_) {}

void WholeFolder::add(WholeFile& file) {
  bytes_ += file.size();
  const std::string sha256 = file.sha256(), name = file.path().lexically_relative(temporary()).generic_string();
  file.name();
  files_[name] = sha256;
}

void WholeFolder::write(const std::string& name, std::string_view bytes, int same) {
  const fs::path path = temporary() / name;
  std::error_code failed;
  fs::create_directories(path.parent_path(), failed);
  if (failed) throw files::WriteFailed(path_, "create the folder", failed.value());
  if (same < 0 || !system::give_name(same, path.string())) write_new(path, bytes, path_);
  graph::Sha256 hash;
  hash.add(bytes.data(), bytes.size());
  files_[name] = hash.hex();
  bytes_ += bytes.size();
  unsynced_ = true;
}

void WholeFolder::settle() {
  std::string list;
  for (const auto& [name, sha256] : files_) list += sha256 + "  " + name + "\n";
  // All at once: to wait for each of many small files takes many times as long.
  if (unsynced_ && !system::write_out_disk(temporary_.descriptor()))
    throw files::WriteFailed(path_, "write the folder", errno);
  const auto listing = text_file(temporary() / list_name, list);
  sha256_ = listing->sha256();
  bytes_ += list.size();
  listing->name();
  try {
    for (const auto& entry : fs::recursive_directory_iterator(temporary())) {
      if (entry.is_directory()) flush_folder(entry.path());
    }
  } catch (const fs::filesystem_error& error) {
    throw files::WriteFailed(path_, "write the folder", error.code().value());
  }
  flush_folder(temporary());
}

void WholeFolder::name() {
  check(path_);
  if (system::rename(temporary().string(), path_.string())) {  // nothing was there, or an empty folder
    temporary_.is_named();
    return;
  }
  if (errno != ENOTEMPTY && errno != EEXIST) throw files::WriteFailed(path_, "give the folder its name", errno);
  const auto exchange = [&] { return system::exchange(temporary().string(), path_.string()); };
  if (exchange()) {
    try {
      demand_ours(temporary(), path_);  // nothing came in meanwhile
    } catch (const files::WriteFailed&) {
      exchange();
      throw;
    }
    return;
  }
  if (errno != EINVAL && errno != ENOSYS && errno != ENOTSUP) {
    throw files::WriteFailed(path_, "give the folder its name", errno);
  }
  const fs::path old = files::private_name(path_);
  if (!system::rename(path_.string(), old.string())) throw files::WriteFailed(path_, "give the folder its name", errno);
  if (!system::rename(temporary().string(), path_.string())) {
    const int error = errno;
    system::rename(old.string(), path_.string());
    throw files::WriteFailed(path_, "give the folder its name", error);
  }
  temporary_.is_now(old);
}

}  // namespace terrawright::images
