// SPDX-License-Identifier: Apache-2.0
#include "report/program_file.hpp"

#include <dlfcn.h>
#include <sys/auxv.h>

#include <algorithm>
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

}  // namespace terrawright::report
