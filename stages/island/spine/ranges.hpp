// SPDX-License-Identifier: Apache-2.0
// The ranges of mountains of a map, as segments between joints: places and widths in shares of the map's sides.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "terrawright/random.h"

namespace terrawright::island {

struct Interval {
  double low, high;
  double at(double share) const { return low + (high - low) * share; }
};

struct RangeSettings {
  std::int64_t fewest, most, joints;
  Interval length, width;
  double bend, lean, variety, span;
};

struct Joint {
  double x, y, half_width, left, right, height;
};

// From joint a to joint b.
struct Segment {
  double ax, ay, bx, by;
  double left_a, left_b, right_a, right_b;
  double height_a, height_b;
};

class Ranges {
 public:
  Ranges(const RangeSettings& settings, std::uint64_t stream) : settings_(settings), stream_(stream) {
    const auto more = static_cast<std::uint32_t>(settings.most - settings.fewest + 1);
    const std::int64_t count = settings.fewest + terrawright_below(word(0, -1, 0), more);
    for (std::int32_t k = 0; k < count; ++k) ranges_.push_back(range(k));
    fit();
  }

  std::vector<Segment> segments() const {
    std::vector<Segment> all;
    for (const std::vector<Joint>& range : ranges_) {
      for (std::size_t i = 1; i < range.size(); ++i) {
        const Joint &a = range[i - 1], &b = range[i];
        all.push_back({a.x, a.y, b.x, b.y, a.left, b.left, a.right, b.right, a.height, b.height});
      }
    }
    return all;
  }

 private:
  static constexpr std::uint32_t purpose = 40;
  static constexpr double shorter = 0.6, narrower = 0.8, lower = 0.6;    // other ranges than the first
  static constexpr double tapered = 0.8, sinking = 0.7, shoulder = 0.6;  // ends, and where other ranges begin
  static constexpr double largest_scale = 1.6, room = 0.94;

  // Word of joint i of range k; the range's own words have i < 0.
  std::uint32_t word(std::int32_t k, std::int32_t i, std::uint32_t n) const {
    return terrawright_word(terrawright_key_of_row(stream_, i, purpose, 0, n), k);
  }
  double unit(std::int32_t k, std::int32_t i, std::uint32_t n) const {
    return static_cast<double>(terrawright_unit(word(k, i, n)));
  }
  double signed_unit(std::int32_t k, std::int32_t i, std::uint32_t n) const { return 2 * unit(k, i, n) - 1; }

  struct Direction {
    double x, y;
    static Direction along(double x, double y) {
      const double length = std::sqrt(x * x + y * y);
      return {x / length, y / length};
    }
  };
  Direction direction(std::int32_t k) const {
    for (std::uint32_t n = 0;; ++n) {
      const double x = signed_unit(k, -2, 2 * n), y = signed_unit(k, -2, 2 * n + 1), square = x * x + y * y;
      if (square > 0.05 && square <= 1) return Direction::along(x, y);
    }
  }

  // The first range begins anywhere, as it is moved anyway; the others near a joint of one before, so that they
  // overlap.
  Joint begin(std::int32_t k) const {
    if (k == 0) return {};
    const std::uint32_t from = terrawright_below(word(k, -4, 0), static_cast<std::uint32_t>(k));
    const std::uint32_t at = terrawright_below(word(k, -4, 1), static_cast<std::uint32_t>(settings_.joints));
    Joint joint = ranges_[from][at];
    joint.x += shoulder * joint.half_width * signed_unit(k, -4, 2);
    joint.y += shoulder * joint.half_width * signed_unit(k, -4, 3);
    return joint;
  }

  std::vector<Joint> range(std::int32_t k) const {
    const bool first = k == 0;
    Direction ahead = direction(k);
    const double length = settings_.length.at(unit(k, -3, 0)) * (first ? 1 : shorter);
    const double width = settings_.width.at(unit(k, -3, 1)) * (first ? 1 : narrower);
    const double lean = settings_.lean * signed_unit(k, -3, 2);
    const double height = first ? 1 : 1 - settings_.variety * lower * unit(k, -3, 3);
    const double step = length / static_cast<double>(settings_.joints - 1);
    Joint joint = begin(k);
    std::vector<Joint> joints;
    for (std::int32_t i = 0; i < settings_.joints; ++i) {
      const bool end = i == 0 || i + 1 == settings_.joints;
      joint.half_width = width * (0.75 + 0.5 * unit(k, i, 0)) * (end ? tapered : 1);
      joint.left = joint.half_width * (1 + lean);
      joint.right = joint.half_width * (1 - lean);
      joint.height = height * (1 - settings_.variety * unit(k, i, 1)) * (end ? sinking : 1);
      joints.push_back(joint);
      const double turn = settings_.bend * signed_unit(k, i, 2);
      ahead = Direction::along(ahead.x - turn * ahead.y, ahead.y + turn * ahead.x);
      joint.x += ahead.x * step;
      joint.y += ahead.y * step;
    }
    return joints;
  }

  // The box around all joints is scaled to `span` and lies anywhere on the map where it leaves a margin.
  void fit() {
    const Joint& start = ranges_.front().front();
    Interval across{start.x, start.x}, down{start.y, start.y};
    double highest = 0;
    for (const auto& range : ranges_) {
      for (const Joint& joint : range) {
        across = {std::min(across.low, joint.x - joint.half_width), std::max(across.high, joint.x + joint.half_width)};
        down = {std::min(down.low, joint.y - joint.half_width), std::max(down.high, joint.y + joint.half_width)};
        highest = std::max(highest, joint.height);
      }
    }
    const double larger = std::max(across.high - across.low, down.high - down.low);
    const double scale = std::min(settings_.span / larger, largest_scale);
    const double right = shift(across, scale, 0), below = shift(down, scale, 1);
    for (auto& range : ranges_) {
      for (Joint& joint : range) {
        joint = {joint.x * scale + right, joint.y * scale + below, joint.half_width * scale,
                 joint.left * scale,      joint.right * scale,     joint.height / highest};
      }
    }
  }
  double shift(const Interval& box, double scale, std::uint32_t axis) const {
    const double centred = 0.5 - scale * (box.low + box.high) / 2, slack = room - scale * (box.high - box.low);
    return slack > 0 ? centred + slack / 2 * signed_unit(0, -5, axis) : centred;
  }

  RangeSettings settings_;
  std::uint64_t stream_;
  std::vector<std::vector<Joint>> ranges_;
};

}  // namespace terrawright::island
