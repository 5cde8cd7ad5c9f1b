// SPDX-License-Identifier: Apache-2.0
// Worlds of 2^20 + 1 cells a side, as far as plan.

#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;

namespace {

const std::string largest = R"(terrawright: 1
name: t
world: {size: [1048577, 1048577], cell: 1 m, seed: 42}
stages:
  noise: {use: heights.noise@1, with: {lowest: -10, highest: 10}}
  metres: {use: shape.metres@1, in: {height: noise, level: 0}}
)";

}  // namespace

TEST_CASE("the largest world is planned without a number that is too large", "[largest]") {
  const TemporaryFolder folder;
  write(folder / "t.yaml", largest + R"(outputs:
  - {file: "{name}.zarr", layers: {height: metres}}
  - {tiles: {side: 2048, overlap: 1, file: "{name}_x{x}_y{y}.exr"}, layers: {height: metres}, sidecar: false}
)");
  const Ran ran = run("plan --json " + (folder / "t.yaml") + " --cache off --memory 100000GB");
  INFO(ran.err);
  // No disk that we know has room for its files; all is printed nevertheless.
  REQUIRE((ran.exit == 2) == (ran.err.find(" of disk in ") != std::string::npos));
  const Json plan = Json::parse(ran.out);
  const double cells = 1048577.0 * 1048577.0;
  CHECK(plan["bytes"]["made"].get<double>() >= 2 * 4 * cells);
  CHECK(plan["bytes"]["made"].get<double>() <= 2.01 * 4 * cells);
  CHECK(plan["memory"]["peak"].get<double>() >= 4 * cells);
  CHECK(plan["memory"]["peak"].get<double>() <= 3 * 4 * cells);
  CHECK(plan["outputs"][1]["tiles"]["columns"] == 512);
  CHECK(plan["outputs"][1]["tiles"]["width"] == 2049);
  CHECK(plan["outputs"][1]["files"].size() == 512 * 512);
  const std::string last = plan["outputs"][1]["files"][512 * 512 - 1];
  CHECK(last.substr(last.rfind('/')) == "/t_x511_y511.exr");
  // Its layers wait in files where memory is short.
  const Json small = Json::parse(run("plan --json " + (folder / "t.yaml") + " --cache off --memory 8GB").out);
  CHECK(small["memory"]["peak"].get<double>() <= 8e9);
  CHECK(small["memory"]["waiting_in_files"].get<double>() >= 3.99 * cells);  // but for the rows that a pass holds
}

TEST_CASE("a window of the largest world may lie at its last cell", "[largest]") {
  const TemporaryFolder folder;
  write(folder / "t.yaml", largest + "outputs:\n  - {file: \"{name}.tif\", layers: {height: noise}}\n");
  const std::string plan = "plan " + (folder / "t.yaml") + " --cache off --memory 100000GB";
  CHECK_THAT(run(plan).err, Catch::Contains("a .tif file has at most 1048576 cells a side"));
  CHECK(run(plan + " --window 1048576,1048576,1x1").exit == 0);
  CHECK(run(plan + " --window 1048576,1048576,2x1").exit == 2);
}
