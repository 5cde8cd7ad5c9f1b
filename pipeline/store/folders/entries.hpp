// SPDX-License-Identifier: Apache-2.0
// All that a store holds.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "store/folders/store_folder.hpp"

namespace terrawright::store {

struct Usage {
  std::uint64_t entries = 0, bytes = 0;
};
struct Entry {
  Sort sort;
  std::string key;
  std::uint64_t bytes = 0;  // that it takes of the disk
  std::int64_t used = 0;    // when it was used last, in nanoseconds
  bool whole = true;        // by its index
};
std::vector<Entry> entries_of(const StoreFolder& store);
// False, with errno, where it stays.
bool remove(const StoreFolder& store, const Entry& entry);
// Removes leftovers of dead builds, what is not whole, and whole entries until the others take at most most_bytes(),
// those first that were not used for the longest time.
Usage age(const StoreFolder& store);
// That something was kept. Beyond a quarter of most_bytes() since the last time the store ages, so that no build takes
// much more than that, however much it keeps.
void count_kept(StoreFolder& store, std::uint64_t bytes);
// Folders of the store that are empty.
void remove_empty_shelves(const StoreFolder& store);

}  // namespace terrawright::store
