// SPDX-License-Identifier: Apache-2.0
// painter.hpp: paints a tile of the relief, row by row from top to bottom: water, soil, light on each, and the shore.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "ground.hpp"
#include "lights.hpp"
#include "surfaces.hpp"
#include "view/model.hpp"
#include "view/shore_rows.hpp"

namespace terrawright::view {

// What is alike for all tiles.
struct Style {
  Light light;
  float contrast, tint, plains;
  float highest, deepest;                     // metres, above 0
  float land_exaggeration, sea_exaggeration;  // drawn rise over a run of one cell, for each metre between neighbours
};

// Of the relief at each scale, from the finest, so that broad forms are seen through the detail.
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
        shore_(z, tile),
        water_(tile.width),
        soil_(tile.width),
        right_(water_.size()),
        down_(water_.size()),
        share_(water_.size()),
        land_share_(water_.size()) {
    if (classes) ground_.emplace(ground, classes, z, tile);
    if (classes && ground.has_ice()) ice_ = shade_of(ground.ice());
    if (shore_.any_land()) land_.emplace(z, tile, true, std::vector<LevelSums::Shares>{land_shares});
    if (shore_.any_sea()) {
      sea_.emplace(z, tile, false, std::vector<LevelSums::Shares>{sea_floor_shares, sea_colour_shares});
    }
  }

  void paint(std::int64_t y, Colour* to) {
    const bool water = shore_.any_sea(y), soil = shore_.any_land(y);
    if (water) paint_water(y);
    if (soil) paint_soil(y);
    if (water && soil) {
      shore_.shares(y, land_share_.data());
      lay_over(land_share_.data(), soil_.red.data(), water_.red.data(), share_.size());
      lay_over(land_share_.data(), soil_.green.data(), water_.green.data(), share_.size());
      lay_over(land_share_.data(), soil_.blue.data(), water_.blue.data(), share_.size());
    }
    const ColourRow& row = water ? water_ : soil_;
    write_bytes(row.red.data(), row.green.data(), row.blue.data(), to, row.size());
  }

 private:
  void paint_water(std::int64_t y) {
    ColourRow& row = water_;
    sea_->go_to(y);
    colour_water(sea_->metres(1, y), -1.0f / style_.deepest, row.red.data(), row.green.data(), row.blue.data(),
                 row.size());
    if (ice_) {
      ground_->go_to(y);
      share_of_all(ground_->sums(GroundRows::ice), share_.data(), row.size());
      mix(row, *ice_);
    }
    light(row, *sea_, y, style_.sea_exaggeration, 0.0f);
  }
  void paint_soil(std::int64_t y) {
    ColourRow& row = soil_;
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
      mix(row, bytes_of(rock));
    } else {
      colour_by_height(z, 1.0f / style_.highest, row.red.data(), row.green.data(), row.blue.data(), row.size());
    }
    if (cold_) {
      const float none = 1.5f, all = -1.5f, most = 0.9f;
      smooth_step_along(cold_.row(y, tile_.x), none, 1.0f / (all - none), most, share_.data(), row.size());
      mix(row, bytes_of(snow));
    }
    light(row, *land_, y, style_.land_exaggeration, style_.plains);
  }
  void mix(ColourRow& row, const Shade& other) {
    mix_in(other, share_.data(), row.red.data(), row.green.data(), row.blue.data(), row.size());
  }
  void light(ColourRow& row, Model& model, std::int64_t y, float exaggeration, float plains) {
    model.slopes(y, exaggeration, right_.data(), down_.data());
    light_up(style_.light, style_.contrast, plains, right_.data(), down_.data(), row.red.data(), row.green.data(),
             row.blue.data(), row.size());
  }

  Rect tile_;
  View<const float> z_, cold_;
  Style style_;
  ShoreRows shore_;
  std::optional<GroundRows> ground_;
  std::optional<Shade> ice_;
  std::optional<Model> land_, sea_;
  ColourRow water_, soil_;
  std::vector<float> right_, down_, share_;  // of the row that is painted
  std::vector<double> land_share_;
};

}  // namespace terrawright::view
