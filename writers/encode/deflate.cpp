// SPDX-License-Identifier: Apache-2.0
#include "encode/deflate.hpp"

#include <libdeflate.h>
#include <zlib.h>

#include <algorithm>
#include <new>

namespace terrawright::encode {

Deflate::Deflate(Window window)
    : stream_(new z_stream{}, [](z_stream* stream) {
        deflateEnd(stream);
        delete stream;
      }) {
  // Runs alone are near. zlib's window stays at 32 KiB: a small one costs more, as it is moved for every few bytes.
  constexpr int fastest = 1, most_memory_by_default = 8;
  if (deflateInit2(stream_.get(), fastest, Z_DEFLATED, MAX_WBITS, most_memory_by_default,
                   window == Window::near ? Z_RLE : Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::bad_alloc();
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

DeflateWhole::DeflateWhole() : compressor_(libdeflate_alloc_compressor(1), libdeflate_free_compressor) {
  if (!compressor_) throw std::bad_alloc();
}

Deflate::Compressed DeflateWhole::of(const unsigned char* bytes, std::size_t size) {
  libdeflate_compressor* const by = compressor_.get();
  out_.resize(std::max(out_.size(), libdeflate_zlib_compress_bound(by, size)));
  return {out_.data(), libdeflate_zlib_compress(by, bytes, size, out_.data(), out_.size())};
}

}  // namespace terrawright::encode
