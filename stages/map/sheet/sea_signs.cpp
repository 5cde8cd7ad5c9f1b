// SPDX-License-Identifier: Apache-2.0
#include "sea_signs.hpp"

#include <algorithm>

#include "chance.hpp"

namespace terrawright::map {
namespace {

// 1/100 mm
constexpr std::int32_t off_land = 700, off_names = 250, off_frame = 500;
constexpr std::int32_t airs[] = {3200, 1800, 900, 300};  // around a sign: the most that there is
constexpr std::int32_t sign_sizes[] = {1000, 800, 650};  // thousandths
constexpr std::int32_t signs_apart = 4500;
constexpr SignKind wanted[] = {SignKind::ship, SignKind::beast, SignKind::ship, SignKind::ship, SignKind::beast};
constexpr std::size_t always = 3;          // of these; the others on every second sheet
constexpr std::int32_t wave_square = 850;  // at most one wave each
constexpr double waves = -0.1;             // of -1 .. 1: below are none

// Sheets smaller than A3 have smaller ships.
std::int32_t size_of_signs(const Layout& layout) {
  const std::int32_t side = std::min(layout.frame.width(), layout.frame.height());
  return std::clamp(side / 24, 400, 1150);
}

std::optional<Box> open_water(const FreePlaces& places, const Box& room, std::uint64_t word) {
  for (const std::int32_t air : airs) {
    const auto box = places.best(room.width() + 2 * air, room.height() + 2 * air, off_frame, [&](const Box& b) {
      return static_cast<std::int64_t>(choice_of(word_at_place(b.left / 1500, b.top / 1500), word, 1000));
    });
    if (box) return Box{box->left + air, box->top + air, box->right - air, box->bottom - air};
  }
  return std::nullopt;
}

}  // namespace

SeaSigns sea_signs_of(const Lines& coast, const Layout& layout, const std::vector<Box>& taken,
                      const Parallel& parallel) {
  SeaSigns signs;
  FreePlaces places(coast, layout.frame, off_land, parallel);
  for (const Box& box : taken) places.take(box, off_names);
  const std::uint64_t word = word_at_place(rounded(layout.x0), rounded(layout.y0));
  for (std::size_t n = 0; n < std::size(wanted); ++n) {
    if (n >= always && choice_of(word, 30 + n, 2) == 0) continue;
    const Signs& kinds = signs_of(wanted[n]);
    // No ship comes twice before all have come.
    const std::size_t earlier = static_cast<std::size_t>(
        std::count_if(signs.begin(), signs.end(), [&](const SeaSign& s) { return s.kind == wanted[n]; }));
    const Sign& sign = kinds[(choice_of(word, 1, kinds.size()) + earlier) % kinds.size()];
    for (const std::int32_t size : sign_sizes) {
      SignPlace place{{0, 0}, size_of_signs(layout) * size / 1000, 1000};
      place.mirrored = choice_of(word, 10 + n, 2) == 1;
      const Box room = box_of(sign, place);
      const auto box = open_water(places, room, word_of(word, n));
      if (!box) continue;
      place.at = {static_cast<double>(box->left - room.left), static_cast<double>(box->top - room.top)};
      signs.push_back({wanted[n], &sign, place});
      places.take(*box, signs_apart);
      break;
    }
  }
  // Waves keep off the names and off all before.
  FreePlaces open(coast, layout.frame, off_land, parallel);
  for (const Box& box : taken) open.take(box, off_names);
  for (const SeaSign& sign : signs) open.take(box_of(*sign.sign, sign.place), off_names);
  const Signs& swells = signs_of(SignKind::wave);
  const Box& f = layout.frame;
  for (std::int32_t y = f.top + off_frame; y < f.bottom - off_frame; y += wave_square) {
    for (std::int32_t x = f.left + off_frame; x < f.right - off_frame; x += wave_square) {
      const std::uint64_t here = word_at_place((x - f.left) / wave_square + 300, (y - f.top) / wave_square);
      if (part_of(here, 1) < waves) continue;
      SignPlace place{
          {x + wave_square * (0.5 + 0.4 * part_of(here, 2)), y + wave_square * (0.5 + 0.4 * part_of(here, 3))},
          1000 + rounded(150 * part_of(here, 4)),
          1000};
      const Sign& swell = swells[choice_of(here, 5, swells.size())];
      const Box box = box_of(swell, place);
      if (box.left < f.left + 200 || box.right > f.right - 200 || box.top < f.top + 200 || box.bottom > f.bottom - 200)
        continue;
      if (open.is_free(box)) signs.push_back({SignKind::wave, &swell, place});
    }
  }
  return signs;
}

void draw_sea_signs(const SeaSigns& signs, DisplayList& list) {
  for (const SeaSign& sign : signs) draw_sign(*sign.sign, sign.place, list);
}

}  // namespace terrawright::map
