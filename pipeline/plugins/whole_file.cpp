// SPDX-License-Identifier: Apache-2.0
#include "plugins/whole_file.hpp"

#include <fcntl.h>
#include <link.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <vector>

namespace terrawright::plugins {
namespace {

class File {
 public:
  explicit File(const std::string& name) : descriptor_(open(name.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~File() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  // How much of it is there; -1, with errno, where it cannot be read.
  ssize_t read(void* into, std::size_t size, std::uint64_t from) const {
    return pread(descriptor_, into, size, static_cast<off_t>(from));
  }
  std::uint64_t size() const {
    struct stat facts {};
    return fstat(descriptor_, &facts) == 0 ? static_cast<std::uint64_t>(facts.st_size) : 0;
  }

 private:
  int descriptor_;
};

// Where a stretch of the file ends; numbers beyond all files stay so.
std::uint64_t end_of(std::uint64_t from, std::uint64_t size) {
  return from > UINT64_MAX - size ? UINT64_MAX : from + size;
}

// What its headers name, in bytes from its beginning.
std::uint64_t named_by_headers(const File& file, const ElfW(Ehdr) & header) {
  std::vector<ElfW(Phdr)> programs(header.e_phnum);
  const std::size_t bytes = programs.size() * sizeof programs[0];
  std::uint64_t end = end_of(header.e_phoff, bytes);
  if (header.e_shoff != 0)
    end = std::max(end, end_of(header.e_shoff, std::uint64_t{header.e_shnum} * header.e_shentsize));
  if (file.read(programs.data(), bytes, header.e_phoff) != static_cast<ssize_t>(bytes)) return end;
  for (const auto& program : programs) end = std::max(end, end_of(program.p_offset, program.p_filesz));
  return end;
}

}  // namespace

std::string why_not_whole(const std::string& name) {
  const File file(name);
  ElfW(Ehdr) header;
  const ssize_t size = file.read(&header, sizeof header, 0);
  if (size < 0) return std::string("it cannot be read (") + std::strerror(errno) + ")";
  constexpr unsigned char native = sizeof(void*) == 8 ? ELFCLASS64 : ELFCLASS32;
  const bool is_native = size == sizeof header && std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 &&
                         header.e_ident[EI_CLASS] == native && header.e_phentsize == sizeof(ElfW(Phdr));
  if (!is_native) return {};
  const std::uint64_t needed = named_by_headers(file, header), there = file.size();
  if (needed <= there) return {};
  return "it is cut off: " + std::to_string(there) + " bytes of " + std::to_string(needed) + " are there";
}

}  // namespace terrawright::plugins
