// SPDX-License-Identifier: Apache-2.0
#include "engine/layers/layer.hpp"

#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "support/catch.hpp"

using namespace terrawright;
using engine::Layer;

namespace {

std::shared_ptr<const Layer> filled(std::int64_t width, std::int64_t height, std::int64_t tile,
                                    const std::vector<float>& cells) {
  const engine::LayerFacts facts{TERRAWRIGHT_KIND_HEIGHT, "m", {}, width, height};
  auto layer = std::make_shared<Layer>(facts, std::make_shared<engine::Memory>());
  for (std::int64_t y = 0; y < height; y += tile) {
    for (std::int64_t x = 0; x < width; x += tile) {
      const Rect area{x, y, std::min(tile, width - x), std::min(tile, height - y)};
      layer->write(area, &cells[static_cast<std::size_t>(y * width + x)], width);
    }
  }
  layer->finish();
  return layer;
}

std::vector<float> ramp(std::int64_t cells) {
  std::vector<float> values(static_cast<std::size_t>(cells));
  std::iota(values.begin(), values.end(), -5.0f);
  return values;
}

}  // namespace

TEST_CASE("A layer keeps what was written, however it was cut", "[layer]") {
  const auto cells = ramp(1030 * 700);
  const auto one = filled(1030, 700, 2000, cells), many = filled(1030, 700, 97, cells);
  std::vector<float> back(cells.size());
  many->read(many->area(), back.data(), 1030);
  CHECK((back == cells));
  std::vector<float> window(40 * 30);
  many->read({500, 500, 40, 30}, window.data(), 40);
  CHECK(window[0] == cells[500 * 1030 + 500]);
  CHECK(window.back() == cells[529 * 1030 + 539]);
  CHECK(one->digest() == many->digest());
  CHECK(one->statistics().minimum == -5.0);
  CHECK(one->statistics().maximum == 1030 * 700 - 6.0);
}

namespace {

class OnTheShelf final : public engine::ChunksElsewhere {
 public:
  void put(std::size_t chunk, const void* cells, std::size_t bytes, std::int64_t /*stride*/) override {
    shelf_[chunk].assign(static_cast<const char*>(cells), bytes);
  }
  void get(std::size_t chunk, void* cells, std::size_t bytes, std::int64_t /*stride*/) override {
    shelf_.at(chunk).copy(static_cast<char*>(cells), bytes);
  }
  bool has(std::size_t chunk) const override { return shelf_.count(chunk) != 0; }
  void drop(std::size_t chunk) override { shelf_.erase(chunk); }

 private:
  std::map<std::size_t, std::string> shelf_;
};

}  // namespace

TEST_CASE("Cells that two layers share are free when both have let go", "[layer]") {
  using Evicted = Layer::Evicted;
  const auto memory = std::make_shared<engine::Memory>();
  const engine::LayerFacts facts{TERRAWRIGHT_KIND_HEIGHT, "m", {}, 1024, 1024};
  Layer one(facts, memory), copy(facts, memory);
  for (Layer* layer : {&one, &copy}) {
    layer->set_elsewhere(std::make_unique<OnTheShelf>());
    layer->hold();
  }
  auto cells = ramp(1024 * 1024);
  for (std::size_t y = 0; y < 512; ++y) std::fill_n(cells.begin() + static_cast<std::ptrdiff_t>(1024 * y), 1024, 0.0f);
  one.write(one.area(), cells.data(), 1024);
  for (std::size_t i = 0; i < copy.chunks(); ++i) copy.copy(copy.chunk_area(i), one);
  for (const std::size_t i : {std::size_t{2}, std::size_t{3}}) {
    CHECK(one.evict(i) == Evicted::not_at_all);
    CHECK(one.evict(i, true) == Evicted::let_go);
    CHECK(one.evict(i, true) == Evicted::not_at_all);
    CHECK(copy.evict(i) == Evicted::freed);
  }
  // Chunks of one value, here two of each layer, have the same cells, and stay.
  for (Layer* layer : {&one, &copy}) {
    CHECK(layer->evict(0, true) == Evicted::not_at_all);
    CHECK(layer->evict(1, true) == Evicted::not_at_all);
    std::vector<float> back(cells.size());
    layer->read(layer->area(), back.data(), 1024);
    CHECK((back == cells));
    layer->release();
  }
}

TEST_CASE("Cells of a layer of classes are counted by code, however it was cut, and shared chunks too", "[layer]") {
  const engine::LayerFacts facts{TERRAWRIGHT_KIND_CLASS, "", {}, 1030, 700};
  std::vector<std::uint16_t> cells(1030 * 700);
  engine::ClassCounts expected;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::uint16_t codes[] = {0, 1, 255, 256, 40000, 65535, static_cast<std::uint16_t>(i % 300)};
    cells[i] = codes[i * i % 7];
    ++expected[cells[i]];
  }
  for (const std::int64_t tile : {97, 512, 2000}) {
    const auto memory = std::make_shared<engine::Memory>();
    Layer layer(facts, memory), same(facts, memory);
    for (std::int64_t y = 0; y < 700; y += tile) {
      for (std::int64_t x = 0; x < 1030; x += tile) {
        const Rect area{x, y, std::min(tile, 1030 - x), std::min(tile, 700 - y)};
        layer.write(area, &cells[static_cast<std::size_t>(y * 1030 + x)], 1030);
        same.copy(area, layer);
      }
    }
    layer.finish();
    same.finish();
    layer.finish();  // once more counts nothing twice
    CHECK((layer.classes() == expected));
    CHECK((same.classes() == expected));
  }
  CHECK(filled(30, 10, 4, ramp(300))->classes().empty());
}

TEST_CASE("A digest tells cells, kind and shape apart", "[layer]") {
  auto cells = ramp(64 * 64);
  const auto before = filled(64, 64, 64, cells)->digest();
  CHECK(filled(32, 128, 64, cells)->digest() != before);
  cells[17] += 1;
  CHECK(filled(64, 64, 64, cells)->digest() != before);
}

TEST_CASE("Statistics count NaN, and both zeros are one", "[layer]") {
  std::vector<float> cells(300, 0.0f);
  cells[200] = -0.0f;
  cells[7] = std::numeric_limits<float>::quiet_NaN();
  const auto found = filled(30, 10, 4, cells)->statistics();
  CHECK(found.nans == 1);
  CHECK(found.minimum == 0.0);
  CHECK_FALSE(std::signbit(found.minimum));
  CHECK(found.maximum == 0.0);
}

TEST_CASE("Cells of a mask are counted by the sides of the world, however it was cut, plain chunks too", "[layer]") {
  for (const auto& [width, height] :
       {std::pair<std::int64_t, std::int64_t>(1030, 700), {1024, 1024}, {1, 1}, {1, 9}, {9, 1}}) {
    const engine::LayerFacts facts{TERRAWRIGHT_KIND_MASK, "1", {}, width, height};
    for (std::size_t pattern = 0; pattern < 4; ++pattern) {
      INFO(width << " x " << height << ", pattern " << pattern);
      std::vector<std::uint8_t> cells(static_cast<std::size_t>(width * height));
      engine::ClassCounts expected;
      for (std::int64_t y = 0; y < height; ++y) {
        for (std::int64_t x = 0; x < width; ++x) {
          const auto i = static_cast<std::size_t>(y * width + x);
          const bool ones[] = {false, true, x >= 512, i * i % 7 == 1};
          cells[i] = ones[pattern];
          const int of_row = x == 0 || x == width - 1 ? 2 : 0, of_column = y == 0 || y == height - 1 ? 4 : 0;
          ++expected[static_cast<std::uint16_t>(cells[i] + of_row + of_column)];
        }
      }
      for (const std::int64_t tile : {97, 512, 2000}) {
        const auto memory = std::make_shared<engine::Memory>();
        Layer layer(facts, memory), same(facts, memory);
        for (std::int64_t y = 0; y < height; y += tile) {
          for (std::int64_t x = 0; x < width; x += tile) {
            const Rect area{x, y, std::min(tile, width - x), std::min(tile, height - y)};
            layer.write(area, &cells[static_cast<std::size_t>(y * width + x)], width);
            same.copy(area, layer);
          }
        }
        layer.finish();
        same.finish();
        CHECK((layer.classes() == expected));
        CHECK((same.classes() == expected));
      }
    }
  }
}
