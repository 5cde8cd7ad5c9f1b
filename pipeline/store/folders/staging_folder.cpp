// SPDX-License-Identifier: Apache-2.0
#include "store/folders/staging_folder.hpp"

#include <cerrno>

#include "files/private_folder.hpp"
#include "store/folders/folder.hpp"
#include "store/layers/layer_index.hpp"

namespace terrawright::store {
namespace {

constexpr const char* lock_name = "lock";
constexpr unsigned read_write = system::reads | system::writes;

// Only what is behind this name now: it was opened before. A file that cannot be queried counts as the same.
bool is_named(int file, int at, const std::string& name) {
  const auto open = system::facts_of(file);
  if (!open) return true;
  const auto named = system::facts_in(at, name);
  return named ? open->is_same(*named) : errno != ENOENT;
}

// Files and folders whose names are numbers, and all that is so inside.
void remove_numbers(int folder, int deepest) {
  for (const system::Name& name : system::names_in(folder)) {
    if (!is_number(name.text)) continue;
    if (name.is_file) {
      system::remove_file_in(folder, name.text);
    } else if (name.is_folder && deepest > 0) {
      if (const system::Descriptor inside = open_folder(folder, name.text))
        remove_numbers(inside.number(), deepest - 1);
      system::remove_folder_in(folder, name.text);
    }
  }
}

// Deletes the unnamed entries of a build in its own folder.
void remove_made(int folder) {
  for (const system::Name& name : system::names_in(folder)) {
    if (name.is_folder && is_number(name.text)) remove_layer(folder, name.text);
  }
  remove_numbers(folder, 0);
}

}  // namespace

bool remove_layer(int at, const std::string& name) {
  const system::Descriptor folder = open_folder(at, name);
  if (!folder) return errno == ENOENT;
  // By its descriptor: what another build puts in its place meanwhile is another folder.
  const int error = system::remove_file_in(folder.number(), index_name) || errno == ENOENT ? 0 : errno;
  for (const char* file : {".zattrs", ".zarray"}) system::remove_file_in(folder.number(), file);
  remove_numbers(folder.number(), 2);
  system::remove_folder_in(at, name);
  errno = error;
  return error == 0;
}

StagingFolder::StagingFolder(int root) {
  for (int attempt = 0; attempt < 8; ++attempt) {
    name_ = files::unique_digits();
    all_ = make_folder(root, staging_name);
    if (!all_ || !system::make_folder_in(all_.number(), name_)) {
      if (errno == ENOENT) continue;  // another build cleared the store
      return;
    }
    system::Descriptor folder = open_folder(all_.number(), name_);
    lock_ = folder ? system::open_in(folder.number(), lock_name, read_write | system::is_new) : system::Descriptor();
    // A build that takes leftovers away may have been faster; then another name is needed.
    if (lock_ && system::lock(lock_.number()) != system::Lock::held_by_another &&
        is_named(lock_.number(), folder.number(), lock_name)) {
      folder_ = std::move(folder);
      return;
    }
    if (!lock_ && errno != EEXIST && errno != ENOENT) {
      const int error = errno;
      system::remove_folder_in(all_.number(), name_);
      errno = error;
      return;
    }
  }
}

StagingFolder::~StagingFolder() {
  if (!folder_) return;
  remove_made(folder_.number());
  system::remove_file_in(folder_.number(), lock_name);
  system::remove_folder_in(all_.number(), name_);
}

void remove_leftovers(int root) {
  const system::Descriptor all = open_folder(root, staging_name);
  if (!all) return;
  for (const system::Name& name : system::names_in(all.number())) {
    if (!name.is_folder || !is_hex(name.text, 16)) continue;
    const system::Descriptor folder = open_folder(all.number(), name.text);
    if (!folder) continue;
    // Made where it is not there: who begins at this moment must not have it.
    const system::Descriptor lock =
        system::open_in(folder.number(), lock_name, read_write | system::creates | system::no_link);
    if (!lock || system::lock(lock.number()) != system::Lock::taken) continue;
    remove_made(folder.number());
    system::remove_file_in(folder.number(), lock_name);
    system::remove_folder_in(all.number(), name.text);
  }
}

}  // namespace terrawright::store
