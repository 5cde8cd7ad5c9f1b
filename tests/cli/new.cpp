// SPDX-License-Identifier: Apache-2.0
// `new world` as whoever begins uses it: from anywhere, with a schema that editors find.
#include <algorithm>
#include <sstream>
#include <vector>

#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;
namespace fs = std::filesystem;

namespace {

const fs::path root = TERRAWRIGHT_ROOT;
constexpr const char* modeline = "# yaml-language-server: $schema=";

Ran run_in(const std::string& folder, const std::string& arguments, const std::string& program = TERRAWRIGHT_PROGRAM) {
  return shell("cd '" + folder + "' && TERRAWRIGHT_CACHE=off '" + program + "' " + arguments);
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

std::vector<std::string> models() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(root / "configs"))
    if (entry.path().extension() == ".yaml" && !entry.path().stem().has_extension())
      names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

int files_in(const fs::path& folder) {
  int count = 0;
  for ([[maybe_unused]] const auto& entry : fs::recursive_directory_iterator(folder)) ++count;
  return count;
}

// An installation in a folder of that name, as far as `new` needs one.
std::string install_in(const fs::path& prefix) {
  fs::create_directories(prefix / "bin");
  fs::create_directories(prefix / "share/terrawright");
  fs::copy(TERRAWRIGHT_PROGRAM, prefix / "bin/terrawright");
  for (const char* folder : {"configs", "schema"})
    fs::copy(root / folder, prefix / "share/terrawright" / folder, fs::copy_options::recursive);
  return (prefix / "bin/terrawright").string();
}

}  // namespace

TEST_CASE("A new world is a file that builds, and says what to do next", "[new]") {
  const TemporaryFolder folder;
  const std::string here = folder.path().string();
  const Ran ran = run_in(here, "new world coast");
  CHECK(ran.err.empty());
  CHECK(ran.out == "coast.yaml\nTry:  terrawright build coast.yaml\n");
  const std::string text = read(folder / "coast.yaml");
  CHECK(first_line(text) == std::string(modeline) + "file://" + (root / "schema/terrawright.schema.json").string());
  CHECK_THAT(text, Catch::Contains("\nname: coast\n"));
  CHECK(text.find("NAME") == std::string::npos);
  CHECK(std::count(text.begin(), text.end(), '#') >= 12);  // it explains itself
  // The commands at its top work, too.
  std::istringstream lines(text);
  int commands = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.compare(0, 16, "#   terrawright ") != 0) continue;
    const Ran done = run_in(here, line.substr(16, line.find("    ", 16) - 16));
    INFO(line << "\n" << done.err);
    CHECK(done.exit == 0);
    ++commands;
  }
  CHECK(commands == 4);
  for (const char* file : {"coast-42.png", "coast-42.exr", "coast-7.png"})
    CHECK(fs::exists(folder / ("out/coast/" + std::string(file))));
  CHECK(run_in(here, "validate --strict coast.yaml").exit == 0);
  const Ran schema =
      shell(TERRAWRIGHT_PYTHON " tests/schema/validate.py schema/terrawright.schema.json " + (folder / "coast.yaml"));
  CHECK_THAT(schema.out, Catch::StartsWith("taken "));
}

TEST_CASE("Nothing is overwritten by a new world, and nothing half made is left", "[new]") {
  const TemporaryFolder folder;
  const std::string here = folder.path().string();
  write(folder / "coast.yaml", "mine");
  CHECK(run_in(here, "new world coast").exit == 2);
  CHECK(run_in(here, "new world coast --like hand_drawn").exit == 2);
  CHECK(read(folder / "coast.yaml") == "mine");
  CHECK(files_in(here) == 1);  // the image went with it
  write(folder / "hand_drawn.png", "mine too");
  CHECK(run_in(here, "new world other --like hand_drawn").exit == 2);
  CHECK(read(folder / "hand_drawn.png") == "mine too");
  CHECK(files_in(here) == 2);
  // A link that points nowhere is there, too.
  fs::create_symlink("nowhere.yaml", folder / "link.yaml");
  CHECK(run_in(here, "new world link").exit == 2);
  CHECK_FALSE(fs::exists(folder / "nowhere.yaml"));
  // The same image twice is one.
  fs::remove(folder / "hand_drawn.png");
  CHECK(run_in(here, "new world one --like hand_drawn").exit == 0);
  CHECK(run_in(here, "new world two --like hand_drawn").exit == 0);
}

TEST_CASE("A new world can be like every world that there is", "[new]") {
  const TemporaryFolder folder;
  const std::string here = folder.path().string();
  const std::string help = run("new --help").out, unknown = run("new world x --like zzzzzz").err;
  for (const std::string& model : models()) {
    INFO(model);
    CHECK_THAT(help, Catch::Contains(model));
    CHECK_THAT(unknown, Catch::Contains(model));
    const Ran ran = run_in(here, "new world my-" + model + " --like " + model);
    INFO(ran.err);
    REQUIRE(ran.exit == 0);
    const std::string text = read(folder / ("my-" + model + ".yaml"));
    CHECK(text.find("configs/") == std::string::npos);
    CHECK(text.find("\ninclude:") == std::string::npos);
    CHECK_THAT(text, Catch::Contains("\nname: my-" + model + "\n"));
    CHECK_THAT(text, Catch::Contains("\nextends: " + model + "\n"));
    // The same in all but the name.
    const auto resolved = [](const Ran& printed) {
      INFO(printed.err);
      CHECK(printed.exit == 0);
      const std::size_t name = printed.out.find("\nname: "), end = printed.out.find('\n', name + 1);
      REQUIRE(name != std::string::npos);
      return printed.out.substr(0, name) + printed.out.substr(end);
    };
    const std::string ours = resolved(run_in(here, "validate --resolve my-" + model + ".yaml"));
    CHECK(ours.size() > 300);
    CHECK(ours == resolved(run("validate --resolve configs/" + model + ".yaml")));
    const Ran valid = run_in(here, "validate --strict my-" + model + ".yaml");
    INFO(valid.err);
    CHECK(valid.exit == 0);
    const Ran schema = shell(TERRAWRIGHT_PYTHON " tests/schema/validate.py schema/terrawright.schema.json " +
                             (folder / ("my-" + model + ".yaml")));
    INFO(schema.out << schema.err);
    CHECK_THAT(schema.out, Catch::StartsWith("taken "));
  }
}

TEST_CASE("A world like another has its pixels", "[new]") {
  const TemporaryFolder folder;
  const std::string here = folder.path().string();
  for (const std::string model : {"realistic", "hand_drawn", "volcano"}) {
    INFO(model);
    REQUIRE(run_in(here, "new world mine --like " + model).exit == 0);
    const std::string small = " --quiet --sha256 --set world.size=[65,65] --out ";
    const Ran ours = run_in(here, "build mine.yaml" + small + (folder / "a"));
    const Ran theirs = run("build configs/" + model + ".yaml" + small + (folder / "b"));
    INFO(ours.err << theirs.err);
    CHECK(ours.exit == 0);
    // A hash a line, then file and layer: the files are called otherwise.
    const auto hashes = [](const std::string& printed) {
      std::vector<std::string> found;
      std::istringstream lines(printed);
      for (std::string line; std::getline(lines, line);) found.push_back(line.substr(0, 64));
      return found;
    };
    CHECK(hashes(ours.out).size() > 1);
    CHECK(hashes(ours.out) == hashes(theirs.out));
    fs::remove(folder / "mine.yaml");
  }
}

TEST_CASE("A moved installation, also in a folder with spaces, gives its own schema", "[new][install]") {
  const TemporaryFolder folder;
  const std::string program = install_in(folder.path() / "a place (mine), 50%");
  const fs::path away = folder.path() / "away from it";
  fs::create_directories(away);
  const Ran ran = run_in(away.string(), "new world coast --like realistic", program);
  INFO(ran.err);
  REQUIRE(ran.exit == 0);
  const std::string line = first_line(read((away / "coast.yaml").string()));
  INFO(line);
  const std::string address = line.substr(std::string(modeline).size());
  CHECK(address.find(' ') == std::string::npos);
  // Read by somebody else's rules.
  const Ran found =
      shell(std::string(TERRAWRIGHT_PYTHON) +
            " -c 'import sys, urllib.request as r; print(len(r.urlopen(sys.argv[1]).read()))' '" + address + "'");
  CHECK(found.out == std::to_string(fs::file_size(root / "schema/terrawright.schema.json")) + "\n");
  CHECK_THAT(address, Catch::Contains("a%20place%20%28mine%29%2C%2050%25/share/terrawright/schema/"));
}

TEST_CASE("A program that lies alone begins a world all the same", "[new][install]") {
  const TemporaryFolder folder;
  fs::create_directories(folder.path() / "bin");
  fs::copy(TERRAWRIGHT_PROGRAM, folder.path() / "bin/terrawright");
  const std::string program = folder / "bin/terrawright", here = folder.path().string();
  const Ran ran = run_in(here, "new world coast", program);
  CHECK(ran.exit == 0);
  CHECK_THAT(ran.err, Catch::Contains("terrawright schema > terrawright.schema.json"));
  CHECK(first_line(read(folder / "coast.yaml")) == std::string(modeline) + "terrawright.schema.json");
  CHECK(run_in(here, "new world other --like realistic", program).exit == 2);
  CHECK_FALSE(fs::exists(folder / "other.yaml"));
}

TEST_CASE("What cannot be written is said", "[new]") {
  if (shell("test -w /proc/version").exit == 0) return;
  const Ran ran = run_in("/proc", "new world coast");
  CHECK(ran.exit == 1);
  CHECK_THAT(ran.err, Catch::StartsWith("error: cannot write 'coast.yaml': "));
}

TEST_CASE("new speaks JSON", "[new]") {
  const TemporaryFolder folder;
  const Ran ran = run_in(folder.path().string(), "new world coast --like hand_drawn --format json");
  CHECK(ran.out == "{\"event\":\"new\",\"config\":\"coast.yaml\",\"files\":[\"hand_drawn.png\",\"coast.yaml\"]}\n");
}
