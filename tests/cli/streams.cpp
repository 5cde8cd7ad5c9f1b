// SPDX-License-Identifier: Apache-2.0
// Standard output and error that are full, closed or read by nobody.
#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;

namespace {

const std::string program = TERRAWRIGHT_PROGRAM " ";
const std::string small = "build configs/island.yaml --set world.size=[65,65] --out ";

// The exit code of a command whose standard output or error is a pipe that nobody reads any more.
std::string exit_into_nobody(const std::string& command, const std::string& folder) {
  shell("(sleep 0.3; " + command + "; echo $? >" + folder + "/code) | true");
  return read(folder + "/code");
}

}  // namespace

TEST_CASE("What does not fit onto a full disk is said, whatever the verb", "[streams]") {
  const TemporaryFolder folder;
  write(folder / "t.yaml",
        "terrawright: 1\nname: t\nworld: {size: [17, 17], seed: 42}\nstages:\n  h: {use: heights.noise@1}\n"
        "  map: {use: view.ascii@1, in: {field: h}}\noutputs:\n  - {print: true, layers: {m: map}}\n");
  const std::string island = " configs/island.yaml";
  for (const std::string& arguments :
       {std::string("schema"), std::string("describe sea.level"), std::string("describe sea.level --json"),
        std::string("stages"), std::string("stages --markdown"), "validate" + island, "plan" + island,
        "plan --json" + island, "graph" + island, "graph --mermaid" + island,
        small + (folder / "a") + " --quiet --sha256", small + (folder / "b"),
        "build --quiet " + (folder / "t.yaml") + " --out " + (folder / "c"), std::string("--help"),
        std::string("build --help"), std::string("--version"), "plan --format json" + island}) {
    INFO(arguments);
    const Ran ran = shell(program + arguments + " >/dev/full");
    CHECK(ran.exit == 1);
    CHECK_THAT(ran.err, Catch::Contains("standard output could not be written: No space left on device"));
  }
  // An error stays what it is.
  CHECK(shell(program + "validate --format json configs/none.yaml >/dev/full").exit == 2);
}

TEST_CASE("A reader of standard output who went is no error", "[streams]") {
  const TemporaryFolder folder;
  CHECK(exit_into_nobody(program + "schema", folder.path()) == "0\n");
  CHECK(exit_into_nobody(program + "schema --format json", folder.path()) == "0\n");
  CHECK(exit_into_nobody(program + small + (folder / "a"), folder.path()) == "0\n");
  CHECK(std::filesystem::exists(folder / "a/island-42.manifest.json"));
  CHECK(exit_into_nobody(program + "describe nonsense", folder.path()) == "2\n");
  CHECK(shell(program + "schema | head -1").err.empty());
}

TEST_CASE("A closed pipe on standard error does not end a build", "[streams]") {
  const TemporaryFolder folder;
  CHECK(exit_into_nobody(program + small + (folder / "a") + " 2>&1 >/dev/null", folder.path()) == "0\n");
  CHECK(std::filesystem::exists(folder / "a/island-42.manifest.json"));
}

TEST_CASE("No file becomes a standard stream that was closed", "[streams]") {
  const TemporaryFolder folder;
  REQUIRE(shell(program + small + (folder / "whole")).exit == 0);
  for (const char* closed : {"2>&-", "1>&-", "0<&-", "0<&- 1>&-", "1>&- 2>&-", "0<&- 1>&- 2>&-"}) {
    INFO(closed);
    std::filesystem::remove_all(folder / "a");
    CHECK(shell(program + small + (folder / "a") + " " + closed).exit == 0);
    const Ran difference = shell("diff -r " + (folder / "whole") + " " + (folder / "a"));
    CHECK(difference.out.empty());
    CHECK(difference.exit == 0);
  }
  // A loaded library reports them from the inside.
  write(folder / "look.cpp",
        "#include <unistd.h>\n#include <cstdlib>\n#include <fstream>\n"
        "static const bool looked = [] {\n"
        "  std::ofstream seen(std::getenv(\"TERRAWRIGHT_TEST_MARK\"));\n"
        "  for (const char* stream : {\"/proc/self/fd/0\", \"/proc/self/fd/1\", \"/proc/self/fd/2\"}) {\n"
        "    char to[256] = {};\n"
        "    seen << (readlink(stream, to, 255) < 0 ? \"closed\" : to) << '\\n';\n"
        "  }\n  return true;\n}();\n");
  std::filesystem::create_directory(folder / "plugins");
  REQUIRE(compile_plugin("g++", folder / "look.cpp", folder / "plugins/look.so").exit == 0);
  shell("TERRAWRIGHT_TEST_MARK=" + (folder / "seen") + " " + program + "stages --plugins " + (folder / "plugins") +
        " 0<&- 1>&- 2>&-");
  CHECK(read(folder / "seen") == "/dev/null\n/dev/null\n/dev/null\n");
}
