// SPDX-License-Identifier: Apache-2.0
// The program as a person runs it.
#pragma once
#include <filesystem>
#include <string>

#include "support/json.hpp"

namespace terrawright::test {

struct Ran {
  int exit = -1;
  std::string out, err;
};
// Through the shell, in the project's root: run("build configs/island.yaml --quiet").
Ran run(const std::string& arguments);
// Any shell command.
Ran shell(const std::string& command);

// Compiles sources into a stage library without any help of the build.
Ran compile_plugin(const std::string& compiler, const std::string& sources, const std::string& library);

// A folder that is gone after the test.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }
  std::string operator/(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

void write(const std::string& path, const std::string& text);
std::string read(const std::string& path);

}  // namespace terrawright::test
