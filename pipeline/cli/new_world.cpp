// SPDX-License-Identifier: Apache-2.0
// Begins a world: NAME.yaml, and what it reads, in the working directory. A file that is there is never touched.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sstream>

#include "cli/session.hpp"
#include "cli/shared_files.hpp"
#include "cli/show.hpp"
#include "cli/standard_output.hpp"
#include "cli/starter.hpp"
#include "cli/verbs.hpp"
#include "config/world.hpp"
#include "files/reader.hpp"
#include "report/suggest.hpp"
#include "report/utf8.hpp"

namespace terrawright::cli {
namespace {

namespace fs = std::filesystem;
using report::quote;

struct File {
  std::string name, bytes;
};

std::string text_of(const fs::path& path) {
  try {
    return files::text_of(path);
  } catch (const files::ReadFailed& error) {
    show_error(error.what(), "is the installation whole?");
    throw Ended{failed};
  }
}

bool begins_with(const std::string& text, const std::string& begin) {
  return text.compare(0, begin.size(), begin) == 0;
}

// The composites of an included file, without what stands before them.
std::string composites_of(const fs::path& included) {
  const std::string text = text_of(included), key = "\ncomposites:\n";
  const std::size_t begin = text.find(key);
  return begin == std::string::npos ? "" : text.substr(begin + key.size());
}

// A world of configs/ under another name: what it includes stands in it, and the files that it reads come along.
std::vector<File> copy_of(const std::string& like, const std::string& name) {
  const fs::path folder = shared_folder() / "configs";
  std::istringstream lines(text_of(folder / (like + ".yaml")));
  std::string text, included;
  std::vector<File> files;
  for (std::string line; std::getline(lines, line);) {
    if (begins_with(line, "# yaml-language-server:")) continue;
    if (begins_with(line, "include: [")) {
      std::istringstream names(line.substr(10, line.find(']') - 10));
      for (std::string part; std::getline(names >> std::ws, part, ',');) included += composites_of(folder / part);
      continue;
    }
    const std::size_t file = line.find("file: ");
    if (const std::size_t end = line.find_first_of(",}", file); file != std::string::npos && end != std::string::npos) {
      const std::string read_by_it = line.substr(file + 6, end - file - 6);
      std::error_code error;
      if (fs::is_regular_file(folder / read_by_it, error)) files.push_back({read_by_it, text_of(folder / read_by_it)});
    }
    text += (begins_with(line, "name: ") ? "name: " + name
                                         : report::replaced(line, "configs/" + like + ".yaml", name + ".yaml")) +
            "\n";
  }
  files.push_back({name + ".yaml", text + (included.empty() ? "" : "\ncomposites:\n" + included)});
  return files;
}

// Whether the file is there with just these bytes.
bool has_it(const File& file) {
  std::error_code error;
  return fs::is_regular_file(file.name, error) && text_of(file.name) == file.bytes;
}

// 0, or the errno of what went wrong; then nothing of it is left.
int write_new(const File& file) {
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

// All of them, or none.
Exit write_all(const std::vector<File>& files) {
  std::vector<std::string> written;
  for (const File& file : files) {
    if (&file != &files.back() && has_it(file)) continue;  // an image of another world like this one
    const int error = write_new(file);
    if (error == 0) {
      written.push_back(file.name);
      continue;
    }
    for (const std::string& name : written) ::unlink(name.c_str());
    if (error == EEXIST) {
      show_error(quote(file.name) + " is there already, and is not overwritten",
                 "choose another name, or move it away first");
      return refused;
    }
    show_error("cannot write " + quote(file.name) + ": " + std::strerror(error),
               "is there room, and may you write into this folder?");
    return failed;
  }
  return done;
}

}  // namespace

Exit new_world(const Arguments& arguments) {
  report::Diagnostics problems;
  const std::string& name = arguments.name;
  if (!config::is_world_name(name)) {
    const bool is_file = name.size() > 5 && name.compare(name.size() - 5, 5, ".yaml") == 0 &&
                         config::is_world_name(name.substr(0, name.size() - 5));
    problems.error({}, quote(name) + " cannot be the name of a world",
                   is_file
                       ? "the file gets its ending by itself: terrawright new world " + name.substr(0, name.size() - 5)
                       : "files are named after it: letters, digits, '-' and '_', at most 100; it begins with a "
                         "letter or digit, and its file is written where you are");
  }
  const std::vector<std::string> models = worlds_to_copy();
  const bool known = std::find(models.begin(), models.end(), arguments.like) != models.end();
  if (!arguments.like.empty() && !known) {
    problems.error({}, "there is no world " + quote(arguments.like) + " to begin with",
                   models.empty() ? "the configs that come with the program are not where it lies; leave --like out"
                                  : report::did_you_mean(arguments.like, models, "there are"));
  }
  show(problems);
  if (problems.has_errors()) return refused;

  std::vector<File> files = known ? copy_of(arguments.like, name)
                                  : std::vector<File>{{name + ".yaml", report::replaced(starter_world, "NAME", name)}};
  const std::string address = schema_address();
  const std::string schema = address.empty() ? "terrawright.schema.json" : address;
  files.back().bytes = "# yaml-language-server: $schema=" + schema + "\n" + files.back().bytes;
  if (const Exit exit = write_all(files); exit != done) return exit;
  if (address.empty())
    show_warning("the schema for editors is not where the program lies",
                 "write one beside the world: terrawright schema > terrawright.schema.json");
  if (json_lines()) {
    Json names = Json::array();
    for (const File& file : files) names.push_back(file.name);
    print_event("new", {{"config", files.back().name}, {"files", names}});
    return done;
  }
  for (const File& file : files) print(file.name + "\n");
  print("Try:  terrawright build " + name + ".yaml\n");
  return done;
}

}  // namespace terrawright::cli
