// SPDX-License-Identifier: Apache-2.0
#include "store/store.hpp"

#include <cerrno>
#include <cstdio>

#include "files/cache_folder.hpp"
#include "store/folders/folder.hpp"

namespace terrawright::store {
namespace {

constexpr std::uint64_t most_bytes_of_a_record = std::uint64_t{1} << 32;

}  // namespace

std::filesystem::path Store::usual_folder() {
  const std::filesystem::path caches = files::cache_folder();
  return caches.empty() ? caches : caches / "terrawright";
}

std::shared_ptr<Store> Store::open(const std::filesystem::path& folder, std::uint64_t most_bytes) {
  return std::shared_ptr<Store>(new Store(std::make_shared<StoreFolder>(folder, open_marked(folder), most_bytes)));
}

std::shared_ptr<Store> Store::open_if_there(const std::filesystem::path& folder, std::uint64_t most_bytes) {
  system::Descriptor root = open_if_marked(folder);
  if (!root) return nullptr;
  return std::shared_ptr<Store>(new Store(std::make_shared<StoreFolder>(folder, std::move(root), most_bytes)));
}

std::optional<std::string> Store::find(const std::string& key) {
  auto record = read_file(folder_->root(), path_of(records, key), most_bytes_of_a_record);
  if (!record) return std::nullopt;
  auto bytes = of_record(std::move(*record), key);
  judged(key, bytes.has_value());
  return bytes;
}

// For a record that was checked: it was used now, or is damaged and is deleted.
bool Store::judged(const std::string& key, bool is_whole) {
  if (is_whole) {
    system::touch_in(folder_->root(), path_of(records, key));
  } else {
    folder_->is_damaged(records, key);
    system::remove_file_in(folder_->shelf(records, key).number(), name_of(records, key));
  }
  return is_whole;
}

std::shared_ptr<const MappedRecord> Store::map(const std::string& key) {
  auto record = MappedRecord::open(folder_->root(), path_of(records, key));
  return record && judged(key, is_record(record->whole(), key)) ? std::move(record) : nullptr;
}

bool Store::find(const std::string& key, const std::function<void(std::string_view)>& take) {
  const bool found = read_record(folder_->root(), path_of(records, key), key, take);
  return (found || errno == EBADMSG) && judged(key, found);
}

bool Store::has(const std::string& key) const {
  const std::string path = path_of(records, key);
  if (!open_file(folder_->root(), path)) return false;
  system::touch_in(folder_->root(), path);
  return true;
}

void Store::keep(const std::string& key, std::string_view bytes) {
  put(key, bytes.size(), [&](int at, const std::string& name) { return write_record(at, name, key, bytes); });
}

void Store::keep(const std::string& key, std::uint64_t size, const ReadPiece& read) {
  put(key, size, [&](int at, const std::string& name) { return write_record(at, name, key, size, read); });
}

void Store::put(const std::string& key, std::uint64_t size,
                const std::function<bool(int at, const std::string& name)>& write) {
  StagingFolder* staging = folder_->staging();
  if (staging == nullptr || size > folder_->most_bytes() || !folder_->has_room(size)) return;
  const std::string name = staging->next_name();
  bool good = write(staging->folder(), name);
  for (int attempt = 0; good && attempt < 8; ++attempt) {
    const system::Descriptor shelf = folder_->make_shelf(records, key);
    if (shelf && system::rename_in(staging->folder(), name, shelf.number(), name_of(records, key))) {
      count_kept(*folder_, size);
      return;
    }
    good = errno == ENOENT;  // another build cleared the store
  }
  folder_->remember(errno);
  system::remove_file_in(staging->folder(), name);
}

bool Store::has_layer(const std::string& key) const {
  const system::Descriptor folder = open_folders(folder_->root(), path_of(layers, key));
  if (!folder || folder_->distrusts(key)) return false;
  const bool is_complete = read_layer_index(folder.number(), key).has_value();
  if (is_complete) {
    system::touch_in(folder.number(), index_name);
  } else if (errno == EBADMSG) {
    folder_->is_damaged(layers, key);
    remove_layer(folder_->shelf(layers, key).number(), name_of(layers, key));
  }
  return is_complete;
}

std::shared_ptr<const StoredLayer> Store::find_layer(const std::string& key, const Shape& shape) {
  return StoredLayer::find(folder_, key, shape);
}

std::unique_ptr<LayerWriter> Store::keep_layer(const std::string& key, const Shape& shape) {
  return LayerWriter::begin(folder_, key, shape);
}

Usage Store::usage() const {
  Usage usage;
  for (const Entry& entry : entries_of(*folder_)) {
    if (!entry.whole) continue;
    ++usage.entries;
    usage.bytes += entry.bytes;
  }
  return usage;
}

Usage Store::clear() {
  Usage removed;
  for (const Entry& entry : entries_of(*folder_)) {
    if (!remove(*folder_, entry)) {
      folder_->remember(errno);
    } else if (entry.whole) {
      ++removed.entries;
      removed.bytes += entry.bytes;
    }
  }
  remove_leftovers(folder_->root());
  remove_empty_shelves(*folder_);
  return removed;
}

Usage Store::age() { return store::age(*folder_); }

void Store::age_if_more_is_kept() {
  if (folder_->has_kept()) {
    folder_->forget_kept();
    age();
  } else {
    remove_leftovers(folder_->root());
  }
}

}  // namespace terrawright::store
