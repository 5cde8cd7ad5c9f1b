// SPDX-License-Identifier: Apache-2.0
#include "report/program_file.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "system/library.hpp"

namespace terrawright::report {
std::filesystem::path program_file() {
  std::error_code unknown;
  // This code may be a part of libterrawright.so, in a program of somebody else.
  static const char anchor = 0;
  if (const std::string library = system::file_of(&anchor); library.find("libterrawright.so") != std::string::npos)
    return std::filesystem::canonical(library, unknown);
  std::filesystem::path file = system::runs_by_own_loader() ? std::filesystem::path() : system::file_that_runs();
  const std::string called = file.empty() ? system::called_as() : "";
  return called.empty() ? file : std::filesystem::canonical(called, unknown);
}

std::vector<std::string> start_of(const std::filesystem::path& program) {
  if (!system::runs_by_own_loader()) return {program.string()};
  return {system::file_that_runs().string(), program.string()};
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

std::string program_build_id() {
  std::string found;
  system::each_library([&](const std::string&, const std::string& id) {
    found = id;
    return false;
  });
  return found;
}

std::map<std::string, std::string> loaded_libraries(const std::vector<const char*>& begins) {
  std::map<std::string, std::string> found;
  system::each_library([&](const std::string& file, const std::string& id) {
    const std::string name = std::filesystem::path(file).filename().string();
    if (std::any_of(begins.begin(), begins.end(),
                    [&](const char* begin) { return name.compare(0, std::strlen(begin), begin) == 0; }))
      found[name] = id.empty() ? "unknown" : id;
    return true;
  });
  return found;
}

}  // namespace terrawright::report
