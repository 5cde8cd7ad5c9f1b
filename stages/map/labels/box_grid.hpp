// SPDX-License-Identifier: Apache-2.0
// Boxes by where they are, so that only neighbours are compared.
#pragma once
#include <cstdint>
#include <vector>

#include "label_box.hpp"

namespace terrawright::map::labels {

class BoxGrid {
 public:
  explicit BoxGrid(const PaperBox& frame) : frame_(frame) {
    const auto cells = [](std::int64_t from, std::int64_t to) {
      return static_cast<std::int32_t>(std::min<std::int64_t>(std::max<std::int64_t>(to - from, 0) / cell + 1, 4096));
    };
    columns_ = cells(frame.left, frame.right);
    rows_ = cells(frame.top, frame.bottom);
    cells_.resize(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_));
  }

  void add(std::int32_t owner, const LabelBox& box) {
    const PaperBox around = bounds(box);
    each_cell(around, [&](std::vector<Entry>& entries) {
      entries.push_back({owner, around, box});
      return true;
    });
  }
  void remove(std::int32_t owner, const LabelBox& box) {
    each_cell(bounds(box), [&](std::vector<Entry>& entries) {
      const auto is_owners = [&](const Entry& e) { return e.owner == owner; };
      entries.erase(std::remove_if(entries.begin(), entries.end(), is_owners), entries.end());
      return true;
    });
  }

  // Calls found(owner) for boxes that overlap this one, until it says false; an owner may be told several times.
  template <class Found>
  bool each_overlap(const LabelBox& box, Found found) const {
    const PaperBox around = bounds(box);
    return each_cell(around, [&](const std::vector<Entry>& entries) {
      for (const Entry& e : entries) {
        if (!overlap(around, e.around) || parted_by_a_side_of(box, e.box) || parted_by_a_side_of(e.box, box)) continue;
        if (!found(e.owner)) return false;
      }
      return true;
    });
  }
  bool any_overlap(const LabelBox& box) const {
    return !each_overlap(box, [](std::int32_t) { return false; });
  }

 private:
  static constexpr std::int32_t cell = 500;
  struct Entry {
    std::int32_t owner;
    PaperBox around;
    LabelBox box;
  };

  // Boxes outside the frame count at its edge.
  template <class Visit>
  bool each_cell(const PaperBox& around, Visit visit) const {
    const auto at = [](std::int64_t v, std::int64_t first, std::int32_t count) {
      return static_cast<std::int32_t>(std::clamp<std::int64_t>((v - first) / cell, 0, count - 1));
    };
    const std::int32_t x0 = at(around.left, frame_.left, columns_), x1 = at(around.right, frame_.left, columns_);
    const std::int32_t y0 = at(around.top, frame_.top, rows_), y1 = at(around.bottom, frame_.top, rows_);
    for (std::int32_t y = y0; y <= y1; ++y) {
      for (std::int32_t x = x0; x <= x1; ++x) {
        if (!visit(cells_[static_cast<std::size_t>(y) * static_cast<std::size_t>(columns_) +
                          static_cast<std::size_t>(x)])) {
          return false;
        }
      }
    }
    return true;
  }
  template <class Visit>
  void each_cell(const PaperBox& around, Visit visit) {
    static_cast<const BoxGrid*>(this)->each_cell(
        around, [&](const std::vector<Entry>& entries) { return visit(const_cast<std::vector<Entry>&>(entries)); });
  }

  PaperBox frame_;
  std::int32_t columns_, rows_;
  std::vector<std::vector<Entry>> cells_;
};

}  // namespace terrawright::map::labels
