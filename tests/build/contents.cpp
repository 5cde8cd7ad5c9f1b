// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "build/expectations/expectations.hpp"
#include "support/catch.hpp"

using namespace terrawright;

namespace {

template <class Cell>
std::shared_ptr<engine::Layer> layer_of(std::uint32_t kind, std::int64_t width, const std::vector<Cell>& cells) {
  const auto height = static_cast<std::int64_t>(cells.size()) / width;
  auto layer = std::make_shared<engine::Layer>(engine::LayerFacts{kind, "m", {}, width, height},
                                               std::make_shared<engine::Memory>());
  layer->write(layer->area(), cells.data(), width);
  layer->finish();
  return layer;
}

// Number ceil(p n) of the values in ascending order, the first of them for 0 %.
template <class Number>
double sorted(std::vector<Number> values, std::int64_t parts) {
  values.erase(std::remove_if(values.begin(), values.end(), [](Number value) { return value != value; }), values.end());
  std::sort(values.begin(), values.end());
  const auto n = static_cast<std::int64_t>(values.size());
  const std::int64_t rank = std::max<std::int64_t>((n * parts + 999999) / 1000000, 1);
  return static_cast<double>(values[static_cast<std::size_t>(rank - 1)]) + 0.0;
}

constexpr std::int64_t all_parts[] = {0, 1, 10000, 333333, 500000, 500001, 990000, 999999, 1000000};

// Words of all magnitudes and both signs.
std::vector<std::uint64_t> random_words(std::size_t count) {
  std::vector<std::uint64_t> words(count);
  std::uint64_t word = 42;
  for (std::uint64_t& one : words) one = word = word * 6364136223846793005u + 1442695040888963407u;
  return words;
}

}  // namespace

TEST_CASE("A percentile of a layer is the cell that sorting all cells finds", "[build.contents]") {
  std::vector<float> cells;
  for (const std::uint64_t word : random_words(300 * 7)) {
    const float size = std::ldexp(1.0f, static_cast<int>(word >> 40) % 60 - 30);
    cells.push_back((word >> 63 ? -size : size) * static_cast<float>(word >> 32 & 255));
  }
  cells[5] = std::numeric_limits<float>::quiet_NaN();
  cells[6] = -0.0f;
  cells[7] = std::numeric_limits<float>::infinity();
  cells[8] = -std::numeric_limits<float>::infinity();
  cells[9] = std::numeric_limits<float>::denorm_min();
  std::vector<std::int64_t> counts;
  for (const std::uint64_t word : random_words(300 * 7))
    counts.push_back(static_cast<std::int64_t>(word) / 1024 / 1024);
  for (const std::int64_t parts : all_parts) {
    INFO(parts);
    CHECK(build::contents_of(*layer_of(TERRAWRIGHT_KIND_HEIGHT, 300, cells), parts).percentile == sorted(cells, parts));
    CHECK(build::contents_of(*layer_of(TERRAWRIGHT_KIND_COUNT, 300, counts), parts).percentile ==
          sorted(counts, parts));
  }
  const std::vector<float> nothing(30, std::numeric_limits<float>::quiet_NaN()), one(1, -3.5f);
  CHECK(build::contents_of(*layer_of(TERRAWRIGHT_KIND_SCALAR, 30, nothing), 500000).values == 0);
  CHECK(build::contents_of(*layer_of(TERRAWRIGHT_KIND_SCALAR, 1, one), 1).percentile == -3.5);
}

TEST_CASE("A percentile of a column is the row that sorting all rows finds", "[build.contents]") {
  auto table = std::make_shared<engine::StoredTable>();
  std::vector<double> reals;
  std::vector<std::int64_t> integers;
  for (const std::uint64_t word : random_words(999)) {
    reals.push_back(
        std::ldexp(static_cast<double>(static_cast<std::int64_t>(word)), static_cast<int>(word >> 33) % 80 - 60));
    integers.push_back(static_cast<std::int64_t>(word) >> 16);
  }
  table->rows = reals.size();
  table->columns = {{"length", "m", reals}, {"order", "1", integers}};
  engine::Product product;
  product.table = table;
  for (const std::int64_t parts : all_parts) {
    INFO(parts);
    const build::Contents length = build::contents_of(product, "length", parts, "t");
    CHECK(length.percentile == sorted(reals, parts));
    CHECK(length.unit == "m");
    CHECK(build::contents_of(product, "order", parts, "t").percentile == sorted(integers, parts));
    CHECK(build::contents_from(build::bytes_of(length))->percentile == length.percentile);
  }
}
