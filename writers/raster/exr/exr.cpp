// SPDX-License-Identifier: Apache-2.0
// OpenEXR, a part per layer, without loss but for colours:
//
//   height, scalar, weight   float32 channel Y
//   mask, class              uint32, since a u16 channel would silently become a normalised half
//   count                    float32 where all of them are exact, else uint32; what fits into neither fails
//   vector                   float32 channels x and y
//   colour                   half R, G, B, A as EXR has it, in linear light and premultiplied
#include <algorithm>

#include "encode/coarse_rows.hpp"
#include "encode/delivered.hpp"
#include "encode/exr_file.hpp"
#include "encode/seekable_file.hpp"
#include "encode/sidecar.hpp"
#include "raster/exr/exr_parts.hpp"
#include "report/diagnostic.hpp"
#include "terrawright/cells.hpp"

namespace terrawright::raster {
namespace {

struct Exr {
  ExrProgram reader = ExrProgram::any;
  bool tiled = false, overviews = false, sidecar = true;

  static void describe(WriterSpec<Exr>& s) {
    s.writer("raster.exr",
             "Layers of all kinds in one file, each in a part of its own, as numbers and not as a picture.");
    s.source("OpenEXR, Technical Introduction and File Layout, https://openexr.com.");
    s.ending(".exr");
    s.tiles();
    s.port("layers", Field::kinds | Mask::kinds | Class::kinds | Count::kinds | Vector::kinds | Picture::kinds,
           "Layers of any kind; heights become the first parts.")
        .many();
    s.parameter(&Exr::tiled, "tiled", "The file is stored in squares, of which readers take those that they need.");
    s.parameter(
        &Exr::overviews, "overviews",
        "Smaller pictures in the file, by which programs draw a large one at once; it is stored in squares then.");
    s.parameter(&Exr::reader, "for",
                "Who reads an .exr file of one layer: godot (Terrain3D too) and blender get R, G and B, tinyexr Y.")
        .choices({"any", "godot", "blender", "tinyexr"})
        .choice_docs({"Y, of a vector x and y, of colours R, G, B and A.",
                      "R, G and B as float32, all of them the value, as Terrain3D wants it.",
                      "R, G and B as float32, all of them the value.", "One channel Y; of a vector R, G and B."});
    s.parameter(&Exr::sidecar, "sidecar", "Where the file lies, for GIS programs, in an .aux.xml file beside it.");
  }

  void arrange(Delivery& delivery) {
    encode::refuse_names(delivery);
    if (reader != ExrProgram::any && delivery.items() > 1) {
      const std::string name = delivery.item(1).name;
      delivery.refuse(
          name, "an .exr file `for` one program holds one layer; the layer " + report::quote(name) + " is one too many",
          "write {layer} into the file's name, and each layer has a file of its own");
    }
    encode::refuse_large_side(delivery, "an .exr", encode::library_side);
    std::uint64_t kept = 0;
    for (std::uint64_t i = 0; i < delivery.items() && !is_alone(delivery.plain()); ++i) {
      const terrawright_item& item = delivery.item(i);
      if (!may_keep_chunks(item.kind)) continue;
      delivery.will_keep(i, std::string("parts") + (tiled ? " tiled" : "") + (overviews ? " overviews" : ""));
      kept = std::max(kept, most_kept(item.width * item.height));
    }
    delivery.needs_memory(memory(delivery) + kept);
    std::uint64_t cells = 0;
    for (std::uint64_t i = 0; i < delivery.items(); ++i) {
      const terrawright_item& item = delivery.item(i);
      cells += encode::cells_of(item) * cell_bytes(item.kind);
    }
    if (overviews) cells += cells / 3;
    // The room of a file is reserved before its first cell is written. Tiles take what they are in the end.
    const bool tile = encode::is_tile(delivery.plain());
    delivery.needs_disk(tile ? 0 : cells, tile ? cells : 0);
    if (has_sidecar(delivery.plain())) delivery.will_write(encode::sidecar_name(delivery.plain().name));
  }

  void write(Writing& writing) const {
    const ExrOptions options{reader, tiled, overviews};
    if (is_alone(writing.plain())) {
      write_exr_alone(writing, options);
    } else {
      write_exr_parts(writing, options);
    }
    if (has_sidecar(writing.plain()))
      writing.open(encode::sidecar_name(writing.plain().name))
          .add(encode::sidecar_of(encode::geotransform_of(writing.plain()), ""));
  }

 private:
  bool has_sidecar(const terrawright_delivery& delivery) const {
    return sidecar && encode::geotransform_of(delivery).has_value();
  }

  // Colours are stored in one way; so are masks and classes but for readers that take no whole numbers.
  bool is_alone(const terrawright_delivery& delivery) const {
    const std::uint32_t kind = delivery.items[0]->kind;
    const bool codes = kind == TERRAWRIGHT_KIND_MASK || kind == TERRAWRIGHT_KIND_CLASS;
    if (kind == TERRAWRIGHT_KIND_COLOUR) return false;
    if (reader != ExrProgram::any) return true;
    return !codes && (delivery.flags & TERRAWRIGHT_DELIVERY_BY_LAYER) != 0;
  }

  // For squares a row, the place of each of them, and the sums of a row of blocks of all levels at once.
  std::uint64_t memory(const Delivery& delivery) const {
    if (!tiled && !overviews) return 0;
    const std::int64_t side = encode::overview_tile;
    const std::int64_t width = delivery.item(0).width, height = delivery.item(0).height;
    std::uint32_t cell = sizeof(float);
    for (std::uint64_t i = 0; i < delivery.items(); ++i) cell = std::max(cell, cell_bytes(delivery.item(i).kind));
    auto bytes = static_cast<std::uint64_t>(2 * side * (width + side) * cell);
    bytes += static_cast<std::uint64_t>((width / side + 1) * (height / side + 1) * 4 / 3) * 16 * delivery.items();
    if (overviews) bytes += static_cast<std::uint64_t>(width) * sizeof(encode::MeanOfColours);
    return bytes;
  }
};

}  // namespace
}  // namespace terrawright::raster

TERRAWRIGHT_WRITER(raster, exr, terrawright::raster::Exr)

namespace terrawright::raster {
namespace {

// An EXR file of one layer in one part, compressed without loss where that pays.
//
//   any               Y as in a file of all layers; of a vector x and y
//   godot, blender    R, G and B, all of them the value; of a vector x, y and 0. Terrain3D of Godot takes no grey, and
//                     both take no whole numbers, so that counts, masks and classes are floats too
//   tinyexr           the same as Y; of a vector R, G and B, as one channel or these three are what LoadEXR() finds

constexpr std::int64_t zip_rows = 16;

// Rows of the file: for each the samples of one channel after those of the other.
class ExrChannels {
 public:
  ExrChannels(bool vector, ExrProgram reader, encode::Sample sample) : sample_(sample) {
    names = reader == ExrProgram::any                  ? vector ? Names{"x", "y"} : Names{"Y"}
                             : reader == ExrProgram::tinyexr && !vector ? Names{"Y"}
                                                       : Names{"B", "G", "R"};
  }
  // In the file's order, which is that of the alphabet.
  using Names = std::vector<std::string>;
  Names names;

  void row(const float* cells, std::size_t width, std::uint32_t* to) const {
    for (std::size_t c = 0; c < names.size(); ++c)
      std::copy_n(reinterpret_cast<const std::uint32_t*>(cells), width, to + c * width);
  }
  void row(const Vector2* cells, std::size_t width, std::uint32_t* to) const {
    auto* floats = reinterpret_cast<float*>(to);
    const bool three = names.size() == 3;
    for (std::size_t i = 0; i < width; ++i) {
      if (three) floats[i] = 0;
      floats[(three ? 2 : 0) * width + i] = cells[i].x;
      floats[width + i] = cells[i].y;
    }
  }
  template <class Whole>
  void row(const Whole* cells, std::size_t width, std::uint32_t* to) const {
    auto* floats = reinterpret_cast<float*>(to);
    for (std::size_t c = 0; c < names.size(); ++c) {
      for (std::size_t i = 0; i < width; ++i) {
        if (sample_ == encode::Sample::uint32) to[c * width + i] = static_cast<std::uint32_t>(cells[i]);
        if (sample_ == encode::Sample::float32) floats[c * width + i] = static_cast<float>(cells[i]);
      }
    }
  }

 private:
  encode::Sample sample_;
};

template <class Cell>
class ExrAlone {
 public:
  ExrAlone(const Writing& writing, const ExrChannels& channels)
      : writing_(writing), channels_(channels), width_(static_cast<std::size_t>(writing.item(0).width)) {}

  // By blocks from eight places of the layer: to compress takes longer than to write and flush what it must save.
  bool pays() {
    const std::int64_t height = writing_.item(0).height, blocks = (height + zip_rows - 1) / zip_rows;
    const std::int64_t step = std::max<std::int64_t>(1, blocks / 8);
    std::vector<Cell> cells(width_ * zip_rows);
    std::uint64_t all = 0, left = 0;
    for (std::int64_t block = 0; block < blocks; block += step) {
      const std::int64_t count = std::min(zip_rows, height - block * zip_rows);
      encode::read_rows(writing_, 0, block * zip_rows, count, cells.data());
      const std::size_t size = bytes_of(cells.data(), width_, count);
      all += size;
      left += blocks_.of(bytes(), size).size;
    }
    return 5 * left < 4 * all;
  }

  void write(encode::ExrPart part) {
    const bool zip = pays();
    part.compression = zip ? encode::Compression::zip : encode::Compression::none;
    encode::WriterFile seekable(writing_, writing_.open());
    encode::ExrFile file(seekable, {part});
    const ExrWriting to{writing_, 0, file, 0, part};
    to.each_chunk<Cell>([&](const encode::ExrChunk& of, const Cell* cells) {
      const std::size_t size = bytes_of(cells, static_cast<std::size_t>(of.width), of.rows);
      const encode::Deflate::Compressed block =
          zip ? blocks_.of(bytes(), size) : encode::Deflate::Compressed{bytes(), size};
      file.chunk(0, of, block.bytes, block.size);
    });
    file.close();
  }

 private:
  // Makes the samples of so many rows; answers their bytes.
  std::size_t bytes_of(const Cell* cells, std::size_t width, std::int64_t rows) {
    const std::size_t samples = channels_.names.size() * width;
    row_.resize(samples * static_cast<std::size_t>(rows));
    for (std::size_t y = 0; y < static_cast<std::size_t>(rows); ++y)
      channels_.row(cells + y * width, width, row_.data() + y * samples);
    return row_.size() * sizeof(std::uint32_t);
  }
  const unsigned char* bytes() const { return reinterpret_cast<const unsigned char*>(row_.data()); }

  const Writing& writing_;
  const ExrChannels& channels_;
  std::size_t width_;
  std::vector<std::uint32_t> row_;
  encode::ExrBlocks blocks_;
};

}  // namespace

void write_exr_alone(const Writing& writing, const ExrOptions& options) {
  const std::uint32_t kind = writing.item(0).kind;
  const encode::Sample sample = kind == TERRAWRIGHT_KIND_COUNT
                                    ? sample_of_counts(writing, 0, options.reader == ExrProgram::any)
                                    : encode::Sample::float32;
  const ExrChannels channels(kind == TERRAWRIGHT_KIND_VECTOR, options.reader, sample);
  const encode::ExrPart part = exr_part(writing, 0, options, sample, channels.names);
  switch (kind) {
    case TERRAWRIGHT_KIND_MASK:
      return ExrAlone<std::uint8_t>(writing, channels).write(part);
    case TERRAWRIGHT_KIND_CLASS:
      return ExrAlone<std::uint16_t>(writing, channels).write(part);
    case TERRAWRIGHT_KIND_COUNT:
      return ExrAlone<std::int64_t>(writing, channels).write(part);
    case TERRAWRIGHT_KIND_VECTOR:
      return ExrAlone<Vector2>(writing, channels).write(part);
    default:
      return ExrAlone<float>(writing, channels).write(part);
  }
}

}  // namespace terrawright::raster
