// SPDX-License-Identifier: Apache-2.0
// A place inside a store where the processes that make one run together leave things for each other: bytes, and layers
// of which each writes chunks. It goes with the first process; if that one is killed, the next build takes it away.
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "store/folders/staging_folder.hpp"
#include "store/layers/layer_writer.hpp"

namespace terrawright::store {

class SharedFolder {
 public:
  static std::unique_ptr<SharedFolder> make(const std::shared_ptr<StoreFolder>& store);
  static std::unique_ptr<SharedFolder> find(const std::shared_ptr<StoreFolder>& store, const std::string& name);
  const std::string& name() const { return name_; }

  // Under numbers that all processes know, each used once. False, and nothing, with errno.
  bool write(std::uint64_t number, std::string_view bytes);
  std::optional<std::string> read(std::uint64_t number) const;
  void remove(std::uint64_t number);
  // For who writes or reads such a file by itself.
  std::filesystem::path path(std::uint64_t number) const;
  // Null, with the store's problem(), where it cannot be made.
  std::unique_ptr<LayerWriter> layer(std::uint64_t number, const std::string& key, const Shape& shape);

 private:
  SharedFolder(std::shared_ptr<StoreFolder> store, std::unique_ptr<StagingFolder> own, system::Descriptor folder,
               std::string name)
      : store_(std::move(store)), own_(std::move(own)), folder_(std::move(folder)), name_(std::move(name)) {}
  int folder() const { return own_ ? own_->folder() : folder_.number(); }

  const std::shared_ptr<StoreFolder> store_;
  const std::unique_ptr<StagingFolder> own_;  // of the first process
  const system::Descriptor folder_;           // of the others
  const std::string name_;
};

}  // namespace terrawright::store
