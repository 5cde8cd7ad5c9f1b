// SPDX-License-Identifier: Apache-2.0
#include "images/exr_completeness.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <vector>

namespace terrawright::images {
namespace {

constexpr std::uint64_t bytes_of_offset = 8;

std::uint64_t little_endian(const unsigned char* bytes, int count) {
  std::uint64_t value = 0;
  for (int i = count; i-- > 0;) value = value << 8 | bytes[i];
  return value;
}

class Reader {
 public:
  Reader(WholeFile& file, std::uint64_t at) : file_(file), at_(at) {}
  bool failed() const { return failed_; }
  std::uint64_t at() const { return at_; }
  void skip(std::uint64_t bytes) { at_ += bytes; }

  std::uint64_t number(int bytes) {
    unsigned char buffer[8] = {};
    take(buffer, static_cast<std::size_t>(bytes));
    return little_endian(buffer, bytes);
  }
  std::string text() {
    std::string text;
    for (char c = 0; !failed_;) {
      take(&c, 1);
      if (c == 0) break;
      text += c;
    }
    return text;
  }
  void take(void* to, std::size_t bytes) {
    if (bytes > near_.size()) {
      failed_ = failed_ || file_.read(to, bytes, at_) != bytes;
    } else {
      if (at_ < begin_ || at_ + bytes > begin_ + filled_) {
        begin_ = at_;
        filled_ = file_.read(near_.data(), near_.size(), at_);
      }
      failed_ = failed_ || bytes > filled_;
      if (!failed_) std::memcpy(to, near_.data() + (at_ - begin_), bytes);
    }
    at_ += bytes;
  }

 private:
  WholeFile& file_;
  std::uint64_t at_;
  bool failed_ = false;
  // What was read last, as headers are read byte by byte.
  std::array<unsigned char, 4096> near_;
  std::uint64_t begin_ = 0, filled_ = 0;
};

// Rows of a chunk, by the number of its compression: none, rle, zips, zip, piz.
constexpr std::array<std::uint64_t, 5> rows_of_chunk = {1, 1, 1, 16, 32};

// The squares of a picture, and of all that are half as large as the one before where there are levels.
std::uint64_t squares_of(std::uint64_t width, std::uint64_t height, std::uint64_t side, bool levels) {
  if (side == 0) return 0;
  const auto across = [&](std::uint64_t cells) { return (cells + side - 1) / side; };
  std::uint64_t all = across(width) * across(height);
  while (levels && std::max(width, height) > 1) {
    width = (width + 1) / 2;
    height = (height + 1) / 2;
    all += across(width) * across(height);
  }
  return all;
}

// Reads the header of a part; the answer is the number of its chunks, 0 where there is no further part.
std::uint64_t chunks_of_part(Reader& reader, bool& in_squares) {
  std::uint64_t columns = 0, rows = 0, rows_at_once = 1, side = 0;
  bool levels = false;
  std::optional<std::uint64_t> chunks;  // as it says itself, which those of several parts do
  std::string name = reader.text();
  if (name.empty()) return 0;
  for (; !name.empty() && !reader.failed(); name = reader.text()) {
    reader.text();  // the type
    const std::uint64_t end = reader.number(4) + reader.at();
    if (name == "chunkCount") chunks = reader.number(4);
    if (name == "compression") rows_at_once = rows_of_chunk[std::min<std::uint64_t>(reader.number(1), 4)];
    if (name == "tiles") {
      side = reader.number(4);
      reader.skip(4);
      levels = reader.number(1) % 16 != 0;
      in_squares = true;
    }
    if (name == "dataWindow") {
      const std::uint64_t left = reader.number(4), top = reader.number(4);
      columns = reader.number(4) - left + 1;
      rows = reader.number(4) - top + 1;
    }
    reader.skip(end - reader.at());
  }
  if (in_squares) return chunks.value_or(squares_of(columns, rows, side, levels));
  return chunks.value_or((rows + rows_at_once - 1) / rows_at_once);
}

}  // namespace

bool exr_is_whole(WholeFile& file) {
  Reader reader(file, 0);
  if (reader.number(4) != 20000630) return false;
  const bool several = (reader.number(4) & 0x1000) != 0;
  bool in_squares = false;
  std::uint64_t chunks = chunks_of_part(reader, in_squares);
  for (std::uint64_t more = chunks; several && more != 0 && !reader.failed(); chunks += more) {
    more = chunks_of_part(reader, in_squares);
  }
  if (reader.failed() || chunks == 0 || reader.at() + chunks * bytes_of_offset > file.size()) return false;

  std::vector<unsigned char> table(static_cast<std::size_t>(chunks * bytes_of_offset));
  reader.take(table.data(), table.size());
  if (reader.failed()) return false;
  std::uint64_t last = 0;
  for (std::size_t i = 0; i < table.size(); i += bytes_of_offset) {
    const std::uint64_t offset = little_endian(table.data() + i, bytes_of_offset);
    if (offset < reader.at()) return false;
    last = std::max(last, offset);
  }
  // The part; the row, or column, row and two levels of a square; the size.
  const std::uint64_t head = (several ? 4 : 0) + (in_squares ? 16 : 4) + 4;
  Reader size(file, last + head - 4);
  const std::uint64_t end = last + head + size.number(4);
  return !size.failed() && file.size() == end;
}

}  // namespace terrawright::images
