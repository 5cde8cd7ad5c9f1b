// SPDX-License-Identifier: Apache-2.0
#include "packs/game/pack_rows.hpp"

#include <algorithm>
#include <cmath>

#include "border/kind.hpp"

namespace terrawright::images {

double PackAxis::at(std::int64_t i) const {
  const double of_pack = static_cast<double>(first + i) + offset;
  if (from == to) return of_pack;
  return to > 1 ? of_pack * static_cast<double>(from - 1) / static_cast<double>(to - 1) : 0;
}

PackRows::PackRows(const engine::Layer& layer, const PackAxis& across, const PackAxis& down, Of of,
                   const std::vector<std::uint16_t>& classes)
    : layer_(layer), down_(down), of_(of), counts_(classes.empty() ? 0 : 65536) {
  for (const std::uint16_t code : classes) counts_[code] = true;
  const std::int64_t last = layer.facts().width - 1;
  const auto column = [&](std::int64_t i) { return std::min(static_cast<std::int64_t>(across.at(i)), last); };
  first_ = column(0);
  for (std::int64_t i = 0; i < across.count; ++i) {
    left_.push_back(static_cast<std::size_t>(column(i) - first_));
    right_.push_back(column(i) < last ? across.at(i) - static_cast<double>(column(i)) : 0);
  }
  const std::int64_t end = std::min(column(across.count - 1) + 1, last);
  for (auto& row : rows_) row.resize(static_cast<std::size_t>(end - first_ + 1));
  cells_.resize(rows_[0].size() * layer.cell_bytes());
}

void PackRows::read(std::int64_t y, float* to) {
  const std::int64_t last = layer_.facts().height - 1, top = std::min(static_cast<std::int64_t>(down_.at(y)), last);
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
  const auto place = static_cast<std::size_t>(y % 2);
  if (kept_[place] == y) return rows_[place];
  if (held_from_ != y / schedule::chunk_side) {
    held_.clear();
    held_ = layer_.held_row(y);
    held_from_ = y / schedule::chunk_side;
  }
  const auto columns = static_cast<std::int64_t>(rows_[place].size());
  layer_.read({first_, y, columns, 1}, cells_.data(), columns);
  convert(rows_[place]);
  kept_[place] = y;
  return rows_[place];
}

void PackRows::convert(std::vector<float>& to) const {
  const auto* floats = reinterpret_cast<const float*>(cells_.data());
  if (of_ == Of::heights) {
    std::copy_n(floats, to.size(), to.begin());
    return;
  }
  const std::uint32_t kind = layer_.facts().kind;
  for (std::size_t i = 0; i < to.size(); ++i) {
    if (kind == TERRAWRIGHT_KIND_MASK) {
      to[i] = cells_[i] != 0 ? 1.0f : 0.0f;
    } else if (kind == TERRAWRIGHT_KIND_CLASS) {
      to[i] = counts_[reinterpret_cast<const std::uint16_t*>(cells_.data())[i]] ? 1.0f : 0.0f;
    } else {
      to[i] = floats[i] > 0.0f ? std::min(floats[i], 1.0f) : 0.0f;  // NaN: 0
    }
  }
}

std::uint64_t bytes_of_pack_rows(const engine::LayerFacts& facts) {
  const auto width = static_cast<std::uint64_t>(facts.width);
  return width * schedule::chunk_side * border::cell_bytes(facts.kind) + width * 64;
}

}  // namespace terrawright::images
