// SPDX-License-Identifier: Apache-2.0
// The same problems for machines.
#include <nlohmann/json.hpp>

#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;

namespace {

const std::string bad =
    "terrawright: 1\nname: bad\nworld: {size: [65, 65], cell: 1 km, seed: 1}\nstages:\n"
    "  a: {use: heights.diamond_square@1, with: {stencill: cubic}}\n"
    "outputs: [{file: \"a.exr\", layers: {h: a, g: b}}]\n";

}  // namespace

TEST_CASE("Option --format json gives every problem with its place", "[format]") {
  const TemporaryFolder folder;
  write(folder / "bad.yaml", bad);
  const Ran ran = run("validate --format json " + (folder / "bad.yaml"));
  CHECK(ran.exit == 2);
  CHECK(ran.out.empty());
  const auto problems = nlohmann::json::parse(ran.err)["problems"];
  REQUIRE(problems.size() == 2);
  CHECK(problems[0]["severity"] == "error");
  CHECK(problems[0]["file"] == folder / "bad.yaml");
  CHECK(problems[0]["line"] == 5);
  CHECK(problems[0]["column"] == 45);
  CHECK(problems[0]["length"] == 8);
  CHECK(problems[0]["message"].get<std::string>().find("no parameter 'stencill'") != std::string::npos);
  CHECK(problems[0]["hint"].get<std::string>().find("did you mean 'stencil'?") != std::string::npos);
  CHECK(problems[1]["line"] == 6);
  // A good world has nothing to say, and problems without a place are problems as well.
  CHECK(run("validate --format json configs/island.yaml").err.empty());
  const auto plugin = nlohmann::json::parse(run("stages --format json --plugins " + (folder / "none")).err);
  CHECK(plugin["problems"].size() == 1);
  CHECK_FALSE(plugin["problems"][0].contains("line"));
}

TEST_CASE("Option --format github gives annotations", "[format]") {
  const TemporaryFolder folder;
  write(folder / "bad.yaml", bad);
  const Ran ran = run("validate --format github " + (folder / "bad.yaml"));
  CHECK(ran.exit == 2);
  CHECK(ran.err.find("::error file=" + (folder / "bad.yaml") + ",line=5,col=45::") == 0);
  CHECK(std::count(ran.err.begin(), ran.err.end(), '\n') == 2);
  CHECK(run("validate --format xml configs/island.yaml").exit == 2);
}

TEST_CASE("Names and texts from outside begin no line of their own", "[format]") {
  const TemporaryFolder folder;
  const std::string odd = folder / "x\n::error::y\x1B[31m.yaml";
  write(odd, "terrawright: 1\nname: t\nworld: {size: [17, 17], seed: 1}\n");
  for (const char* format : {"text", "json", "github"}) {
    const Ran ran = run(std::string("validate --format ") + format + " '" + odd + "'");
    INFO(ran.err);
    CHECK(ran.exit == 2);
    CHECK(ran.err.find("\n::error::y") == std::string::npos);
    CHECK(ran.err.find('\x1B') == std::string::npos);
  }
  write(odd,
        "terrawright: 1\nname: t\nworld: {size: [17, 17], seed: 1}\nstages: {h: {use: "
        "heights.diamond_square@1}}\noutputs: [{file: a.exr, layers: {h: h}}]\n");
  const Ran said = run("validate '" + odd + "'"), planned = run("plan --seed '\n::error::y' '" + odd + "'");
  CHECK(said.exit == 0);
  CHECK(said.out.find("\n::error::y") == std::string::npos);
  CHECK(planned.exit == 0);
  CHECK(planned.out.find("\n::error::y") == std::string::npos);
}

TEST_CASE("What a library says of a broken picture is in the problem, and nowhere else", "[format]") {
  const TemporaryFolder folder;
  std::string png = read(std::string(TERRAWRIGHT_ROOT) + "/stages/source/drawn.png");
  png[20] = 1;  // in the header, whose checksum no longer fits
  write(folder / "bad.png", png);
  write(folder / "bad.tif", std::string("II*\0\x08\0\0\0\x01\0\0\xFF\x03\0", 14));
  write(folder / "bad.exr", std::string("\x76\x2F\x31\x01\x02\0\0\0junk", 12));
  for (const char* name : {"bad.png", "bad.tif", "bad.exr"}) {
    write(folder / "world.yaml",
          "terrawright: 1\nname: t\nworld: {size: [17, 17], seed: 1}\nstages: {h: {use: source.image@1, with: {file: " +
              std::string(name) + "}}}\noutputs: [{file: a.exr, layers: {h: h}}]\n");
    const Ran ran = run("validate --format json " + (folder / "world.yaml"));
    INFO(name << ": " << ran.err);
    CHECK(ran.exit == 2);
    const auto json = nlohmann::json::parse(ran.err, nullptr, false);
    REQUIRE_FALSE(json.is_discarded());
    REQUIRE(json["problems"].size() == 1);
    const std::string message = json["problems"][0]["message"];
    CHECK(message.find("it is no image that can be read: ") != std::string::npos);
    CHECK(message.back() != ' ');
  }
}
