// SPDX-License-Identifier: Apache-2.0
#include "report/reason.hpp"

#include <filesystem>
#include <new>

#include "report/utf8.hpp"

namespace terrawright::report {

std::string reason_of(const std::exception& error) {
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) return no_memory;
  const auto* const of_files = dynamic_cast<const std::filesystem::filesystem_error*>(&error);
  if (of_files == nullptr) return error.what();
  const std::string place = printable(of_files->path1().string());
  return (place.empty() ? "" : place + ": ") + of_files->code().message();
}

}  // namespace terrawright::report
