// SPDX-License-Identifier: Apache-2.0
#include "store/folders/shared_folder.hpp"

#include <cerrno>
#include <limits>

#include "store/folders/folder.hpp"

namespace terrawright::store {

std::unique_ptr<SharedFolder> SharedFolder::make(const std::shared_ptr<StoreFolder>& store) {
  auto own = std::make_unique<StagingFolder>(store->root());
  if (!own->good()) {
    store->remember(errno);
    return nullptr;
  }
  std::string name = own->name();
  return std::unique_ptr<SharedFolder>(new SharedFolder(store, std::move(own), system::Descriptor(), std::move(name)));
}

std::unique_ptr<SharedFolder> SharedFolder::find(const std::shared_ptr<StoreFolder>& store, const std::string& name) {
  const system::Descriptor all = open_folder(store->root(), staging_name);
  system::Descriptor folder = all ? open_folder(all.number(), name) : system::Descriptor();
  if (!folder) {
    store->remember(errno);
    return nullptr;
  }
  return std::unique_ptr<SharedFolder>(new SharedFolder(store, nullptr, std::move(folder), name));
}

bool SharedFolder::write(std::uint64_t number, std::string_view bytes) {
  return write_file(folder(), std::to_string(number), bytes);
}

std::optional<std::string> SharedFolder::read(std::uint64_t number) const {
  return read_file(folder(), std::to_string(number), std::numeric_limits<std::uint64_t>::max());
}

void SharedFolder::remove(std::uint64_t number) { system::remove_file_in(folder(), std::to_string(number)); }

std::filesystem::path SharedFolder::path(std::uint64_t number) const {
  return store_->path() / staging_name / name_ / std::to_string(number);
}

std::unique_ptr<LayerWriter> SharedFolder::layer(std::uint64_t number, const std::string& key, const Shape& shape) {
  return LayerWriter::join(store_, folder(), std::to_string(number), own_ != nullptr, key, shape);
}

}  // namespace terrawright::store
