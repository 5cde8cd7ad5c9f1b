// SPDX-License-Identifier: Apache-2.0
// Grids as pages hold them, by a decoder that is written after the description of the file alone.
#include <zlib.h>

#include <algorithm>
#include <functional>
#include <set>
#include <thread>

#include "encode/deflate.hpp"
#include "support/catch.hpp"
#include "support/noise.hpp"

using namespace terrawright;
using encode::Predictor;
using encode::Samples;

namespace {

struct GridCode {
  Predictor predictor;
  encode::CodedGrid coded;
};

void one_after_the_other(std::uint64_t n, const std::function<void(std::uint64_t)>& body) {
  for (std::uint64_t i = 0; i < n; ++i) body(i);
}
void last_first_on_threads(std::uint64_t n, const std::function<void(std::uint64_t)>& body) {
  std::vector<std::thread> all;
  for (std::uint64_t i = n; i-- > 0;) all.emplace_back([&body, i] { body(i); });
  for (std::thread& one : all) one.join();
}

GridCode code_of(const Samples& samples, Predictor predictor) {
  return {predictor, coded_by(samples, predictor, one_after_the_other)};
}

// For many strips: a slope with noise on it, or constant rows.
Samples large(bool is_noisy) {
  Samples samples{1500, 1100, 2, {}};
  for (std::int64_t y = 0; y < samples.height; ++y) {
    for (std::int64_t x = 0; x < samples.width; ++x) {
      const auto noise = static_cast<std::int64_t>(test::noise(static_cast<std::size_t>(is_noisy ? y * 1500 + x : x)));
      samples.cells.push_back(static_cast<std::uint16_t>(is_noisy ? 9 * x + 7 * y + noise % 30 : noise & 0x7fff));
    }
  }
  return samples;
}

// Stream by stream.
std::vector<unsigned char> inflated(const encode::CodedGrid& grid, std::size_t size) {
  std::vector<unsigned char> bytes(size + 1);
  std::size_t from = 0, to = 0;
  for (const std::size_t stream : grid.streams) {
    auto length = static_cast<uLongf>(bytes.size() - to);
    REQUIRE(from + stream <= grid.bytes.size());
    REQUIRE(uncompress(bytes.data() + to, &length, reinterpret_cast<const Bytef*>(grid.bytes.data() + from),
                       static_cast<uLong>(stream)) == Z_OK);
    from += stream;
    to += length;
  }
  REQUIRE(from == grid.bytes.size());
  bytes.resize(to);
  return bytes;
}

// Mistakes of a decoder.
enum class Flaw { none, low_bytes_first, no_zigzag, wide_numbers, plane_alone, corner_swapped, first_column_left };

std::vector<std::uint16_t> decoded(const GridCode& grid, const Samples& like, Flaw flaw = Flaw::none) {
  const auto cells = static_cast<std::size_t>(like.width * like.height);
  const std::vector<unsigned char> data = inflated(grid.coded, cells * static_cast<std::size_t>(like.bytes));
  REQUIRE(data.size() == cells * static_cast<std::size_t>(like.bytes));
  std::vector<std::uint16_t> q(cells);
  const int bits = 8 * like.bytes;
  for (std::size_t i = 0; i < cells; ++i) {
    int z = data[i];
    if (like.bytes == 2)
      z = flaw == Flaw::low_bytes_first ? data[cells + i] * 256 + data[i] : data[i] * 256 + data[cells + i];
    if (grid.predictor == Predictor::none) {
      q[i] = static_cast<std::uint16_t>(z);
      continue;
    }
    const std::size_t width = static_cast<std::size_t>(like.width), x = i % width, y = i / width;
    const int a = x > 0 ? q[i - 1] : 0, b = y > 0 ? q[i - width] : 0, c = x > 0 && y > 0 ? q[i - width - 1] : 0;
    int guess = 0;
    if (x == 0) {
      guess = flaw == Flaw::first_column_left ? (i > 0 ? q[i - 1] : 0) : b;
    } else if (y == 0 || grid.predictor == Predictor::left) {
      guess = a;
    } else if (flaw == Flaw::plane_alone) {
      guess = a + b - c;
    } else if (flaw == Flaw::corner_swapped) {
      guess = c >= std::max(a, b) ? std::max(a, b) : c <= std::min(a, b) ? std::min(a, b) : a + b - c;
    } else {
      guess = c >= std::max(a, b) ? std::min(a, b) : c <= std::min(a, b) ? std::max(a, b) : a + b - c;
    }
    const int difference = flaw == Flaw::no_zigzag ? z : z % 2 == 0 ? z / 2 : -(z + 1) / 2;
    const int all = flaw == Flaw::wide_numbers ? 1 << 16 : 1 << bits;
    q[i] = static_cast<std::uint16_t>(((guess + difference) % all + all) % all);
  }
  return q;
}

// All that may be hard: noise, slopes, plains, steps from end to end.
std::vector<Samples> hard_ones() {
  std::vector<Samples> all;
  const std::vector<std::pair<std::int64_t, std::int64_t>> sizes{{1, 1}, {2, 1},   {1, 2},  {2, 2},   {3, 5},
                                                                 {7, 3}, {17, 16}, {1, 93}, {500, 1}, {65, 129}};
  const std::vector<std::function<unsigned(std::int64_t, std::int64_t)>> surfaces{
      [](std::int64_t x, std::int64_t y) { return test::noise(static_cast<std::size_t>(x * 1031 + y)); },
      [](std::int64_t x, std::int64_t y) { return static_cast<unsigned>(3 * x + 50 * y); },
      [](std::int64_t, std::int64_t) { return 0u; },
      [](std::int64_t, std::int64_t) { return 0xffffu; },
      [](std::int64_t x, std::int64_t y) { return (x + y) % 3 == 0 ? 0xffffu : 0u; },
      [](std::int64_t x, std::int64_t y) { return static_cast<unsigned>((x * x + y * y) / 4); },
  };
  for (const auto& [width, height] : sizes) {
    for (const int bytes : {1, 2}) {
      for (const auto& surface : surfaces) {
        Samples samples{width, height, bytes, {}};
        for (std::int64_t y = 0; y < height; ++y)
          for (std::int64_t x = 0; x < width; ++x)
            samples.cells.push_back(static_cast<std::uint16_t>(surface(x, y) & (bytes == 1 ? 0xffu : 0xffffu)));
        all.push_back(std::move(samples));
      }
    }
  }
  return all;
}

}  // namespace

TEST_CASE("Every grid comes back from its code, whatever predicts it", "[encode.grid_code]") {
  for (const Samples& samples : hard_ones()) {
    for (const Predictor predictor : {Predictor::none, Predictor::left, Predictor::median}) {
      INFO(samples.width << " x " << samples.height << ", " << samples.bytes << " bytes, " << name_of(predictor));
      REQUIRE(decoded(code_of(samples, predictor), samples) == samples.cells);
    }
  }
}

TEST_CASE("The decoder that says so finds each of six mistakes", "[encode.grid_code]") {
  for (const Flaw flaw : {Flaw::low_bytes_first, Flaw::no_zigzag, Flaw::wide_numbers, Flaw::plane_alone,
                          Flaw::corner_swapped, Flaw::first_column_left}) {
    bool found = false;
    for (const Samples& samples : hard_ones()) {
      for (const Predictor predictor : {Predictor::left, Predictor::median})
        found = found || decoded(code_of(samples, predictor), samples, flaw) != samples.cells;
    }
    INFO(static_cast<int>(flaw));
    CHECK(found);
  }
}

TEST_CASE("Large grids come back too, and threads do not tell in their bytes", "[encode.grid_code]") {
  for (const Predictor predictor : {Predictor::none, Predictor::left, Predictor::median}) {
    const Samples samples = large(predictor != Predictor::none);
    const GridCode grid = code_of(samples, predictor);
    INFO(name_of(predictor));
    CHECK(decoded(grid, samples) == samples.cells);
    CHECK(grid.coded.streams.size() > 2);
    const encode::CodedGrid other = coded_by(samples, predictor, last_first_on_threads);
    CHECK(other.bytes == grid.coded.bytes);
    CHECK(other.streams == grid.coded.streams);
  }
}

TEST_CASE("The shortest of all predictions is chosen, and its length foretold", "[encode.grid_code]") {
  std::set<Predictor> chosen;
  std::vector<Samples> all = hard_ones();
  all.push_back(large(true));
  all.push_back(large(false));
  for (const Samples& samples : all) {
    const Predictor best = best_predictor(samples);
    const encode::CodedGrid coded = code_of(samples, best).coded;
    const std::size_t length = coded.bytes.size();
    chosen.insert(best);
    INFO(samples.width << " x " << samples.height << ", " << name_of(best));
    constexpr std::size_t of_codes = 60;  // what tells codes, in each stream
    for (const Predictor predictor : {Predictor::none, Predictor::left, Predictor::median})
      CHECK(length <= code_of(samples, predictor).coded.bytes.size() * 101 / 100 + of_codes);
    const std::size_t foretold = coded_size(samples, best);
    CHECK(foretold <= length * 101 / 100 + 2 * of_codes);
    CHECK(length <= foretold * 102 / 100 + of_codes * coded.streams.size());
  }
  CHECK(chosen.size() == 3);
}
