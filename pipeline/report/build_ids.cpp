// SPDX-License-Identifier: Apache-2.0
#include "report/build_ids.hpp"

#include <link.h>

#include <algorithm>
#include <cstring>
#include <filesystem>

namespace terrawright::report {
namespace {

constexpr std::size_t padded(std::size_t bytes) { return (bytes + 3) / 4 * 4; }

std::string build_id_of(const dl_phdr_info& library) {
  std::string id;
  for (int i = 0; i < library.dlpi_phnum; ++i) {
    const auto& header = library.dlpi_phdr[i];
    if (header.p_type != PT_NOTE) continue;
    // The loader gives addresses as numbers. NOLINTNEXTLINE(performance-no-int-to-ptr)
    const auto* note = reinterpret_cast<const unsigned char*>(library.dlpi_addr + header.p_vaddr);
    for (const auto* end = note + header.p_memsz; note + sizeof(ElfW(Nhdr)) <= end;) {
      ElfW(Nhdr) facts;
      std::memcpy(&facts, note, sizeof facts);
      const unsigned char* name = note + sizeof facts;
      const unsigned char* content = name + padded(facts.n_namesz);
      if (facts.n_type == NT_GNU_BUILD_ID && facts.n_namesz == 4 && std::memcmp(name, "GNU", 4) == 0) {
        id.clear();
        for (std::size_t k = 0; k < facts.n_descsz; ++k) {
          id += "0123456789abcdef"[content[k] >> 4];
          id += "0123456789abcdef"[content[k] & 15];
        }
      }
      note = content + padded(facts.n_descsz);
    }
  }
  return id;
}

struct Search {
  const std::vector<const char*>& begins;
  std::map<std::string, std::string> found;
};

int look(dl_phdr_info* library, std::size_t, void* of) {
  Search& search = *static_cast<Search*>(of);
  const std::string name = std::filesystem::path(library->dlpi_name).filename().string();
  const auto begins = [&](const char* begin) { return name.compare(0, std::strlen(begin), begin) == 0; };
  if (std::any_of(search.begins.begin(), search.begins.end(), begins)) {
    const std::string id = build_id_of(*library);
    search.found[name] = id.empty() ? "unknown" : id;
  }
  return 0;
}

}  // namespace

std::string program_build_id() {
  std::string found;
  // The first one reported is the program itself.
  const auto look = [](dl_phdr_info* program, std::size_t, void* id) {
    *static_cast<std::string*>(id) = build_id_of(*program);
    return 1;
  };
  dl_iterate_phdr(look, &found);
  return found;
}

std::map<std::string, std::string> loaded_libraries(const std::vector<const char*>& begins) {
  Search search{begins, {}};
  dl_iterate_phdr(look, &search);
  return std::move(search.found);
}

}  // namespace terrawright::report
