// SPDX-License-Identifier: Apache-2.0
// painter.hpp: paints a tile of the relief, row by row from top to bottom: water, soil, light on each, and the shore.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "ground.hpp"
#include "lights.hpp"
#include "surfaces.hpp"
#include "view/land_and_sea.hpp"
#include "view/model.hpp"

namespace terrawright::view {

// Constants of all tiles.
struct Style {
  Light light;
  float contrast, tint, plains;
  float highest, deepest;                     // metres, above 0
  float land_exaggeration, sea_exaggeration;  // drawn rise over a run of one cell, for each metre between neighbours
};

// Shares of the relief at each scale, from the finest, so that broad forms are visible through the detail.
inline const LevelSums::Shares land_shares = {0.17f, 0.24f, 0.32f, 0.42f, 0.52f},
                               sea_floor_shares = {0.0f, 0.1f, 0.3f, 0.5f, 0.6f},
                               // The depth itself, not what lies around.
    sea_colour_shares = {0.7f, 0.2f, 0.1f, 0.0f, 0.0f};

class Painter {
 public:
  static constexpr std::int64_t reach = smoothing_reach(4) + 1;

  Painter(const Rect& tile, const View<const float>& z, const View<const std::uint16_t>& classes,
          const View<const float>& cold, const Ground& ground, const Style& style)
      : tile_(tile),
        z_(z),
        cold_(cold),
        style_(style),
        rows_(z, tile),
        right_(static_cast<std::size_t>(tile.width)),
        down_(right_.size()),
        share_(right_.size()) {
    if (classes) ground_.emplace(ground, classes, z, tile);
    if (classes && ground.has_ice()) ice_ = shade_of(ground.ice());
    if (rows_.any_land()) land_.emplace(z, tile, true, std::vector<LevelSums::Shares>{land_shares});
    if (rows_.any_sea()) {
      sea_.emplace(z, tile, false, std::vector<LevelSums::Shares>{sea_floor_shares, sea_colour_shares});
    }
  }

  void paint(std::int64_t y, Colour* to) {
    rows_.paint(
        y, to, [&](ColourRow& row) { paint_water(y, row); }, [&](ColourRow& row) { paint_soil(y, row); });
  }

 private:
  void paint_water(std::int64_t y, ColourRow& row) {
    sea_->go_to(y);
    colour_water(sea_->metres(1, y), -1.0f / style_.deepest, row.red.data(), row.green.data(), row.blue.data(),
                 row.size());
    if (ice_) {
      ground_->go_to(y);
      share_of_all(ground_->sums(GroundRows::ice), share_.data(), row.size());
      mix_in(*ice_, share_, row);
    }
    light(row, *sea_, y, style_.sea_exaggeration, 0.0f);
  }
  void paint_soil(std::int64_t y, ColourRow& row) {
    const float* z = z_.row(y, tile_.x);
    land_->go_to(y);
    if (ground_) {
      ground_->go_to(y);
      const std::uint16_t* weights = ground_->sums(GroundRows::land);
      divide(ground_->sums(GroundRows::red), weights, row.red.data(), row.size());
      divide(ground_->sums(GroundRows::green), weights, row.green.data(), row.size());
      divide(ground_->sums(GroundRows::blue), weights, row.blue.data(), row.size());
      const float from = 0.15f, room = 1.0f - from;
      smooth_step_along(z, from * style_.highest, 1.0f / (room * style_.highest), style_.tint, share_.data(),
                        row.size());
      mix_in(bytes_of(rock), share_, row);
    } else {
      colour_by_height(z, 1.0f / style_.highest, row.red.data(), row.green.data(), row.blue.data(), row.size());
    }
    if (cold_) {
      const float none = 1.5f, all = -1.5f, most = 0.9f;
      smooth_step_along(cold_.row(y, tile_.x), none, 1.0f / (all - none), most, share_.data(), row.size());
      mix_in(bytes_of(snow), share_, row);
    }
    light(row, *land_, y, style_.land_exaggeration, style_.plains);
  }
  void light(ColourRow& row, Model& model, std::int64_t y, float exaggeration, float plains) {
    model.slopes(y, exaggeration, right_.data(), down_.data());
    light_up(style_.light, style_.contrast, plains, right_.data(), down_.data(), row.red.data(), row.green.data(),
             row.blue.data(), row.size());
  }

  Rect tile_;
  View<const float> z_, cold_;
  Style style_;
  LandAndSea rows_;
  std::optional<GroundRows> ground_;
  std::optional<Shade> ice_;
  std::optional<Model> land_, sea_;
  std::vector<float> right_, down_, share_;  // of the row that is painted
};

}  // namespace terrawright::view
