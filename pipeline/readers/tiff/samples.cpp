// SPDX-License-Identifier: Apache-2.0
#include "readers/tiff/samples.hpp"

#include <Imath/half.h>

#include <cstring>

namespace terrawright::readers {
namespace {

template <class Sample>
Sample read(const unsigned char* row, std::uint64_t i) {
  Sample sample;
  std::memcpy(&sample, row + i * sizeof sample, sizeof sample);
  return sample;
}

template <class Unsigned, class Signed>
double whole(const SampleType& type, const unsigned char* row, std::uint64_t i) {
  return type.is_signed() ? static_cast<double>(read<Signed>(row, i)) : static_cast<double>(read<Unsigned>(row, i));
}

}  // namespace

bool SampleType::is_plain() const {
  if (is_float()) return bits == 16 || bits == 32 || bits == 64;
  if (format != SAMPLEFORMAT_UINT && format != SAMPLEFORMAT_INT && format != SAMPLEFORMAT_VOID) return false;
  if (bits == 1 || bits == 2 || bits == 4) return !is_signed();
  return bits == 8 || bits == 16 || bits == 32 || bits == 64;
}

double sample_at(const SampleType& type, const unsigned char* row, std::uint64_t i) {
  if (type.is_float()) {
    if (type.bits == 64) return read<double>(row, i);
    if (type.bits == 32) return static_cast<double>(read<float>(row, i));
    Imath::half half;
    half.setBits(read<std::uint16_t>(row, i));
    return static_cast<double>(static_cast<float>(half));
  }
  switch (type.bits) {
    case 8:
      return whole<std::uint8_t, std::int8_t>(type, row, i);
    case 16:
      return whole<std::uint16_t, std::int16_t>(type, row, i);
    case 32:
      return whole<std::uint32_t, std::int32_t>(type, row, i);
    case 64:
      return whole<std::uint64_t, std::int64_t>(type, row, i);
    default: {
      const std::uint64_t bit = i * type.bits;
      return (row[bit / 8] >> (8 - type.bits - bit % 8)) & ((1 << type.bits) - 1);
    }
  }
}

}  // namespace terrawright::readers
