// SPDX-License-Identifier: Apache-2.0
// build --lock, build --locked, verify: what is as it was locked, and what is not, where and why.
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;
namespace fs = std::filesystem;

namespace {

class World {
 public:
  explicit World(std::string stage = "{use: heights.noise@1}") : stage_(std::move(stage)) { text("60 %"); }
  void text(const std::string& sea, const std::string& seed = "42", const std::string& range = "[-1, 1]") const {
    write(config, "terrawright: 1\nname: w\nworld: {size: [65, 65], seed: " + seed +
                      "}\nknobs:\n  sea: {value: " + sea + ", doc: The sea}\nstages:\n  h: " + stage_ +
                      "\n  l: {use: sea.level@1, in: {height: h}, with: {percentile: $sea}}\n"
                      "  islets: {use: sea.islets@1, in: {height: h, level: l.level}}\n"
                      "outputs:\n  - {file: \"{name}-{seed}.exr\", layers: {h: h, land: islets.land}}\n"
                      "  - {file: \"{name}-{seed}.png\", range: " +
                      range + ", layers: {h: h}}\n");
  }
  Ran build(const std::string& more) const {
    return run("build " + config + " --quiet --cache off --out " + (folder / "o") + " " + more);
  }
  void lock(const std::string& more = "") const {
    const Ran ran = build("--lock " + more);
    INFO(ran.err);
    REQUIRE(ran.exit == 0);
  }
  Ran verify(const std::string& more = "") const { return run("verify " + config + " " + more); }

  const TemporaryFolder folder;
  const std::string config = folder / "w.yaml", locked = folder / "w.lock.yaml";

 private:
  std::string stage_;
};

std::string wave(const std::string& revision, const std::string& factor, const std::string& version = "1") {
  return R"(#include "terrawright/stage.hpp"
using namespace terrawright;
struct Wave {
  Out<Height> height;
  static void describe(Spec<Wave>& s) {
    s.stage("test.wave", "Waves.").revision()" +
         revision + R"();
    s.port(&Wave::height, "height", "Waves.").unit("1");
  }
  void paint(Tile& tile) const {
    const auto to = tile[height];
    tile.each_cell([&](auto x, auto y) { to(x, y) = static_cast<float>((x * 7 + y * 3) % 50) * )" +
         factor + R"(; });
  }
};
TERRAWRIGHT_PLUGIN("test.wave", ")" +
         version + R"(", terrawright::stage<Wave>())
)";
}

void compile(const std::string& source, const std::string& library) {
  write(library + ".cpp", source);
  const Ran ran = compile_plugin("g++", library + ".cpp", library);
  INFO(ran.err);
  REQUIRE(ran.exit == 0);
}

std::vector<Json> events(const std::string& lines) {
  std::vector<Json> all;
  std::istringstream stream(lines);
  for (std::string line; std::getline(stream, line);) all.push_back(Json::parse(line));
  return all;
}

std::map<std::string, std::string> files_in(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) files[entry.path().lexically_relative(folder)] = read(entry.path());
  }
  return files;
}

void replace(const std::string& path, const std::string& from, const std::string& to) {
  std::string text = read(path);
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  write(path, text.replace(at, from.size(), to));
}

}  // namespace

TEST_CASE("A lock has an entry for each seed and set of overrides, and keeps the others", "[lock]") {
  const World world;
  world.lock();
  const std::string first = read(world.locked);
  world.lock();
  CHECK(read(world.locked) == first);
  world.lock("--seed 7");
  world.lock("--seed 10 --set knobs.sea=55%");
  world.lock("--set knobs.sea=55%");
  world.lock("--seed 10");
  const std::string five = read(world.locked);
  const std::string entry = first.substr(first.find("  - seed"), first.rfind("...") - first.find("  - seed"));
  CHECK_THAT(five, Catch::Contains(entry));
  std::vector<std::string> order;
  std::istringstream lines(five);
  for (std::string line; std::getline(lines, line);) {
    if (line.find("seed: \"") == 4 || line.find("    set: ") == 0) order.push_back(line.substr(4));
  }
  CHECK(order == std::vector<std::string>{"seed: \"42\"", "set: []", "seed: \"7\"", "set: []", "seed: \"10\"",
                                          "set: []", "seed: \"42\"", "set: [\"knobs.sea=55%\"]", "seed: \"10\"",
                                          "set: [\"knobs.sea=55%\"]"});
  world.lock("--seed 7");
  CHECK(read(world.locked) == five);
  CHECK(world.build("--locked").exit == 0);
  CHECK(world.build("--locked --seed 7 --seed 10").exit == 0);
  const Ran none = world.build("--locked --seed 8");
  CHECK(none.exit == 2);
  CHECK_THAT(none.err, Catch::Contains("no entry for seed '8'") && Catch::Contains("--seed 8 --lock") &&
                           Catch::Contains("seed '10'"));
  CHECK(world.build("--locked --lock").exit == 2);
  CHECK(world.build("--locked --window 1,1,4x4").exit == 2);
}

TEST_CASE("Of worlds named by a pattern, lock files are none", "[lock]") {
  const World world;
  world.lock();
  write(world.folder / "v.yml", read(world.config));
  const std::string all = world.folder.path().string() + "/*.y*ml --cache off";
  CHECK(run("build " + all + " --quiet --lock --out " + (world.folder / "o")).exit == 0);
  CHECK_FALSE(fs::exists(world.folder / "w.lock.lock.yaml"));
  CHECK(fs::exists(world.folder / "v.lock.yaml"));
  for (const char* words : {"build --quiet --locked --out ", "verify "}) {
    const Ran ran = run(words + (std::string(words) == "verify " ? "" : world.folder / "o ") + all);
    INFO(words << "\n" << ran.out << ran.err);
    CHECK(ran.exit == 0);
  }
  // One whose world is not named is a mistake.
  CHECK(run("verify " + world.locked).exit == 2);
}

TEST_CASE("A lock says what every layer and file is", "[lock]") {
  const World world;
  world.lock();
  const std::string lock = read(world.locked);
  const auto manifest = Json::parse(read(world.folder / "o/w-42.manifest.json"));
  for (const auto& [name, layer] : manifest["layers"].items()) {
    INFO(name);
    CHECK_THAT(lock, Catch::Contains("pixels: " + layer["xxh3_128"].dump()));
    CHECK_THAT(lock, Catch::Contains("\"minimum\": \"" + layer["minimum"].dump() + "\""));
  }
  for (const auto& [name, node] : manifest["nodes"].items()) {
    for (const auto& [port, recipe] : node["recipes"].items())
      CHECK_THAT(lock, Catch::Contains("recipe: " + recipe.dump()));
  }
  REQUIRE(manifest["files"].size() == 4);
  for (const auto& file : manifest["files"]) CHECK_THAT(lock, Catch::Contains("sha256: " + file["sha256"].dump()));
  CHECK(lock.find(world.folder.path()) == std::string::npos);
}

TEST_CASE("A locked build refuses another recipe before it runs, with place and remedy", "[lock]") {
  const World world;
  CHECK(world.build("--locked").exit == 2);
  world.lock();
  const auto before = files_in(world.folder / "o");
  world.text("55 %");
  const Ran changed = world.build("--locked --format json");
  CHECK(changed.exit == 4);
  const auto said = events(changed.out);
  REQUIRE(said.size() == 1);
  CHECK(said[0]["message"] == "the node 'l' differs from its lock: percentile 60 % -> 55 %");
  CHECK(said[0]["line"] == 5);
  CHECK(said[0]["column"] == 16);
  CHECK(said[0]["related"][0]["file"] == world.locked);
  CHECK_THAT(said[0]["hint"].get<std::string>(), Catch::Contains("build " + world.config + " --lock"));
  world.text("60 %", "43");
  CHECK_THAT(world.build("--locked").err, Catch::Contains("w.yaml:3:31") && Catch::Contains("seed 42 -> 43"));
  world.text("60 %", "42", "[-1, 2]");
  const Ran range = world.build("--locked");
  CHECK(range.exit == 4);
  CHECK_THAT(range.err, Catch::Contains("this output differs from its lock: range"));
  CHECK(files_in(world.folder / "o") == before);
  world.text("60 %");
  CHECK(world.build("--locked").exit == 0);
}

TEST_CASE("A lock tells a parameter from a fact of the world with its name", "[lock]") {
  const World world("{use: test.named@1, with: {size: 3, seed: 4}}");
  compile(R"(#include "terrawright/stage.hpp"
using namespace terrawright;
struct Named {
  Out<Height> height;
  std::int64_t size = 1, seed = 1, stage = 1, revision = 1;
  static void describe(Spec<Named>& s) {
    s.stage("test.named", "Parameters with the names of other facts.").reads_random();
    s.port(&Named::height, "height", "Waves.").unit("1");
    s.parameter(&Named::size, "size", "One.");
    s.parameter(&Named::seed, "seed", "Another.");
    s.parameter(&Named::stage, "stage", "A third.");
    s.parameter(&Named::revision, "revision", "The last.");
  }
  void paint(Tile& tile) const {
    const auto to = tile[height];
    tile.each_cell([&](auto x, auto y) { to(x, y) = static_cast<float>((x * size + y * seed) % 50); });
  }
};
TERRAWRIGHT_PLUGIN("test.named", "1", terrawright::stage<Named>())
)",
          world.folder / "named.so");
  const std::string plugins = "--plugins " + (world.folder / "named.so");
  world.lock(plugins);
  CHECK(world.build("--locked " + plugins).exit == 0);
  CHECK(world.verify(plugins).exit == 0);
  CHECK_THAT(read(world.locked), Catch::Contains("\"seed\": \"42\"") && Catch::Contains("\"parameter seed\": \"4\""));
  replace(world.config, "size: 3", "size: 5");
  const Ran changed = world.build("--locked " + plugins);
  CHECK(changed.exit == 4);
  CHECK_THAT(changed.err, Catch::Contains("w.yaml:7:") && Catch::Contains("parameter size 3 -> 5"));
}

TEST_CASE("A stage of another revision is refused by its number", "[lock]") {
  const World world("{use: test.wave@1}");
  fs::create_directories(world.folder / "old");
  fs::create_directories(world.folder / "new");
  compile(wave("3", "0.5f"), world.folder / "old/wave.so");
  compile(wave("4", "0.25f"), world.folder / "new/wave.so");
  const std::string old_one = "--plugins " + (world.folder / "old"), new_one = "--plugins " + (world.folder / "new");
  world.lock(old_one);
  CHECK(world.build("--locked " + old_one).exit == 0);
  CHECK(world.verify(old_one).exit == 0);
  const Ran refused = world.build("--locked " + new_one);
  CHECK(refused.exit == 4);
  CHECK_THAT(refused.err, Catch::Contains("the node 'h' differs from its lock: stage revision 3 -> 4") &&
                              Catch::Contains("w.yaml:7:12") && Catch::Contains("w.yaml " + new_one + " --lock"));
  const Ran verified = world.verify(new_one);
  CHECK(verified.exit == 4);
  CHECK_THAT(verified.err, Catch::Contains("pixels changed first at the node 'h': stage revision 3 -> 4") &&
                               Catch::Contains("1 later node changed as well: l"));
}

TEST_CASE("A broken plugin gives no file its name", "[lock]") {
  const World world("{use: test.wave@1}");
  for (const char* name : {"old", "new", "broken"}) fs::create_directories(world.folder / name);
  compile(wave("3", "0.5f"), world.folder / "old/wave.so");
  compile(wave("3", "0.25f", "2"), world.folder / "new/wave.so");
  world.lock("--plugins " + (world.folder / "old"));
  const auto before = files_in(world.folder / "o");
  const Ran ran = world.build("--locked --plugins " + (world.folder / "new"));
  CHECK(ran.exit == 4);
  CHECK_THAT(ran.err,
             Catch::Contains("pixels changed first at the node 'h': same recipe, other code: test.wave 1 -> 2"));
  CHECK(files_in(world.folder / "o") == before);
  // The same code, which looks at what it must not.
  std::string moody = wave("3", "(getenv(\"MOOD\") ? 0.25f : 0.5f)");
  moody = "#include <cstdlib>\n" + moody;
  compile(moody, world.folder / "broken/wave.so");
  const std::string broken = "--plugins " + (world.folder / "broken");
  world.lock(broken);
  CHECK(world.verify(broken).exit == 0);
  const std::string program = TERRAWRIGHT_PROGRAM;
  const Ran other = shell("MOOD=1 " + program + " verify " + world.config + " " + broken);
  CHECK(other.exit == 4);
  CHECK_THAT(other.err, Catch::Contains("same recipe and same code, other pixels"));
}

TEST_CASE("A changed input file is named", "[lock]") {
  const World world("{use: source.image@1, with: {file: in.png, low: 0, high: 100}}");
  const auto picture = [&](const std::string& level) {
    const Ran made = shell("oiiotool --create 65x65 1 --fill:color=" + level +
                           " 65x65 --fill:color=0.9 30x20 -d uint16 -o " + (world.folder / "in.png"));
    INFO(made.err << made.out);
    REQUIRE(made.exit == 0);
  };
  picture("0.2");
  const Ran locked = world.build("--lock");
  INFO(locked.err);
  REQUIRE(locked.exit == 0);
  CHECK(world.build("--locked").exit == 0);
  picture("0.3");
  const Ran ran = world.build("--locked");
  CHECK(ran.exit == 4);
  CHECK_THAT(ran.err, Catch::Contains("the node 'h' differs from its lock: the file 'in.png' changed"));
  CHECK_THAT(world.verify().err, Catch::Contains("pixels changed first at the node 'h': the file 'in.png' changed"));
}

TEST_CASE("verify makes all entries anew, writes nothing, and trusts a cache only where it is named", "[lock]") {
  const World world;
  const std::string cache = "--cache " + (world.folder / "cache");
  REQUIRE(run("build " + world.config + " --quiet --lock --out " + (world.folder / "o") + " " + cache).exit == 0);
  world.lock("--seed 7");
  fs::remove_all(world.folder / "o");
  const auto before = files_in(world.folder.path());
  const Ran ran = world.verify("--format json");
  INFO(ran.err);
  REQUIRE(ran.exit == 0);
  const auto said = events(ran.out);
  REQUIRE(said.size() == 2);
  CHECK(said[0]["holds"] == true);
  CHECK(said[1]["seed"] == "7");
  CHECK_FALSE(said[0].contains("trusted_cache"));
  const Ran trusting = world.verify(cache);
  CHECK_THAT(trusting.out, Catch::Contains("seed '42': holds, 3 nodes and 4 files, of which the cache"));
  fs::remove_all(world.folder / "cache");
  auto after = files_in(world.folder.path());
  for (auto it = before.begin(); it != before.end(); ++it) {
    if (it->first.compare(0, 6, "cache/") != 0) CHECK(after.count(it->first) == 1);
  }
  CHECK_FALSE(fs::exists(world.folder / "o"));
  // The environment's cache is no cache that was named.
  const Ran environment =
      shell("TERRAWRIGHT_CACHE=" + (world.folder / "other") + " " + TERRAWRIGHT_PROGRAM + " verify " + world.config);
  CHECK(environment.exit == 0);
  CHECK_THAT(environment.out, Catch::Contains("all made anew"));
  CHECK_FALSE(fs::exists(world.folder / "other"));
  CHECK(world.verify("--seed 8").exit == 2);
  world.text("55 %");
  const Ran moved = world.verify("--seed 7 --format json");
  CHECK(moved.exit == 4);
  const auto events_of = events(moved.out);
  REQUIRE(events_of.size() == 2);
  CHECK(events_of[0]["message"] == "pixels changed first at the node 'l': percentile 60 % -> 55 %");
  CHECK(events_of[1]["moved"][0]["node"] == "l");
  CHECK_THAT(world.verify("--seed 7 --format github").err,
             Catch::Contains("::error file=" + world.config + ",line=5,col=16::pixels changed first"));
}

TEST_CASE("verify measures what the config expects", "[lock][expectations]") {
  const World world;
  const std::string without = read(world.config);
  const auto expecting = [&](const std::string& that) { write(world.config, without + "expect:\n" + that); };
  expecting("  - {name: land, that: islets.land_share > 0}\n  - {name: one, that: islets.islands == 1, warn: true}\n");
  world.lock();
  const Ran met = world.verify();
  CHECK(met.exit == 0);
  CHECK_THAT(met.out, Catch::Contains("all made anew; of 2 expectations 2 hold"));
  expecting("  - {name: land, that: islets.land_share > 2, reason: So much.}\n");
  const Ran unmet = world.verify("--format json");
  INFO(unmet.out);
  CHECK(unmet.exit == 4);
  const auto said = events(unmet.out);
  REQUIRE(said.size() == 2);
  CHECK_THAT(said[0]["message"].get<std::string>(), Catch::Contains("the expectation 'land' is not met"));
  CHECK(said[1]["holds"] == true);
  CHECK(said[1]["expectations"] == Json{{"of", 1}, {"hold", 0}});
  expecting("  - {name: land, that: islets.land_share > 2, warn: true}\n");
  CHECK(world.verify().exit == 0);
  CHECK(world.verify("--strict").exit == 4);
}

TEST_CASE("Files of other bytes with the same pixels warn where a library is another one, else fail", "[lock]") {
  const World world;
  world.lock();
  // As if made by another library: lines and sum are those of a lock that was.
  const std::string text = read(world.locked);
  const auto locked_by = [&](const std::string& more) {
    const Ran ran = shell("TERRAWRIGHT_LOCK='" + world.locked +
                          "' python3 -c \"\nimport hashlib, os, re\n"
                          "path = os.environ['TERRAWRIGHT_LOCK']\ntext = open(path).read()\n" +
                          more +
                          "entry = text[text.index('  - seed'):text.rindex('...')]\n"
                          "bare = re.sub(r'    sum: .*\\n', '', entry)\n"
                          "sum = hashlib.sha256(bare.encode()).hexdigest()\n"
                          "open(path, 'w').write(re.sub(r'sum: .*', 'sum: \\\"' + sum + '\\\"', text))\n\"");
    INFO(ran.err);
    REQUIRE(ran.exit == 0);
  };
  const std::string other_bytes =
      "text = re.sub(r'(w-42.png.*sha256: .)\\w', lambda m: m.group(1) + ('a' if m.group(0)[-1] != 'a' else 'b'), "
      "text, 1)\n";
  locked_by(other_bytes);
  const Ran same_libraries = world.build("--locked");
  CHECK(same_libraries.exit == 4);
  CHECK_THAT(same_libraries.err,
             Catch::Contains("'w-42.png' has other bytes, with the same pixels, though the program"));
  CHECK_THAT(same_libraries.err, !Catch::Contains("broken"));
  locked_by("text = re.sub(r'(libz.*: .)\\w+', r'\\g<1>00', text)\n");
  const Ran other_library = world.build("--locked");
  CHECK(other_library.exit == 0);
  CHECK_THAT(other_library.err, Catch::Contains("warning") && Catch::Contains("with the same pixels: libz"));
  CHECK(world.build("--locked --strict").exit == 4);
  CHECK(world.verify().exit == 0);
}

TEST_CASE("A lock that is cut short, changed by hand or of a later version is bad input with its place", "[lock]") {
  const World world;
  world.lock();
  const std::string good = read(world.locked);
  const auto refuses = [&](const std::string& place, const std::string& what) {
    for (const Ran& ran : {world.build("--locked"), world.verify(), world.build("--lock")}) {
      INFO(ran.err);
      CHECK(ran.exit == 2);
      CHECK_THAT(ran.err, Catch::Contains("w.lock.yaml:" + place) && Catch::Contains(what));
    }
    write(world.locked, good);
  };
  write(world.locked, good.substr(0, good.size() / 2));
  refuses("", "cut short");
  write(world.locked, "");
  refuses("1:1", "cut short");
  replace(world.locked, "terrawright_lock: 1", "terrawright_lock: 2");
  refuses("3:19", "a lock file of version '2' cannot be read");
  replace(world.locked, "\"percentile\": \"60 %\"", "\"percentile\": \"55 %\"");
  refuses("8:10", "it was edited by hand");
  replace(world.locked, "pixels: \"", "pixels: \"zz");
  refuses("", "is no hash of 32 hexadecimal digits");
  replace(world.locked, "    nodes:\n", "    node:\n");
  refuses("", "has no key 'node'");
  replace(world.locked, "    set: []", "    set: [");
  refuses("", "");
  const std::string entry = good.substr(good.find("  - seed"), good.rfind("...") - good.find("  - seed"));
  write(world.locked, good.substr(0, good.rfind("...")) + entry + "...\n");
  refuses("", "has two entries");
  CHECK(world.build("--locked").exit == 0);
}

TEST_CASE("Locks made at the same time keep one another's entries", "[lock]") {
  const World world;
  std::string all;
  for (const char* seed : {"1", "2", "3", "4", "5", "6"}) {
    all += std::string(TERRAWRIGHT_PROGRAM) + " build " + world.config +
           " --lock --quiet --cache off --threads 1 --seed " + seed + " --out " + (world.folder / seed) + " & ";
  }
  shell(all + "wait");
  const std::string text = read(world.locked);
  for (const char* seed : {"1", "2", "3", "4", "5", "6"})
    CHECK_THAT(text, Catch::Contains("seed: \"" + std::string(seed)));
  CHECK(world.verify("--quiet").exit == 0);
}

TEST_CASE("A lock that cannot be written is refused before the build", "[lock]") {
  if (geteuid() == 0) return;  // who may write everywhere
  const World world;
  fs::permissions(world.folder.path(), fs::perms::owner_read | fs::perms::owner_exec);
  const TemporaryFolder elsewhere;
  const Ran ran = run("build " + world.config + " --lock --quiet --cache off --out " + (elsewhere / "o"));
  fs::permissions(world.folder.path(), fs::perms::owner_all);
  CHECK(ran.exit == 2);
  CHECK_FALSE(fs::exists(elsewhere / "o"));
}
