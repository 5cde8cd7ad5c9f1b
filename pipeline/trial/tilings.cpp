// SPDX-License-Identifier: Apache-2.0
// The same world in other tiles, other orders and beside other poison gives the same bits. A difference is reported
// with the change that caused it.
#include <algorithm>

#include "trial/trial.hpp"

namespace terrawright::trial {
namespace {

constexpr std::uint64_t orders = 4;

Way in_order(const Way& tiling, std::uint64_t order, std::uint32_t poison, std::int64_t levels = 1) {
  return {tiling.width, tiling.height, order, poison, levels, 1};
}

std::string name_of(const Way& tiling) {
  if (tiling.width <= 0 && tiling.height <= 0) return "the whole world as one tile";
  const auto side = [](std::int64_t cells) { return cells <= 0 ? std::string("all") : std::to_string(cells); };
  return "tiles of " + side(tiling.width) + " x " + side(tiling.height);
}

}  // namespace

// One-row tiles, one-column tiles, a side that divides neither side of the world, halves with a rest, and single cells
// where these are few.
std::vector<Way> Trial::usual_tilings() const {
  const std::int64_t width = given_.facts().width, height = given_.facts().height;
  const std::int64_t longest = std::max(width, height);
  std::vector<Way> tilings = {{width, 1}, {1, height}, {longest / 2 + 1, longest / 2 + 1}};
  for (const std::int64_t side : {7, 5, 3, 11, 13, 17, 4, 6}) {
    if (side >= longest || width % side == 0 || height % side == 0) continue;
    tilings.push_back({side, side});
    break;
  }
  for (const std::int64_t side : {16, 64, 300}) {
    if (side < longest) tilings.push_back({side, side});
  }
  if (width * height <= 256) tilings.push_back({1, 1});
  std::vector<Way> different;
  for (const Way& tiling : tilings) {
    bool known = tiling.width >= width && tiling.height >= height;
    for (const Way& other : different) known |= tiling.width == other.width && tiling.height == other.height;
    if (!known) different.push_back(tiling);
  }
  return different;
}

std::string Trial::compare(const Made& first, const Way& way) const {
  const auto made = run(way);
  const std::string where = first.difference(*made);
  if (where.empty()) return "";
  const std::string tiles = name_of(way);
  // What of the way is it that the cells follow?
  if (way.levels > 1) {
    Way flat = way;
    flat.levels = 1;
    if (first.difference(*run(flat)).empty()) {
      return tiles + " with their notes combined to " +
             (way.levels == 64 ? "one" : std::to_string(way.levels) + " levels") + " and without differ: " + where;
    }
  }
  const std::string again = made->difference(*run(way));
  if (!again.empty()) return "two runs of " + tiles + " differ: " + again;
  Way other = way;
  other.poison = way.poison == TERRAWRIGHT_POISON_NAN ? TERRAWRIGHT_POISON_HUGE : TERRAWRIGHT_POISON_NAN;
  const std::string read = made->difference(*run(other));
  if (!read.empty()) {
    return "in " + tiles + " it reads beyond a window, or memory that nobody wrote; what stands there decides " + read;
  }
  other = way;
  other.order = 0;
  if (way.order != 0 && !made->difference(*run(other)).empty())
    return tiles + " in another order, and notes merged in another order, differ: " + where;
  return name_of({}) + " and " + tiles + " differ: " + where;
}

std::string Trial::differs(std::vector<Way> tilings) const {
  if (tilings.empty()) tilings = usual_tilings();
  const auto first = run({});
  if (const auto& failures = first->messages(TERRAWRIGHT_MESSAGE_FAILURE); !failures.empty())
    return "it failed: " + sentence_of(failures.front());
  std::vector<Way> ways = {in_order({}, 0, TERRAWRIGHT_POISON_HUGE), in_order({}, 0, TERRAWRIGHT_POISON_NAN)};
  std::uint64_t turn = 0;
  for (const Way& tiling : tilings) {
    ways.push_back(in_order(tiling, turn % orders, turn % 2 == 0 ? TERRAWRIGHT_POISON_NAN : TERRAWRIGHT_POISON_HUGE));
    ++turn;
  }
  // Tiles whose notes climb, to two levels, to three and to one note.
  const terrawright_stage& stage = given_.stage();
  const bool combines = stage.extension != nullptr && stage.extension(&stage, TERRAWRIGHT_COMBINE) != nullptr;
  for (const Way& tiling : combines ? tilings : std::vector<Way>()) {
    for (const std::int64_t levels : {2, 3, 64})
      ways.push_back(in_order(tiling, ++turn % orders, TERRAWRIGHT_POISON_NAN, levels));
  }
  // One of them in every order; the first of the usual ones has a tile a row.
  for (std::uint64_t order = 0; order < orders && !tilings.empty(); ++order)
    ways.push_back(in_order(tilings.front(), order, TERRAWRIGHT_POISON_HUGE));
  for (const Way& way : ways) {
    std::string found = compare(*first, way);
    if (!found.empty()) return found;
  }
  return "";
}

}  // namespace terrawright::trial
