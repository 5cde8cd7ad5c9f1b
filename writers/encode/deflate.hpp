// SPDX-License-Identifier: Apache-2.0
// A zlib stream that comes piece by piece, made by zlib, or whole, by libdeflate. Neither chooses its matches by the
// processor, so the same bytes become the same stream on every machine.
#pragma once
#include <cstddef>
#include <memory>
#include <vector>

struct libdeflate_compressor;
struct z_stream_s;

namespace terrawright::encode {

// How far back repetitions are looked for. What is left of a terrain after a PNG filter is noise and flat water: there,
// far repetitions are accidents that cost more bits than they save. Classes repeat whole rows.
enum class Window { near, far };

class Deflate {
 public:
  // Some of the stream, until the next call.
  struct Compressed {
    const unsigned char* bytes;
    std::size_t size;
  };

  explicit Deflate(Window window);
  Compressed add(const unsigned char* bytes, std::size_t size);
  Compressed finish();

 private:
  Compressed run(const unsigned char* bytes, std::size_t size, bool last);

  std::unique_ptr<z_stream_s, void (*)(z_stream_s*)> stream_;
  std::vector<unsigned char> out_;  // as long as it was ever needed
};

// Streams of bytes that are there at once, each by itself.
class DeflateWhole {
 public:
  DeflateWhole();
  Deflate::Compressed of(const unsigned char* bytes, std::size_t size);

 private:
  std::unique_ptr<libdeflate_compressor, void (*)(libdeflate_compressor*)> compressor_;
  std::vector<unsigned char> out_;
};

}  // namespace terrawright::encode
