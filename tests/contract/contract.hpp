// SPDX-License-Identifier: Apache-2.0
// A plugin of a few lines in C, which relies on one sentence of abi.h, built into a world.
#pragma once
#include <cstdlib>
#include <string>

#include "cli/program.hpp"
#include "support/catch.hpp"

namespace terrawright::test {

// The usual nodes.
inline const std::string one = "  one: {use: made.one@1}\n";

class Contract {
 public:
  // `lines`: C11 between made/begin.h and made/end.h.
  explicit Contract(const std::string& lines) : library_(folder_ / "one.so"), log_(folder_ / "log.txt") {
    compile(lines, library_);
    setenv("CONTRACT_LOG", log_.c_str(), 1);
  }

  static void compile(const std::string& lines, const std::string& library) {
    const std::string source = library + ".c";
    write(source, "#include \"begin.h\"\n" + lines + "\n#include \"end.h\"\n");
    const Ran ran = shell(
        "gcc -std=c11 -O1 -Wall -Wextra -Werror -Wno-missing-field-initializers -Wno-unused-function -D_GNU_SOURCE "
        "-fPIC -shared"
        " -pthread -ffp-contract=off -fvisibility=hidden -Ipipeline/sdk -Itests/contract/made " +
        source + " -lm -o " + library);
    INFO(ran.err);
    REQUIRE(ran.exit == 0);
  }

  // A world of 100 x 70 cells. `nodes`: YAML below `stages:`; `outputs`: a list.
  Ran build(const std::string& nodes = one, const std::string& outputs = "{h: one}",
            const std::string& options = "--tile 32 --cache off") const {
    write(folder_ / "w.yaml", "terrawright: 1\nname: w\nworld: {size: [100, 70], cell: 30 m, seed: 7}\nstages:\n" +
                                  nodes + "outputs: [{file: w.exr, layers: " + outputs + "}]\n");
    return run("build " + (folder_ / "w.yaml") + " --quiet --plugins " + library_ + " --out " + (folder_ / "out") +
               " " + options);
  }
  // Messages of the plugin since the last query.
  std::string told() const {
    if (!std::filesystem::exists(log_)) return "";
    std::string all = read(log_);
    std::filesystem::remove(log_);
    return all;
  }
  const TemporaryFolder& folder() const { return folder_; }
  const std::string& library() const { return library_; }

 private:
  TemporaryFolder folder_;
  std::string library_, log_;
};

inline void demand(const Ran& ran) {
  INFO(ran.out << ran.err);
  CHECK(ran.exit == 0);
}
// It ends with this exit code and says so.
inline void demand(const Ran& ran, int exit, const std::string& words) {
  INFO(ran.out << ran.err);
  CHECK(ran.exit == exit);
  CHECK_THAT(ran.err, Catch::Contains(words));
}
inline std::size_t count_of(const std::string& text, const std::string& word) {
  std::size_t count = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++count;
  return count;
}

}  // namespace terrawright::test
