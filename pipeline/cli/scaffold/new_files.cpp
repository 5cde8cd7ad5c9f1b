// SPDX-License-Identifier: Apache-2.0
#include "cli/scaffold/new_files.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "cli/terminal/show.hpp"
#include "files/open_file.hpp"
#include "system/files.hpp"

namespace terrawright::cli {
namespace {

// Whether the file is there with just these bytes.
bool has_it(const NewFile& file) {
  std::error_code error;
  try {
    return std::filesystem::is_regular_file(file.name, error) && files::text_of(file.name) == file.bytes;
  } catch (const files::ReadFailed&) {
    return false;  // it is there, and is not touched
  }
}

// 0, or the errno of what went wrong; then nothing of it is left.
int write_new(const NewFile& file) {
  system::Descriptor to = system::open(file.name, system::writes | system::is_new);
  if (!to) return errno;
  const bool is_written = system::write_all(to.number(), file.bytes.data(), file.bytes.size());
  const int error = is_written && to.close() ? 0 : errno;
  if (error != 0) system::remove_file(file.name);
  return error;
}

}  // namespace

Exit write_all(const std::vector<NewFile>& files) {
  std::vector<std::string> written;
  for (const NewFile& file : files) {
    if (&file != &files.back() && has_it(file)) continue;  // an image of another world like this one
    const int error = write_new(file);
    if (error == 0) {
      written.push_back(file.name);
      continue;
    }
    for (const std::string& name : written) system::remove_file(name);
    if (error == EEXIST) {
      show_error(report::quote(file.name) + " is there already, and is not overwritten",
                 "choose another name, or move it away first");
      return refused;
    }
    show_error("cannot write " + report::quote(file.name) + ": " + std::strerror(error),
               "is there room, and may you write into this folder?");
    return failed;
  }
  return done;
}

}  // namespace terrawright::cli
