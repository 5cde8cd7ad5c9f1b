// SPDX-License-Identifier: Apache-2.0
#include "images/exr_parts.hpp"

#include <algorithm>
#include <vector>

namespace terrawright::images {
namespace {

constexpr std::uint64_t bytes_of_offset = 8, bytes_of_chunk_head = 12;

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
    failed_ = failed_ || file_.read(to, bytes, at_) != bytes;
    at_ += bytes;
  }

 private:
  WholeFile& file_;
  std::uint64_t at_;
  bool failed_ = false;
};

// Reads the headers; the answer is the number of chunks of all parts.
std::uint64_t chunks_of(Reader& reader) {
  std::uint64_t chunks = 0;
  for (;;) {
    std::string name = reader.text();
    if (name.empty()) return chunks;  // no further part
    for (; !name.empty() && !reader.failed(); name = reader.text()) {
      reader.text();  // the type
      const std::uint64_t size = reader.number(4);
      if (name == "chunkCount") {
        chunks += reader.number(4);
      } else {
        reader.skip(size);
      }
    }
  }
}

}  // namespace

bool exr_is_whole(WholeFile& file) {
  Reader reader(file, 8);
  const std::uint64_t chunks = chunks_of(reader);
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
  Reader size(file, last + bytes_of_chunk_head - 4);
  const std::uint64_t end = last + bytes_of_chunk_head + size.number(4);
  return !size.failed() && file.size() == end;
}

}  // namespace terrawright::images
