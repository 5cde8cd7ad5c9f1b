// SPDX-License-Identifier: Apache-2.0
#include "images/bands.hpp"
#include "images/encoder.hpp"
#include "images/metadata.hpp"
#include "images/overviews.hpp"
#include "images/writers.hpp"

namespace terrawright::images {
namespace {

// Cells beyond which offsets of 32 bits might not reach, in time for all that is beside them.
constexpr std::int64_t most_of_classic = 1000000000;

EncodedImage image_of(const MadePicture& from) {
  const engine::LayerFacts& facts = from.layer().facts();
  EncodedImage encoded{facts.width, facts.height, "Y"};
  encoded.bigtiff = facts.width * facts.height > most_of_classic;
  encoded.attributes = {{"DateTime", no_date},
                        {"Software", from.provenance.generator},
                        // TIFF has no room for attributes of any name.
                        {"ImageDescription", to_json(attributes_of(from.name(), from.layer(), from.provenance))}};
  return encoded;
}

// Rows of an image that is stored in squares, which take them by as many as they are high.
class Squares {
 public:
  Squares(Encoder& encoder, std::int64_t width)
      : encoder_(encoder), width_(width), cells_(static_cast<std::size_t>(width * overview_tile)) {}
  float* next_row() {
    if (rows_ == overview_tile) flush();
    return &cells_[static_cast<std::size_t>(width_ * rows_++)];
  }
  void flush() {
    if (rows_ > 0) encoder_.rows(y_, rows_, cells_.data());
    y_ += rows_;
    rows_ = 0;
  }

 private:
  Encoder& encoder_;
  const std::int64_t width_;
  std::int64_t y_ = 0, rows_ = 0;
  std::vector<float> cells_;
};

// The layer itself (1), or an overview of it.
void write_squares(const MadePicture& from, Encoder& encoder, std::int64_t factor) {
  const std::int64_t width = from.layer().facts().width;
  Squares squares(encoder, (width + factor - 1) / factor);
  const auto each = [&](std::int64_t, std::int64_t rows, const float* cells) {
    for (std::int64_t y = 0; y < rows; y += factor) {
      const float* begin = cells + y * width;
      if (factor == 1) {
        std::copy(begin, begin + width, squares.next_row());  // the bits of a NaN too
      } else {
        mean_of_blocks(begin, width, std::min(factor, rows - y), factor, squares.next_row());
      }
    }
  };
  each_band<float>(from.layer(), from.cancelled, each, usual_band, factor);
  squares.flush();
}

std::vector<Written> in_squares(const MadePicture& from) {
  EncodedImage image = image_of(from);
  const std::int64_t width = image.width, height = image.height;
  if (from.picture.overviews) image.bigtiff = width * height > most_of_classic / 4 * 3;
  image.tile = overview_tile;
  Encoder encoder(from.picture.file, image);
  write_squares(from, encoder, 1);
  if (!from.picture.overviews) return just(encoder.close());
  image.reduced = true;
  for (const std::int64_t factor : overviews_of(width, height)) {
    image.width = (width + factor - 1) / factor;
    image.height = (height + factor - 1) / factor;
    encoder.next(image);
    write_squares(from, encoder, factor);
  }
  return just(encoder.close());
}

}  // namespace

std::vector<Written> write_tif(const MadePicture& from) {
  if (from.picture.tiled || from.picture.overviews) return in_squares(from);
  Encoder encoder(from.picture.file, image_of(from));
  each_band<float>(from.layer(), from.cancelled,
                   [&](std::int64_t y, std::int64_t rows, const float* cells) { encoder.rows(y, rows, cells); });
  return just(encoder.close());
}

}  // namespace terrawright::images
