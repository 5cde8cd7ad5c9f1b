// SPDX-License-Identifier: Apache-2.0
#include "report/program_file.hpp"

#include <dlfcn.h>
#include <sys/auxv.h>

#include <string_view>
#include <system_error>

namespace terrawright::report {

std::filesystem::path program_file() {
  std::error_code unknown;
  // This code may be a part of libterrawright.so, in a program of somebody else.
  static const char anchor = 0;
  Dl_info info{};
  if (dladdr(&anchor, &info) != 0 &&
      std::string_view(info.dli_fname).find("libterrawright.so") != std::string_view::npos)
    return std::filesystem::canonical(info.dli_fname, unknown);
  std::filesystem::path file = std::filesystem::read_symlink("/proc/self/exe", unknown);
  if (!file.empty()) return file;
  // As it was called: from a folder that this process has not left.
  // The kernel gives it as a number. NOLINTNEXTLINE(performance-no-int-to-ptr)
  const auto* const called = reinterpret_cast<const char*>(getauxval(AT_EXECFN));
  return called == nullptr ? file : std::filesystem::canonical(called, unknown);
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

}  // namespace terrawright::report
