// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <stdexcept>

#include "report/diagnostic.hpp"
#include "report/program_file.hpp"
#include "support/catch.hpp"

using namespace terrawright;
namespace fs = std::filesystem;

TEST_CASE("Errors of the file system are told by their place and reason alone", "[report]") {
  const fs::filesystem_error error("status", "a/b", std::make_error_code(std::errc::too_many_symbolic_link_levels));
  CHECK(report::reason_of(error) == "a/b: Too many levels of symbolic links");
  CHECK(report::reason_of(fs::filesystem_error("status", std::make_error_code(std::errc::io_error))) ==
        "Input/output error");
  CHECK(report::reason_of(std::runtime_error("it rains")) == "it rains");
}

TEST_CASE("A program knows its own file", "[report]") {
  CHECK(fs::is_regular_file(report::program_file()));
  CHECK(report::program_file().is_absolute());
}
