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

// Reads the header of a part; the answer is the number of its chunks, 0 where there is no further part.
std::uint64_t chunks_of_part(Reader& reader) {
  std::uint64_t rows = 0, rows_at_once = 1;
  std::optional<std::uint64_t> chunks;  // as it says itself, which those of several parts do
  std::string name = reader.text();
  if (name.empty()) return 0;
  for (; !name.empty() && !reader.failed(); name = reader.text()) {
    reader.text();  // the type
    const std::uint64_t end = reader.number(4) + reader.at();
    if (name == "chunkCount") chunks = reader.number(4);
    if (name == "compression") rows_at_once = rows_of_chunk[std::min<std::uint64_t>(reader.number(1), 4)];
    if (name == "dataWindow") {
      reader.skip(4);
      const std::uint64_t top = reader.number(4);
      reader.skip(4);
      rows = reader.number(4) - top + 1;
    }
    reader.skip(end - reader.at());
  }
  return chunks.value_or((rows + rows_at_once - 1) / rows_at_once);
}

}  // namespace

bool exr_is_whole(WholeFile& file) {
  Reader reader(file, 0);
  if (reader.number(4) != 20000630) return false;
  const bool several = (reader.number(4) & 0x1000) != 0;
  std::uint64_t chunks = chunks_of_part(reader);
  for (std::uint64_t more = chunks; several && more != 0 && !reader.failed(); chunks += more) {
    more = chunks_of_part(reader);
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
  const std::uint64_t head = several ? 12 : 8;  // the part, the row, the size
  Reader size(file, last + head - 4);
  const std::uint64_t end = last + head + size.number(4);
  return !size.failed() && file.size() == end;
}

}  // namespace terrawright::images
