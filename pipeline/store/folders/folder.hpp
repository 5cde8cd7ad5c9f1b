// SPDX-License-Identifier: Apache-2.0
// Files and folders inside an open folder. No symbolic link is followed, and nothing but a regular file is read: what
// other programs put into a store leads nowhere.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "system/files.hpp"

namespace terrawright::store {

// Nothing, with errno, where it is not there or not a folder.
system::Descriptor open_folder(int at, const std::string& name);
// The same of a path.
system::Descriptor open_folders(int at, const std::string& path);
// Makes it if it is not there.
system::Descriptor make_folder(int at, const std::string& name);

// A regular file, to be read, and its size.
system::Descriptor open_file(int at, const std::string& path, std::uint64_t* size = nullptr);
// Nothing, with errno, where it is not there or has more bytes than `most`.
std::optional<std::string> read_file(int at, const std::string& path, std::uint64_t most);
// A new one, to be written.
system::Descriptor new_file(int at, const std::string& name);
bool write_file(int at, const std::string& name, std::string_view bytes);

bool is_number(const std::string& name);  // "0", "17"
bool is_hex(const std::string& name, std::size_t digits);

}  // namespace terrawright::store
