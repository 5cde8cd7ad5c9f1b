// SPDX-License-Identifier: Apache-2.0
// Peers: the same work in other libraries, written in their usual way.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace terrawright::bench::peers {

// textbook.hpp, compiled as our program is, and for this machine alone.
void textbook_for_any(float* heights, std::int64_t side);
void textbook_for_this(float* heights, std::int64_t side);

// std::nth_element, compiled for this machine.
void select(float* heights, std::size_t count, std::size_t rank);

// Heights in, heights out: OpenCV labels the land, all islands but the largest are mirrored below the sea.
void opencv_islets(const float* heights, std::int64_t side, float level, float* cleaned);

// Bicubic, `samples` x `samples` to side x side.
void opencv_magnify(const float* grid, std::int64_t samples, float* to, std::int64_t side);

// Heights with depressions filled; the ocean and the border are outlets.
void priority_flood(const float* heights, const std::uint8_t* ocean, std::int64_t side, float* filled);
// Runoff of each cell and all upstream of it.
void queue_accumulation(const std::uint16_t* receivers, const std::int64_t* runoff, std::int64_t side,
                        std::int64_t* accumulated);

// A virtual function that does nothing.
class PlainVirtual {
 public:
  virtual ~PlainVirtual() = default;
  virtual std::int32_t call(const void* job) const = 0;
};
std::unique_ptr<PlainVirtual> plain_virtual();

// 16-bit grey as OpenImageIO writes it when nothing is asked for. Returns the bytes of the file.
std::uint64_t openimageio_png(const std::vector<std::uint16_t>& pixels, std::int64_t side, const std::string& path);

}  // namespace terrawright::bench::peers
