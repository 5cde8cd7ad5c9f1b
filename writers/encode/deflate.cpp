// SPDX-License-Identifier: Apache-2.0
#include "encode/deflate.hpp"

#include <libdeflate.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <memory>
#include <new>

#include "terrawright/processors.h"

namespace terrawright::encode {
namespace {

constexpr int with_frame = MAX_WBITS, bare = -MAX_WBITS;

void begin_stream(z_stream* stream, int bits, int strategy) {
  constexpr int fastest = 1, most_memory_by_default = 8;
  if (deflateInit2(stream, fastest, Z_DEFLATED, bits, most_memory_by_default, strategy) != Z_OK) throw std::bad_alloc();
}

// A run as a block of Deflate with codes of its own: 0 is its end; 1 and 1 are 258 bytes, from two bytes back. So each
// four repetitions are a byte of ones. It begins and ends with a byte; an empty block fills the last one.
constexpr std::size_t run_unit = 4 * 258, least_units = 2;
constexpr unsigned char run_begin[] = {0xec, 0xc1, 0x81, 0, 0, 0, 0, 0, 0x90, 0xff, 0x6b, 0x23, 0xf8};
constexpr unsigned char run_end[] = {0x07, 0, 0, 0xff, 0xff};

}  // namespace

void EndStream::operator()(z_stream_s* stream) const {
  deflateEnd(stream);
  delete stream;
}

// Runs alone are near. zlib's window stays at 32 KiB: a small one costs more, as it is moved for every few bytes.
Deflate::Deflate(Window window) : stream_(new z_stream{}) {
  begin_stream(stream_.get(), with_frame, window == Window::near ? Z_RLE : Z_DEFAULT_STRATEGY);
}

Deflate::Compressed Deflate::add(const unsigned char* bytes, std::size_t size) { return run(bytes, size, false); }
Deflate::Compressed Deflate::finish() { return run(nullptr, 0, true); }

// The stream's bytes, from the beginning of `out_`.
Deflate::Compressed Deflate::run(const unsigned char* bytes, std::size_t size, bool last) {
  constexpr std::size_t piece = 1 << 30, more = 256 * 1024;
  z_stream& z = *stream_;
  std::size_t done = 0;
  z.next_in = const_cast<unsigned char*>(bytes);  // which is only read
  do {
    z.avail_in = static_cast<uInt>(std::min(size, piece));
    size -= z.avail_in;
    do {
      if (out_.size() < done + more) out_.resize(done + more);
      z.next_out = out_.data() + done;
      z.avail_out = more;
      deflate(&z, last ? Z_FINISH : Z_NO_FLUSH);
      done += more - z.avail_out;
    } while (z.avail_out == 0);
  } while (size > 0);
  return {out_.data(), done};
}

DeflateWhole::DeflateWhole(std::size_t eighths)
    : eighths_(eighths), compressor_(libdeflate_alloc_compressor(1), libdeflate_free_compressor) {
  if (!compressor_) throw std::bad_alloc();
}

Deflate::Compressed DeflateWhole::of(const unsigned char* bytes, std::size_t size) {
  libdeflate_compressor* const by = compressor_.get();
  const std::size_t most = libdeflate_zlib_compress_bound(by, size);
  if (most > room_) out_.reset(new unsigned char[most]);
  room_ = std::max(room_, most);
  if (find_runs(bytes, size)) return {out_.get(), around_runs(bytes, size)};
  return {out_.get(), libdeflate_zlib_compress(by, bytes, size, out_.get(), room_)};
}

// Runs of one byte, or of two in turn; whether they are enough.
bool DeflateWhole::find_runs(const unsigned char* bytes, std::size_t size) {
  runs_.clear();
  std::size_t inside = 0;
  for (std::size_t at = 2; at + run_unit <= size;) {
    Run run{at, 0};
    for (; at + run_unit <= size && std::memcmp(bytes + at - 2, bytes + at, run_unit) == 0; at += run_unit) ++run.units;
    if (run.units == 0) at += run_unit;
    if (run.units < least_units) continue;
    runs_.push_back(run);
    inside += run.units * run_unit;
  }
  return 8 * inside >= eighths_ * size;
}

// zlib compresses the data between the runs: libdeflate would close its stream after each piece.
std::size_t DeflateWhole::around_runs(const unsigned char* bytes, std::size_t size) {
  if (between_) {
    deflateReset(between_.get());
  } else {
    between_.reset(new z_stream{});
    begin_stream(between_.get(), bare, Z_DEFAULT_STRATEGY);
  }
  z_stream& z = *between_;
  unsigned char* to = std::copy_n("\x78\x01", 2, out_.get());
  const unsigned char* from = bytes;
  const auto up_to = [&](const unsigned char* end, int flush) {
    z.next_in = const_cast<unsigned char*>(from);  // which is only read
    z.avail_in = static_cast<uInt>(end - from);
    z.next_out = to;
    z.avail_out = static_cast<uInt>(out_.get() + room_ - to);
    deflate(&z, flush);
    to = z.next_out;
  };
  for (const Run& run : runs_) {
    if (from < bytes + run.begin) up_to(bytes + run.begin, Z_FULL_FLUSH);
    to = std::copy(std::begin(run_begin), std::end(run_begin), to);
    to = std::fill_n(to, run.units - 1, static_cast<unsigned char>(0xff));
    to = std::copy(std::begin(run_end), std::end(run_end), to);
    from = bytes + run.begin + run.units * run_unit;
  }
  up_to(bytes + size, Z_FINISH);
  const std::uint32_t sum = libdeflate_adler32(1, bytes, size);
  for (int shift = 24; shift >= 0; shift -= 8) *to++ = static_cast<unsigned char>(sum >> shift);
  return static_cast<std::size_t>(to - out_.get());
}

namespace {

using Cell = std::uint16_t;

// For numbers of 8 or 16 bits.
struct Bits {
  unsigned mask, sign;
};
constexpr Bits bits_of(int bytes) { return bytes == 1 ? Bits{0xff, 7} : Bits{0xffff, 15}; }

// Small differences of either sign become small numbers without one.
inline Cell left_over(unsigned cell, unsigned prediction, const Bits& bits) {
  const unsigned difference = cell - prediction, sign = 0u - (difference >> bits.sign & 1u);
  return static_cast<Cell>((difference << 1 ^ sign) & bits.mask);
}

inline Cell median(Cell left, Cell above, Cell corner) {
  const Cell low = std::min(left, above), high = std::max(left, above);
  const auto plane = static_cast<Cell>(left + above - corner);
  return corner >= high ? low : corner <= low ? high : plane;
}

TERRAWRIGHT_FOR_EACH_PROCESSOR
void from_left(const Cell* row, Cell first, std::size_t width, const Bits& of, Cell* __restrict to) {
  const Bits bits = of;
  to[0] = left_over(row[0], first, bits);
  for (std::size_t x = 1; x < width; ++x) to[x] = left_over(row[x], row[x - 1], bits);
}

TERRAWRIGHT_FOR_EACH_PROCESSOR
void from_median(const Cell* row, const Cell* above, std::size_t width, const Bits& of, Cell* __restrict to) {
  const Bits bits = of;
  to[0] = left_over(row[0], above[0], bits);
  for (std::size_t x = 1; x < width; ++x) to[x] = left_over(row[x], median(row[x - 1], above[x], above[x - 1]), bits);
}

// Difference of a row from its prediction. `above`: null of the first.
void residuals(Predictor predictor, const Bits& bits, const Cell* row, const Cell* above, std::size_t width, Cell* to) {
  if (predictor == Predictor::none) {
    std::copy_n(row, width, to);
  } else if (predictor == Predictor::left || above == nullptr) {
    from_left(row, above == nullptr ? Cell{0} : above[0], width, bits, to);
  } else {
    from_median(row, above, width, bits, to);
  }
}

// Bytes of rows, so many of a plane: the high ones, then the low ones.
struct Planes {
  explicit Planes(std::size_t count) : size(count), bytes(new unsigned char[2 * count]) {}
  const unsigned char* high() const { return bytes.get(); }
  const unsigned char* low() const { return bytes.get() + size; }

  std::size_t size;
  std::unique_ptr<unsigned char[]> bytes;
};

TERRAWRIGHT_FOR_EACH_PROCESSOR
void split_bytes(const Cell* cells, std::size_t count, unsigned char* __restrict high, unsigned char* __restrict low) {
  for (std::size_t i = 0; i < count; ++i) high[i] = static_cast<unsigned char>(cells[i] >> 8);
  for (std::size_t i = 0; i < count; ++i) low[i] = static_cast<unsigned char>(cells[i]);
}

// Rows of a grid.
struct RowRange {
  std::int64_t begin, end;
};

// Differences of these rows.
Planes planes_of(const Samples& samples, Predictor predictor, const std::vector<RowRange>& ranges) {
  const auto width = static_cast<std::size_t>(samples.width);
  std::size_t rows = 0;
  for (const RowRange& range : ranges) rows += static_cast<std::size_t>(range.end - range.begin);
  Planes planes(rows * width);
  std::vector<Cell> left(width);
  std::size_t at = 0;
  for (const RowRange& range : ranges) {
    for (std::int64_t y = range.begin; y < range.end; ++y, at += width) {
      const Cell* row = &samples.cells[static_cast<std::size_t>(y) * width];
      residuals(predictor, bits_of(samples.bytes), row, y == 0 ? nullptr : row - width, width, left.data());
      split_bytes(left.data(), width, planes.bytes.get() + at, planes.bytes.get() + planes.size + at);
    }
  }
  return planes;
}

using Strip = std::string;

// The planes of these rows, each a stream; of numbers of one byte the first is empty.
std::array<Strip, 2> strips_of(const Samples& samples, Predictor predictor, const std::vector<RowRange>& ranges) {
  const Planes planes = planes_of(samples, predictor, ranges);
  DeflateWhole deflate;
  const auto stream_of = [&](const unsigned char* bytes) {
    const Deflate::Compressed stream = deflate.of(bytes, planes.size);
    return Strip(reinterpret_cast<const char*>(stream.bytes), stream.size);
  };
  return {samples.bytes == 2 ? stream_of(planes.high()) : Strip(), stream_of(planes.low())};
}

std::size_t bytes_of_rows(const Samples& samples, Predictor predictor, const std::vector<RowRange>& ranges) {
  const std::array<Strip, 2> strips = strips_of(samples, predictor, ranges);
  return strips[0].size() + strips[1].size();
}

// All, or every eighth of so many.
std::vector<RowRange> rows_to_look_at(const Samples& samples) {
  constexpr std::int64_t few = 8, of = 128, small = std::int64_t{1} << 16;
  if (samples.width * samples.height <= small) return {{0, samples.height}};
  std::vector<RowRange> ranges;
  for (std::int64_t y = std::min((of - few) / 2, samples.height - few); y < samples.height; y += of)
    ranges.push_back({y, std::min(y + few, samples.height)});
  return ranges;
}

}  // namespace

const char* name_of(Predictor predictor) {
  return predictor == Predictor::none ? "none" : predictor == Predictor::left ? "left" : "med";
}

Predictor best_predictor(const Samples& samples) {
  const std::vector<RowRange> ranges = rows_to_look_at(samples);
  Predictor best = Predictor::median;
  std::size_t least = SIZE_MAX;
  for (const Predictor predictor : {Predictor::median, Predictor::left, Predictor::none}) {
    const std::size_t bytes = bytes_of_rows(samples, predictor, ranges);
    if (bytes < least) best = predictor;
    least = std::min(least, bytes);
  }
  return best;
}

std::size_t coded_size(const Samples& samples, Predictor predictor) {
  return bytes_of_rows(samples, predictor, {{0, samples.height}});
}

CodedGrid coded_by(const Samples& samples, Predictor predictor, const OnThreads& on_threads) {
  // Strips of a plane: long ones for few codes, and many for all threads.
  const std::int64_t bytes_of_strip = std::clamp<std::int64_t>(samples.width * samples.height / 32, 1 << 17, 1 << 19);
  const std::int64_t rows = std::max<std::int64_t>(1, bytes_of_strip / samples.width);
  const auto n = static_cast<std::size_t>((samples.height + rows - 1) / rows);
  std::vector<std::array<Strip, 2>> strips(n);
  on_threads(n, [&](std::uint64_t i) {
    const std::int64_t begin = static_cast<std::int64_t>(i) * rows;
    strips[i] = strips_of(samples, predictor, {{begin, std::min(begin + rows, samples.height)}});
  });
  CodedGrid grid;
  std::size_t bytes = 0;
  for (const std::array<Strip, 2>& strip : strips) bytes += strip[0].size() + strip[1].size();
  grid.bytes.reserve(bytes);
  for (std::size_t plane = samples.bytes == 2 ? 0 : 1; plane < 2; ++plane) {
    for (const std::array<Strip, 2>& strip : strips) {
      grid.bytes += strip[plane];
      grid.streams.push_back(strip[plane].size());
    }
  }
  return grid;
}

}  // namespace terrawright::encode
