// SPDX-License-Identifier: Apache-2.0
#include "store/descriptor.hpp"

#include <algorithm>
#include <cerrno>

namespace terrawright::store {
namespace {

// Larger writes make Linux look for pages of half a megabyte at once, which takes it twice as long as the copying.
constexpr std::size_t piece = 64 << 10;

// `step(done)` moves bytes and says how many, as pread and pwrite do.
template <typename Step>
bool all_of(std::size_t size, const Step& step) {
  for (std::size_t done = 0; done < size;) {
    const ssize_t moved = step(done);
    if (moved < 0 && errno == EINTR) continue;
    if (moved == 0) errno = EIO;
    if (moved <= 0) return false;
    done += static_cast<std::size_t>(moved);
  }
  return true;
}

}  // namespace

bool write_at(int file, const char* bytes, std::size_t size, std::uint64_t offset) {
  return all_of(size, [=](std::size_t done) {
    return pwrite(file, bytes + done, std::min(piece, size - done), static_cast<off_t>(offset + done));
  });
}

bool read_at(int file, char* bytes, std::size_t size, std::uint64_t offset) {
  return all_of(size, [=](std::size_t done) {
    return pread(file, bytes + done, size - done, static_cast<off_t>(offset + done));
  });
}

}  // namespace terrawright::store
