// SPDX-License-Identifier: Apache-2.0
#include "cli/scaffold/new_files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "cli/terminal/show.hpp"
#include "files/reader.hpp"
#include "report/utf8.hpp"

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
  const int descriptor = ::open(file.name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor < 0) return errno;
  int error = 0;
  for (std::size_t at = 0; at < file.bytes.size() && error == 0;) {
    const ssize_t count = ::write(descriptor, file.bytes.data() + at, file.bytes.size() - at);
    if (count >= 0) at += static_cast<std::size_t>(count);
    if (count < 0 && errno != EINTR) error = errno;
  }
  if (::close(descriptor) != 0 && error == 0) error = errno;
  if (error != 0) ::unlink(file.name.c_str());
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
    for (const std::string& name : written) ::unlink(name.c_str());
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
