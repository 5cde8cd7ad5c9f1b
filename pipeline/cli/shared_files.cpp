// SPDX-License-Identifier: Apache-2.0
#include "cli/shared_files.hpp"

#include <algorithm>

#include "report/program_file.hpp"

namespace terrawright::cli {
namespace {

namespace fs = std::filesystem;
constexpr char schema_file[] = "schema/terrawright.schema.json";

}  // namespace

fs::path shared_folder() {
  std::error_code error;
  const fs::path program = report::program_file().parent_path();
  for (const fs::path& folder : {program / TERRAWRIGHT_SHARE_FROM_PROGRAM, program / "share/terrawright"}) {
    if (fs::is_regular_file(folder / schema_file, error)) return folder.lexically_normal();
  }
  return {};
}

std::vector<std::string> worlds_to_copy() {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(shared_folder() / "configs", error)) {
    if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string schema_address() {
  const fs::path folder = shared_folder();
  if (folder.empty()) return {};
  std::error_code error;
  const fs::path file = fs::canonical(folder / schema_file, error);
  if (error) return {};
  std::string address = "file://";
  // Whatever is not plain stands as %20, so that nothing ends the address early.
  for (const char c : file.string()) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       (c != 0 && std::string_view("/-._~").find(c) != std::string_view::npos);
    if (plain) {
      address += c;
    } else {
      constexpr char digits[] = "0123456789ABCDEF";
      const auto byte = static_cast<unsigned char>(c);
      address += {'%', digits[byte / 16], digits[byte % 16]};
    }
  }
  return address;
}

}  // namespace terrawright::cli
