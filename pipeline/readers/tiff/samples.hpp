// SPDX-License-Identifier: Apache-2.0
// The types of a TIFF's samples, and a row of them as numbers.
#pragma once
#include <tiffio.h>

#include <cstdint>

namespace terrawright::readers {

struct SampleType {
  std::uint16_t bits = 1, format = SAMPLEFORMAT_UINT;
  bool is_float() const { return format == SAMPLEFORMAT_IEEEFP; }
  bool is_signed() const { return format == SAMPLEFORMAT_INT; }
  // One that sample_at() reads.
  bool is_plain() const;
};

// The sample of this number in a row as libtiff decodes it: its bytes in this machine's order.
double sample_at(const SampleType& type, const unsigned char* row, std::uint64_t i);

}  // namespace terrawright::readers
