// SPDX-License-Identifier: Apache-2.0
#include "cli/program.hpp"

#include <stdlib.h>
#include <sys/wait.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace terrawright::test {

Ran shell(const std::string& command) {
  const TemporaryFolder folder;
  const std::string line =
      "cd " TERRAWRIGHT_ROOT " && { " + command + "; } >" + (folder / "out") + " 2>" + (folder / "err");
  const int status = std::system(line.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), read(folder / "out"), read(folder / "err")};
}

Ran run(const std::string& arguments) {
  const char* const other = std::getenv("TERRAWRIGHT_TESTED_PROGRAM");  // scripts/contract.py
  return shell((other == nullptr ? std::string(TERRAWRIGHT_PROGRAM) : other) + " " + arguments);
}

Ran compile_plugin(const std::string& compiler, const std::string& sources, const std::string& library) {
  return shell(compiler + " -std=c++17 -ffp-contract=off -fvisibility=hidden -fPIC -shared -Ipipeline/sdk " + sources +
               " -o " + library);
}

TemporaryFolder::TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "terrawright-XXXXXX").string();
  path_ = mkdtemp(name.data());
}
TemporaryFolder::~TemporaryFolder() { std::filesystem::remove_all(path_); }

void write(const std::string& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

std::string read(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

}  // namespace terrawright::test
