// SPDX-License-Identifier: Apache-2.0
// All that a store holds.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "store/store_folder.hpp"

namespace terrawright::store {

struct Entry {
  Sort sort;
  std::string key;
  std::uint64_t bytes = 0;  // that it takes of the disk
  std::int64_t used = 0;    // when it was used last, in nanoseconds
  bool whole = true;        // by its seal
};
std::vector<Entry> entries_of(const StoreFolder& store);
// False, with errno, where it stays.
bool remove(const StoreFolder& store, const Entry& entry);
// Folders of the store that are empty.
void remove_empty_shelves(const StoreFolder& store);

// A record: bytes with their hash. Nothing where it is damaged.
std::string as_record(std::string_view bytes, const std::string& key);
std::optional<std::string> of_record(std::string record, const std::string& key);

}  // namespace terrawright::store
