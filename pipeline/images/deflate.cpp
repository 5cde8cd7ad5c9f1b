// SPDX-License-Identifier: Apache-2.0
#include "images/deflate.hpp"

#include <zlib.h>

#include <algorithm>
#include <limits>
#include <new>
#include <utility>

namespace terrawright::images {

struct Deflate::Stream {
  z_stream z{};
};

Deflate::Deflate()
    : stream_(new Stream, [](Stream* stream) {
        deflateEnd(&stream->z);
        delete stream;
      }) {
  constexpr int fastest = 1, largest_window = 15, most_memory = 9;
  if (deflateInit2(&stream_->z, fastest, Z_DEFLATED, largest_window, most_memory, Z_RLE) != Z_OK) {
    throw std::bad_alloc();
  }
}

void Deflate::add(const unsigned char* bytes, std::size_t size) { run(bytes, size, Z_NO_FLUSH); }

void Deflate::finish() { run(nullptr, 0, Z_FINISH); }

std::vector<unsigned char> Deflate::take() { return std::exchange(out_, {}); }

void Deflate::run(const unsigned char* bytes, std::size_t size, int flush) {
  constexpr std::size_t piece = std::numeric_limits<uInt>::max();
  z_stream& z = stream_->z;
  z.next_in = const_cast<unsigned char*>(bytes);  // zlib only reads it
  do {
    z.avail_in = static_cast<uInt>(std::min(size, piece));
    size -= z.avail_in;
    do {
      constexpr std::size_t more = 256 * 1024;
      const std::size_t before = out_.size();
      out_.resize(before + more);
      z.next_out = out_.data() + before;
      z.avail_out = more;
      deflate(&z, flush);
      out_.resize(before + more - z.avail_out);
    } while (z.avail_out == 0);
  } while (size > 0);
}

}  // namespace terrawright::images
