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
    s.port(&Image::height, "height", "Values of the image as heights.");
    s.port(&Image::scalar, "scalar", "Values of the image as a scalar.").by_name();
    s.port(&Image::weight, "weight", "Values of the image as weights, held to 0..1.").unit("1").by_name();
    s.port(&Image::mask, "mask", "1 where the value of the image is above the mean of `low` and `high`.")
        .unit("1")
        .by_name();
    s.parameter(&Image::file, "file",
                "Path of the image, relative to the config and inside its folder: .png, .tif, .exr, or samples without "
                "a header.");
    s.parameter(&Image::unit, "unit", "Unit of the values, such as m; 1 is no unit.");
    s.parameter(&Image::low, "low",
                "Value that sample 0 stands for. auto: 0 for integer samples. Float samples are values already and "
                "take `low` and `high` both or neither.")
        .word("auto");
    s.parameter(&Image::high, "high",
                "Value that the largest sample stands for: 255 or 65535 of integers, 1 of floats. auto: 1.")
        .word("auto");
    s.parameter(&Image::channel, "channel", "Channel that is read, counted from 0. auto: the file must have only one.")
        .word("auto")
        .range(0, 255);
    s.parameter(&Image::part, "part", "Name of the part of an EXR file that is read; empty: the first.");
    s.parameter(&Image::encoding, "encoding",
                "How samples are stored. image: as the header of the file says. u16, f32: as 16-bit integers or 32-bit "
                "floats without a header.")
        .choices({"image", "u16", "f32"});
    s.parameter(&Image::columns, "columns", "Number of samples in a row of a file without a header.").range(0, (1 << 20) + 1);
    s.parameter(&Image::rows, "rows", "Number of rows of a file without a header.").range(0, (1 << 20) + 1);
    s.parameter(&Image::byte_order, "byte_order", "Byte order of the samples in a file without a header.")
        .choices({"little", "big"});
    s.parameter(&Image::resample, "resample",
                "How an image of another size is interpolated to the world's cells, corner to corner; none refuses "
                "such an image.")
        .choices({"none", "nearest", "linear", "catmull", "bspline"});
  }

  void arrange(Arrangement& world) {
    if (low.has_value() != high.has_value())
      throw Failure("low", "`low` and `high` must be given together or not at all");
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
      throw Failure("file", "the image has " + source::size_text(facts.width, facts.height) + " samples, the world " +
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
