// SPDX-License-Identifier: Apache-2.0
#include "plugins/whole_file.hpp"

#include <link.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "files/reader.hpp"

namespace terrawright::plugins {
namespace {

// End of a stretch of the file; numbers beyond all files stay so.
std::uint64_t end_of(std::uint64_t from, std::uint64_t size) {
  return from > UINT64_MAX - size ? UINT64_MAX : from + size;
}

// Bytes from the start that its headers name.
std::uint64_t named_by_headers(const files::Reader& file, const ElfW(Ehdr) & header) {
  std::vector<ElfW(Phdr)> programs(header.e_phnum);
  const std::size_t bytes = programs.size() * sizeof programs[0];
  std::uint64_t end = end_of(header.e_phoff, bytes);
  if (header.e_shoff != 0)
    end = std::max(end, end_of(header.e_shoff, std::uint64_t{header.e_shnum} * header.e_shentsize));
  if (file.read_up_to(programs.data(), bytes, header.e_phoff) != bytes) return end;
  for (const auto& program : programs) end = std::max(end, end_of(program.p_offset, program.p_filesz));
  return end;
}

}  // namespace

std::string why_not_whole(const std::string& name) {
  const files::Reader file(name);
  ElfW(Ehdr) header;
  const std::size_t size = file.read_up_to(&header, sizeof header, 0);
  constexpr unsigned char native = sizeof(void*) == 8 ? ELFCLASS64 : ELFCLASS32;
  const bool is_native = size == sizeof header && std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 &&
                         header.e_ident[EI_CLASS] == native && header.e_phentsize == sizeof(ElfW(Phdr));
  if (!is_native) return {};
  const std::uint64_t needed = named_by_headers(file, header), there = file.size();
  if (needed <= there) return {};
  return "it is cut off: " + std::to_string(there) + " bytes of " + std::to_string(needed) + " are there";
}

}  // namespace terrawright::plugins
