// SPDX-License-Identifier: Apache-2.0
#include "trees.hpp"

#include <algorithm>

#include "chance.hpp"

namespace terrawright::map {
namespace {

// 1/100 mm
constexpr std::int32_t square = 140;  // one tree each
constexpr double trees_apart = 110, trees_off_coast = 110, clump = 420;
constexpr SignRoom::Off trees_off{0, 75, 70};

// -1 .. 1, the same over some millimetres: where a wood is thin.
double thickness(const Spot& s) {
  const auto i = static_cast<std::int64_t>(s.x / clump), j = static_cast<std::int64_t>(s.y / clump);
  double u = s.x / clump - static_cast<double>(i), v = s.y / clump - static_cast<double>(j);
  u = u * u * (3 - 2 * u), v = v * v * (3 - 2 * v);
  const auto at = [&](std::int64_t a, std::int64_t b) { return part_of(word_at_place(a, b), 17); };
  const double above = at(i, j) + (at(i + 1, j) - at(i, j)) * u;
  const double below = at(i, j + 1) + (at(i + 1, j + 1) - at(i, j + 1)) * u;
  return above + (below - above) * v;
}

// Boxes by the stretches of the paper that they reach into.
class Taken {
 public:
  explicit Taken(const Box& frame) : frame_(frame), columns_(frame.width() / step + 1) {
    bins_.resize(static_cast<std::size_t>(columns_ * (frame.height() / step + 1)));
  }
  void add(const Box& box) {
    each(box, [&](std::vector<Box>& bin) { bin.push_back(box); });
  }
  bool free(const Box& box) {
    bool free = true;
    each(box, [&](const std::vector<Box>& bin) {
      free = free && std::none_of(bin.begin(), bin.end(), [&](const Box& b) { return overlap(box, b); });
    });
    return free;
  }

 private:
  static constexpr std::int32_t step = 1000;
  template <class Body>
  void each(const Box& box, Body body) {
    const std::int64_t rows = static_cast<std::int64_t>(bins_.size()) / columns_;
    const auto clamped = [](std::int64_t at, std::int64_t end) {
      return std::clamp<std::int64_t>(at / step, 0, end - 1);
    };
    for (std::int64_t j = clamped(box.top - frame_.top, rows); j <= clamped(box.bottom - frame_.top, rows); ++j) {
      for (std::int64_t i = clamped(box.left - frame_.left, columns_); i <= clamped(box.right - frame_.left, columns_);
           ++i)
        body(bins_[static_cast<std::size_t>(j * columns_ + i)]);
    }
  }
  Box frame_;
  std::int64_t columns_;
  std::vector<std::vector<Box>> bins_;
};

}  // namespace

Trees trees_of(const SignGround& ground, const Mountains& mountains, const std::vector<Box>& kept_free) {
  Trees trees;
  const Surface& surface = *ground.surface;
  if (!surface.forest) return trees;
  const Box& f = ground.frame;
  const SignRoom room(ground, trees_off);
  Taken taken(f);
  for (const Box& box : kept_free) taken.add(box);
  for (const Mountain& m : mountains) taken.add(m.inner_box()), taken.add(m.foot_box());
  const std::int64_t columns = f.width() / square + 1, rows = f.height() / square + 1;
  std::vector<std::int64_t> at(static_cast<std::size_t>(columns * rows), -1);
  for (std::int64_t j = 0; j < rows; ++j) {
    for (std::int64_t i = 0; i < columns; ++i) {
      const std::uint64_t word = word_at_place(i + 7000, j);
      const Spot s{f.left + square * (static_cast<double>(i) + 0.5 + 0.48 * part_of(word, 1)),
                   f.top + square * (static_cast<double>(j) + 0.5 + 0.48 * part_of(word, 2))};
      const double wood = static_cast<double>(between(surface.forest, s.x, s.y));
      if (wood < 0.5 + 0.12 * part_of(word, 3) || !room.free(s, trees_off_coast)) continue;
      // Nor does its crown reach over water or a road.
      if (!room.free({s.x - 60, s.y - 90}, 40) || !room.free({s.x + 60, s.y - 90}, 40) ||
          !room.free({s.x, s.y - 160}, 40))
        continue;
      if (thickness(s) < -0.62 + 0.20 * part_of(word, 6)) continue;
      bool free = true;
      for (std::int64_t dj = -1; dj <= 0 && free; ++dj) {
        for (std::int64_t di = -1; di <= 1 && free; ++di) {
          if (i + di < 0 || i + di >= columns || j + dj < 0) continue;
          const std::int64_t other = at[static_cast<std::size_t>((j + dj) * columns + i + di)];
          if (other < 0) continue;
          const Spot& o = trees[static_cast<std::size_t>(other)].place.at;
          const double dx = o.x - s.x, dy = o.y - s.y;
          free = dx * dx + dy * dy >= trees_apart * trees_apart;
        }
      }
      if (!free) continue;
      const double high = static_cast<double>(between(surface.height, s.x, s.y) / std::max(surface.highest, 1.0f));
      const Signs& signs = signs_of(high + 0.12 * part_of(word, 4) > 0.42 ? SignKind::conifer : SignKind::broadleaf);
      Tree tree{&signs[choice_of(word, 5, signs.size())], {s, 1000 + rounded(140 * part_of(word, 7)), 1000}};
      const Box box = box_of(*tree.sign, tree.place);
      if (box.left < f.left || box.right > f.right || box.top < f.top || box.bottom > f.bottom) continue;
      if (!taken.free(box)) continue;
      at[static_cast<std::size_t>(j * columns + i)] = static_cast<std::int64_t>(trees.size());
      trees.push_back(tree);
    }
  }
  std::sort(trees.begin(), trees.end(), [](const Tree& a, const Tree& b) {
    return a.place.at.y != b.place.at.y ? a.place.at.y < b.place.at.y : a.place.at.x < b.place.at.x;
  });
  return trees;
}

void draw_trees(const Trees& trees, DisplayList& list) {
  for (const Tree& tree : trees) draw_sign(*tree.sign, tree.place, list);
}

}  // namespace terrawright::map
