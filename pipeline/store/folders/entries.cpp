// SPDX-License-Identifier: Apache-2.0
#include "store/folders/entries.hpp"

#include <algorithm>
#include <cerrno>

#include "store/folders/folder.hpp"
#include "store/layers/layer_index.hpp"

namespace terrawright::store {
namespace {

// False where it went meanwhile, or cannot be read.
bool look_at_layer(const StoreFolder& store, int shelf, const std::string& name, Entry& entry) {
  const system::Descriptor folder = open_folder(shelf, name);
  if (!folder) return false;
  const auto index = read_layer_index(folder.number(), entry.key);
  entry.whole = index.has_value();
  if (!index && errno == EBADMSG) store.is_damaged(layers, entry.key);
  if (!index) return errno == ENOENT || errno == EBADMSG;
  entry.bytes = index->bytes;
  const auto facts = system::facts_in(folder.number(), index_name);
  if (!facts) return false;
  entry.used = facts->modified;
  return true;
}

bool look_at_record(int shelf, const std::string& name, Entry& entry) {
  const auto facts = system::facts_in(shelf, name);
  if (!facts) return false;
  entry.bytes = on_disk(facts->size);
  entry.used = facts->modified;
  return true;
}

}  // namespace

std::vector<Entry> entries_of(const StoreFolder& store) {
  std::vector<Entry> entries;
  for (const Sort& sort : {layers, records}) {
    const bool of_layers = sort.folder == layers.folder;
    const system::Descriptor all = open_folder(store.root(), sort.folder);
    if (!all) continue;
    for (const system::Name& shelf_name : system::names_in(all.number())) {
      if (!shelf_name.is_folder || !is_hex(shelf_name.text, 2)) continue;
      const system::Descriptor shelf = open_folder(all.number(), shelf_name.text);
      if (!shelf) continue;
      for (const system::Name& name : system::names_in(shelf.number())) {
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
  const system::Descriptor shelf = store.shelf(entry.sort, entry.key);
  if (!shelf) return errno == ENOENT;
  const std::string name = name_of(entry.sort, entry.key);
  if (entry.sort.folder == layers.folder) return remove_layer(shelf.number(), name);
  return system::remove_file_in(shelf.number(), name) || errno == ENOENT;
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
    const system::Descriptor all = open_folder(store.root(), sort.folder);
    if (!all) continue;
    for (const system::Name& shelf : system::names_in(all.number())) {
      if (shelf.is_folder && is_hex(shelf.text, 2)) system::remove_folder_in(all.number(), shelf.text);
    }
    system::remove_folder_in(store.root(), sort.folder);
  }
  system::remove_folder_in(store.root(), staging_name);
}

}  // namespace terrawright::store
