// SPDX-License-Identifier: Apache-2.0
#include "report/shared_files.hpp"

#include <algorithm>

#include "report/program_file.hpp"

namespace terrawright::report {

namespace fs = std::filesystem;

fs::path shared_folder() {
  std::error_code error;
  const fs::path program = program_file().parent_path();
  // Beside a program; above a test, or libterrawright in lib/ or lib/<machine>/.
  for (const char* folder :
       {TERRAWRIGHT_SHARE_FROM_PROGRAM, "share/terrawright", "../share/terrawright", "../../share/terrawright"}) {
    const fs::path path = (program / folder).lexically_normal();
    if (fs::is_regular_file(path / schema_file, error)) return path;
  }
  return {};
}

std::vector<std::string> shipped_worlds() {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(shared_folder() / "configs", error)) {
    const fs::path& file = entry.path();
    if (file.extension() == ".yaml") names.push_back(file.stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace terrawright::report
