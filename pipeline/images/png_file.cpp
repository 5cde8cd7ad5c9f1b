// SPDX-License-Identifier: Apache-2.0
#include "images/png_file.hpp"

#include <zlib.h>

#include <algorithm>
#include <string>

#include "terrawright/processors.h"

namespace terrawright::images {
namespace {

constexpr std::size_t bytes_at_once = 128 * 1024;

void append(std::string& bytes, std::uint32_t number) {
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(number >> shift & 255);
}

TERRAWRIGHT_FOR_EACH_PROCESSOR
void filter_up(unsigned char* __restrict to, const unsigned char* row, const unsigned char* above, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) to[i] = static_cast<unsigned char>(row[i] - above[i]);
}

// (left + above) / 2 without a ninth bit.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void filter_average(unsigned char* __restrict to, const unsigned char* row, const unsigned char* above,
                    std::size_t size, std::size_t pixel) {
  for (std::size_t i = 0; i < pixel; ++i) to[i] = static_cast<unsigned char>(row[i] - above[i] / 2);
  const unsigned char* left = row - pixel;
  for (std::size_t i = pixel; i < size; ++i) {
    const auto mean = static_cast<unsigned char>((left[i] & above[i]) + ((left[i] ^ above[i]) >> 1));
    to[i] = static_cast<unsigned char>(row[i] - mean);
  }
}

}  // namespace

PngFile::PngFile(const std::filesystem::path& path, const PngFacts& facts, const Attributes& attributes)
    : file_(path),
      row_bytes_(static_cast<std::size_t>(facts.width * facts.channels * facts.bits / 8)),
      pixel_bytes_(static_cast<std::size_t>(facts.channels * facts.bits / 8)),
      filter_(facts.filter),
      above_(row_bytes_),
      rows_at_once_(std::max<std::size_t>(bytes_at_once / (row_bytes_ + 1), 1)),
      rows_(rows_at_once_ * row_bytes_) {
  const std::string_view signature = "\x89PNG\r\n\x1a\n";
  file_.write(signature.data(), signature.size(), 0);
  offset_ = signature.size();
  std::string header;
  append(header, static_cast<std::uint32_t>(facts.width));
  append(header, static_cast<std::uint32_t>(facts.height));
  header += static_cast<char>(facts.bits);
  header += static_cast<char>(facts.channels == 1 ? 0 : facts.channels == 3 ? 2 : 6);
  header.append(3, '\0');  // deflate, the five filters, not interlaced
  chunk("IHDR", header.data(), header.size());
  if (facts.channels > 1) {
    chunk("sRGB", "\0", 1);
    std::string gamma;
    append(gamma, 45455);
    chunk("gAMA", gamma.data(), gamma.size());
  }
  for (const auto& [name, value] : attributes) {
    const std::string text = name + '\0' + value;
    chunk("tEXt", text.data(), text.size());
  }
}

unsigned char* PngFile::next_row() {
  if (n_rows_ == rows_at_once_) compress();
  return rows_.data() + n_rows_++ * row_bytes_;
}

void PngFile::compress() {
  filtered_.resize(n_rows_ * (row_bytes_ + 1));
  const unsigned char *bytes = rows_.data(), *above = above_.data();
  unsigned char* to = filtered_.data();
  for (std::size_t y = 0; y < n_rows_; ++y, above = bytes, bytes += row_bytes_, to += row_bytes_) {
    *to++ = static_cast<unsigned char>(filter_);
    switch (filter_) {
      case PngFilter::none:
        std::copy(bytes, bytes + row_bytes_, to);
        break;
      case PngFilter::up:
        filter_up(to, bytes, above, row_bytes_);
        break;
      case PngFilter::average:
        filter_average(to, bytes, above, row_bytes_, pixel_bytes_);
        break;
    }
  }
  std::copy(above, above + row_bytes_, above_.begin());
  deflate_.add(filtered_.data(), filtered_.size());
  const std::vector<unsigned char> compressed = deflate_.take();
  if (!compressed.empty()) chunk("IDAT", compressed.data(), compressed.size());
  if (file_.first_error() != 0) file_.settle();  // which says why
  n_rows_ = 0;
}

WholeFile& PngFile::close() {
  if (n_rows_ > 0) compress();
  deflate_.finish();
  const std::vector<unsigned char> compressed = deflate_.take();
  chunk("IDAT", compressed.data(), compressed.size());
  chunk("IEND", nullptr, 0);
  if (file_.first_error() != 0) file_.settle();
  return file_;
}

void PngFile::chunk(std::string_view type, const void* bytes, std::size_t size) {
  std::string begin, end;
  append(begin, static_cast<std::uint32_t>(size));
  begin += type;
  uLong sum = crc32_z(0, reinterpret_cast<const Bytef*>(type.data()), type.size());
  if (size > 0) sum = crc32_z(sum, static_cast<const Bytef*>(bytes), size);
  append(end, static_cast<std::uint32_t>(sum));
  file_.write(begin.data(), begin.size(), offset_);
  file_.write(bytes, size, offset_ + begin.size());
  file_.write(end.data(), end.size(), offset_ + begin.size() + size);
  offset_ += begin.size() + size + end.size();
}

}  // namespace terrawright::images
