// SPDX-License-Identifier: Apache-2.0
// source.image: heights that somebody else made, from an image or a headerless grid beside the config.
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "resampling.hpp"
#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;

enum class Encoding { image, u16, f32 };
enum class ByteOrder { little, big };
enum class Resample { none, nearest, linear, catmull, bspline };

struct Image {
  Out<Height> height;
  Out<Scalar> scalar;
  Out<Weight> weight;
  Out<Mask> mask;
  File file;
  std::string unit = "1", part;
  std::optional<double> low, high;
  std::optional<std::int64_t> channel;
  Encoding encoding = Encoding::image;
  std::int64_t columns = 0, rows = 0;
  ByteOrder byte_order = ByteOrder::little;
  Resample resample = Resample::none;

  source::Mapping mapping;  // samples to values
  source::FileGrid grid;    // shapes of file and world

  static void describe(Spec<Image>& s) {
    s.stage("source.image", "An image beside the config as a layer: somebody else's heightmap, or a hand-drawn one.");
    s.source("Midpoint displacement's image input; magnification as in island.particle_roll");
    s.port(&Image::height, "height", "The values as heights.");
    s.port(&Image::scalar, "scalar", "The values as a scalar.").by_name();
    s.port(&Image::weight, "weight", "The values as weights, held to 0..1.").unit("1").by_name();
    s.port(&Image::mask, "mask", "1 where a value is above the middle of low and high.").unit("1").by_name();
    s.parameter(&Image::file, "file", "The file, relative to the config and inside its folder: .png, .tif, .exr, raw.");
    s.parameter(&Image::unit, "unit", "Unit of the values, as m or 1.");
    s.parameter(
         &Image::low, "low",
         "Value of sample 0. Auto: 0 for integers; floats are values already and need low and high both or none.")
        .word("auto");
    s.parameter(&Image::high, "high", "Value of the largest sample, 255 or 65535; of 1 for floats. Auto: 1.")
        .word("auto");
    s.parameter(&Image::channel, "channel", "Which channel, from 0. Auto: the file must have one only.")
        .word("auto")
        .range(0, 255);
    s.parameter(&Image::part, "part", "Which part of an EXR, by name; empty: the first.");
    s.parameter(&Image::encoding, "encoding", "image: as its header says. u16, f32: samples without a header.")
        .choices({"image", "u16", "f32"});
    s.parameter(&Image::columns, "columns", "Samples a row, of a headerless file.").range(0, 1 << 20);
    s.parameter(&Image::rows, "rows", "Rows of a headerless file.").range(0, 1 << 20);
    s.parameter(&Image::byte_order, "byte_order", "Of a headerless file.").choices({"little", "big"});
    s.parameter(&Image::resample, "resample",
                "How a file of another size becomes the world's: none refuses it; the corners stay the corners.")
        .choices({"none", "nearest", "linear", "catmull", "bspline"});
  }

  void arrange(Arrangement& world) {
    if (low.has_value() != high.has_value()) throw Failure("low", "low and high are given together or not at all");
    terrawright_file_request request{};
    request.encoding = static_cast<std::uint32_t>(encoding);
    request.big_endian = byte_order == ByteOrder::big;
    request.width = columns;
    request.height = rows;
    request.channel = channel.value_or(-1);
    request.part = part.c_str();
    const terrawright_file_facts facts = world.open(file, "file", request);
    grid = {facts.width, facts.height, world.width(), world.height()};
    if (resample == Resample::none && !grid.fits()) {
      throw Failure("file", "the image is " + source::size_text(facts.width, facts.height) + ", the world " +
                                source::size_text(world.width(), world.height()) +
                                "; give the world that size, or set resample");
    }
    mapping = source::mapping_of(facts.bits, low, high);
    world.set_unit(height, unit);
    world.set_unit(scalar, unit);
  }

  void check(float sample, std::int64_t x, std::int64_t y) const {
    if (std::isfinite(sample)) return;
    throw Failure("file", std::isnan(sample) ? "the image holds a NaN" : "the image holds an infinity", x, y);
  }

  void paint(Tile& tile) const {
    const auto method = static_cast<source::Method>(resample);
    const Rect needed = source::samples_for(grid, method, tile.area());
    std::vector<float> read(static_cast<std::size_t>(needed.width * needed.height));
    tile.read(file, needed, read.data(), needed.width);
    const float middle = mapping.middle();
    source::each_row(grid, method, read, tile.area(), [&](std::int64_t y, const float* samples) {
      tile.poll();
      for (std::int64_t i = 0; i < tile.width(); ++i) {
        const std::int64_t x = tile.left() + i;
        check(samples[i], x, y);
        const float value = mapping(samples[i]);
        if (tile.wanted(height)) tile[height](x, y) = value;
        if (tile.wanted(scalar)) tile[scalar](x, y) = value;
        if (tile.wanted(weight)) tile[weight](x, y) = value < 0 ? 0.0f : value > 1 ? 1.0f : value;
        if (tile.wanted(mask)) tile[mask](x, y) = value > middle;
      }
    });
  }
};

}  // namespace

TERRAWRIGHT_STAGE(source, image, Image)
