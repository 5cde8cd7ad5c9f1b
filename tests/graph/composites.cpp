// SPDX-License-Identifier: Apache-2.0
// Composites: the same as their parts written out, bit for bit and key for key.
#include <algorithm>
#include <map>

#include "assembled.hpp"
#include "support/catch.hpp"

using namespace terrawright;
using test::assembled;
using test::keys;

namespace {

const std::string head = "terrawright: 1\nname: t\nworld: {size: [65, 65], cell: 1 km, seed: 7}\n";

const std::string composites =
    "composites:\n"
    // Uses the one below, which comes later.
    "  my.coast@1:\n"
    "    in: {height: }\n"
    "    stages:\n"
    "      shore: {use: my.shore@1, in: {height: $height}, with: {share: 40 %}}\n"
    "      metres: {use: shape.metres@1, in: {height: shore, level: shore.level}}\n"
    "    with: {share: shore.share, peak: metres.peak}\n"
    "    out: {height: metres, land: shore.land}\n"
    "    main: height\n"
    "  my.shore@1:\n"
    "    doc: The sea, and land without islets.\n"
    "    in: {height: Any heights.}\n"
    "    stages:\n"
    "      level: {use: sea.level@1, in: {height: $height}}\n"
    "      land: {use: sea.islets@1, in: {height: $height, level: level.level}}\n"
    "    with: {share: level.percentile}\n"
    "    out: {height: land.height, land: land.land, level: level.level}\n"
    "    main: height\n"
    "  my.mountains@1:\n"
    "    stages: {terrain: {use: heights.diamond_square@1}}\n"
    "    with: {hurst: terrain.hurst}\n"
    "    out: {height: terrain}\n"
    "  my.basins@1:\n"
    "    in: {height: , ocean: }\n"
    "    stages: {filled: {use: water.fill@1, in: {height: $height, ocean: $ocean}}}\n"
    "    out: {filled: filled}\n";

std::string said(const std::string& yaml) {
  report::Diagnostics diagnostics;
  assembled(yaml, diagnostics);
  return diagnostics.text();
}

std::vector<std::string> names(const std::string& yaml) {
  report::Diagnostics diagnostics;
  const auto graph = assembled(yaml, diagnostics);
  INFO(diagnostics.text());
  REQUIRE(graph);
  std::vector<std::string> names;
  for (const auto& node : graph->nodes) names.push_back(node.name);
  return names;
}

}  // namespace

TEST_CASE("A composite is its parts written out, bit for bit and key for key", "[composites]") {
  const std::string composed = head + composites +
                               "stages:\n"
                               "  terrain: {use: heights.diamond_square@1}\n"
                               "  coast: {use: my.coast@1, in: {height: terrain}, with: {peak: 1000 m}}\n"
                               "outputs: [{layers: {h: coast, l: coast.land}}]\n";
  const std::string by_hand =
      head +
      "stages:\n"
      "  terrain: {use: heights.diamond_square@1}\n"
      "  level: {use: sea.level@1, in: {height: terrain}, with: {percentile: 40 %}}\n"
      "  land: {use: sea.islets@1, in: {height: terrain, level: level.level}}\n"
      "  metres: {use: shape.metres@1, in: {height: land.height, level: level.level}, with: {peak: 1000 m}}\n"
      "outputs: [{layers: {h: metres, l: land.land}}]\n";
  const auto a = keys(composed), b = keys(by_hand);
  CHECK(a.size() == b.size());
  CHECK(a.at("coast/shore/level.level") == b.at("level.level"));
  CHECK(a.at("coast/shore/land.land") == b.at("land.land"));
  CHECK(a.at("coast/metres.height") == b.at("metres.height"));
  const auto of_composed = test::build(composed), of_hand = test::build(by_hand);
  CHECK(of_composed.sha256("coast/metres") == of_hand.sha256("metres"));
  CHECK(of_composed.sha256("coast/shore/land.land") == of_hand.sha256("land.land"));
}

TEST_CASE("Random numbers of a part are keyed by the node and the part", "[composites]") {
  const auto with = [](const std::string& nodes, const std::string& output) {
    return head + composites + "stages:\n" + nodes + "outputs: [{layers: {h: " + output + "}}]\n";
  };
  const std::string part = "terrain.height";
  const auto plain = keys(with("  m: {use: my.mountains@1}\n", "m")).at("m/" + part);
  const auto other = keys(with("  n: {use: my.mountains@1}\n", "n")).at("n/" + part);
  const auto renamed = keys(with("  n: {use: my.mountains@1, random: m}\n", "n")).at("n/" + part);
  const auto by_hand = keys(with("  h: {use: heights.diamond_square@1, random: m/terrain}\n", "h")).at("h.height");
  CHECK(plain != other);
  CHECK(plain == renamed);
  CHECK(plain == by_hand);
}

TEST_CASE("What is given reaches the part; what is not keeps the composite's value, then the stage's", "[composites]") {
  const auto with = [](const std::string& more) {
    return keys(head + composites + "stages:\n  terrain: {use: heights.diamond_square@1}\n  n: {use: my.coast@1, in: " +
                "{height: terrain}" + more + "}\noutputs: [{layers: {l: n.land}}]\n")
        .at("n/shore/level.level");
  };
  const auto direct = [](const std::string& more) {
    return keys(head + "stages:\n  terrain: {use: heights.diamond_square@1}\n  n: {use: sea.level@1, in: {height: " +
                "terrain}" + more + "}\noutputs: [{layers: {l: n.land}}]\n")
        .at("n.level");
  };
  CHECK(with("") == direct(", with: {percentile: 40 %}"));
  CHECK(with(", with: {share: 25 %}") == direct(", with: {percentile: 25 %}"));
  const std::string knobs = head + "knobs: {sea: 25 %}\n" + composites +
                            "stages:\n  terrain: {use: heights.diamond_square@1}\n"
                            "  n: {use: my.coast@1, in: {height: terrain}, with: {share: $sea}}\n"
                            "outputs: [{layers: {l: n.land}}]\n";
  CHECK(keys(knobs).at("n/shore/level.level") == with(", with: {share: 25 %}"));
}

TEST_CASE("Only the parts that are needed run, and nothing is said of the others", "[composites]") {
  const std::string world = head + composites +
                            "stages:\n  terrain: {use: heights.diamond_square@1}\n"
                            "  coast: {use: my.coast@1, in: {height: terrain}}\noutputs: [{layers: {x: ";
  CHECK(names(world + "coast.land}}]\n") ==
        std::vector<std::string>{"terrain", "coast/shore/level", "coast/shore/land"});
  CHECK(said(world + "coast.land}}]\n").empty());
  const std::string none = said(world + "terrain}}]\n");
  CHECK(none.find("no output needs 'coast', so it does not run") != std::string::npos);
  CHECK(none.find('/') == std::string::npos);
}

TEST_CASE("An optional input that is not given leaves the parts' inputs open", "[composites]") {
  const auto with = [](const std::string& node) {
    return keys(head + composites +
                "stages:\n  terrain: {use: heights.diamond_square@1}\n"
                "  coast: {use: my.coast@1, in: {height: terrain}}\n  x: " +
                node + "outputs: [{layers: {x: x}}]\n");
  };
  const auto open = with("{use: my.basins@1, in: {height: coast}}\n").at("x/filled.filled");
  CHECK(open == with("{use: water.fill@1, in: {height: coast}}\n").at("x.filled"));
  const auto given = with("{use: my.basins@1, in: {height: coast, ocean: coast.land}}\n").at("x/filled.filled");
  CHECK(given == with("{use: water.fill@1, in: {height: coast, ocean: coast.land}}\n").at("x.filled"));
  CHECK(given != open);
}

TEST_CASE("A composite that is broken is told once, where it is written", "[composites]") {
  const std::string broken = head +
                             "composites: {my.sea@1: {in: {h: }, stages: {sea: {use: sea.level@1, in: {height: $h}, "
                             "with: {percentile: 300 %}}}, out: {land: sea.land}}}\n"
                             "stages:\n  terrain: {use: heights.diamond_square@1}\n"
                             "  a: {use: my.sea@1, in: {h: terrain}}\n  b: {use: my.sea@1, in: {h: terrain}}\n"
                             "outputs: [{layers: {a: a, b: b.nothing}}]\n";
  const std::string text = said(broken);
  CHECK(text.find("t.yaml:4:") == 0);
  CHECK(text.find("'percentile' is 300 %") != std::string::npos);
  CHECK(text.find("error:") == text.rfind("error:"));
}

TEST_CASE("A circle through a composite is a circle", "[composites]") {
  const std::string text = said(head + composites +
                                "stages:\n  x: {use: my.basins@1, in: {height: y}}\n"
                                "  y: {use: shape.blend@1, in: {a: x, b: x}}\noutputs: [{layers: {x: x}}]\n");
  CHECK(text.find("these nodes form a cycle") != std::string::npos);
}

namespace {

// Terraces upon terraces: `times` of them.
const std::string stairs =
    "composites:\n"
    "  my.stairs@1:\n"
    "    in: {height: Heights.}\n"
    "    stages:\n"
    "      up: {use: shape.blend@1, repeat: $times, in: {a: $height, b: rough}, then: {a: up}}\n"
    "      rough: {use: heights.noise@1}\n"
    "    with: {times: {value: 3, range: [1, 50], doc: How often.}}\n"
    "    out: {height: up}\n"
    "  my.rough@1:\n"
    "    in: {height: Heights.}\n"
    "    stages:\n"
    "      noise: {use: heights.noise@1}\n"
    "      sum: {use: shape.blend@1, in: {a: $height, b: noise}}\n"
    "    out: {height: sum}\n"
    "  my.rougher@1:\n"
    "    in: {height: Heights.}\n"
    "    stages: {r: {use: my.rough@1, repeat: $n, in: {height: $height}, then: {height: r}}}\n"
    "    with: {n: {value: 2}}\n"
    "    out: {height: r}\n";

std::string climbing(const std::string& node, const std::string& more = "") {
  return head + stairs + more + "stages:\n  terrain: {use: heights.diamond_square@1}\n  s: " + node +
         "outputs: [{layers: {h: s}}]\n";
}

}  // namespace

TEST_CASE("A repeated node is as many nodes, each fed by the one before", "[composites]") {
  CHECK(names(climbing("{use: my.stairs@1, in: {height: terrain}}\n")) ==
        std::vector<std::string>{"terrain", "s/rough", "s/up/1", "s/up/2", "s/up/3"});
  const auto five = keys(climbing("{use: my.stairs@1, in: {height: terrain}, with: {times: 5}}\n"));
  CHECK(five.count("s/up/5.height") == 1);
  const std::string by_hand =
      head +
      "stages:\n  terrain: {use: heights.diamond_square@1}\n  rough: {use: heights.noise@1, random: s/rough}\n"
      "  one: {use: shape.blend@1, in: {a: terrain, b: rough}}\n"
      "  two: {use: shape.blend@1, in: {a: one, b: rough}}\n"
      "outputs: [{layers: {h: two}}]\n";
  CHECK(five.at("s/up/2.height") == keys(by_hand).at("two.height"));
  CHECK(names(climbing("{use: my.stairs@1, in: {height: terrain}, with: {times: 1}}\n")) ==
        std::vector<std::string>{"terrain", "s/rough", "s/up/1"});
}

TEST_CASE("Each time has random numbers of its own", "[composites]") {
  const auto of = keys(climbing("{use: my.rougher@1, in: {height: terrain}}\n"));
  CHECK(of.at("s/r/1/noise.height") != of.at("s/r/2/noise.height"));
  const auto hand = keys(head +
                         "stages:\n  n: {use: heights.noise@1, random: s/r/2/noise}\n"
                         "outputs: [{layers: {h: n}}]\n");
  CHECK(of.at("s/r/2/noise.height") == hand.at("n.height"));
}

TEST_CASE("A number of times passes through composites in composites", "[composites]") {
  const std::string outer =
      "  my.tower@1:\n"
      "    in: {height: Heights.}\n"
      "    stages: {t: {use: my.rougher@1, repeat: $floors, in: {height: $height}, then: {height: t}}}\n"
      "    with: {floors: {value: 2}, steps: t.n}\n"
      "    out: {height: t}\n";
  const auto all = names(climbing("{use: my.tower@1, in: {height: terrain}, with: {steps: 3}}\n", outer));
  CHECK(all.size() == 1 + 2 * 3 * 2);
  CHECK(std::find(all.begin(), all.end(), "s/t/2/r/3/sum") != all.end());
}

TEST_CASE("A composite's revision is in the keys of its parts", "[composites]") {
  const auto with = [](const std::string& revision) {
    return keys(head + "composites:\n  my.shape@1: {" + revision +
                "in: {h: }, stages: {n: {use: shape.blend@1, in: {a: $h, b: $h}}}, out: {o: n}}\n"
                "  my.outer@1: {in: {h: }, stages: {n: {use: my.shape@1, in: {h: $h}}}, out: {o: n}}\n"
                "stages:\n  t: {use: heights.diamond_square@1}\n  s: {use: my.outer@1, in: {h: t}}\n"
                "outputs: [{layers: {h: s}}]\n");
  };
  const auto none = with(""), two = with("revision: 2, "), three = with("revision: 3, ");
  CHECK(two.at("s/n/n.height") != none.at("s/n/n.height"));
  CHECK(two.at("s/n/n.height") != three.at("s/n/n.height"));
  CHECK(two.at("t.height") == none.at("t.height"));
}

TEST_CASE("What is wrong with a repeated node is said once, with its place", "[composites]") {
  const auto once = [](const std::string& text, const std::string& what) {
    INFO(text);
    CHECK(text.find(what) != std::string::npos);
    CHECK(text.find("error:") == text.rfind("error:"));
  };
  once(said(climbing("{use: my.stairs@1, in: {height: terrain}, with: {times: 51}}\n")), "'times' is 51");
  once(said(climbing("{use: my.stairs@1, in: {height: terrain}, with: {times: x}}\n")), "'times'");
  once(said(climbing("{use: my.stairs@1}\n")), "lacks the input 'height'");
  // A part that cannot take what the time before makes; one that is fed by what comes after it; an input too few.
  const auto own = [](const std::string& parts) {
    return said(head + "composites:\n  my.own@1: {in: {h: }, stages: {" + parts +
                "}, out: {o: f}}\nstages:\n  t: {use: heights.diamond_square@1}\n  s: {use: my.own@1, in: {h: t}}\n"
                "outputs: [{layers: {h: s}}]\n");
  };
  once(own("f: {use: sea.level@1, repeat: 9, in: {height: $h}, then: {height: f.land}}"), "needs a height");
  once(own("f: {use: shape.blend@1, repeat: 9, in: {a: $h, b: $h}, then: {a: f, b: g}}, g: {use: shape.blend@1, in: "
           "{a: f, b: f}}"),
       "form a cycle");
  once(own("f: {use: shape.blend@1, repeat: 9, in: {a: $h, b: f}, then: {a: f}}"), "needs itself");
  once(own("f: {use: shape.blend@1, repeat: 9, in: {a: $h}, then: {a: f}}"), "'f' lacks the input 'b'");
  once(own("f: {use: shape.blend@1, repeat: 9, in: {a: $h, b: $h}, then: {a: f, c: f}}"), "has no input 'c'");
  once(own("f: {use: shape.blend@1, repeat: 9, in: {a: $h, b: $h}, then: {a: f, b: g}}"), "there is no node 'g'");
}

TEST_CASE("Repeated composites are counted before they are made", "[composites]") {
  std::string tower = stairs;
  // 1000 times 1000 times 1000 nodes of two parts.
  for (int k = 1; k <= 3; ++k) {
    const std::string inner = k == 1 ? "my.rough@1" : "my.t" + std::to_string(k - 1) + "@1";
    tower += "  my.t" + std::to_string(k) + "@1: {in: {height: }, stages: {n: {use: " + inner +
             ", repeat: $n, in: {height: $height}, then: {height: n}" + (k == 1 ? "" : ", with: {n: 1000}") +
             "}}, with: {n: {value: 1000}}, out: {height: n}}\n";
  }
  const std::string text =
      said(head + tower + "stages:\n  t: {use: heights.diamond_square@1}\n  s: {use: my.t3@1, in: {height: t}}\n" +
           "outputs: [{layers: {h: s}}]\n");
  CHECK(text.find("has more than 20000 nodes") != std::string::npos);
  CHECK(text.find("error:") == text.rfind("error:"));
  // By what is given, and not by the default.
  const std::string many =
      "stages:\n  t: {use: heights.diamond_square@1}\n  s: {use: my.t1@1, in: {height: t}, with: {n: 1000}}\n";
  CHECK(said(head + tower.substr(0, tower.find("  my.t2@1")) + many + "outputs: [{layers: {h: s}}]\n").empty());
}
