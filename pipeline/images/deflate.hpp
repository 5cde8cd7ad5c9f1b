// SPDX-License-Identifier: Apache-2.0
// A zlib stream that comes piece by piece, made by ISA-L's igzip.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace terrawright::images {

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
  // A stream of these bytes alone.
  Compressed whole(const unsigned char* bytes, std::size_t size);

 private:
  struct Stream;

  std::uint16_t hist_bits_;
  std::unique_ptr<Stream, void (*)(Stream*)> stream_;
  std::vector<unsigned char> out_;  // as long as it was ever needed
};

}  // namespace terrawright::images
