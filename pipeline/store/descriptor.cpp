// SPDX-License-Identifier: Apache-2.0
#include "store/descriptor.hpp"

#include <algorithm>
#include <cerrno>

#include "files/reader.hpp"

namespace terrawright::store {
namespace {

// Larger writes make Linux look for pages of half a megabyte at once, which takes it twice as long as the copying.
constexpr std::size_t piece = 64 << 10;

}  // namespace

bool write_at(int file, const char* bytes, std::size_t size, std::uint64_t offset) {
  for (std::size_t done = 0; done < size;) {
    const ssize_t moved = pwrite(file, bytes + done, std::min(piece, size - done), static_cast<off_t>(offset + done));
    if (moved < 0 && errno == EINTR) continue;
    if (moved == 0) errno = EIO;
    if (moved <= 0) return false;
    done += static_cast<std::size_t>(moved);
  }
  return true;
}

bool read_at(int file, char* bytes, std::size_t size, std::uint64_t offset) {
  const std::int64_t done = files::read_up_to(file, bytes, size, offset);
  if (done >= 0 && done < static_cast<std::int64_t>(size)) errno = EIO;
  return done == static_cast<std::int64_t>(size);
}

}  // namespace terrawright::store
