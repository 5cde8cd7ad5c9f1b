// SPDX-License-Identifier: Apache-2.0
#include "plugins/build_id.hpp"

#include <elf.h>
#include <link.h>

#include <cstddef>
#include <cstring>

namespace terrawright::plugins {
namespace {

constexpr std::size_t padded(std::size_t bytes) { return (bytes + 3) / 4 * 4; }

std::string hex_of(const unsigned char* bytes, std::size_t size) {
  std::string text;
  for (std::size_t i = 0; i < size; ++i) {
    text += "0123456789abcdef"[bytes[i] >> 4];
    text += "0123456789abcdef"[bytes[i] & 15];
  }
  return text;
}

// The first that is told of is the program itself.
int look(dl_phdr_info* program, std::size_t, void* found) {
  for (int i = 0; i < program->dlpi_phnum; ++i) {
    const auto& header = program->dlpi_phdr[i];
    if (header.p_type != PT_NOTE) continue;
    // The loader gives addresses as numbers. NOLINTNEXTLINE(performance-no-int-to-ptr)
    const auto* note = reinterpret_cast<const unsigned char*>(program->dlpi_addr + header.p_vaddr);
    for (const auto* end = note + header.p_memsz; note + sizeof(ElfW(Nhdr)) <= end;) {
      ElfW(Nhdr) facts;
      std::memcpy(&facts, note, sizeof facts);
      const unsigned char* name = note + sizeof facts;
      const unsigned char* content = name + padded(facts.n_namesz);
      if (facts.n_type == NT_GNU_BUILD_ID && facts.n_namesz == 4 && std::memcmp(name, "GNU", 4) == 0)
        *static_cast<std::string*>(found) = hex_of(content, facts.n_descsz);
      note = content + padded(facts.n_descsz);
    }
  }
  return 1;
}

}  // namespace

std::string build_id() {
  std::string found;
  dl_iterate_phdr(look, &found);
  return found;
}

}  // namespace terrawright::plugins
