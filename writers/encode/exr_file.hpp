// SPDX-License-Identifier: Apache-2.0
// An EXR file that OpenEXR's C library writes, part after part and chunk after chunk.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "encode/deflate.hpp"
#include "encode/seekable_file.hpp"

namespace terrawright::encode {

// Blocks of an EXR part that is compressed by zip, as OpenEXR makes them but by libdeflate, which is faster than zlib.
class ExrBlocks {
 public:
  // A block as in the file, until the next call: compressed, or raw if that is not longer.
  Deflate::Compressed of(const unsigned char* bytes, std::size_t size);

 private:
  DeflateWhole deflate_{4};
  std::vector<unsigned char> split_, differences_, before_;
  Deflate::Compressed compressed_{};  // of `differences_`
};

enum class Sample : std::uint8_t { uint32, half, float32 };
enum class Compression : std::uint8_t { none, zip, piz };

struct ExrPart {
  std::string name;
  std::int64_t width = 0, height = 0;
  Sample sample = Sample::float32;    // of all channels
  std::vector<std::string> channels;  // in alphabetical order, as a file has them
  Compression compression = Compression::none;
  std::vector<std::pair<std::string, std::string>> attributes{};  // name and value, beside those that every file has
  int levels = 0;  // 0: in rows; 1: in squares of overview_tile; more: with all smaller pictures of it
};

// Number of pictures, down to one cell.
int exr_levels(std::int64_t width, std::int64_t height);

// A chunk: rows from `y` on, or a square by its column and row in the picture of its level.
struct ExrChunk {
  std::int64_t x = 0, y = 0;
  int level = 0;
  std::int64_t width = 0, rows = 0;  // cells
};

class ExrFile {
 public:
  // Throws what the seekable file throws, as all that follows.
  ExrFile(SeekableFile& seekable, const std::vector<ExrPart>& parts);
  ~ExrFile();
  ExrFile(const ExrFile&) = delete;
  ExrFile& operator=(const ExrFile&) = delete;

  // Rows of a chunk: its number depends on the compression.
  std::int64_t rows_of_chunk(std::size_t part) const;
  // The next chunk of a part, as in the file: for each row all samples of a channel after the other, which may be
  // compressed. Squares may come in any order.
  void chunk(std::size_t part, const ExrChunk& at, const void* bytes, std::size_t size);
  // The next chunk from floats, the channels of a cell side by side; they are converted and compressed here.
  void encode(std::size_t part, const ExrChunk& at, const float* colours);
  // Then the file is whole.
  void close();

 private:
  struct Library;

  std::vector<bool> in_squares_;  // by part
  std::unique_ptr<Library> library_;
};

// OpenEXR writes the last bytes and the table of chunks in destructors, which swallow errors: a file on a full disk
// can be closed with success. True if every chunk is in the table and the file reaches to the end of the last one.
// Layout: magic, version, per part its attributes (name\0 type\0 size value) and \0, of several parts then \0, then per
// part offsets of its chunks in 8 bytes each, then the chunks (of several parts the part; row, size, data). Numbers are
// little-endian. Rows in strips, compressed by none, rle, zips, zip or piz.
bool exr_is_whole(SeekableFile& seekable);

}  // namespace terrawright::encode
