// SPDX-License-Identifier: Apache-2.0
#include "encode/exr_file.hpp"

#include <OpenEXR/openexr.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "encode/coarse_rows.hpp"

namespace terrawright::encode {

// Even bytes, then odd ones; then each as what it is more than the one before, plus 128. Blocks of nothing but sea are
// the same one after the other.
Deflate::Compressed ExrBlocks::of(const unsigned char* bytes, std::size_t size) {
  split_.resize(size);
  before_.swap(differences_);
  differences_.resize(size);
  unsigned char* const even = split_.data();
  unsigned char* const odd = split_.data() + (size + 1) / 2;
  for (std::size_t i = 0; i < size / 2; ++i) {
    even[i] = bytes[2 * i];
    odd[i] = bytes[2 * i + 1];
  }
  if (size % 2 != 0) even[size / 2] = bytes[size - 1];
  unsigned char* const to = differences_.data();
  const unsigned char* const from = split_.data();
  if (size > 0) to[0] = from[0];
  for (std::size_t i = 1; i < size; ++i) to[i] = static_cast<unsigned char>(from[i] - from[i - 1] + 128);
  if (differences_ != before_ || size == 0) compressed_ = deflate_.of(to, size);
  if (compressed_.size < size) return compressed_;
  return {bytes, size};
}

// One write after the other, in pieces that are few and stay in the cache.
class ExrPieces {
 public:
  explicit ExrPieces(SeekableFile& seekable) : seekable_(seekable), piece_(std::size_t{256} << 10) {}

  bool write(const void* bytes, std::size_t size, std::uint64_t offset) noexcept {
    if (offset != begin_ + used_ || size > piece_.size() - used_) {
      if (!flush()) return false;
      begin_ = offset;
    }
    if (size > piece_.size()) {
      begin_ += size;
      return seekable_.write(bytes, size, offset);
    }
    std::memcpy(piece_.data() + used_, bytes, size);
    used_ += size;
    return true;
  }
  bool flush() noexcept {
    const bool done = seekable_.write(piece_.data(), used_, begin_);
    begin_ += used_;
    used_ = 0;
    return done;
  }

 private:
  SeekableFile& seekable_;
  std::vector<unsigned char> piece_;
  std::uint64_t begin_ = 0;
  std::size_t used_ = 0;
};

namespace {

exr_pixel_type_t exr_type_of(Sample sample) {
  return sample == Sample::uint32 ? EXR_PIXEL_UINT : sample == Sample::half ? EXR_PIXEL_HALF : EXR_PIXEL_FLOAT;
}

exr_compression_t exr_compression_of(Compression compression) {
  return compression == Compression::zip   ? EXR_COMPRESSION_ZIP
         : compression == Compression::piz ? EXR_COMPRESSION_PIZ
                                           : EXR_COMPRESSION_NONE;
}

// At least.
std::uint64_t bytes_of_part(const ExrPart& part) {
  if (part.compression != Compression::none) return 0;
  const auto cells = static_cast<std::uint64_t>(part.width) * static_cast<std::uint64_t>(part.height);
  return cells * part.channels.size() * (part.sample == Sample::half ? 2 : 4);
}

constexpr std::uint64_t bytes_of_offset = 8;

std::uint64_t little_endian(const unsigned char* bytes, int count) {
  std::uint64_t value = 0;
  for (int i = count; i-- > 0;) value = value << 8 | bytes[i];
  return value;
}

class ExrHeader {
 public:
  ExrHeader(SeekableFile& seekable, std::uint64_t at) : seekable_(seekable), at_(at) {}
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
      failed_ = failed_ || seekable_.read(to, bytes, at_) != bytes;
    } else {
      if (at_ < begin_ || at_ + bytes > begin_ + filled_) {
        begin_ = at_;
        filled_ = seekable_.read(near_.data(), near_.size(), at_);
      }
      failed_ = failed_ || bytes > filled_;
      if (!failed_) std::memcpy(to, near_.data() + (at_ - begin_), bytes);
    }
    at_ += bytes;
  }

 private:
  SeekableFile& seekable_;
  std::uint64_t at_;
  bool failed_ = false;
  // The last bytes read, as headers are read byte by byte.
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
std::uint64_t chunks_of_part(ExrHeader& reader, bool& in_squares) {
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

int exr_levels(std::int64_t width, std::int64_t height) {
  int levels = 1;
  for (std::int64_t side = std::max(width, height); side > 1; side = (side + 1) / 2) ++levels;
  return levels;
}

struct ExrFile::Library {
  explicit Library(SeekableFile& of) : seekable(of), pieces(of) {}
  ~Library() {
    if (encoder.context != nullptr) exr_encoding_destroy(context, &encoder);
    if (context != nullptr) exr_finish(&context);
  }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  void demand(exr_result_t result) {
    if (result == EXR_ERR_SUCCESS) return;
    seekable.check();
    seekable.fail(std::string("cannot encode the file: ") + exr_get_default_error_message(result));
  }

  static std::int64_t write(exr_const_context_t, void* library, const void* bytes, std::uint64_t size,
                            std::uint64_t offset, exr_stream_error_func_ptr_t) {
    return static_cast<Library*>(library)->pieces.write(bytes, size, offset) ? static_cast<std::int64_t>(size) : -1;
  }
  // OpenEXR calls it while it holds its lock: nothing here may call OpenEXR, or wait.
  static void say_nothing(exr_const_context_t, exr_result_t, const char*) {}

  SeekableFile& seekable;
  ExrPieces pieces;
  exr_context_t context = nullptr;
  exr_encode_pipeline_t encoder{};
  std::size_t encoded = 0;  // the part that the encoder is set up for
};

ExrFile::ExrFile(SeekableFile& seekable, const std::vector<ExrPart>& parts)
    : library_(std::make_unique<Library>(seekable)) {
  std::uint64_t bytes = 0;
  for (const ExrPart& part : parts) bytes += bytes_of_part(part);
  if (bytes != 0) seekable.reserve(bytes);
  exr_context_initializer_t ways = EXR_DEFAULT_CONTEXT_INITIALIZER;
  ways.user_data = library_.get();
  ways.write_fn = Library::write;
  ways.error_handler_fn = Library::say_nothing;
  exr_context_t& context = library_->context;
  const auto demand = [this](exr_result_t result) { library_->demand(result); };
  demand(exr_start_write(&context, ".exr", EXR_WRITE_FILE_DIRECTLY, &ways));
  for (const ExrPart& of : parts) {
    int part = 0;
    in_squares_.push_back(of.levels > 0);
    demand(exr_add_part(context, of.name.c_str(), of.levels > 0 ? EXR_STORAGE_TILED : EXR_STORAGE_SCANLINE, &part));
    demand(exr_initialize_required_attr_simple(context, part, static_cast<std::int32_t>(of.width),
                                               static_cast<std::int32_t>(of.height),
                                               exr_compression_of(of.compression)));
    for (const std::string& channel : of.channels)
      demand(
          exr_add_channel(context, part, channel.c_str(), exr_type_of(of.sample), EXR_PERCEPTUALLY_LOGARITHMIC, 1, 1));
    if (of.levels > 0) {
      demand(exr_set_lineorder(context, part, EXR_LINEORDER_RANDOM_Y));
      demand(exr_set_tile_descriptor(context, part, overview_tile, overview_tile,
                                     of.levels > 1 ? EXR_TILE_MIPMAP_LEVELS : EXR_TILE_ONE_LEVEL, EXR_TILE_ROUND_UP));
    }
    for (const auto& [name, value] : of.attributes)
      demand(exr_attr_set_string(context, part, name.c_str(), value.c_str()));
  }
  demand(exr_write_header(context));
}

ExrFile::~ExrFile() = default;

std::int64_t ExrFile::rows_of_chunk(std::size_t part) const {
  std::int32_t rows = 0;
  library_->demand(exr_get_scanlines_per_chunk(library_->context, static_cast<int>(part), &rows));
  return rows;
}

void ExrFile::chunk(std::size_t part, const ExrChunk& at, const void* bytes, std::size_t size) {
  const int x = static_cast<int>(at.x), y = static_cast<int>(at.y), number = static_cast<int>(part);
  library_->demand(in_squares_[part] ? exr_write_tile_chunk(library_->context, number, x, y, at.level, at.level, bytes,
                                                            static_cast<std::uint64_t>(size))
                                     : exr_write_scanline_chunk(library_->context, number, y, bytes,
                                                                static_cast<std::uint64_t>(size)));
}

void ExrFile::encode(std::size_t part, const ExrChunk& at, const float* colours) {
  exr_chunk_info_t chunk;
  exr_encode_pipeline_t& encoder = library_->encoder;
  const int x = static_cast<int>(at.x), y = static_cast<int>(at.y), number = static_cast<int>(part);
  library_->demand(in_squares_[part]
                       ? exr_write_tile_chunk_info(library_->context, number, x, y, at.level, at.level, &chunk)
                       : exr_write_scanline_chunk_info(library_->context, number, y, &chunk));
  // OpenEXR 3.1 gives the last squares of smaller pictures the size of a whole one.
  const auto cells = [](std::int64_t width, std::int64_t rows) { return static_cast<std::uint64_t>(width * rows); };
  chunk.unpacked_size = chunk.unpacked_size / cells(chunk.width, chunk.height) * cells(at.width, at.rows);
  chunk.width = static_cast<std::int32_t>(at.width);
  chunk.height = static_cast<std::int32_t>(at.rows);
  const bool begins = encoder.context == nullptr || library_->encoded != part;
  if (begins) {
    if (encoder.context != nullptr) exr_encoding_destroy(library_->context, &encoder);
    encoder = {};
    library_->encoded = part;
    library_->demand(exr_encoding_initialize(library_->context, static_cast<int>(part), &chunk, &encoder));
  } else {
    library_->demand(exr_encoding_update(library_->context, static_cast<int>(part), &chunk, &encoder));
  }
  const int channels = encoder.channel_count;
  for (int c = 0; c < channels; ++c) {
    exr_coding_channel_info_t& channel = encoder.channels[c];
    channel.user_data_type = EXR_PIXEL_FLOAT;
    channel.user_bytes_per_element = sizeof(float);
    channel.user_pixel_stride = channels * static_cast<int>(sizeof(float));
    channel.user_line_stride = chunk.width * channel.user_pixel_stride;
    channel.encode_from_ptr = reinterpret_cast<const std::uint8_t*>(colours + c);
  }
  if (begins)
    library_->demand(exr_encoding_choose_default_routines(library_->context, static_cast<int>(part), &encoder));
  library_->demand(exr_encoding_run(library_->context, static_cast<int>(part), &encoder));
}

void ExrFile::close() {
  Library& library = *library_;
  if (library.encoder.context != nullptr) exr_encoding_destroy(library.context, &library.encoder);
  library.encoder = {};
  library.demand(exr_finish(&library.context));
  library.pieces.flush();
  library.seekable.check();
  if (!exr_is_whole(library.seekable)) {
    library.seekable.check();
    library.seekable.fail("cannot encode the file: the encoder left it incomplete");
  }
}

bool exr_is_whole(SeekableFile& seekable) {
  ExrHeader reader(seekable, 0);
  if (reader.number(4) != 20000630) return false;
  const bool several = (reader.number(4) & 0x1000) != 0;
  bool in_squares = false;
  std::uint64_t chunks = chunks_of_part(reader, in_squares);
  for (std::uint64_t more = chunks; several && more != 0 && !reader.failed(); chunks += more) {
    more = chunks_of_part(reader, in_squares);
  }
  if (reader.failed() || chunks == 0 || reader.at() + chunks * bytes_of_offset > seekable.size()) return false;

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
  ExrHeader size(seekable, last + head - 4);
  const std::uint64_t end = last + head + size.number(4);
  return !size.failed() && seekable.size() == end;
}

}  // namespace terrawright::encode
