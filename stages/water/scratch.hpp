// SPDX-License-Identifier: Apache-2.0
// Arrays of a tile in memory that its thread keeps from tile to tile: fresh pages cost more than what is done on them.
#pragma once
#include <utility>
#include <vector>

namespace terrawright::water {

// A vector whose contents are undefined until it is assigned to.
template <class Item>
class Scratch : public std::vector<Item> {
 public:
  Scratch() {
    if (kept().empty()) return;
    this->swap(kept().back());
    kept().pop_back();
    this->clear();
  }
  Scratch(Scratch&&) noexcept = default;
  ~Scratch() {
    if (this->capacity() == 0) return;
    // Where there is no memory to keep it in, it goes.
    try {
      kept().push_back(std::move(static_cast<std::vector<Item>&>(*this)));
    } catch (const std::bad_alloc&) {
    }
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  Scratch& operator=(Scratch&&) = delete;

 private:
  static std::vector<std::vector<Item>>& kept() {
    static thread_local std::vector<std::vector<Item>> vectors;
    return vectors;
  }
};

}  // namespace terrawright::water
