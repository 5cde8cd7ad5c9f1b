// SPDX-License-Identifier: Apache-2.0
// diff: builds, configs and commits side by side. Its report agrees with idiff.
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <regex>
#include <set>
#include <sstream>

#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;
namespace fs = std::filesystem;

namespace {

std::string world(const std::string& sea, const std::string& octaves = "5", const std::string& outputs = {}) {
  return "terrawright: 1\nname: w\nworld: {size: [130, 97], cell: 1 km, seed: 42}\n"
         "knobs:\n  sea: {value: " +
         sea + ", doc: The share of the sea}\nstages:\n  h: {use: heights.noise@1, with: {kind: gradient, octaves: " +
         octaves +
         "}}\n  steps: {use: shape.steps@1, in: {field: h}, with: {count: 4}}\n"
         "  level: {use: sea.level@1, in: {height: h}, with: {percentile: $sea}}\n"
         "  land: {use: sea.islets@1, in: {height: h, level: level.level}}\noutputs:\n" +
         (outputs.empty() ? "  - {file: \"h.exr\", layers: {h: h}}\n"
                            "  - {file: \"rest.exr\", layers: {land: land.land, steps: steps}}\n"
                          : outputs);
}

Ran built(const std::string& config, const std::string& to) {
  const Ran ran = run("build " + config + " --quiet --cache off --out " + to);
  INFO(ran.err);
  REQUIRE(ran.exit == 0);
  return ran;
}

Json differences(const std::string& arguments, int exit) {
  const Ran ran = run("diff " + arguments + " --cache off --format json");
  INFO(ran.out << ran.err);
  CHECK(ran.exit == exit);
  std::istringstream lines(ran.out);
  for (std::string line; std::getline(lines, line);) {
    Json event = Json::parse(line);
    if (event["event"] == "diff") return event;
  }
  FAIL("no difference: " << ran.out << ran.err);
  return {};
}

const Json& layer(const Json& all, const std::string& name) {
  for (const Json& one : all["layers"])
    if (one["name"] == name) return one;
  throw std::runtime_error("no layer " + name);
}

// "Mean error = 0.012".
double number(const std::string& text, const std::string& before) {
  std::smatch found;
  REQUIRE(std::regex_search(text, found, std::regex(before + R"(\s*=?\s*([-+.0-9e]+))")));
  return std::stod(found[1]);
}

}  // namespace

TEST_CASE("diff says of layers what idiff says", "[diff]") {
  const TemporaryFolder folder;
  write(folder / "a.yaml", world("60 %", "5"));
  write(folder / "b.yaml", world("60 %", "4"));
  built(folder / "a.yaml", folder / "A");
  built(folder / "b.yaml", folder / "B");
  for (const char* fail : {"0.01", "0.05", "0.2"}) {
    INFO(fail);
    const Ran theirs =
        shell("idiff -fail " + std::string(fail) + " " + (folder / "A/h.exr") + " " + (folder / "B/h.exr"));
    INFO(theirs.out);
    const bool fails = theirs.exit == 2;
    const Json ours = differences((folder / "A") + " " + (folder / "B") + " --fail " + fail, 4);
    const Json& h = layer(ours, "h");
    CHECK((h["verdict"] == "differs") == fails);
    if (theirs.out.find("Mean error") == std::string::npos) continue;
    CHECK(h["mean"].get<double>() == Approx(number(theirs.out, "Mean error")).epsilon(1e-5));
    CHECK(h["rms"].get<double>() == Approx(number(theirs.out, "RMS error")).epsilon(1e-5));
    CHECK(h["largest"].get<double>() == Approx(number(theirs.out, "Max error")).epsilon(1e-5));
    CHECK_THAT(theirs.out, Catch::Contains("(" + h["largest_at"]["x"].dump() + ", " + h["largest_at"]["y"].dump()));
    std::smatch over;
    REQUIRE(std::regex_search(theirs.out, over, std::regex(R"((\d+) pixels \([^)]*\) over )" + std::string(fail))));
    CHECK(h["over_fail"].dump() == over[1]);
  }
  // Their exit is 2 where one fails, ours 4: by --failpercent and --hardfail too.
  write(folder / "one.yaml", world("60 %", "5", "  - {file: h.exr, layers: {h: h}}\n"));
  write(folder / "two.yaml", world("60 %", "4", "  - {file: h.exr, layers: {h: h}}\n"));
  for (const std::string words :
       {"fail 0.01 failpercent 90", "fail 0.01 failpercent 10", "fail 1 failpercent 0",
        "fail 0.01 failpercent 100 hardfail 0.015", "fail 0.01 failpercent 100 hardfail 0.5"}) {
    INFO(words);
    std::string theirs = " " + words, ours = " " + words;
    for (const char* word : {"failpercent", "hardfail"}) {
      theirs = std::regex_replace(theirs, std::regex(std::string(" ") + word), std::string(" -") + word);
      ours = std::regex_replace(ours, std::regex(std::string(" ") + word), std::string(" --") + word);
    }
    theirs = std::regex_replace(theirs, std::regex(" fail "), " -fail ");
    ours = std::regex_replace(ours, std::regex(" fail "), " --fail ");
    const int theirs_exit = shell("idiff" + theirs + " " + (folder / "A/h.exr") + " " + (folder / "B/h.exr")).exit;
    CHECK((theirs_exit == 2) ==
          (run("diff --quiet --cache off " + (folder / "one.yaml") + " " + (folder / "two.yaml") + ours).exit == 4));
  }
}

TEST_CASE("Builds that are read from files are those of their configs", "[diff]") {
  const TemporaryFolder folder;
  const std::string plain = "file: \"NAME.", tiles = "tiles: {side: 50, overlap: 1, file: \"NAME_x{x}_y{y}.",
                    cut = "tiles: {side: 64, edge: cut, file: \"{x}/{y}/NAME.";
  for (const std::string& kind :
       {plain + "exr\"", plain + "tif\"", plain + "zarr\"", tiles + "exr\"}", cut + "tif\"}"}) {
    INFO(kind);
    std::string outputs;
    for (const std::string part : {"h: h", "l: land.land", "s: steps"})
      outputs +=
          "  - {" + std::regex_replace(kind, std::regex("NAME"), part.substr(0, 1)) + ", layers: {" + part + "}}\n";
    write(folder / "a.yaml", world("60 %", "5", outputs));
    write(folder / "b.yaml", world("50 %", "4", outputs));
    built(folder / "a.yaml", folder / "A");
    const Json of_configs = differences((folder / "a.yaml") + " " + (folder / "b.yaml"), 4);
    Json of_files = differences((folder / "A") + " " + (folder / "b.yaml"), 4);
    of_files["a"] = of_configs["a"];
    CHECK(of_files == of_configs);
    CHECK(of_configs["layers"].size() == 3);
    CHECK(layer(of_configs, "h")["changed"] > 0);
    CHECK(layer(of_configs, "steps")["confusion"].size() > 4);
    CHECK(layer(of_configs, "land.land")["confusion"].size() == 3);
    CHECK(differences((folder / "A") + " " + (folder / "a.yaml"), 0)["verdict"] == "same");
    fs::remove_all(folder / "A");
  }
  // Grey values are rounded; what they are rounded to is no difference to what they were.
  const std::string grey = "  - {file: h.png, range: [-2, 2], layers: {h: h}}\n  - {file: s.png, layers: {s: steps}}\n";
  write(folder / "a.yaml", world("60 %", "5", grey));
  write(folder / "b.yaml", world("60 %", "4", grey));
  built(folder / "a.yaml", folder / "A");
  const Json rounded = differences((folder / "A") + " " + (folder / "b.yaml"), 4);
  const Json exact = differences((folder / "a.yaml") + " " + (folder / "b.yaml"), 4);
  CHECK(layer(rounded, "h")["largest"].get<double>() ==
        Approx(layer(exact, "h")["largest"].get<double>()).margin(4.0 / 65535));
  CHECK_THAT(layer(rounded, "h")["note"].get<std::string>(), Catch::Contains("h.png"));
  CHECK(layer(rounded, "steps") == layer(exact, "steps"));
}

TEST_CASE("Commits of Git are compared, and the repository stays as it is", "[diff]") {
  const TemporaryFolder folder;
  const std::string repository = folder / "my worlds";
  fs::create_directories(repository + "/sub");
  const auto git = [&](const std::string& words) {
    const Ran ran = shell("cd '" + repository + "' && git -c user.name=t -c user.email=t@t.invalid " + words);
    INFO(words << ran.err);
    REQUIRE(ran.exit == 0);
    return ran.out;
  };
  const auto sea = [&](const std::string& share) {
    write(repository + "/sub/sea.yaml",
          "stages:\n  level: {use: sea.level@1, in: {height: h}, with: {percentile: " + share + "}}\n");
  };
  sea("60 %");
  std::string including = world("60 %");
  including.replace(including.find("knobs:"), including.find("stages:") - including.find("knobs:"),
                    "include: [sea.yaml]\n");
  including.erase(including.find("  level: "), including.find("  land: ") - including.find("  level: "));
  write(repository + "/sub/w.yaml", including);
  git("init -q .");
  git("add . && git -c user.name=t -c user.email=t@t.invalid commit -q -m one");
  sea("40 %");
  const std::string before = git("status --porcelain") + git("rev-parse HEAD");
  const std::string program = "cd '" + repository + "' && " + TERRAWRIGHT_PROGRAM + " diff --cache off ";
  const Ran by_ref = shell(program + "HEAD:sub/w.yaml sub/w.yaml");
  INFO(by_ref.err);
  CHECK(by_ref.exit == 4);
  CHECK_THAT(by_ref.out,
             Catch::Contains("A HEAD:sub/w.yaml") && Catch::Contains("h  same") && Catch::Contains("land  differs"));
  const Ran by_option =
      shell("cd '" + repository + "/sub' && " + TERRAWRIGHT_PROGRAM + " diff --cache off --git HEAD w.yaml");
  CHECK(by_option.exit == 4);
  CHECK_THAT(by_option.out, Catch::Contains("land  differs"));
  git("stash -q");
  CHECK(shell(program + "--git HEAD sub/w.yaml").exit == 0);
  git("stash pop -q");
  CHECK(git("status --porcelain") + git("rev-parse HEAD") == before);
  for (const std::string bad : {"'--output=oops:sub/w.yaml'", "'HEAD;touch oops:sub/w.yaml'", "HEAD:../w.yaml",
                                "HEAD:/sub/w.yaml", "HEAD:sub/none.yaml", "none:sub/w.yaml"}) {
    INFO(bad);
    const Ran ran = shell(program + "-- " + bad + " sub/w.yaml");
    CHECK(ran.exit == 2);
    CHECK_FALSE(ran.err.empty());
  }
  CHECK(shell(program + "--git=--output=oops sub/w.yaml").exit == 2);
  CHECK_FALSE(fs::exists(repository + "/oops"));
  CHECK_FALSE(fs::exists(repository + "/sub/oops"));
}

TEST_CASE("Reports: approved texts, a page that stands alone, pictures", "[diff]") {
  const TemporaryFolder folder;
  write(folder / "a.yaml", world("60 %", "5"));
  write(folder / "b.yaml", world("50 %", "5"));
  const Ran ran = shell("cd " + folder.path().string() + " && " + TERRAWRIGHT_PROGRAM +
                        " diff a.yaml b.yaml --cache off --html d.html --markdown d.md --pictures p; echo exit $?");
  const std::string approved = TERRAWRIGHT_ROOT "/tests/cli/diff/";
  for (const auto& [name, text] : {std::pair<std::string, std::string>{"text.txt", ran.out + ran.err},
                                   std::pair<std::string, std::string>{"markdown.md", read(folder / "d.md")}}) {
    if (std::getenv("TERRAWRIGHT_APPROVE") != nullptr) {
      fs::create_directories(approved);
      write(approved + name, text);
    }
    CHECK(read(approved + name) == text);
  }
  const std::string page = read(folder / "d.html");
  CHECK(page.find("http") == std::string::npos);
  CHECK(page.find("<script") == std::string::npos);
  std::size_t pictures = 0;
  for (std::size_t at = 0; (at = page.find("src=\"", at)) != std::string::npos; ++at, ++pictures)
    CHECK(page.compare(at + 5, 22, "data:image/png;base64,") == 0);
  CHECK(pictures == 1);
  const Ran parsed = shell(
      "python3 -c \"\nimport html.parser, base64, re, sys\ntext = open(sys.argv[1]).read()\n"
      "open_ = []\nclass P(html.parser.HTMLParser):\n"
      "  def handle_starttag(s, t, a):\n    if t not in ('img', 'meta'): open_.append(t)\n"
      "  def handle_endtag(s, t): assert open_.pop() == t, t\nP().feed(text)\nassert not open_\n"
      "png = base64.b64decode(re.search('base64,([^\\\"]*)', text).group(1), validate=True)\n"
      "open(sys.argv[2], 'wb').write(png)\n\" " +
      (folder / "d.html") + " " + (folder / "of_page.png"));
  INFO(parsed.err);
  CHECK(parsed.exit == 0);
  CHECK(read(folder / "of_page.png") == read(folder / "p/land.land.png"));
  CHECK_THAT(shell("oiiotool --info " + (folder / "p/land.land.png")).out, Catch::Contains("130 x   97, 3 channel"));
  CHECK_FALSE(fs::exists(folder / "p/h.png"));
}

TEST_CASE("Names that are markup stay names in every report", "[diff]") {
  const TemporaryFolder folder;
  const std::string odd = folder / "<b>&|`_.yaml";
  write(odd, world("60 %"));
  const Ran ran = run("diff '" + odd + "' '" + odd + "' --cache off --html " + (folder / "d.html") + " --markdown " +
                      (folder / "d.md"));
  CHECK(ran.exit == 0);
  CHECK(read(folder / "d.html").find("<b>") == std::string::npos);
  CHECK_THAT(read(folder / "d.html"), Catch::Contains("&lt;b&gt;&amp;"));
  CHECK_THAT(read(folder / "d.md"), Catch::Contains("&lt;b>&amp;\\|\\`\\_"));
}

TEST_CASE("Other sizes, layers and tables are told", "[diff]") {
  const TemporaryFolder folder;
  write(folder / "a.yaml", world("60 %"));
  write(folder / "b.yaml", world("60 %", "5", "  - {file: \"h.exr\", layers: {h: h, level_of: land.land}}\n"));
  const Json all = differences((folder / "a.yaml") + " " + (folder / "b.yaml"), 4);
  CHECK(layer(all, "steps")["problem"] == "only in A");
  CHECK(layer(all, "h")["verdict"] == "same");
  built(folder / "a.yaml", folder / "A");
  const Json sizes = differences((folder / "A") + " " + (folder / "a.yaml") + " --set world.size=[65,65]", 4);
  CHECK(layer(sizes, "h")["problem"] == "size 130 x 97 -> 65 x 65 cells");
  // For a layer in a coarser file alone only the hash is known.
  write(folder / "c.yaml", world("60 %", "5", "  - {file: h.png, range: [-2, 2], coarsen: 2, layers: {h: h}}\n"));
  built(folder / "c.yaml", folder / "C");
  const Json gone = differences((folder / "C") + " " + (folder / "c.yaml") + " --seed 7", 4);
  CHECK(layer(gone, "h")["problem"] == "other cells, and no file of A that can be read holds them");
}

TEST_CASE("Cells of several chunks are read back from .zarr; what is not whole is refused by its file", "[diff]") {
  const TemporaryFolder folder;
  const std::string outputs = "  - {file: a.zarr, layers: {h: h, land: land.land, steps: steps}}\n",
                    size = " --set world.size=[700,530]";
  write(folder / "a.yaml", world("60 %", "2", outputs));
  write(folder / "b.yaml", world("50 %", "3", outputs));
  built(folder / "a.yaml" + size, folder / "A");
  const std::string b = " " + (folder / "b.yaml") + size;
  CHECK(differences((folder / "A") + b, 4)["layers"] == differences((folder / "a.yaml") + b, 4)["layers"]);
  fs::resize_file(folder / "A/a.zarr/h/1/1", 100);
  const Ran cut = run("diff --cache off " + (folder / "A") + b);
  CHECK(cut.exit == 4);
  CHECK_THAT(cut.err, Catch::Contains("a.zarr/h/1/1 is changed"));
  write(folder / "A/a.zarr/h/.zarray", "{}");
  CHECK_THAT(run("diff --cache off " + (folder / "A") + b).err, Catch::Contains(".zarray is changed"));
}

TEST_CASE("Rows are read back from .geojson files", "[diff]") {
  const TemporaryFolder folder;
  const std::string config = "examples/500-ci/worlds/overland.yaml", change = " --set 'knobs.peak=2300 m'";
  built(config, folder / "A");
  built(config + change, folder / "B");
  const Json made = differences((folder / "A") + " " + config + change, 4)["tables"];
  const Json read = differences((folder / "A") + " " + (folder / "B"), 4)["tables"];
  CHECK(read == made);
  REQUIRE(read.size() == 1);
  CHECK(read[0]["name"] == "lines");
  CHECK(read[0]["key"] == "reach");
  CHECK(read[0]["changed"] > 10);
  CHECK(differences((folder / "A") + " " + config, 0)["tables"][0]["verdict"] == "same");
}

TEST_CASE("What is no build, config or commit is refused", "[diff]") {
  const TemporaryFolder folder;
  write(folder / "a.yaml", world("60 %"));
  built(folder / "a.yaml", folder / "A");
  const auto refuses = [&](const std::string& arguments, const std::string& what) {
    const Ran ran = run("diff --cache off " + arguments);
    INFO(arguments << ran.err);
    CHECK(ran.exit == 2);
    CHECK_THAT(ran.err, Catch::Contains(what));
  };
  refuses(folder / "a.yaml", "diff needs two builds");
  refuses((folder / "a.yaml") + " " + (folder / "none"), "there is no ");
  refuses((folder / "a.yaml") + " " + folder.path().string(), "it has no .manifest.json");
  write(folder / "A/z.manifest.json", "{}");
  refuses((folder / "A") + " " + (folder / "a.yaml"), "there are 2 builds");
  const Ran damaged = run("diff --cache off " + (folder / "A/z.manifest.json") + " " + (folder / "a.yaml"));
  CHECK(damaged.exit == 4);
  CHECK_THAT(damaged.err,
             Catch::Contains("z.manifest.json is unreadable: it is not a manifest of a build, or damaged"));
  write(folder / "A/z.manifest.json", R"({"files": []})");
  refuses((folder / "A/z.manifest.json") + " " + (folder / "a.yaml"), "is damaged, or no manifest of a build");
  refuses((folder / "A/w-42.manifest.json") + " " + (folder / "a.yaml") + " --fail -1", "--fail");
  write(folder / "A/h.exr", "nothing");
  const Ran broken =
      run("diff --cache off " + (folder / "A/w-42.manifest.json") + " " + (folder / "a.yaml") + " --seed 3");
  CHECK(broken.exit == 4);
  CHECK_THAT(broken.err, Catch::Contains("h.exr is cut"));
}
