// SPDX-License-Identifier: Apache-2.0
#include "encode/deflate.hpp"

#include <libdeflate.h>
#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <new>

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

}  // namespace terrawright::encode
