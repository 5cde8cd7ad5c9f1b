// SPDX-License-Identifier: Apache-2.0
#include "images/libraries.hpp"

#include <link.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>

namespace terrawright::images {
namespace {

constexpr std::array<const char*, 9> compressing = {"libOpenEXRCore", "libOpenEXR", "libblosc", "libpng", "libdeflate.",
                                                    "libwebp.",       "libz.",      "liblz4",   "libzstd"};
// Of printed maps. Letters are set wherever the program runs, but only with cairo do they come to a file by others.
constexpr const char* drawing = "libcairo.";
constexpr std::array<const char*, 3> drawing_with = {"libpixman", "libfreetype", "libharfbuzz."};

bool is_of(const std::string& file, const char* library) { return file.compare(0, std::strlen(library), library) == 0; }

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
  return id.empty() ? "unknown" : id;
}

int look(dl_phdr_info* library, std::size_t, void* found) {
  const std::string name = std::filesystem::path(library->dlpi_name).filename().string();
  const auto is = [&](const char* of) { return is_of(name, of); };
  if (is(drawing) || std::any_of(compressing.begin(), compressing.end(), is) ||
      std::any_of(drawing_with.begin(), drawing_with.end(), is))
    (*static_cast<std::map<std::string, std::string>*>(found))[name] = build_id_of(*library);
  return 0;
}

}  // namespace

std::map<std::string, std::string> libraries_of_files() {
  std::map<std::string, std::string> found;
  dl_iterate_phdr(look, &found);
  const auto is_drawing = [](const auto& entry) { return is_of(entry.first, drawing); };
  if (std::none_of(found.begin(), found.end(), is_drawing)) {
    for (const char* const of : drawing_with) {
      for (auto entry = found.lower_bound(of); entry != found.end() && is_of(entry->first, of);)
        entry = found.erase(entry);
    }
  }
  return found;
}

}  // namespace terrawright::images
