// SPDX-License-Identifier: Apache-2.0
// A zlib stream that comes piece by piece.
#pragma once
#include <cstddef>
#include <memory>
#include <vector>

namespace terrawright::images {

// What is left of a terrain after a PNG filter is noise without repetitions, and flat water. So zlib searches for runs
// of one byte only (Z_RLE): looking for more costs most of its time there and gains nothing, see docs/performance.md.
class Deflate {
 public:
  Deflate();
  void add(const unsigned char* bytes, std::size_t size);
  void finish();
  // What has been compressed since the last take().
  std::vector<unsigned char> take();

 private:
  struct Stream;
  void run(const unsigned char* bytes, std::size_t size, int flush);

  std::unique_ptr<Stream, void (*)(Stream*)> stream_;
  std::vector<unsigned char> out_;
};

}  // namespace terrawright::images
