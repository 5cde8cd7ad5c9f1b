// SPDX-License-Identifier: Apache-2.0
// A zlib stream that comes piece by piece, made by zlib, or whole, by libdeflate. Neither chooses its matches by the
// processor, so the same bytes become the same stream on every machine.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
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

// A piece of a stream, made by itself on any thread; pieces are joined in their order. zlib makes them slowly, and
// libdeflate makes none. It ends at a whole byte, and is not the stream's last.
struct DeflatePiece {
  std::string bytes;
  std::uint32_t adler = 1;  // of what was compressed
  std::size_t size = 0;     // of that
};

// Repetitions are runs of one byte, as in zlib's Z_RLE: what is left of a terrain beside its prediction is noise.
DeflatePiece deflated_runs(const unsigned char* bytes, std::size_t size);
// About as many bytes as that piece has.
std::size_t size_of_deflated_runs(const unsigned char* bytes, std::size_t size);
// All repetitions that zlib finds fast: of classes, whose rows are alike.
DeflatePiece deflated_repetitions(const unsigned char* bytes, std::size_t size);

std::string joined(const std::vector<DeflatePiece>& pieces);

}  // namespace terrawright::encode
