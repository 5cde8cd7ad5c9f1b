// SPDX-License-Identifier: Apache-2.0
#include "store/entries.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>

#include "store/folder.hpp"
#include "store/seal.hpp"

namespace terrawright::store {
namespace {

std::int64_t time_of(const struct stat& facts) {
  return std::int64_t{facts.st_mtim.tv_sec} * 1000000000 + facts.st_mtim.tv_nsec;
}

// False where it went meanwhile, or cannot be read.
bool look_at_layer(const StoreFolder& store, int shelf, const std::string& name, Entry& entry) {
  const Descriptor folder = open_folder(shelf, name);
  if (!folder) return false;
  struct stat facts {};
  const auto seal = read_seal(folder.number(), entry.key);
  entry.whole = seal.has_value();
  if (!seal && errno == EBADMSG) store.is_damaged(layers, entry.key);
  if (!seal) return errno == ENOENT || errno == EBADMSG;
  entry.bytes = seal->bytes;
  if (fstatat(folder.number(), seal_name, &facts, AT_SYMLINK_NOFOLLOW) != 0) return false;
  entry.used = time_of(facts);
  return true;
}

bool look_at_record(int shelf, const std::string& name, Entry& entry) {
  struct stat facts {};
  if (fstatat(shelf, name.c_str(), &facts, AT_SYMLINK_NOFOLLOW) != 0) return false;
  entry.bytes = on_disk(static_cast<std::uint64_t>(facts.st_size));
  entry.used = time_of(facts);
  return true;
}

}  // namespace

std::vector<Entry> entries_of(const StoreFolder& store) {
  std::vector<Entry> entries;
  for (const Sort& sort : {layers, records}) {
    const bool of_layers = sort.folder == layers.folder;
    const Descriptor all = open_folder(store.root(), sort.folder);
    if (!all) continue;
    for (const Name& shelf_name : names_in(all.number())) {
      if (!shelf_name.is_folder || !is_hex(shelf_name.text, 2)) continue;
      const Descriptor shelf = open_folder(all.number(), shelf_name.text);
      if (!shelf) continue;
      for (const Name& name : names_in(shelf.number())) {
        Entry entry{sort, key_of(sort, shelf_name.text, name.text)};
        if (entry.key.empty() || (of_layers ? !name.is_folder : !name.is_file)) continue;
        if (of_layers ? look_at_layer(store, shelf.number(), name.text, entry)
                      : look_at_record(shelf.number(), name.text, entry))
          entries.push_back(std::move(entry));
      }
    }
  }
  return entries;
}

bool remove(const StoreFolder& store, const Entry& entry) {
  const Descriptor shelf = store.shelf(entry.sort, entry.key);
  if (!shelf) return errno == ENOENT;
  const std::string name = name_of(entry.sort, entry.key);
  if (entry.sort.folder == layers.folder) return remove_layer(shelf.number(), name);
  return unlinkat(shelf.number(), name.c_str(), 0) == 0 || errno == ENOENT;
}

Usage age(const StoreFolder& store) {
  remove_leftovers(store.root());
  std::vector<Entry> entries = entries_of(store);
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.used < b.used; });
  std::uint64_t bytes = 0;
  for (const Entry& entry : entries) bytes += entry.whole ? entry.bytes : 0;
  Usage removed;
  for (const Entry& entry : entries) {
    if (entry.whole && bytes <= store.most_bytes()) continue;
    if (!remove(store, entry) || !entry.whole) continue;
    bytes -= entry.bytes;
    ++removed.entries;
    removed.bytes += entry.bytes;
  }
  return removed;
}

void count_kept(StoreFolder& store, std::uint64_t bytes) {
  if (store.add_kept(on_disk(bytes)) < store.most_bytes() / 4) return;
  store.forget_kept();
  age(store);
}

void remove_empty_shelves(const StoreFolder& store) {
  for (const Sort& sort : {layers, records}) {
    const Descriptor all = open_folder(store.root(), sort.folder);
    if (!all) continue;
    for (const Name& shelf : names_in(all.number())) {
      if (shelf.is_folder && is_hex(shelf.text, 2)) unlinkat(all.number(), shelf.text.c_str(), AT_REMOVEDIR);
    }
    unlinkat(store.root(), sort.folder, AT_REMOVEDIR);
  }
  unlinkat(store.root(), making_name, AT_REMOVEDIR);
}

}  // namespace terrawright::store
