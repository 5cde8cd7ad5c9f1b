// SPDX-License-Identifier: Apache-2.0
#include "check/made_up_file.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <utility>
#include <vector>

#include "config/quantity.hpp"
#include "terrawright/random.h"

namespace terrawright::check {
namespace {

// A file without samples is a drawing round the middle of its world.
constexpr char drawn[] =
    R"({"type": "FeatureCollection", "features": [
{"type": "Feature", "properties": {"name": "bay", "height": 5}, "geometry": {"type": "Polygon", "coordinates":
[[[-0.1, -0.08, 1], [0.09, -0.1, 2], [0.12, 0.07, 3], [-0.07, 0.1, 4], [-0.1, -0.08, 1]]]}},
{"type": "Feature", "properties": {"name": "brook", "height": 7}, "geometry": {"type": "LineString", "coordinates":
[[-0.15, 0.05, 9], [-0.02, 0.01, 6], [0.11, -0.13, 2]]}},
{"type": "Feature", "properties": {"name": "spring", "height": 9}, "geometry": {"type": "Point", "coordinates":
[-0.15, 0.05, 9]}}]})";

class MadeUpFile final : public graph::InputFile {
 public:
  explicit MadeUpFile(const terrawright_file_request& request) {
    const bool as_bytes = request.encoding == TERRAWRIGHT_ENCODING_BYTES;
    const bool has_size =
        request.encoding != TERRAWRIGHT_ENCODING_IMAGE && !as_bytes && request.width > 0 && request.height > 0;
    constexpr std::int64_t most = std::int64_t{1} << 20;
    if (has_size && (request.width > most / request.height))
      throw std::runtime_error("the made-up file is not so large");
    facts_.size = sizeof facts_;
    facts_.bits = request.encoding == TERRAWRIGHT_ENCODING_F32 ? 0 : 16;
    facts_.width = has_size ? request.width : 97;
    facts_.height = has_size ? request.height : 61;
    if (!as_bytes) return;
    facts_.bits = 0;
    facts_.width = facts_.height = 0;
    facts_.bytes = sizeof drawn - 1;
  }
  const terrawright_file_facts& facts() const override { return facts_; }
  const std::string& digest() const override { return digest_; }
  void bytes(std::uint64_t begin, std::uint64_t size, char* to) const override {
    if (begin > facts_.bytes || size > facts_.bytes - begin)
      throw std::runtime_error("its code is wrong: it reads bytes outside its file");
    std::memcpy(to, drawn + begin, static_cast<std::size_t>(size));
  }
  void read(float* cells) const override {
    for (std::int64_t y = 0; y < facts_.height; ++y) {
      const terrawright_row_key key = terrawright_key_of_row(7, static_cast<std::int32_t>(y / 6), 33, 0, 0);
      for (std::int64_t x = 0; x < facts_.width; ++x) {
        const std::uint32_t word = terrawright_word(key, static_cast<std::int32_t>(x / 6)) >> 16;
        *cells++ = facts_.bits == 0 ? static_cast<float>(word) / 65536.0f : static_cast<float>(word);
      }
    }
  }

 private:
  terrawright_file_facts facts_{};
  std::string digest_ = "made up";
};

}  // namespace

std::shared_ptr<const graph::InputFile> MadeUpFiles::open(const std::string&,
                                                          const terrawright_file_request& request) const {
  return std::make_shared<MadeUpFile>(request);
}

namespace {

template <class Cell>
Cell cell_at(const unsigned char* bytes) {
  Cell cell;
  std::memcpy(&cell, bytes, sizeof cell);
  return cell;
}

using Objection = std::optional<std::pair<const char*, std::string>>;  // symptom, value

Objection not_finite(float cell) {
  if (std::isnan(cell)) return {{"it makes NaN of finite inputs", "NaN"}};
  if (std::isinf(cell)) return {{"it makes infinity of finite inputs", cell > 0 ? "infinity" : "-infinity"}};
  return std::nullopt;
}

Objection objection(const unsigned char* bytes, const engine::LayerFacts& facts, bool finite) {
  switch (facts.kind) {
    case TERRAWRIGHT_KIND_HEIGHT:
    case TERRAWRIGHT_KIND_SCALAR:
      return finite ? not_finite(cell_at<float>(bytes)) : std::nullopt;
    case TERRAWRIGHT_KIND_VECTOR: {
      if (!finite) return std::nullopt;
      const Objection x = not_finite(cell_at<float>(bytes));
      return x ? x : not_finite(cell_at<float>(bytes + sizeof(float)));
    }
    case TERRAWRIGHT_KIND_WEIGHT: {
      const float cell = cell_at<float>(bytes);
      if (!std::isfinite(cell)) return finite ? not_finite(cell) : std::nullopt;
      if (cell >= 0.0f && cell <= 1.0f) return std::nullopt;
      return {{"its weight is not between 0 and 1", config::canonical(static_cast<double>(cell))}};
    }
    case TERRAWRIGHT_KIND_MASK:
      if (*bytes <= 1) return std::nullopt;
      return {{"its mask is neither 0 nor 1", std::to_string(*bytes)}};
    case TERRAWRIGHT_KIND_CLASS: {
      const auto code = cell_at<std::uint16_t>(bytes);
      const bool known = std::any_of(facts.legend.begin(), facts.legend.end(),
                                     [code](const LegendEntry& entry) { return entry.code == code; });
      if (known) return std::nullopt;
      return {{"its legend does not have a class that it makes", std::to_string(code)}};
    }
    default:
      return std::nullopt;
  }
}

template <class Each>
void each_row(const engine::Layer& layer, Each each) {
  std::vector<unsigned char> row(static_cast<std::size_t>(layer.facts().width) * layer.cell_bytes());
  for (std::int64_t y = 0; y < layer.facts().height; ++y) {
    layer.read({0, y, layer.facts().width, 1}, row.data(), layer.facts().width);
    if (!each(y, row.data())) return;
  }
}

}  // namespace

std::optional<BadCell> bad_cell(const engine::Layer& layer, bool finite) {
  std::optional<BadCell> found;
  each_row(layer, [&](std::int64_t y, const unsigned char* row) {
    for (std::int64_t x = 0; x < layer.facts().width && !found; ++x) {
      const auto why = objection(row + static_cast<std::size_t>(x) * layer.cell_bytes(), layer.facts(), finite);
      if (why) found = BadCell{why->first, why->second, x, y};
    }
    return !found;
  });
  return found;
}

bool is_finite(const engine::Layer& layer) {
  switch (layer.facts().kind) {
    case TERRAWRIGHT_KIND_HEIGHT:
    case TERRAWRIGHT_KIND_SCALAR:
    case TERRAWRIGHT_KIND_WEIGHT:
    case TERRAWRIGHT_KIND_VECTOR:
      return layer.statistics().nans == 0 && !std::isinf(layer.statistics().minimum) &&
             !std::isinf(layer.statistics().maximum);
    default:
      return true;
  }
}

}  // namespace terrawright::check
