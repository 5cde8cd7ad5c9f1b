// SPDX-License-Identifier: Apache-2.0
#include "images/deflate.hpp"

#include <isa-l/igzip_lib.h>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace terrawright::images {

struct Deflate::Stream {
  isal_zstream z;
  std::array<unsigned char, ISAL_DEF_LVL1_DEFAULT> work;
  std::size_t run(const unsigned char* bytes, std::size_t size, bool last, std::vector<unsigned char>& out);
};

Deflate::Deflate(Window window) : stream_(new Stream(), [](Stream* stream) { delete stream; }) {
  isal_zstream& z = stream_->z;
  isal_deflate_init(&z);
  // Huffman codes for each block of its own; level 0 has the same codes for all.
  z.level = 1;
  z.level_buf = stream_->work.data();
  z.level_buf_size = static_cast<std::uint32_t>(stream_->work.size());
  z.gzip_flag = IGZIP_ZLIB;
  z.hist_bits = window == Window::near ? 9 : ISAL_DEF_MAX_HIST_BITS;
}

Deflate::Compressed Deflate::add(const unsigned char* bytes, std::size_t size) {
  const std::size_t done = stream_->run(bytes, size, false, out_);
  return {out_.data(), done};
}

Deflate::Compressed Deflate::finish() {
  const std::size_t done = stream_->run(nullptr, 0, true, out_);
  return {out_.data(), done};
}

Deflate::Compressed Deflate::whole(const unsigned char* bytes, std::size_t size) {
  isal_deflate_reset(&stream_->z);
  stream_->z.gzip_flag = IGZIP_ZLIB;  // which says now that the header is written
  const std::size_t done = stream_->run(bytes, size, true, out_);
  return {out_.data(), done};
}

// The stream's bytes, from the beginning of `out`.
std::size_t Deflate::Stream::run(const unsigned char* bytes, std::size_t size, bool last,
                                 std::vector<unsigned char>& out) {
  constexpr std::size_t piece = 1 << 30, more = 256 * 1024;
  std::size_t done = 0;
  z.next_in = const_cast<unsigned char*>(bytes);  // which is only read
  do {
    z.avail_in = static_cast<std::uint32_t>(std::min(size, piece));
    size -= z.avail_in;
    z.end_of_stream = last && size == 0 ? 1 : 0;
    do {
      if (out.size() < done + more) out.resize(done + more);
      z.next_out = out.data() + done;
      z.avail_out = more;
      if (isal_deflate(&z) != COMP_OK) throw std::logic_error("isal_deflate refuses its settings");
      done += more - z.avail_out;
    } while (z.avail_out == 0);
  } while (size > 0);
  return done;
}

}  // namespace terrawright::images
