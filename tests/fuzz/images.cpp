// SPDX-License-Identifier: Apache-2.0
// Feeds any bytes to what reads an image: opened, and read where it takes no more room than a world of this size would
// have. The ending is the one that the bytes claim. scripts/fuzz.sh runs it.
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "readers/opened_file.hpp"

using namespace terrawright;

namespace {

constexpr std::uint64_t most = std::uint64_t{64} << 20;

const char* ending_of(const std::uint8_t* bytes, std::size_t size) {
  const auto begins = [&](const void* with, std::size_t length) {
    return size >= length && std::memcmp(bytes, with, length) == 0;
  };
  if (begins("\x89PNG", 4)) return ".png";
  if (begins("\x76\x2f\x31\x01", 4)) return ".exr";
  return ".tif";
}

std::string folder() {
  std::string name = (std::filesystem::temp_directory_path() / "terrawright-fuzz-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) std::abort();
  return name;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const std::string place = folder();
  const std::string path = place + "/image" + ending_of(bytes, size);
  std::ofstream(path, std::ios::binary).write(reinterpret_cast<const char*>(bytes), static_cast<std::streamsize>(size));
  terrawright_file_request asked{};
  try {
    const auto file = readers::FileOpener().open(path, asked);
    const auto& facts = file->facts();
    if (facts.width < 1 || facts.height < 1) std::abort();
    const auto cells = static_cast<std::uint64_t>(facts.width) * static_cast<std::uint64_t>(facts.height);
    if (cells * sizeof(float) + file->memory() < most) {
      std::vector<float> read(cells);
      file->read(read.data());
    }
  } catch (const std::runtime_error& error) {
    if (std::strlen(error.what()) < 8) std::abort();  // refused without a reason
  }
  std::filesystem::remove(path);
  return 0;
}
