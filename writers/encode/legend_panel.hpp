// SPDX-License-Identifier: Apache-2.0
// The legend that is drawn beside a picture: a swatch and a name for each class that occurs.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "encode/class_shares.hpp"

namespace terrawright::encode {

class LegendPanel {
 public:
  // A class without cells is left out. Letters grow with the picture, up to sixteenfold.
  LegendPanel(const std::vector<LegendEntry>& legend, const ClassCounts& cells, std::int64_t picture_height);

  std::int64_t width() const { return width_; }
  std::int64_t height() const { return height_; }  // paper follows below
  // Row y of any height, pixels of 3 or 4 bytes.
  void copy_row(std::int64_t y, int channels, std::uint8_t* to) const;
  // Fill below a picture that is lower than the panel.
  static void fill_paper(std::int64_t pixels, int channels, std::uint8_t* to);

 private:
  void fill(std::int64_t x, std::int64_t y, std::int64_t width, std::int64_t height, Colour colour);
  void write(std::int64_t x, std::int64_t y, const std::string& text);

  std::int64_t scale_, width_ = 0, height_ = 0;
  std::vector<Colour> pixels_;
};

}  // namespace terrawright::encode
