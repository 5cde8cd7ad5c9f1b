// SPDX-License-Identifier: Apache-2.0
// Every function of the host in every phase, from every thread: it works where its brackets say, and is refused
// elsewhere.
#include <set>
#include <sstream>
#include <vector>

#include "contract/contract.hpp"
#include "support/length.hpp"

using namespace terrawright::test;

namespace {

// Phases in which the brackets allow a function.
struct Called {
  std::string name;
  std::set<std::string> words;

  bool in(const std::string& phase) const {
    return words.count(phase) || words.count("any phase") || (words.count("running") && phase != "create");
  }
  bool from(const std::string& thread) const { return thread == "call" || words.count("bodies"); }
};

// Functions of schema/abi.json that are given the handle of a call of a stage.
std::vector<Called> functions_of_host() {
  const Json abi = Json::parse(read(TERRAWRIGHT_ROOT "/schema/abi.json"));
  std::vector<Called> all;
  for (const Json* part : {&abi, &abi["drafts"]})
    for (const auto& [name, described] : (*part)["structs"].items())
      for (const Json& field : described["fields"]) {
        const Json parameters = field.value("parameters", Json::array());
        if (name == "terrawright_engine" || parameters.empty() || parameters[0]["name"] != "handle") continue;
        Called one{field["name"], {}};
        std::istringstream words(field["called"].get<std::string>());
        for (std::string word; std::getline(words >> std::ws, word, ',');) one.words.insert(word);
        all.push_back(std::move(one));
      }
  return all;
}

// Without the ends of lines, which fall where a terminal's do.
std::string in_one_line(const std::string& text) {
  std::istringstream words(text);
  std::string line;
  for (std::string word; words >> word;) line += word + " ";
  return line;
}

// Error of the config of that name; "": none.
std::string error_of(const std::string& err, const std::string& file) {
  for (std::size_t at = err.find(file); at != std::string::npos; at = err.find(file, at + 1)) {
    const std::string message = err.substr(at, err.find(".yaml", at + file.size()) - at);
    if (message.find(" error: ") != std::string::npos) return message;
  }
  return "";
}

void call_all(const Contract& contract, const std::string& phase, const std::string& thread) {
  const std::vector<Called> functions = functions_of_host();
  REQUIRE(functions.size() > 25);
  const bool in_levels = phase == "combine" || phase == "split";  // which only giant worlds have
  write(contract.folder() / "six.raw", std::string("\1\0\2\0\3\0\4\0\5\0\6\0", 12));
  std::string configs;
  for (const Called& function : functions) {
    const std::string file = contract.folder() / (function.name + ".yaml");
    write(file, "terrawright: 1\nname: " + function.name +
                    "\nworld: {size: " + (in_levels ? "[257, 257]" : "[16, 16]") +
                    ", cell: 30 m, seed: 7}\nstages:\n  land: {use: heights.noise@1}\n  one: {use: made.one@1" +
                    (in_levels ? "" : ", in: {in: land}") + ", with: {function: " + function.name +
                    ", phase: " + phase + ", thread: " + thread +
                    ", file: six.raw}}\noutputs: [{file: " + function.name + ".exr, layers: {h: one}}]\n");
    configs += " " + file;
  }
  const Ran ran = run("build" + configs + " --quiet --plugins " + contract.library() + " --out " +
                      (contract.folder() / "out") + " --threads 2 --cache off --tile " + (in_levels ? "1" : "8"));
  std::set<std::string> told;
  std::istringstream lines(contract.told());
  for (std::string line; std::getline(lines, line);) told.insert(line);
  const std::string err = in_one_line(ran.err);
  CAPTURE(phase, thread);
  CHECK(ran.exit == (phase == "create" ? 2 : 1));
  for (const Called& function : functions) {
    const std::string error = error_of(err, "/" + function.name + ".yaml:");
    const bool answers = told.count(function.name + " answers") != 0;
    CAPTURE(function.name, error);
    if (function.in(phase) && function.from(thread)) {
      CHECK((answers || told.count(function.name) != 0));
      if (function.name == "fail") {
        CHECK_THAT(error, Catch::Contains("it was asked to fail"));
      } else {
        CHECK(error == "");
      }
    } else {
      CHECK(!answers);
      CHECK_THAT(error, Catch::Contains("its code is wrong: it ") && Catch::Contains(" in " + phase) &&
                            Catch::Contains("call '" + function.name + "' in "));
      if (function.in(phase))
        CHECK_THAT(error, Catch::Contains(thread == "body" ? "inside parallel" : "from a thread of its own"));
    }
  }
}

}  // namespace

TEST_CASE("20: a function of the host works where its brackets say, and fails the call elsewhere",
          "[contract][length]") {
  const auto call_in = [](const std::string& lines, const std::vector<std::string>& phases) {
    const Contract contract(lines + "#include \"every_call.c\"");
    for (const std::string& phase : phases) {
      call_all(contract, phase, "call");
      // With 66,000 tiles each, which take minutes in a sanitized program (scripts/contract.py).
      const bool is_giant = phase == "combine" || phase == "split";
      if (!is_giant || (at_length() && std::getenv("TERRAWRIGHT_TESTED_PROGRAM") == nullptr))
        call_all(contract, phase, "own");
      if (phase == "resolve") call_all(contract, phase, "body");
    }
  };
  call_in("", {"create", "survey", "resolve", "paint", "combine", "split"});
  call_in("#define PLUGIN_FLAGS TERRAWRIGHT_PLUGIN_SERIAL\n", {"resolve"});  // bodies one after the other
  call_in("#define MERGING\n", {"merge"});                                   // which excludes combine
}
