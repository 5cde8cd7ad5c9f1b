// SPDX-License-Identifier: Apache-2.0
#include "store/folders/folder.hpp"

#include <cerrno>

namespace terrawright::store {
namespace {

constexpr unsigned reads_folder = system::reads | system::folder_only;

}  // namespace

system::Descriptor open_folder(int at, const std::string& name) {
  return system::open_in(at, name, reads_folder | system::no_link);
}

system::Descriptor open_folders(int at, const std::string& path) {
  return system::open_in(at, path, reads_folder | system::no_links);
}

system::Descriptor make_folder(int at, const std::string& name) {
  if (!system::make_folder_in(at, name) && errno != EEXIST) return {};
  return open_folder(at, name);
}

system::Descriptor open_file(int at, const std::string& path, std::uint64_t* size) {
  system::Descriptor file =
      system::open_in(at, path, system::reads | system::no_links | system::no_wait);  // of a pipe too
  const auto facts = file ? system::facts_of(file.number()) : std::nullopt;
  if (facts && facts->is_file()) {
    if (size != nullptr) *size = facts->size;
    return file;
  }
  if (file) errno = EINVAL;
  return {};
}

std::optional<std::string> read_file(int at, const std::string& path, std::uint64_t most) {
  std::uint64_t size = 0;
  const system::Descriptor file = open_file(at, path, &size);
  if (!file) return std::nullopt;
  if (size > most) {
    errno = EFBIG;
    return std::nullopt;
  }
  std::string bytes(static_cast<std::size_t>(size), '\0');
  if (!system::read_at(file.number(), bytes.data(), bytes.size(), 0)) return std::nullopt;
  return bytes;
}

system::Descriptor new_file(int at, const std::string& name) {
  return system::open_in(at, name, system::writes | system::is_new | system::no_link);
}

bool write_file(int at, const std::string& name, std::string_view bytes) {
  const system::Descriptor file = new_file(at, name);
  return file && system::write_at(file.number(), bytes.data(), bytes.size(), 0);
}

bool is_number(const std::string& name) {
  return !name.empty() && name.size() < 20 && name.find_first_not_of("0123456789") == std::string::npos;
}

bool is_hex(const std::string& name, std::size_t digits) {
  return name.size() == digits && name.find_first_not_of("0123456789abcdef") == std::string::npos;
}

}  // namespace terrawright::store
