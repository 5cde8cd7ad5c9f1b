// SPDX-License-Identifier: Apache-2.0
// A library that is of no use stops the worlds that need it, and no other.
#include <sys/stat.h>
#include <unistd.h>

#include <functional>
#include <map>
#include <vector>

#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;
namespace fs = std::filesystem;

namespace {

void require(const Ran& ran) {
  INFO(ran.err);
  REQUIRE(ran.exit == 0);
}

// A library of C++ lines; the same lines are compiled once.
void compile(const std::string& text, const std::string& library, const std::string& more = "") {
  static std::map<std::string, std::string> made;
  if (const auto found = made.find(text); found != made.end()) return write(library, found->second);
  write(library + ".cpp", text);
  require(compile_plugin("g++", library + ".cpp " + more, library));
  fs::remove(library + ".cpp");
  made.emplace(text, read(library));
}

// An entry that answers what the lines before it made.
std::string entry(const std::string& body) {
  return "#include \"terrawright/abi.h\"\n"
         "extern \"C\" TERRAWRIGHT_EXPORT const terrawright_plugin* terrawright_plugin_v1(const terrawright_engine* "
         "engine) {\n"
         "  (void)engine;\n" +
         body + "}\n";
}

std::string sound_plugin(const std::string& id, const std::string& value = "1") {
  return "#include \"terrawright/stage.hpp\"\nusing namespace terrawright;\nnamespace {\nstruct Plain {\n"
         "  Out<Height> height;\n  static void describe(Spec<Plain>& s) {\n    s.stage(\"" +
         id +
         "\", \"The same everywhere.\");\n    s.port(&Plain::height, \"height\", \"Any.\").unit(\"1\");\n  }\n"
         "  void paint(Tile& tile) const {\n    const auto to = tile[height];\n"
         "    tile.each_cell([&](auto x, auto y) { to(x, y) = " +
         value +
         "; });\n  }\n};\n}\n"
         "TERRAWRIGHT_PLUGIN(\"test.plain\", \"1\", stage<Plain>())\n";
}

// `made.plain` is what a world may need.
struct Broken {
  std::string what;
  std::function<void(const std::string& file)> make;
  std::string reason;  // part of it
};

std::vector<Broken> all_broken() {
  std::vector<Broken> all = {
      {"no library", [](auto& file) { write(file, "this is no library"); },
       "it is not a shared library that loads here"},
      {"an empty file", [](auto& file) { write(file, ""); }, "it is not a shared library that loads here"},
      {"a library of another machine",
       [](auto& file) {
         compile(sound_plugin("made.plain"), file);
         std::string bytes = read(file);
         bytes[18] = bytes[18] == 2 ? 3 : 2;  // e_machine: SPARC, or 80386
         bytes[19] = 0;
         write(file, bytes);
       },
       "it is not a shared library that loads here"},
      {"a symbol that is nowhere",
       [](auto& file) { compile("int nowhere_at_all();\n" + entry("  nowhere_at_all();\n  return nullptr;\n"), file); },
       "nowhere_at_all"},
      {"a library it needs that is gone",
       [](auto& file) {
         const std::string gone = fs::path(file).parent_path() / "libgone.so";
         compile("__attribute__((visibility(\"default\"))) int gone() { return 1; }\n", gone);
         compile("int gone();\n" + entry("  gone();\n  return nullptr;\n"), file, gone);
         fs::remove(gone);
       },
       "libgone.so"},
      {"no entry", [](auto& file) { compile("extern \"C\" int some_function() { return 1; }\n", file); },
       "exports no terrawright_plugin_v1"},
      {"another major",
       [](auto& file) {
         compile(
             "extern \"C\" __attribute__((visibility(\"default\"))) const void* terrawright_plugin_v9() { return "
             "nullptr; }\n",
             file);
       },
       "it was built for interface 9.x, and this engine speaks 1."},
      {"a plugin of 0.x",
       [](auto& file) {
         compile(
             "extern \"C\" __attribute__((visibility(\"default\"))) const void* terrawright_plugin_v0() { return "
             "nullptr; }\n",
             file);
       },
       "it was built for interface 0.x, and this engine speaks 1.0"},
      {"a description that is refused", [](auto& file) { compile(sound_plugin("Plain"), file); }, "family.word"},
      {"an entry that answers an error",
       [](auto& file) {
         compile(entry("  engine->fail(engine->handle, \"the licence server is asleep\");\n  return nullptr;\n"), file);
       },
       "the licence server is asleep"},
      {"an entry that answers nothing", [](auto& file) { compile(entry("  return nullptr;\n"), file); },
       "its entry describes no plugin"},
      {"an entry that throws", [](auto& file) { compile(entry("  throw 42;\n"), file); }, "its entry threw"},
      {"a stage that the program has", [](auto& file) { compile(sound_plugin("sea.level"), file); },
       "its stage sea.level@1 is there already, from this program"},
      {"a link to nowhere", [](auto& file) { fs::create_symlink("nowhere", file); }, "it cannot be read"},
      {"a link to itself", [](auto& file) { fs::create_symlink(fs::path(file).filename(), file); },
       "it cannot be read"},
      {"a file that cannot be read", [](auto& file) { fs::create_symlink("/proc/self/mem", file); },
       "it cannot be read"},
      {"a pipe", [](auto& file) { REQUIRE(mkfifo(file.c_str(), 0600) == 0); }, "it is not a regular file"},
  };
  if (geteuid() != 0) {  // root reads all
    all.push_back({"a file that one may not read",
                   [](auto& file) {
                     compile(sound_plugin("made.plain"), file);
                     fs::permissions(file, fs::perms::none);
                   },
                   "it cannot be read (Permission denied)"});
  }
  return all;
}

std::string world_of(const std::string& use) {
  return "terrawright: 1\nname: t\nworld: {size: [40, 40], seed: 1}\nstages:\n  it: {use: " + use +
         "}\noutputs: [{file: t.exr, layers: {h: it}}]\n";
}

bool says(const Ran& ran, const std::string& text) { return ran.err.find(text) != std::string::npos; }

// Library in `folder` as x.so, for users that do not need it and for those that do.
void check_broken(const TemporaryFolder& folder, const std::string& reason,
                  const std::vector<std::string>& verbs = {"validate "}) {
  const TemporaryFolder worlds;
  write(worlds / "without.yaml", world_of("heights.diamond_square@1"));
  write(worlds / "with.yaml", world_of("made.plain@1"));
  const std::string plugins = " --plugins " + folder.path().string(), file = folder / "x.so";
  const std::string refused = "plugin " + file + " was refused: ";

  for (const std::string& verb : verbs) {
    const Ran without = run(verb + (worlds / "without.yaml") + " --strict --out " + (worlds / "out") + plugins);
    INFO(verb << without.err);
    CHECK(without.exit == 0);
    CHECK(without.err.empty());
    const Ran with = run(verb + (worlds / "with.yaml") + " --out " + (worlds / "out") + plugins);
    INFO(with.err);
    CHECK(with.exit == 3);
    CHECK(says(with, "with.yaml:5:"));
    CHECK(says(with, "there is no stage 'made.plain'"));
    CHECK(says(with, "it may be in a plugin that was refused"));
    CHECK(says(with, "error: " + refused));
    CHECK(says(with, reason));
    CHECK(says(with, "      = "));  // the remedy
  }
  const Ran listed = run("stages" + plugins);
  INFO(listed.err);
  CHECK(listed.exit == 0);
  CHECK(listed.out.find("sea.level") != std::string::npos);
  CHECK(says(listed, "warning: " + refused));
  CHECK(says(listed, reason));

  std::error_code error;  // of a link to itself
  if (fs::is_directory(file, error)) return;
  const Ran named = run("validate " + (worlds / "without.yaml") + " --plugins " + file);
  INFO(named.err);
  CHECK(named.exit == 3);
  CHECK(says(named, "error: " + refused));
}

}  // namespace

TEST_CASE("A broken library in a folder stops only worlds that need it", "[plugins]") {
  for (const Broken& broken : all_broken()) {
    INFO(broken.what);
    const TemporaryFolder folder;
    broken.make(folder / "x.so");
    check_broken(folder, broken.reason);
  }
  const TemporaryFolder folder;
  fs::create_directory(folder / "x.so");
  check_broken(folder, "it is not a regular file");
}

TEST_CASE("Every verb works beside a broken library", "[plugins]") {
  const TemporaryFolder folder;
  write(folder / "x.so", "this is no library");
  check_broken(folder, "it is not a shared library", {"validate ", "plan ", "graph ", "build --quiet "});
  const std::string plugins = " --plugins " + folder.path().string();
  for (const char* verb : {"stages sea", "describe sea.level", "schema"}) {
    const Ran ran = run(verb + plugins);
    INFO(verb << ran.err);
    CHECK(ran.exit == 0);
    CHECK(ran.out.find("sea.level") != std::string::npos);
    CHECK(says(ran, "x.so was refused: "));
  }
  CHECK(run("describe made.plain" + plugins).exit == 3);
  write(folder / "t.yaml", world_of("made.plain@1"));
  const Ran seeds = run("validate " + (folder / "t.yaml") + " --seed 1 --seed 2" + plugins);
  CHECK(seeds.exit == 3);
}

TEST_CASE("A library that is cut off anywhere is refused, not the end of the program", "[plugins]") {
  const TemporaryFolder whole, folder;
  compile(sound_plugin("made.plain"), whole / "x.so");
  const std::string bytes = read(whole / "x.so");
  CHECK(run("describe made.plain --plugins " + whole.path().string()).exit == 0);
  const std::size_t size = bytes.size();
  for (const std::size_t left : {std::size_t{20}, std::size_t{63}, std::size_t{64}, std::size_t{100}, std::size_t{4096},
                                 size / 4, size / 2, size / 4 * 3, size - 4096, size - 1}) {
    INFO(left << " bytes of " << size);
    write(folder / "x.so", bytes.substr(0, left));
    const Ran ran = run("stages --plugins " + folder.path().string());
    INFO(ran.err);
    CHECK(ran.exit == 0);
    CHECK(says(ran, "x.so was refused: it is "));
    CHECK((left < 64 || says(ran, "it is cut off: " + std::to_string(left) + " bytes of ")));
  }
  check_broken(folder, "it is cut off");
}

TEST_CASE("What is sound beside broken libraries works", "[plugins]") {
  const TemporaryFolder folder;
  int n = 0;
  for (const Broken& broken : all_broken()) broken.make(folder / ("b" + std::to_string(++n) + ".so"));
  compile(sound_plugin("made.plain"), folder / "sound.so");
  write(folder / "t.yaml", world_of("made.plain@1"));
  const Ran ran = run("build " + (folder / "t.yaml") + " --strict --quiet --sha256 --out " + (folder / "out") +
                      " --plugins " + folder.path().string());
  INFO(ran.err);
  CHECK(ran.exit == 0);
  CHECK(ran.err.empty());
  CHECK_FALSE(ran.out.empty());
  // All that may have it are named at once.
  write(folder / "t.yaml", world_of("made.plane@1"));
  const Ran other = run("validate " + (folder / "t.yaml") + " --plugins " + folder.path().string());
  CHECK(other.exit == 3);
  for (int i = 1; i <= n; ++i) CHECK(says(other, "b" + std::to_string(i) + ".so was refused: "));
  CHECK(says(other, "did you mean 'made.plain'?"));
}

TEST_CASE("A stage that two libraries have is the first one's, with a warning where it is used", "[plugins]") {
  const TemporaryFolder first, second, worlds;
  compile(sound_plugin("made.plain", "1"), first / "a.so");
  compile(sound_plugin("made.plain", "2"), second / "b.so");
  write(worlds / "t.yaml", world_of("made.plain@1"));
  const std::string build =
      "build " + (worlds / "t.yaml") + " --quiet --sha256 --out " + (worlds / "out") + " --plugins ";
  const std::string a = first.path().string(), b = second.path().string();
  const Ran one = run(build + a), two = run(build + b);
  REQUIRE(one.exit == 0);
  CHECK(one.out != two.out);
  const Ran both = run(build + a + " --plugins " + b);
  CHECK(both.exit == 0);
  CHECK(both.out == one.out);
  CHECK(says(both, "t.yaml:5:"));
  CHECK(
      says(both, "warning: made.plain@1 is taken from " + (first / "a.so") + "; " + (second / "b.so") + " has it too"));
  CHECK(run(build + b + " --plugins " + a).out == two.out);
  CHECK(run(build + a + " --strict --plugins " + b).exit == 2);
  write(worlds / "t.yaml", world_of("heights.diamond_square@1"));
  CHECK(run(build + a + " --strict --plugins " + b).err.empty());
  // One library by two names is one library.
  fs::create_symlink(first / "a.so", first / "c.so");
  write(worlds / "t.yaml", world_of("made.plain@1"));
  const Ran linked = run(build + a + " --strict --plugins " + (first / "a.so"));
  INFO(linked.err);
  CHECK(linked.exit == 0);
  CHECK(linked.err.empty());
}

TEST_CASE("A library can be named itself", "[plugins]") {
  const TemporaryFolder folder;
  compile(sound_plugin("made.plain"), folder / "sound.so");
  write(folder / "broken.so", "not looked at\n");
  fs::copy(folder / "sound.so", folder / "sound.so.1");
  for (const char* name : {"sound.so", "sound.so.1"}) {
    const Ran ran = run("describe made.plain --plugins " + (folder / name));
    INFO(ran.err);
    CHECK(ran.exit == 0);
    CHECK(ran.err.empty());
  }
  // Words after it belong to the verb.
  CHECK(run("describe --plugins " + (folder / "sound.so") + " made.plain").exit == 0);
  const Ran nowhere = run("stages --plugins " + (folder / "nowhere.so"));
  CHECK(nowhere.exit == 3);
  CHECK(says(nowhere, "nowhere.so was refused: it cannot be read (No such file or directory)"));
  CHECK(run("stages --plugins " + (folder / "nowhere")).exit == 3);
  CHECK(shell("TERRAWRIGHT_PLUGIN_PATH=/nowhere/at/all " TERRAWRIGHT_PROGRAM " validate configs/island.yaml").exit ==
        0);
}
