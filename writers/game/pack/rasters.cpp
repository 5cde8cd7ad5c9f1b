// SPDX-License-Identifier: Apache-2.0
#include "rasters.hpp"

#include <algorithm>

#include "terrawright/cells.hpp"

namespace terrawright::game {

double PackAxis::at(std::int64_t i) const {
  const double of_pack = static_cast<double>(first + i) + offset;
  if (from == to) return of_pack;
  return to > 1 ? of_pack * static_cast<double>(from - 1) / static_cast<double>(to - 1) : 0;
}

PackRows::PackRows(const Writing& writing, std::uint64_t item, const PackAxis& across, const PackAxis& down, Of of)
    : writing_(writing), item_(item), facts_(writing.item(item)), down_(down), of_(of), counts_(65536) {
  for (std::uint64_t i = 0; i < facts_.n_classes; ++i) counts_[facts_.classes[i]] = true;
  const std::int64_t last = facts_.width - 1;
  const auto column = [&](std::int64_t i) { return std::min(static_cast<std::int64_t>(across.at(i)), last); };
  first_ = column(0);
  for (std::int64_t i = 0; i < across.count; ++i) {
    left_.push_back(static_cast<std::size_t>(column(i) - first_));
    right_.push_back(column(i) < last ? across.at(i) - static_cast<double>(column(i)) : 0);
  }
  const std::int64_t end = std::min(column(across.count - 1) + 1, last);
  for (auto& row : rows_) row.resize(static_cast<std::size_t>(end - first_ + 1));
}

void PackRows::read(std::int64_t y, float* to) {
  const std::int64_t last = facts_.height - 1, top = std::min(static_cast<std::int64_t>(down_.at(y)), last);
  const double lower = top < last ? down_.at(y) - static_cast<double>(top) : 0;
  const std::vector<float>& above = row(top);
  const std::vector<float>& below = lower > 0 ? row(top + 1) : above;
  for (std::size_t i = 0; i < left_.size(); ++i) {
    const std::size_t left = left_[i];
    const auto across = [&](const std::vector<float>& cells) {
      const double begin = cells[left];
      return right_[i] > 0 ? begin + (static_cast<double>(cells[left + 1]) - begin) * right_[i] : begin;
    };
    const double begin = across(above);
    to[i] = static_cast<float>(lower > 0 ? begin + (across(below) - begin) * lower : begin);
  }
}

// One of two neighbours.
const std::vector<float>& PackRows::row(std::int64_t y) {
  const auto slot = static_cast<std::size_t>(y % 2);
  if (kept_[slot] == y) return rows_[slot];
  const std::size_t row_bytes = rows_[slot].size() * cell_bytes(facts_.kind);
  const std::int64_t from = y / TERRAWRIGHT_CHUNK_SIDE * TERRAWRIGHT_CHUNK_SIDE;
  if (cells_from_ != from) {
    writing_.go_on();
    const auto columns = static_cast<std::int64_t>(rows_[slot].size());
    const std::int64_t rows = std::min<std::int64_t>(TERRAWRIGHT_CHUNK_SIDE, facts_.height - from);
    cells_.resize(row_bytes * static_cast<std::size_t>(rows));
    writing_.read(item_, {first_, from, columns, rows}, cells_.data(), columns);
    cells_from_ = from;
  }
  convert(&cells_[row_bytes * static_cast<std::size_t>(y - from)], rows_[slot]);
  kept_[slot] = y;
  return rows_[slot];
}

void PackRows::convert(const unsigned char* cells, std::vector<float>& to) const {
  const auto* floats = reinterpret_cast<const float*>(cells);
  if (of_ == Of::heights) {
    std::copy_n(floats, to.size(), to.begin());
    return;
  }
  const std::uint32_t kind = facts_.kind;
  for (std::size_t i = 0; i < to.size(); ++i) {
    if (kind == TERRAWRIGHT_KIND_MASK) {
      to[i] = cells[i] != 0 ? 1.0f : 0.0f;
    } else if (kind == TERRAWRIGHT_KIND_CLASS) {
      to[i] = counts_[reinterpret_cast<const std::uint16_t*>(cells)[i]] ? 1.0f : 0.0f;
    } else {
      to[i] = floats[i] > 0.0f ? std::min(floats[i], 1.0f) : 0.0f;  // NaN: 0
    }
  }
}

std::uint64_t bytes_of_pack_rows(const terrawright_item& layer) {
  const auto width = static_cast<std::uint64_t>(layer.width);
  return width * TERRAWRIGHT_CHUNK_SIDE * cell_bytes(layer.kind) + width * 64;
}

void PackWeights::share(std::vector<double>& weights, std::uint8_t* bytes) {
  double sum = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) sum += i == rest_ ? 0 : weights[i];
  if (rest_) {
    weights[*rest_] = sum < 1 ? 1 - sum : 0;
    sum += weights[*rest_];
  }
  // Most cells are of one texture: that which has all, or the first where there is nothing.
  const std::size_t all =
      sum > 0 ? static_cast<std::size_t>(std::find(weights.begin(), weights.end(), sum) - weights.begin()) : 0;
  if (all < weights.size()) {
    std::fill(bytes, bytes + weights.size(), std::uint8_t{0});
    bytes[all] = 255;
    return;
  }
  int left = 255;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const double share = 255 * weights[i] / sum;
    const int whole = static_cast<int>(share);
    bytes[i] = static_cast<std::uint8_t>(whole);
    left -= whole;
    of_255_[i] = share - whole;
  }
  for (; left > 0; --left) {
    std::size_t most = 0;
    for (std::size_t i = 1; i < weights.size(); ++i) most = of_255_[i] > of_255_[most] ? i : most;
    ++bytes[most];
    of_255_[most] = -1;
  }
}

std::uint32_t control_of(const std::uint8_t* bytes, std::size_t count) {
  std::size_t base = 0;
  for (std::size_t i = 1; i < count; ++i) base = bytes[i] > bytes[base] ? i : base;
  std::size_t overlay = base;
  for (std::size_t i = 0; i < count; ++i) {
    if (i != base && bytes[i] > 0 && (overlay == base || bytes[i] > bytes[overlay])) overlay = i;
  }
  const unsigned above = overlay == base ? 0 : bytes[overlay], both = bytes[base] + above;
  const unsigned blend = (2 * 255 * above + both) / (2 * both);  // rounded
  return static_cast<std::uint32_t>(base) << 27 | static_cast<std::uint32_t>(overlay) << 22 | blend << 14;
}

}  // namespace terrawright::game
