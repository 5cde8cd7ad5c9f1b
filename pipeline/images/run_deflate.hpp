// SPDX-License-Identifier: Apache-2.0
// A zlib stream (RFC 1950, 1951) of literals and of runs of one byte, with Huffman codes for each 64 KiB.
//
// What is left of a terrain after a PNG filter is noise without repetitions, and flat water. Searching for anything
// but runs costs most of zlib's time there and gains nothing: see docs/performance.md.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace terrawright::images {

class RunDeflate {
 public:
  RunDeflate();
  // Compresses more bytes, in blocks of equal size. No run goes beyond one call.
  void add(const unsigned char* bytes, std::size_t size);
  void finish();
  // What has been compressed since the last take(), in whole bytes.
  std::vector<unsigned char> take();

 private:
  struct Run {
    std::uint32_t begin, length;  // of a repeated byte, after its first
  };
  void block(const unsigned char* bytes, std::uint32_t size, bool has_before, bool last);
  void put(std::uint64_t bits, std::uint32_t count);

  std::vector<unsigned char> out_;
  std::vector<Run> runs_;
  std::uint64_t bits_ = 0;  // not yet in out_
  std::uint32_t n_bits_ = 0;
  unsigned long adler_;
};

}  // namespace terrawright::images
