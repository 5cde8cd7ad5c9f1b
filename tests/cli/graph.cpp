// SPDX-License-Identifier: Apache-2.0
#include <regex>

#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;

namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::size_t count(const std::string& text, const std::string& pattern) {
  const std::regex wanted(pattern);
  return static_cast<std::size_t>(std::distance(std::sregex_iterator(text.begin(), text.end(), wanted), {}));
}

const std::string world =
    "terrawright: 1\nname: small\nworld: {size: [65, 65], seed: 1}\nstages:\n"
    "  terrain: {use: heights.diamond_square@1}\n"
    "  dome: {use: island.particle_roll@1}\n"
    "  sea: {use: sea.level@1, in: {height: terrain}}\n"
    "  metres: {use: shape.metres@1, in: {height: terrain, level: sea.level}}\n"
    "outputs: [{file: \"a/{name}.exr\", layers: {heights: metres, land: sea}}]\n";

std::string graph_of(const std::string& options) {
  const TemporaryFolder folder;
  write(folder / "world.yaml", world);
  const Ran ran = run("graph " + (folder / "world.yaml") + options);
  CHECK(ran.exit == 0);
  return ran.out;
}

}  // namespace

TEST_CASE("graph draws nodes, ports and files as DOT", "[graph]") {
  const std::string dot = graph_of("");
  INFO(dot);
  CHECK(dot.find("digraph \"small\" {") == 0);
  CHECK(count(dot, "n[0-9] \\[label=\"[a-z]+\\\\n[a-z_.]+@1\"\\]") == 3);
  CHECK(contains(dot, "n0 -> n1 [label=\"height (height)\"]"));
  CHECK(contains(dot, "[label=\"level (number)\", style=dashed]"));
  CHECK(contains(dot, "[label=\"height to heights (height in m)\"]"));
  CHECK(contains(dot, "f0 [label=\"a/small.exr\", shape=note"));
  CHECK(count(dot, " -> ") == 5);
  CHECK(contains(dot, "u0 [label=\"dome\\nisland.particle_roll@1\", style=\"rounded,dashed\""));
  CHECK(dot.substr(dot.size() - 2) == "}\n");
}

TEST_CASE("graph draws the same as Mermaid", "[graph]") {
  const std::string mermaid = graph_of(" --mermaid");
  INFO(mermaid);
  CHECK(mermaid.find("flowchart TB\n") == 0);
  CHECK(contains(mermaid, "n0(\"terrain<br>heights.diamond_square@1\")"));
  CHECK(contains(mermaid, "-.->|\"level (number)\"|"));
  CHECK(contains(mermaid, "f0[/\"a/small.exr\"/]"));
  CHECK(contains(mermaid, "u0(\"dome<br>island.particle_roll@1\"):::unneeded"));
  CHECK(count(mermaid, "->\\|") == 5);
}

TEST_CASE("graph refuses what build refuses", "[graph]") {
  CHECK(run("graph configs/no-such-world.yaml").exit == 2);
  CHECK(run("graph configs/island.yaml --set knobs.sea=wet").exit == 2);
}
