// SPDX-License-Identifier: Apache-2.0
#include "raster/tif/tiff_file.hpp"

#include <algorithm>
#include <cstring>

#include "encode/seekable_file.hpp"

namespace terrawright::encode {
namespace {

// Readers that fetch a part of a file over a network get all directories with its first bytes, and what is seen from
// afar with those that follow: https://cogeo.org, OGC 21-026. This is how GDAL tells so.
constexpr std::string_view cloud_layout =
    "LAYOUT=IFDS_BEFORE_DATA\nBLOCK_ORDER=ROW_MAJOR\nBLOCK_LEADER=SIZE_AS_UINT4\n"
    "BLOCK_TRAILER=LAST_4_BYTES_REPEATED\nKNOWN_INCOMPATIBLE_EDITION=NO\n ";
// Bytes of each: the size of a square before it, and its last bytes after it.
constexpr std::uint64_t around = 4;

constexpr std::uint64_t most_of_classic = 4000000000;  // bytes

enum TiffType : std::uint16_t { ascii = 2, u16 = 3, u32 = 4, f64 = 12, u64 = 16 };

// An entry of a directory for an image. Its value, where it is too long for that, may stand elsewhere.
struct TiffEntry {
  std::uint16_t tag, type;
  std::uint64_t count;
  std::string value;
  std::optional<std::uint64_t> elsewhere = {};
};

std::size_t size_of(std::uint16_t type) { return type == u16 ? 2 : type == u32 ? 4 : 8; }

std::string number(std::uint64_t value, std::size_t size) {
  std::string bytes;
  add_little_endian(bytes, value, size);
  return bytes;
}

std::string doubles(const std::vector<double>& values) {
  std::string bytes(values.size() * sizeof(double), '\0');
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

std::uint64_t even(std::uint64_t offset) { return offset + offset % 2; }

TiffFile::Layout units_of(const TiffImage& image) {
  const auto units = [](std::int64_t cells, std::int64_t each) { return (cells + each - 1) / each; };
  TiffFile::Layout layout;
  if (image.tile > 0) {
    layout.count = static_cast<std::uint64_t>(units(image.width, image.tile) * units(image.height, image.tile));
    layout.each = layout.last = static_cast<std::uint64_t>(image.tile * image.tile * image.pixel_bytes());
  } else {
    const std::int64_t count = units(image.height, TiffImage::strip), row_bytes = image.width * image.pixel_bytes();
    layout.count = static_cast<std::uint64_t>(count);
    layout.each = static_cast<std::uint64_t>(TiffImage::strip * row_bytes);
    layout.last = static_cast<std::uint64_t>((image.height - (count - 1) * TiffImage::strip) * row_bytes);
  }
  layout.step = layout.each;
  return layout;
}

TiffEntry offsets_of(const TiffFile::Layout& layout, bool squares, bool bigtiff) {
  const std::uint16_t type = bigtiff ? u64 : u32, tag = squares ? 324 : 273;
  std::string value;
  value.reserve(layout.count * size_of(type));
  for (std::uint64_t i = 0; i < layout.count; ++i)
    add_little_endian(value, layout.first + i * layout.step, size_of(type));
  return {tag, type, layout.count, std::move(value)};
}

TiffEntry sizes_of(const TiffFile::Layout& layout, bool squares, bool bigtiff) {
  const std::uint16_t type = layout.count > 1 ? (layout.each > 65535 ? u32 : u16) : bigtiff ? u64 : u32;
  std::string value;
  value.reserve(layout.count * size_of(type));
  for (std::uint64_t i = 0; i < layout.count; ++i)
    add_little_endian(value, i + 1 < layout.count ? layout.each : layout.last, size_of(type));
  return {static_cast<std::uint16_t>(squares ? 325 : 279), type, layout.count, std::move(value)};
}

// In the order in which their values lie in the file.
std::vector<TiffEntry> entries_of(const TiffImage& image, TiffEntry sizes, TiffEntry offsets) {
  std::vector<TiffEntry> entries;
  const auto put = [&](std::uint16_t tag, const std::vector<std::uint64_t>& values) {
    const std::uint16_t type = *std::max_element(values.begin(), values.end()) > 65535 ? u32 : u16;
    std::string bytes;
    for (const std::uint64_t value : values) add_little_endian(bytes, value, size_of(type));
    entries.push_back({tag, type, values.size(), std::move(bytes)});
  };
  const auto channels = static_cast<std::size_t>(image.channels), beyond = channels - (image.colours ? 3 : 1);
  const bool floats = image.sample == TiffSample::float32 || image.sample == TiffSample::float64;
  put(256, {static_cast<std::uint64_t>(image.width)});
  put(257, {static_cast<std::uint64_t>(image.height)});
  if (image.tile > 0) {
    put(322, {static_cast<std::uint64_t>(image.tile)});
    put(323, {static_cast<std::uint64_t>(image.tile)});
  }
  if (image.reduced) entries.push_back({254, u32, 1, number(1, 4)});
  put(258, std::vector<std::uint64_t>(channels, static_cast<std::uint64_t>(8 * bytes_of(image.sample))));
  put(259, {1});                                                     // not compressed
  put(262, {image.colours ? 2u : image.palette.empty() ? 1u : 3u});  // what its colours are
  put(274, {1});                                                     // the first row is on top
  put(277, {channels});
  if (image.tile == 0) put(278, {TiffImage::strip});
  put(284, {1});  // samples side by side
  entries.push_back(std::move(sizes));
  entries.push_back(std::move(offsets));
  if (!image.palette.empty()) put(320, {image.palette.begin(), image.palette.end()});
  if (beyond > 0) put(338, std::vector<std::uint64_t>(beyond, image.colours ? 2 : 0));
  put(339, std::vector<std::uint64_t>(channels, floats ? 3 : 1));
  if (image.transform) {
    // GeoTIFF 1.1: degrees of longitude and latitude, straight along columns and rows; areas; WGS 84; degrees.
    entries.push_back({33550, f64, 3, doubles({image.transform->across, image.transform->down, 0})});
    entries.push_back({33922, f64, 6, doubles({0, 0, 0, image.transform->west, image.transform->north, 0})});
    put(34735, {1, 1, 0, 4, 1024, 0, 1, 2, 1025, 0, 1, 1, 2048, 0, 1, 4326, 2054, 0, 1, 9102});
  }
  for (const auto& [tag, text] : image.texts) entries.push_back({tag, ascii, text.size() + 1, text + '\0'});
  return entries;
}

}  // namespace

bool needs_bigtiff(const std::vector<TiffImage>& images) {
  std::uint64_t bytes = 0;
  for (const TiffImage& image : images) bytes += units_of(image).data();
  return bytes > most_of_classic;
}

TiffFile::TiffFile(const Writing::File& file, std::vector<TiffImage> images, TiffOrder order, bool bigtiff)
    : file_(file), images_(std::move(images)), order_(order), bigtiff_(bigtiff) {
  lay_out();
  add(header());
  if (is_cloud_optimised()) {
    for (std::size_t i = 0; i < images_.size(); ++i) add_directory(i);
    for (std::size_t i = 0; i < images_.size(); ++i) add(tables(i));
    at_ = images_.size() - 1;
  }
  begin_image();
}

void TiffFile::lay_out() {
  for (const TiffImage& image : images_) layouts_.push_back(units_of(image));
  std::uint64_t end = header().size();
  const auto place_data = [&](Layout& layout) {
    layout.first = end;
    end += layout.data();
  };
  const auto place_directory = [&](std::size_t i) {
    layouts_[i].directory = even(end);
    end = layouts_[i].directory + directory(i).size();
  };
  if (!is_cloud_optimised()) {
    for (std::size_t i = 0; i < images_.size(); ++i) {
      place_data(layouts_[i]);
      place_directory(i);
    }
  } else {
    for (std::size_t i = 0; i < images_.size(); ++i) place_directory(i);
    for (std::size_t i = 0; i < images_.size(); ++i) {
      layouts_[i].tables = end;
      end += tables(i).size();
    }
    for (std::size_t i = images_.size(); i-- > 0;) {
      Layout& layout = layouts_[i];
      layout.step = layout.each + 2 * around;
      layout.first = end + around;
      end += layout.count * layout.step;
    }
  }
  file_.reserve(end);
}

std::string TiffFile::header() const {
  const std::uint64_t first = layouts_[0].directory;
  std::string bytes = bigtiff_ ? "II+" : "II*";
  add_little_endian(bytes, bigtiff_ ? 8 << 8 : 0, bigtiff_ ? 5 : 1);
  add_little_endian(bytes, first, word());
  if (!is_cloud_optimised()) return bytes;
  const std::string size = std::to_string(cloud_layout.size());
  bytes += "GDAL_STRUCTURAL_METADATA_SIZE=" + std::string(6 - size.size(), '0') + size + " bytes\n";
  return bytes.append(cloud_layout);
}

std::string TiffFile::tables(std::size_t i) const {
  std::string both;
  const bool squares = images_[i].tile > 0;
  for (const TiffEntry& table : {offsets_of(layouts_[i], squares, bigtiff_), sizes_of(layouts_[i], squares, bigtiff_)})
    if (table.value.size() > word()) both += table.value;
  return both;
}

std::string TiffFile::directory(std::size_t i) const {
  const TiffImage& image = images_[i];
  const Layout& layout = layouts_[i];
  TiffEntry offsets = offsets_of(layout, image.tile > 0, bigtiff_), sizes = sizes_of(layout, image.tile > 0, bigtiff_);
  if (is_cloud_optimised()) {
    offsets.elsewhere = layout.tables;
    sizes.elsewhere = layout.tables + (offsets.value.size() > word() ? offsets.value.size() : 0);
  }
  const std::vector<TiffEntry> entries = entries_of(image, std::move(sizes), std::move(offsets));
  const std::size_t head = bigtiff_ ? 8 : 2, each = 4 + 2 * word();
  const std::uint64_t begin = even(head + entries.size() * each + word());
  // Values that are too long for an entry follow the directory.
  std::string values;
  std::vector<std::pair<std::uint16_t, std::string>> sorted;
  for (const TiffEntry& entry : entries) {
    std::string value = entry.value;
    if (value.size() > word()) {
      if (!entry.elsewhere) values.resize(even(values.size()), '\0');
      value = number(entry.elsewhere.value_or(layout.directory + begin + values.size()), word());
      if (!entry.elsewhere) values += entry.value;
    }
    value.resize(word(), '\0');
    sorted.emplace_back(entry.tag, number(entry.tag, 2) + number(entry.type, 2) + number(entry.count, word()) + value);
  }
  std::sort(sorted.begin(), sorted.end());
  std::string bytes = number(entries.size(), head);
  for (const auto& [tag, one] : sorted) bytes += one;
  add_little_endian(bytes, i + 1 < images_.size() ? layouts_[i + 1].directory : 0, word());
  if (values.empty()) return bytes;
  bytes.resize(begin, '\0');
  return bytes + values;
}

void TiffFile::begin_image() {
  const TiffImage& image = images_[at_];
  row_bytes_ = static_cast<std::size_t>(image.width * image.pixel_bytes());
  rows_.resize(row_bytes_ * static_cast<std::size_t>(std::min(image.rows_at_once(), image.height)));
  done_ = 0;
}

void TiffFile::flush() {
  const TiffImage& image = images_[at_];
  if (image.tile == 0) {
    add({rows_.data(), row_bytes_ * static_cast<std::size_t>(waiting_)});
  } else {
    // A row of squares, those at the edges filled up with zeros.
    const std::int64_t side = image.tile, pixel = image.pixel_bytes();
    const std::size_t each = layouts_[at_].each, edge = is_cloud_optimised() ? around : 0;
    for (std::int64_t x = 0; x < image.width; x += side) {
      const std::int64_t columns = std::min(side, image.width - x);
      square_.assign(edge + each + edge, '\0');
      const auto cells = square_.begin() + static_cast<std::ptrdiff_t>(edge);
      for (std::int64_t row = 0; row < waiting_; ++row)
        std::copy_n(rows_.begin() + (row * image.width + x) * pixel, columns * pixel, cells + row * side * pixel);
      if (is_cloud_optimised()) {
        square_.replace(0, edge, number(each, edge));
        std::copy_n(cells + static_cast<std::ptrdiff_t>(each - edge), edge, cells + static_cast<std::ptrdiff_t>(each));
      }
      add(square_);
    }
  }
  done_ += waiting_;
  waiting_ = 0;
  if (done_ < image.height) return;
  if (!is_cloud_optimised()) add_directory(at_);
  if (is_cloud_optimised() ? at_ == 0 : at_ + 1 == images_.size()) return;
  at_ = is_cloud_optimised() ? at_ - 1 : at_ + 1;
  begin_image();
}

void TiffFile::add_directory(std::size_t i) { add(std::string(layouts_[i].directory - end_, '\0') + directory(i)); }

void TiffFile::add(std::string_view bytes) {
  file_.put(end_, bytes.data(), bytes.size());
  end_ += bytes.size();
}

}  // namespace terrawright::encode
