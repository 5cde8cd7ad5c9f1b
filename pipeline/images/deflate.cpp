// SPDX-License-Identifier: Apache-2.0
#include "images/deflate.hpp"

#include <isa-l/igzip_lib.h>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace terrawright::images {

struct Deflate::Stream {
  isal_zstream z;
  std::array<unsigned char, ISAL_DEF_LVL3_DEFAULT> work;
  void set(std::uint32_t level, std::uint16_t hist_bits);
  std::size_t run(const unsigned char* bytes, std::size_t size, bool last, std::vector<unsigned char>& out);
};

void Deflate::Stream::set(std::uint32_t level, std::uint16_t hist_bits) {
  // Levels 1 and 2 of igzip 2.30 find other repetitions where the stream lies elsewhere in memory: one stream in a
  // hundred became another one. Level 3 has Huffman codes for each block of its own, level 0 the same for all.
  z.level = level;
  z.level_buf = level == 0 ? nullptr : work.data();
  z.level_buf_size = level == 0 ? 0 : static_cast<std::uint32_t>(work.size());
  z.gzip_flag = IGZIP_ZLIB;
  z.hist_bits = hist_bits;
}

Deflate::Deflate(Window window)
    : hist_bits_(window == Window::near ? 9 : ISAL_DEF_MAX_HIST_BITS),
      stream_(new Stream(), [](Stream* stream) { delete stream; }) {
  isal_deflate_init(&stream_->z);
  stream_->set(3, hist_bits_);
}

Deflate::Compressed Deflate::add(const unsigned char* bytes, std::size_t size) {
  const std::size_t done = stream_->run(bytes, size, false, out_);
  return {out_.data(), done};
}

Deflate::Compressed Deflate::finish() {
  const std::size_t done = stream_->run(nullptr, 0, true, out_);
  return {out_.data(), done};
}

// In one call, with nothing left of streams before. What comes whole are blocks of sparse layers: the same codes for
// all suit their long runs.
Deflate::Compressed Deflate::whole(const unsigned char* bytes, std::size_t size) {
  isal_zstream& z = stream_->z;
  isal_deflate_stateless_init(&z);
  stream_->set(0, hist_bits_);
  out_.resize(std::max(out_.size(), size + size / 4 + 4096));  // more than blocks that are merely stored
  z.end_of_stream = 1;
  z.next_in = const_cast<unsigned char*>(bytes);  // which is only read
  z.avail_in = static_cast<std::uint32_t>(size);
  z.next_out = out_.data();
  z.avail_out = static_cast<std::uint32_t>(out_.size());
  if (isal_deflate_stateless(&z) != COMP_OK) throw std::logic_error("isal_deflate_stateless refuses its settings");
  return {out_.data(), out_.size() - z.avail_out};
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
