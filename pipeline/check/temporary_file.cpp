// SPDX-License-Identifier: Apache-2.0
#include "check/temporary_file.hpp"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace terrawright::check {
void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

TemporaryFile::TemporaryFile() : descriptor_(memfd_create("terrawright", MFD_CLOEXEC)) {
  if (descriptor_ < 0) fail("a temporary file cannot be made");
}
TemporaryFile::~TemporaryFile() { close(descriptor_); }

void TemporaryFile::append(const void* bytes, std::size_t count) const {
  const char* from = static_cast<const char*>(bytes);
  while (count > 0) {
    const ssize_t written = write(descriptor_, from, count);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("a temporary file cannot be written");
    from += written;
    count -= static_cast<std::size_t>(written);
  }
}

std::size_t TemporaryFile::size() const {
  struct stat facts {};
  if (fstat(descriptor_, &facts) != 0) fail("a temporary file cannot be read");
  return static_cast<std::size_t>(facts.st_size);
}

std::string TemporaryFile::text(std::size_t most) const {
  std::string text(std::min(size(), most), '\0');
  const ssize_t got = pread(descriptor_, text.data(), text.size(), 0);
  if (got < 0) fail("a temporary file cannot be read");
  text.resize(static_cast<std::size_t>(got));
  return text;
}

}  // namespace terrawright::check
