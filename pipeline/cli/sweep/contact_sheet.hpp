// SPDX-License-Identifier: Apache-2.0
// Many pictures in one, small and labelled, to choose from.
#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "images/whole_file.hpp"

namespace terrawright::cli {

struct ContactFrame {
  std::filesystem::path picture;  // a PNG; empty or unreadable: the frame stays blank
  std::string label;
};

// A PNG with so many frames in a row, pictures at most 256 pixels a side. The file is whole and has no name yet. Throws
// images::WriteFailed.
std::unique_ptr<images::WholeFile> contact_sheet(const std::filesystem::path& path,
                                                 const std::vector<ContactFrame>& frames, std::size_t columns);

}  // namespace terrawright::cli
