// SPDX-License-Identifier: Apache-2.0
#include "system/library.hpp"

#include <dlfcn.h>
#include <link.h>
#include <sys/auxv.h>

#include <algorithm>
#include <cstring>
#include <system_error>

namespace terrawright::system {
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

// End of a stretch of the file; numbers beyond all files stay so.
std::uint64_t end_of_part(std::uint64_t from, std::uint64_t size) {
  return from > UINT64_MAX - size ? UINT64_MAX : from + size;
}

std::string last_error(const char* otherwise) {
  const char* const why = dlerror();
  return why == nullptr ? otherwise : why;
}

}  // namespace

Opened open_library(const std::string& file, Symbols symbols) {
  const int how = symbols == Symbols::shared     ? RTLD_GLOBAL | RTLD_NODELETE
                  : symbols == Symbols::kept_own ? RTLD_LOCAL | RTLD_NODELETE
                                                 : RTLD_LOCAL;
  // A name without a slash would be looked for in the system's folders.
  const std::string path = (file.find('/') == std::string::npos ? "./" : "") + file;
  Opened opened{dlopen(path.c_str(), RTLD_NOW | how), {}};
  if (opened.library == nullptr) opened.why = last_error("no reason given");
  return opened;
}
void* symbol(void* library, const char* name, std::string* why) {
  void* const found = dlsym(library, name);
  if (found == nullptr && why != nullptr) *why = last_error("no reason given");
  return found;
}
void* next_symbol(const char* name) { return dlsym(RTLD_NEXT, name); }

std::uint64_t bytes_of_library(const ReadFile& read) {
  ElfW(Ehdr) header;
  const std::size_t size = read(&header, sizeof header, 0);
  constexpr unsigned char native = sizeof(void*) == 8 ? ELFCLASS64 : ELFCLASS32;
  const bool is_native = size == sizeof header && std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 &&
                         header.e_ident[EI_CLASS] == native && header.e_phentsize == sizeof(ElfW(Phdr));
  if (!is_native) return 0;
  std::vector<ElfW(Phdr)> programs(header.e_phnum);
  const std::size_t bytes = programs.size() * sizeof programs[0];
  std::uint64_t end = end_of_part(header.e_phoff, bytes);
  if (header.e_shoff != 0)
    end = std::max(end, end_of_part(header.e_shoff, std::uint64_t{header.e_shnum} * header.e_shentsize));
  if (read(programs.data(), bytes, header.e_phoff) != bytes) return end;
  for (const auto& program : programs) end = std::max(end, end_of_part(program.p_offset, program.p_filesz));
  return end;
}

std::string file_of(const void* address) {
  Dl_info info{};
  return dladdr(address, &info) != 0 && info.dli_fname != nullptr ? info.dli_fname : "";
}
std::filesystem::path file_that_runs() {
  std::error_code unknown;
  return std::filesystem::read_symlink("/proc/self/exe", unknown);
}
// An archive brings its own: then the kernel has loaded no other.
bool runs_by_own_loader() { return getauxval(AT_BASE) == 0; }
std::string called_as() {
  // It is given as a number. NOLINTNEXTLINE(performance-no-int-to-ptr)
  const auto* const called = reinterpret_cast<const char*>(getauxval(AT_EXECFN));
  return called == nullptr ? "" : called;
}

void each_library(const std::function<bool(const std::string& file, const std::string& build_id)>& take) {
  const auto look = [](dl_phdr_info* library, std::size_t, void* of) {
    const auto& each = *static_cast<const std::function<bool(const std::string&, const std::string&)>*>(of);
    return each(library->dlpi_name, build_id_of(*library)) ? 0 : 1;
  };
  dl_iterate_phdr(look, const_cast<void*>(static_cast<const void*>(&take)));
}

}  // namespace terrawright::system
