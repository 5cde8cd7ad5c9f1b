// SPDX-License-Identifier: Apache-2.0
// TIFF by libtiff, in a process of its own: samples of 1 to 64 bits as they are, with what GeoTIFF and GDAL say of
// them. The libraries behind it end the program where their constructors get no memory.
#include <Imath/half.h>
#include <tiffio.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>
#include <vector>

#include "readers/decoding.hpp"
#include "readers/tiff/handle.hpp"

namespace terrawright::readers {
namespace {

// The types of a TIFF's samples, and a row of them as numbers.
struct SampleType {
  std::uint16_t bits = 1, format = SAMPLEFORMAT_UINT;
  bool is_float() const { return format == SAMPLEFORMAT_IEEEFP; }
  bool is_signed() const { return format == SAMPLEFORMAT_INT; }
  // One that sample_at() reads.
  bool is_plain() const;
};

template <class Sample>
Sample read(const unsigned char* row, std::uint64_t i) {
  Sample sample;
  std::memcpy(&sample, row + i * sizeof sample, sizeof sample);
  return sample;
}

template <class Unsigned, class Signed>
double whole(const SampleType& type, const unsigned char* row, std::uint64_t i) {
  return type.is_signed() ? static_cast<double>(read<Signed>(row, i)) : static_cast<double>(read<Unsigned>(row, i));
}

bool SampleType::is_plain() const {
  if (is_float()) return bits == 16 || bits == 32 || bits == 64;
  if (format != SAMPLEFORMAT_UINT && format != SAMPLEFORMAT_INT && format != SAMPLEFORMAT_VOID) return false;
  if (bits == 1 || bits == 2 || bits == 4) return !is_signed();
  return bits == 8 || bits == 16 || bits == 32 || bits == 64;
}

// The sample of this number in a row as libtiff decodes it: its bytes in this machine's order.
double sample_at(const SampleType& type, const unsigned char* row, std::uint64_t i) {
  if (type.is_float()) {
    if (type.bits == 64) return read<double>(row, i);
    if (type.bits == 32) return static_cast<double>(read<float>(row, i));
    Imath::half half;
    half.setBits(read<std::uint16_t>(row, i));
    return static_cast<double>(static_cast<float>(half));
  }
  switch (type.bits) {
    case 8:
      return whole<std::uint8_t, std::int8_t>(type, row, i);
    case 16:
      return whole<std::uint16_t, std::int16_t>(type, row, i);
    case 32:
      return whole<std::uint32_t, std::int32_t>(type, row, i);
    case 64:
      return whole<std::uint64_t, std::int64_t>(type, row, i);
    default: {
      const std::uint64_t bit = i * type.bits;
      return (row[bit / 8] >> (8 - type.bits - bit % 8)) & ((1 << type.bits) - 1);
    }
  }
}

constexpr int most_parts = 1024;

// Largest ratio of a picture to its bytes in the file.
std::uint64_t greatest_ratio(std::uint16_t compression) {
  switch (compression) {
    case COMPRESSION_NONE:
      return 1;
    case COMPRESSION_PACKBITS:
      return 128;
    case COMPRESSION_LZW:
      return 4096;
    case COMPRESSION_DEFLATE:
    case COMPRESSION_ADOBE_DEFLATE:
      return 1100;
    default:
      return 100000;
  }
}

// Others are OpenImageIO's to read.
bool is_read(std::uint16_t compression) {
  return greatest_ratio(compression) < 100000 || compression == COMPRESSION_LZMA || compression == COMPRESSION_ZSTD;
}

// Description of the samples by one directory.
struct Layout {
  std::uint32_t width = 0, height = 0, depth = 1;
  std::uint16_t channels = 1, planes = PLANARCONFIG_CONTIG, compression = COMPRESSION_NONE;
  std::uint16_t photometric = PHOTOMETRIC_MINISBLACK;
  SampleType type;
  bool tiled = false;
  std::uint32_t tile_width = 0, tile_height = 0;

  explicit Layout(const TiffHandle& tiff)
      : width(tiff.field<std::uint32_t>(TIFFTAG_IMAGEWIDTH, 0)),
        height(tiff.field<std::uint32_t>(TIFFTAG_IMAGELENGTH, 0)),
        depth(tiff.field<std::uint32_t>(TIFFTAG_IMAGEDEPTH, 1)),
        channels(tiff.field<std::uint16_t>(TIFFTAG_SAMPLESPERPIXEL, 1)),
        planes(tiff.field<std::uint16_t>(TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG)),
        compression(tiff.field<std::uint16_t>(TIFFTAG_COMPRESSION, COMPRESSION_NONE)),
        photometric(tiff.field<std::uint16_t>(TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK)),
        tiled(TIFFIsTiled(tiff.get()) != 0),
        tile_width(tiff.field<std::uint32_t>(TIFFTAG_TILEWIDTH, 0)),
        tile_height(tiff.field<std::uint32_t>(TIFFTAG_TILELENGTH, 0)) {
    type.bits = tiff.field<std::uint16_t>(TIFFTAG_BITSPERSAMPLE, 1);
    type.format = tiff.field<std::uint16_t>(TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_UINT);
  }
  bool is_plain() const {
    const bool colours = photometric == PHOTOMETRIC_MINISBLACK || photometric == PHOTOMETRIC_MINISWHITE ||
                         photometric == PHOTOMETRIC_RGB || photometric == PHOTOMETRIC_PALETTE;
    return colours && type.is_plain() && is_read(compression);
  }
  bool separate() const { return planes == PLANARCONFIG_SEPARATE; }
  std::uint64_t row_bytes(std::uint64_t columns) const {
    return (columns * (separate() ? 1 : channels) * type.bits + 7) / 8;
  }
};

class TiffDecoding final : public Decoding {
 public:
  explicit TiffDecoding(const std::string& path) : tiff_(path) {}

  void facts(std::FILE* to) override {
    if (Layout(tiff_).is_plain()) {
      to_part(0);
      int part = 0;
      do {
        if (part == most_parts) too_many();
        write_part(to);
        ++part;
      } while (TIFFReadDirectory(tiff_.get()) == 1);
    } else {
      demand_sound();
      std::fputs("foreign\n", to);
    }
    tiff_.demand_that_it_was_read();
  }

  std::uint64_t memory(int part, int) override {
    to_part(part);
    return memory_of(Layout(tiff_));
  }

  void cells(int channel, std::optional<double> nodata, std::FILE* to) override {
    const Layout layout(tiff_);
    TiffScale scale = in_metres(scale_of(tiff_, channel), georeference_of(tiff_, layout.height));
    tiff_.demand_that_it_was_read();
    if (nodata) scale.nodata = nodata;
    if (layout.tiled) {
      write_tiles(layout, scale, channel, to);
    } else {
      write_rows(layout, scale, channel, to);
    }
  }

 private:
  void to_part(int part) {
    bool there = TIFFSetDirectory(tiff_.get(), 0) == 1;
    for (int i = 0; there && i < part; ++i) there = TIFFReadDirectory(tiff_.get()) == 1;
    if (!there) tiff_.fail("it has no such part");
  }

  // Others read all directories before the first sample.
  void demand_sound() {
    demand_bytes(Layout(tiff_));
    int parts = 1;
    while (TIFFReadDirectory(tiff_.get()) == 1) {
      if (++parts > most_parts) too_many();
    }
  }

  // For one that cannot be read, the reason: others of the file may be readable.
  void write_part(std::FILE* to) {
    const Layout layout(tiff_);
    const std::string name = line_of(tiff_.text(TIFFTAG_PAGENAME));
    std::string why;
    TiffGeoreference geo;
    std::uint64_t memory = 0;
    try {
      if (!layout.is_plain())
        throw std::runtime_error("its samples are of a kind that is not read; save it as 32-bit floats");
      if (layout.width > 0 && layout.height > 0 && layout.channels > 0) {
        demand_bytes(layout);
        geo = georeference_of(tiff_, layout.height);
        memory = memory_of(layout);
      }
    } catch (const files::ReadFailed&) {
      throw;
    } catch (const std::runtime_error& error) {
      why = error.what();
    }
    std::fprintf(to, "part %u %u %u 0 %llu %d %s\n", layout.width, layout.height, layout.depth,
                 static_cast<unsigned long long>(memory), layout.channels, name.c_str());
    if (!why.empty()) std::fprintf(to, "refused %s\n", line_of(why).c_str());
    std::fprintf(to, "cell %.17g %.17g\n", geo.cell_width, geo.cell_height);
    if (geo.is_unplaced) std::fprintf(to, "unplaced\n");
    if (!std::isnan(geo.latitude)) std::fprintf(to, "latitude %.17g\n", geo.latitude);
    for (int i = 0; i < layout.channels; ++i) write_channel(layout, geo, i, to);
  }

  void write_channel(const Layout& layout, const TiffGeoreference& geo, int channel, std::FILE* to) {
    constexpr const char* names[] = {"R", "G", "B", "A"};
    const std::string name = layout.photometric == PHOTOMETRIC_RGB && channel < 4 ? names[channel]
                             : channel == 0                                       ? "Y"
                                                                                  : "channel" + std::to_string(channel);
    std::fprintf(to, "channel %d %s\n", layout.type.is_float() ? 0 : static_cast<int>(layout.type.bits), name.c_str());
    try {
      const TiffScale scale = in_metres(scale_of(tiff_, channel), geo);
      const bool values = layout.type.is_float() || layout.type.is_signed() || layout.type.bits > 16 ||
                          geo.is_geotiff || scale.scaled() || scale.nodata.has_value();
      std::fprintf(to, "samples %d %d %d\n", values ? 1 : 0, layout.type.is_signed() ? 1 : 0, scale.scaled() ? 1 : 0);
      if (scale.metres != 1) std::fprintf(to, "remark %s became metres\n", unit_of_length(scale.metres).c_str());
    } catch (const std::runtime_error& error) {
      std::fprintf(to, "refused %s\n", line_of(error.what()).c_str());
    }
  }

  // With this program itself.
  std::uint64_t memory_of(const Layout& layout) const {
    const std::uint64_t unit =
        layout.tiled ? static_cast<std::uint64_t>(TIFFTileSize(tiff_.get())) : layout.row_bytes(layout.width);
    const std::uint64_t rows = layout.tiled ? layout.tile_height : 1;
    return 4 * unit + 2 * std::min(tiff_.file_size(), largest_unit(layout)) +
           std::min<std::uint64_t>(rows, layout.height) * layout.width * sizeof(float) + (std::uint64_t{24} << 20);
  }

  [[noreturn]] static void too_many() {
    throw std::runtime_error("it has more than " + std::to_string(most_parts) + " parts");
  }

  // Heights in feet and the like are read in metres. A band's own unit counts before the reference system's.
  static TiffScale in_metres(TiffScale scale, const TiffGeoreference& geo) {
    if (scale.metres == 0) scale.metres = geo.metres > 0 ? geo.metres : 1;
    scale.scale *= scale.metres;
    scale.offset *= scale.metres;
    return scale;
  }

  // Compressed bytes of the largest strip or tile.
  std::uint64_t largest_unit(const Layout& layout) const {
    std::uint64_t most = 0;
    const std::uint32_t units = layout.tiled ? TIFFNumberOfTiles(tiff_.get()) : TIFFNumberOfStrips(tiff_.get());
    for (std::uint32_t i = 0; i < units; ++i)
      most = std::max<std::uint64_t>(most, TIFFGetStrileByteCount(tiff_.get(), i));
    return most;
  }

  // The declared data of the header must lie in the file, before memory is allocated for it. A strip or tile of no
  // bytes is one without data, which GDAL leaves out.
  void demand_bytes(const Layout& layout) {
    const std::uint32_t units = layout.tiled ? TIFFNumberOfTiles(tiff_.get()) : TIFFNumberOfStrips(tiff_.get());
    const std::uint64_t rows = layout.tiled ? layout.tile_height : tiff_.field<std::uint32_t>(TIFFTAG_ROWSPERSTRIP, 1);
    const std::uint64_t row_bytes = layout.row_bytes(layout.tiled ? layout.tile_width : layout.width);
    const std::uint64_t strips = rows == 0 ? 0 : (layout.height + rows - 1) / rows;  // of a plane
    if (rows == 0) lies();
    const std::uint64_t ratio = greatest_ratio(layout.compression);
    // The table of units alone takes so much.
    if (units == 0 || units > tiff_.file_size()) lies();
    for (std::uint32_t i = 0; i < units; ++i) {
      const std::uint64_t bytes = TIFFGetStrileByteCount(tiff_.get(), i), at = TIFFGetStrileOffset(tiff_.get(), i);
      if (bytes == 0) continue;
      if (at > tiff_.file_size() || bytes > tiff_.file_size() - at) lies();
      const bool is_last_strip = !layout.tiled && (i + 1) % strips == 0;
      const std::uint64_t raw = row_bytes * (is_last_strip ? layout.height - rows * (strips - 1) : rows);
      if (raw / ratio > bytes + 64) lies();
    }
  }
  [[noreturn]] void lies() {
    throw std::runtime_error("its header claims more than the " + std::to_string(tiff_.file_size()) +
                             " bytes of the file can hold");
  }

  float value_of(const Layout& layout, const TiffScale& scale, double sample) const {
    if (layout.photometric == PHOTOMETRIC_MINISWHITE && !layout.type.is_float() && !layout.type.is_signed())
      sample = std::ldexp(1.0, layout.type.bits) - 1 - sample;
    // As its own type holds that number: the text of a float has fewer digits than a double.
    const bool narrow = layout.type.is_float() && layout.type.bits == 32;
    if (scale.nodata &&
        (narrow ? static_cast<float>(sample) == static_cast<float>(*scale.nodata) : sample == *scale.nodata)) {
      return std::numeric_limits<float>::quiet_NaN();
    }
    return static_cast<float>(scale.scaled() ? scale.offset + scale.scale * sample : sample);
  }
  static float absent(const TiffScale& scale) {
    return scale.nodata ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(scale.offset);
  }

  void write_rows(const Layout& layout, const TiffScale& scale, int channel, std::FILE* to) {
    const std::uint64_t stride = layout.separate() ? 1 : layout.channels;
    const std::uint64_t first = layout.separate() ? 0 : static_cast<std::uint64_t>(channel);
    const auto plane = static_cast<std::uint16_t>(layout.separate() ? channel : 0);
    std::vector<unsigned char> row(static_cast<std::size_t>(TIFFScanlineSize(tiff_.get())));
    if (row.size() < layout.row_bytes(layout.width)) tiff_.fail("its rows have no size");
    std::vector<float> cells(layout.width);
    for (std::uint32_t y = 0; y < layout.height; ++y) {
      const std::uint32_t strip = TIFFComputeStrip(tiff_.get(), y, plane);
      const bool there = TIFFGetStrileByteCount(tiff_.get(), strip) != 0;
      if (there && TIFFReadScanline(tiff_.get(), row.data(), y, plane) != 1) tiff_.fail("a row cannot be read");
      for (std::uint64_t x = 0; x < layout.width; ++x)
        cells[x] =
            there ? value_of(layout, scale, sample_at(layout.type, row.data(), x * stride + first)) : absent(scale);
      write(cells, to);
    }
  }

  void write_tiles(const Layout& layout, const TiffScale& scale, int channel, std::FILE* to) {
    const std::uint64_t stride = layout.separate() ? 1 : layout.channels;
    const std::uint64_t first = layout.separate() ? 0 : static_cast<std::uint64_t>(channel);
    const auto plane = static_cast<std::uint16_t>(layout.separate() ? channel : 0);
    const tmsize_t bytes = TIFFTileSize(tiff_.get());
    const std::uint64_t row_bytes = layout.row_bytes(layout.tile_width);
    if (bytes <= 0 || row_bytes * layout.tile_height > static_cast<std::uint64_t>(bytes))
      tiff_.fail("its tiles have no size");
    std::vector<unsigned char> tile(static_cast<std::size_t>(bytes));
    std::vector<float> cells;
    for (std::uint32_t top = 0; top < layout.height; top += layout.tile_height) {
      const std::uint32_t rows = std::min(layout.tile_height, layout.height - top);
      cells.resize(std::size_t{rows} * layout.width);
      for (std::uint32_t left = 0; left < layout.width; left += layout.tile_width) {
        const std::uint32_t columns = std::min(layout.tile_width, layout.width - left);
        const std::uint32_t number = TIFFComputeTile(tiff_.get(), left, top, 0, plane);
        const bool there = TIFFGetStrileByteCount(tiff_.get(), number) != 0;
        if (there && TIFFReadEncodedTile(tiff_.get(), number, tile.data(), bytes) < 0)
          tiff_.fail("a tile cannot be read");
        for (std::uint32_t y = 0; y < rows; ++y) {
          float* row = &cells[std::size_t{y} * layout.width + left];
          const unsigned char* from = tile.data() + y * row_bytes;
          for (std::uint64_t x = 0; x < columns; ++x)
            row[x] = there ? value_of(layout, scale, sample_at(layout.type, from, x * stride + first)) : absent(scale);
        }
      }
      write(cells, to);
    }
  }

  void write(const std::vector<float>& cells, std::FILE* to) const {
    tiff_.demand_that_it_was_read();
    std::fwrite(cells.data(), sizeof(float), cells.size(), to);
  }

  TiffHandle tiff_;
};

}  // namespace
}  // namespace terrawright::readers

int main(int argc, char** argv) {
  using namespace terrawright::readers;
  decode(argc, argv, [](const std::string& path) { return std::make_unique<TiffDecoding>(path); });
}
