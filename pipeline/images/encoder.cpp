// SPDX-License-Identifier: Apache-2.0
#include "images/encoder.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace terrawright::images {
namespace {

enum Type : std::uint16_t { ascii = 2, u16 = 3, u32 = 4, f64 = 12, u64 = 16 };

std::size_t size_of(std::uint16_t type) { return type == u16 ? 2 : type == u32 ? 4 : 8; }

std::string number(std::uint64_t value, std::size_t size) {
  std::string bytes;
  for (std::size_t i = 0; i < size; ++i) bytes += static_cast<char>(value >> (8 * i) & 255);
  return bytes;
}

std::string numbers(const std::vector<std::uint64_t>& values, std::uint16_t type) {
  std::string bytes;
  for (const std::uint64_t value : values) bytes += number(value, size_of(type));
  return bytes;
}

std::string doubles(const std::vector<double>& values) {
  std::string bytes(values.size() * sizeof(double), '\0');
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

using Entry = Encoder::Entry;

// In the order in which their values lie in the file.
std::vector<Entry> entries_of(const EncodedImage& image, const Entry& sizes, const Entry& offsets) {
  std::vector<Entry> entries;
  const auto put = [&](std::uint16_t tag, const std::vector<std::uint64_t>& values) {
    const std::uint16_t type = *std::max_element(values.begin(), values.end()) > 65535 ? u32 : u16;
    entries.push_back({tag, type, values.size(), numbers(values, type)});
  };
  const auto channels = static_cast<std::size_t>(image.channels), beyond = channels - (image.colours ? 3 : 1);
  const bool floats = image.stored == Stored::float32 || image.stored == Stored::float64;
  put(256, {static_cast<std::uint64_t>(image.width)});
  put(257, {static_cast<std::uint64_t>(image.height)});
  if (image.tile > 0) {
    put(322, {static_cast<std::uint64_t>(image.tile)});
    put(323, {static_cast<std::uint64_t>(image.tile)});
  }
  if (image.reduced) entries.push_back({254, u32, 1, number(1, 4)});
  put(258, std::vector<std::uint64_t>(channels, static_cast<std::uint64_t>(8 * bytes_of(image.stored))));
  put(259, {1});                                                     // not compressed
  put(262, {image.colours ? 2u : image.palette.empty() ? 1u : 3u});  // what its colours are
  put(274, {1});                                                     // the first row is on top
  put(277, {channels});
  if (image.tile == 0) put(278, {EncodedImage::strip});
  put(284, {1});  // samples side by side
  entries.push_back(sizes);
  entries.push_back(offsets);
  if (!image.palette.empty()) put(320, {image.palette.begin(), image.palette.end()});
  if (beyond > 0) put(338, std::vector<std::uint64_t>(beyond, image.colours ? 2 : 0));
  put(339, std::vector<std::uint64_t>(channels, floats ? 3 : 1));
  if (image.place) {
    // GeoTIFF 1.1: degrees of longitude and latitude, straight along columns and rows; areas; WGS 84; degrees.
    entries.push_back({33550, f64, 3, doubles({image.place->across, image.place->down, 0})});
    entries.push_back({33922, f64, 6, doubles({0, 0, 0, image.place->west, image.place->north, 0})});
    put(34735, {1, 1, 0, 4, 1024, 0, 1, 2, 1025, 0, 1, 1, 2048, 0, 1, 4326, 2054, 0, 1, 9102});
  }
  for (const auto& [tag, text] : image.texts) entries.push_back({tag, ascii, text.size() + 1, text + '\0'});
  return entries;
}

std::uint64_t unit_bytes(const EncodedImage& image) {
  return static_cast<std::uint64_t>((image.tile > 0 ? image.tile * image.tile : EncodedImage::strip * image.width) *
                                    image.pixel_bytes());
}

std::uint64_t even(std::uint64_t offset) { return offset + offset % 2; }

}  // namespace

Encoder::Encoder(const std::filesystem::path& path, const EncodedImage& image)
    : file_(std::make_unique<WholeFile>(path)), image_(image) {
  begin();
}

Encoder::Encoder(const std::filesystem::path& path, const std::vector<EncodedImage>& images, const std::string& heading)
    : file_(std::make_unique<WholeFile>(path)), images_(images), image_(images[0]) {
  begin();
  write(heading, file_->size());
  std::vector<std::uint64_t> entries;
  std::vector<Units> units(images.size());
  std::uint64_t data = 0;
  for (std::size_t i = 0; i < images.size(); ++i) {
    const std::int64_t side = images[i].tile;
    units[i].bytes = unit_bytes(images[i]);
    units[i].offsets.resize(static_cast<std::size_t>((images[i].width + side - 1) / side) *
                            static_cast<std::size_t>((images[i].height + side - 1) / side));
    image_ = images[i];
    entries.push_back(write_directory({}));
    for (const Entry& table : {offsets_of(units[i]), sizes_of(units[i])})
      data += table.value.size() > word() ? table.value.size() : 0;
  }
  data += file_->size();
  for (std::size_t i = images.size(); i-- > 0;) {
    for (std::uint64_t& offset : units[i].offsets) {
      offset = data + 4;
      data += 4 + units[i].bytes + 4;
    }
  }
  for (std::size_t i = 0; i < images.size(); ++i) {
    std::uint64_t end = file_->size();
    std::string both = entry(offsets_of(units[i]), end);
    both += entry(sizes_of(units[i]), end);
    write(both, entries[i]);
  }
}

void Encoder::begin() {
  file_->hash_when_settled();  // links are written last
  file_->reserve(static_cast<std::uint64_t>(image_.width * image_.height * image_.pixel_bytes()));
  write(image_.bigtiff ? "II+" + number(8 << 8, 5) + number(0, 8) : "II*" + number(0, 5), 0);
  link_ = file_->size() - word();
}

void Encoder::next(const EncodedImage& image) {
  write_directory(units_);
  units_ = {};
  image_ = image;
}

void Encoder::rows(std::int64_t count, const void* pixels) {
  const auto* const from = static_cast<const char*>(pixels);
  const std::int64_t side = image_.tile, pixel = image_.pixel_bytes(), row_bytes = image_.width * pixel;
  units_.bytes = unit_bytes(image_);
  if (side == 0) {
    units_.offsets.push_back(file_->size());
    units_.last = static_cast<std::uint64_t>(count * row_bytes);
    write(std::string_view(from, units_.last), file_->size());
    return;
  }
  // A row of squares, those at the edges filled up with zeros.
  std::string cells;
  for (std::int64_t x = 0; x < image_.width; x += side) {
    const std::int64_t columns = std::min(side, image_.width - x);
    cells.assign(units_.bytes, '\0');
    for (std::int64_t row = 0; row < count; ++row)
      std::copy_n(from + row * row_bytes + x * pixel, columns * pixel, cells.begin() + row * side * pixel);
    // As the heading says: around each its size and its last bytes.
    if (!images_.empty()) cells = number(cells.size(), 4) + cells + cells.substr(cells.size() - 4);
    units_.offsets.push_back(file_->size());
    write(cells, file_->size());
  }
}

std::unique_ptr<WholeFile> Encoder::close() {
  if (images_.empty()) write_directory(units_);
  return std::move(file_);
}

void Encoder::write(std::string_view bytes, std::uint64_t offset) {
  if (file_->write(bytes.data(), bytes.size(), offset) != 0) file_->settle();  // which says why
}

Encoder::Entry Encoder::offsets_of(const Units& units) const {
  const std::uint16_t type = image_.bigtiff ? u64 : u32, tag = image_.tile > 0 ? 324 : 273;
  return {tag, type, units.offsets.size(), numbers(units.offsets, type)};
}

Encoder::Entry Encoder::sizes_of(const Units& units) const {
  const std::size_t count = units.offsets.size();
  const std::uint16_t type = count > 1 ? (units.bytes > 65535 ? u32 : u16) : image_.bigtiff ? u64 : u32;
  std::vector<std::uint64_t> sizes(count, units.bytes);
  if (units.last > 0) sizes.back() = units.last;
  return {static_cast<std::uint16_t>(image_.tile > 0 ? 325 : 279), type, count, numbers(sizes, type)};
}

std::string Encoder::entry(const Entry& entry, std::uint64_t& end) {
  std::string value = entry.value;
  if (value.size() > word()) {
    write(value, end);
    end += value.size();
    value = number(end - entry.value.size(), word());
  }
  value.resize(word(), '\0');
  return number(entry.tag, 2) + number(entry.type, 2) + number(entry.count, word()) + value;
}

std::uint64_t Encoder::write_directory(const Units& units) {
  std::vector<Entry> entries = entries_of(image_, sizes_of(units), offsets_of(units));
  const std::uint64_t at = even(file_->size());
  const std::size_t each = 4 + 2 * word();
  std::string directory = number(entries.size(), image_.bigtiff ? 8 : 2);
  std::uint64_t end = even(at + directory.size() + entries.size() * each + word());
  std::vector<std::pair<std::uint16_t, std::string>> sorted;
  for (const Entry& one : entries) {
    end = even(end);
    sorted.emplace_back(one.tag, entry(one, end));
  }
  std::sort(sorted.begin(), sorted.end());
  std::uint64_t of_offsets = 0;
  for (const auto& [tag, bytes] : sorted) {
    if (tag == 324) of_offsets = at + directory.size();
    directory += bytes;
  }
  write(directory + number(0, word()), at);
  write(number(at, word()), link_);
  link_ = at + directory.size();
  return of_offsets;
}

}  // namespace terrawright::images
