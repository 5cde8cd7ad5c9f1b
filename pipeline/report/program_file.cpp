// SPDX-License-Identifier: Apache-2.0
#include "report/program_file.hpp"

#include <dlfcn.h>
#include <link.h>
#include <sys/auxv.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace terrawright::report {
namespace {

// An archive brings its own: then the kernel has loaded no other.
bool is_by_own_loader() { return getauxval(AT_BASE) == 0; }

// The file that the kernel runs: this program, or its own loader.
std::filesystem::path file_that_runs() {
  std::error_code unknown;
  return std::filesystem::read_symlink("/proc/self/exe", unknown);
}

}  // namespace

std::filesystem::path program_file() {
  std::error_code unknown;
  // This code may be a part of libterrawright.so, in a program of somebody else.
  static const char anchor = 0;
  Dl_info info{};
  if (dladdr(&anchor, &info) != 0 &&
      std::string_view(info.dli_fname).find("libterrawright.so") != std::string_view::npos)
    return std::filesystem::canonical(info.dli_fname, unknown);
  std::filesystem::path file = is_by_own_loader() ? std::filesystem::path() : file_that_runs();
  if (!file.empty()) return file;
  // As it was called: from a folder that this process has not left.
  // It is given as a number. NOLINTNEXTLINE(performance-no-int-to-ptr)
  const auto* const called = reinterpret_cast<const char*>(getauxval(AT_EXECFN));
  return called == nullptr ? file : std::filesystem::canonical(called, unknown);
}

std::vector<std::string> start_of(const std::filesystem::path& program) {
  if (!is_by_own_loader()) return {program.string()};
  return {file_that_runs().string(), program.string()};
}

std::filesystem::path module_file(const char* name) {
  std::error_code unknown;
  const std::filesystem::path program = program_file().parent_path();
  for (const char* folder : {TERRAWRIGHT_MODULES, "lib/terrawright", "../lib/terrawright", "terrawright"}) {
    std::filesystem::path path = (program / folder / name).lexically_normal();
    if (std::filesystem::exists(path, unknown)) return path;
  }
  return (program / TERRAWRIGHT_MODULES / name).lexically_normal();
}

std::filesystem::path shared_folder() {
  std::error_code error;
  const std::filesystem::path program = program_file().parent_path();
  // Beside a program; above a test, or libterrawright in lib/ or lib/<machine>/.
  for (const char* folder :
       {TERRAWRIGHT_SHARE_FROM_PROGRAM, "share/terrawright", "../share/terrawright", "../../share/terrawright"}) {
    std::filesystem::path path = (program / folder).lexically_normal();
    if (std::filesystem::is_regular_file(path / schema_file, error)) return path;
  }
  return {};
}

std::vector<std::string> shipped_worlds() {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(shared_folder() / "configs", error)) {
    const std::filesystem::path& file = entry.path();
    if (file.extension() == ".yaml" && !file.stem().has_extension()) names.push_back(file.stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

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
