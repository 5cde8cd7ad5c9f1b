// SPDX-License-Identifier: Apache-2.0
#include "images/exr_claims.hpp"

#include <openexr.h>

#include <array>
#include <cstdint>
#include <exception>
#include <memory>
#include <stdexcept>

#include "files/reader.hpp"

namespace terrawright::images {
namespace {

constexpr int most_parts = 1024;
// Deflate makes no more than 1032 bytes of one, and EXR's other ways do not come near it.
constexpr std::uint64_t greatest_ratio = 1100;
constexpr std::uint64_t offset_bytes = 8;

void demand(exr_result_t result) {
  if (result != EXR_ERR_SUCCESS) throw std::runtime_error(exr_get_default_error_message(result));
}

// OpenEXR takes memory for an attribute before it looks whether the file goes on so far.
void demand_attributes(const files::Reader& file) {
  std::array<unsigned char, 8> begin{};
  std::uint64_t at = file.read_up_to(begin.data(), begin.size(), 0);
  const auto text = [&] {
    std::string read;
    for (char c = 0; file.read_up_to(&c, 1, at) == 1 && (++at, c != 0);) read += c;
    return read;
  };
  const bool several = (begin[5] & 0x10) != 0;
  for (int parts = 0; at < file.size() && parts <= most_parts; ++parts) {
    int attributes = 0;
    while (!text().empty()) {
      ++attributes;
      std::array<unsigned char, 4> bytes{};
      text();  // its type
      if (file.read_up_to(bytes.data(), bytes.size(), at) != bytes.size()) break;
      const std::uint64_t length =
          bytes[0] | std::uint64_t{bytes[1]} << 8 | std::uint64_t{bytes[2]} << 16 | std::uint64_t{bytes[3]} << 24;
      if (at + bytes.size() + length > file.size()) {
        throw std::runtime_error("an attribute of its header claims " + std::to_string(length) +
                                 " bytes, more than the file has");
      }
      at += bytes.size() + length;
    }
    if (!several || attributes == 0) return;
  }
}

// What OpenEXR reads, and what could not be read.
struct Reading {
  const files::Reader file;
  std::exception_ptr lost;
};
std::int64_t on_read(exr_const_context_t, void* opaque, void* to, std::uint64_t size, std::uint64_t offset,
                     exr_stream_error_func_ptr_t) {
  auto& reading = *static_cast<Reading*>(opaque);
  try {
    return static_cast<std::int64_t>(reading.file.read_up_to(to, static_cast<std::size_t>(size), offset));
  } catch (...) {  // none goes through a C library
    reading.lost = std::current_exception();
    return -1;
  }
}

std::uint64_t pixel_bytes(exr_const_context_t file, int part) {
  const exr_attr_chlist_t* channels = nullptr;
  demand(exr_get_channels(file, part, &channels));
  std::uint64_t bytes = 0;
  for (int i = 0; i < channels->num_channels; ++i) bytes += channels->entries[i].pixel_type == EXR_PIXEL_HALF ? 2 : 4;
  return bytes;
}

}  // namespace

void demand_exr_claims(const std::string& path) {
  Reading reading{files::Reader(path), {}};
  const std::uint64_t size = reading.file.size();
  demand_attributes(reading.file);
  exr_context_initializer_t quiet = EXR_DEFAULT_CONTEXT_INITIALIZER;
  quiet.error_handler_fn = [](exr_const_context_t, exr_result_t, const char*) {};
  quiet.user_data = &reading;
  quiet.read_fn = on_read;
  quiet.size_fn = [](exr_const_context_t, void* opaque) {
    return static_cast<std::int64_t>(static_cast<const Reading*>(opaque)->file.size());
  };
  exr_context_t opened = nullptr;
  const exr_result_t begun = exr_start_read(&opened, path.c_str(), &quiet);
  if (reading.lost) std::rethrow_exception(reading.lost);
  demand(begun);
  const auto close = [](exr_context_t file) { exr_finish(&file); };
  const std::unique_ptr<std::remove_pointer_t<exr_context_t>, decltype(close)> file(opened, close);
  int parts = 0;
  demand(exr_get_count(file.get(), &parts));
  if (parts > most_parts) throw std::runtime_error("it has more than " + std::to_string(most_parts) + " parts");
  std::uint64_t claimed = 0;
  for (int part = 0; part < parts; ++part) {
    exr_attr_box2i_t window{};
    std::int32_t chunks = 0;
    demand(exr_get_data_window(file.get(), part, &window));
    demand(exr_get_chunk_count(file.get(), part, &chunks));
    const auto side = [](std::int32_t from, std::int32_t to) {
      return static_cast<std::uint64_t>(std::int64_t{to} - from + 1);
    };
    const std::uint64_t pixels = side(window.min.x, window.max.x) * side(window.min.y, window.max.y);
    claimed +=
        static_cast<std::uint64_t>(chunks) * offset_bytes + pixels / greatest_ratio * pixel_bytes(file.get(), part);
  }
  if (claimed > size) {
    throw std::runtime_error("its header claims more than the " + std::to_string(size) + " bytes of the file can hold");
  }
}

}  // namespace terrawright::images
