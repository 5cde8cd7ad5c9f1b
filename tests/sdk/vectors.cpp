// SPDX-License-Identifier: Apache-2.0
// The vectors of pipeline/sdk/vectors hold: for the headers in C++, for the host's functions, and for C11 and Rust,
// which call through the struct of draft/exact.h.
#include <array>
#include <cstring>
#include <functional>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "border/host.hpp"
#include "cli/program.hpp"
#include "support/catch.hpp"
#include "terrawright/draft/exact.h"
#include "terrawright/exact_math.h"

namespace {

using terrawright::test::Ran;
using terrawright::test::read;
using terrawright::test::shell;
using terrawright::test::TemporaryFolder;

constexpr int fewest_lines = 100;

// The words of a line, taken one after another.
class VectorLine {
 public:
  explicit VectorLine(const std::string& line) : words_(line) {}
  std::string word() {
    std::string text;
    if (!(words_ >> text)) throw std::runtime_error("a word is missing");
    return text;
  }
  // The number whose bits come next.
  template <class Number>
  Number number() {
    const std::string text = word();
    if (text.size() != 2 * sizeof(Number) || text.find_first_not_of("0123456789abcdef") != std::string::npos)
      throw std::runtime_error("'" + text + "' has other digits");
    const std::uint64_t bits = std::stoull(text, nullptr, 16);
    Number value;
    std::memcpy(&value, &bits, sizeof value);  // little endian, as everywhere so far
    return value;
  }
  std::string bytes() {
    const std::string text = word();
    std::string bytes;
    if (text == "-") return bytes;
    for (std::size_t i = 0; i < text.size(); i += 2)
      bytes.push_back(static_cast<char>(std::stoul(text.substr(i, 2), nullptr, 16)));
    return bytes;
  }
  std::string rest() {
    std::string text;
    std::getline(words_ >> std::ws, text);
    return text;
  }

 private:
  std::istringstream words_;
};

template <class Number>
std::string digits_of(Number value) {
  std::conditional_t<sizeof value == 4, std::uint32_t, std::uint64_t> bits;
  static_assert(sizeof bits == sizeof value);
  std::memcpy(&bits, &value, sizeof bits);
  std::ostringstream text;
  text.fill('0');
  text.width(2 * sizeof value);
  text << std::hex << bits;
  return text.str();
}

// Results of the functions for the arguments of a line.
using CalledByLine = std::function<std::string(const terrawright_exact&, VectorLine&)>;
template <class Result, class Number>
CalledByLine of_one_number(Result (*terrawright_exact::*function)(Number)) {
  return [=](const terrawright_exact& exact, VectorLine& line) {
    return digits_of((exact.*function)(line.number<Number>()));
  };
}

std::string call_fnv1a64(const terrawright_exact& exact, VectorLine& line) {
  const std::string bytes = line.bytes();
  return digits_of(exact.fnv1a64(bytes.data(), bytes.size()));
}
std::string call_stream(const terrawright_exact& exact, VectorLine& line) {
  const auto seed = line.number<std::uint64_t>();
  const std::string name = line.bytes();
  return digits_of(exact.stream(seed, name.data(), name.size()));
}
std::string call_philox(const terrawright_exact& exact, VectorLine& line) {
  std::array<std::uint32_t, 4> words{};
  for (auto& word : words) word = line.number<std::uint32_t>();
  const auto key0 = line.number<std::uint32_t>(), key1 = line.number<std::uint32_t>();
  exact.philox(words.data(), key0, key1);
  return digits_of(words[0]) + " " + digits_of(words[1]) + " " + digits_of(words[2]) + " " + digits_of(words[3]);
}
std::string call_key_of_row(const terrawright_exact& exact, VectorLine& line) {
  const auto stream = line.number<std::uint64_t>();
  const auto y = line.number<std::int32_t>();
  const auto purpose = line.number<std::uint32_t>(), level = line.number<std::uint32_t>();
  const terrawright_row_key key = exact.key_of_row(stream, y, purpose, level, line.number<std::uint32_t>());
  return digits_of(key.first) + " " + digits_of(key.second);
}
std::string call_word(const terrawright_exact& exact, VectorLine& line) {
  const auto first = line.number<std::uint32_t>(), second = line.number<std::uint32_t>();
  return digits_of(exact.word({first, second}, line.number<std::int32_t>()));
}
std::string call_below(const terrawright_exact& exact, VectorLine& line) {
  const auto word = line.number<std::uint32_t>();
  return digits_of(exact.below(word, line.number<std::uint32_t>()));
}

const std::map<std::string, CalledByLine> functions_of_vectors = {
    {"mix64", of_one_number(&terrawright_exact::mix64)},
    {"fnv1a64", call_fnv1a64},
    {"stream", call_stream},
    {"philox", call_philox},
    {"key_of_row", call_key_of_row},
    {"word", call_word},
    {"unit", of_one_number(&terrawright_exact::unit)},
    {"signed_unit", of_one_number(&terrawright_exact::signed_unit)},
    {"below", call_below},
    {"exp2", of_one_number(&terrawright_exact::exp2)},
    {"exp", of_one_number(&terrawright_exact::exp)},
    {"cospi", of_one_number(&terrawright_exact::cospi)},
    {"sinpi", of_one_number(&terrawright_exact::sinpi)}};

terrawright_exact functions_of_headers() {
  return {sizeof(terrawright_exact), 0,
          terrawright_mix64,         terrawright_fnv1a64,
          terrawright_stream,        terrawright_philox,
          terrawright_key_of_row,    terrawright_word,
          terrawright_unit,          terrawright_signed_unit,
          terrawright_below,         terrawright_exp2,
          terrawright_exp,           terrawright_cospi,
          terrawright_sinpi};
}

std::string vector_texts() {
  const std::string folder = TERRAWRIGHT_ROOT "/pipeline/sdk/vectors/";
  return read(folder + "random.txt") + read(folder + "exact_math.txt");
}

// Failed lines; nothing: all hold.
std::vector<std::string> problems_of(const terrawright_exact& exact, const std::string& vectors) {
  std::vector<std::string> problems;
  std::map<std::string, int> lines;
  std::istringstream stream(vectors);
  for (std::string text; std::getline(stream, text);) {
    if (text[0] == '#') continue;
    try {
      VectorLine line(text);
      const std::string name = line.word(), result = functions_of_vectors.at(name)(exact, line);
      if (line.rest() != result) problems.push_back(text + ": here " + result);
      ++lines[name];
    } catch (const std::exception& error) {
      problems.push_back(text + ": " + error.what());
    }
  }
  for (const auto& [name, call] : functions_of_vectors)
    if (lines[name] < fewest_lines) problems.push_back(name + ": too few lines");
  return problems;
}

// The vectors with each `from` at the beginning of a line replaced.
std::string vectors_with(const std::string& from, const std::string& to) {
  std::string changed = "\n" + vector_texts();
  const std::size_t begin = changed.find("\n" + from);
  REQUIRE(begin != std::string::npos);
  for (std::size_t at = begin; at != std::string::npos; at = changed.find("\n" + from, at + 1))
    changed.replace(at + 1, from.size(), to);
  return changed.substr(1);
}

// Vectors that must not hold, with what is wrong with them.
std::map<std::string, std::string> wrong_vectors() {
  const std::string one = "exp2 3ff0000000000000 400000000000000";
  return {{"another bit", vectors_with(one + "0", one + "1")},
          {"an unknown function", vectors_with("exp2 3ff0000000000000 ", "exp3 3ff0000000000000 ")},
          {"a word too few", vectors_with(one + "0", "exp2 3ff0000000000000")},
          {"a word too many", vectors_with(one + "0", one + "0 0")},
          {"a digit too few", vectors_with("exp2 3ff0000000000000 ", "exp2 3ff000000000000 ")},
          {"a function that is missing", vectors_with("unit ", "# unit ")}};
}

void compile_vectors(const std::string& command) {
  const Ran compiled = shell(command);
  INFO(command << "\n" << compiled.err);
  REQUIRE(compiled.exit == 0);
}

// Checks that a program holds the vectors, and detects wrong ones.
void try_program(const std::string& program, const TemporaryFolder& folder) {
  const std::string vectors = folder / "vectors.txt";
  terrawright::test::write(vectors, vector_texts());
  const Ran ran = shell(program + " " + vectors);
  INFO(program << "\n" << ran.err);
  REQUIRE(ran.exit == 0);
  CHECK(ran.out == shell("grep -vc '^#' " + vectors).out);
  for (const auto& [what, text] : wrong_vectors()) {
    INFO(what);
    terrawright::test::write(vectors, text);
    CHECK(shell(program + " " + vectors).exit == 1);
  }
}

const std::string flags_of_c =
    " -Wall -Wextra -Wconversion -Wshadow -Wpedantic -Werror -std=c11 -ffp-contract=off -Ipipeline/sdk ";

}  // namespace

TEST_CASE("The vectors hold for the headers and for the host's functions", "[vectors]") {
  static_assert(std::is_standard_layout_v<terrawright_exact>);
  REQUIRE(sizeof(terrawright_exact) == 8 + functions_of_vectors.size() * sizeof(void*));  // each function is tried
  const std::string vectors = vector_texts();
  CHECK(vectors.size() < 700000);
  CHECK(problems_of(functions_of_headers(), vectors) == std::vector<std::string>{});
  const auto* const exact = static_cast<const terrawright_exact*>(terrawright::border::extension_of(TERRAWRIGHT_EXACT));
  REQUIRE(exact != nullptr);
  CHECK(problems_of(*exact, vectors) == std::vector<std::string>{});
  CHECK(exact->size == sizeof(terrawright_exact));
  CHECK(exact->reserved == 0);
}

TEST_CASE("Vectors that are wrong, unknown or missing are found out", "[vectors]") {
  for (const auto& [what, text] : wrong_vectors()) {
    INFO(what);
    CHECK(problems_of(functions_of_headers(), text).size() == 1);
  }
  terrawright_exact wrong = functions_of_headers();
  std::swap(wrong.cospi, wrong.sinpi);
  CHECK(problems_of(wrong, vector_texts()).size() > 1000);
}

TEST_CASE("The vectors hold in C11", "[vectors]") {
  for (const std::string compiler : {"gcc -O0", "gcc -O2", "clang -O0", "clang -O2"}) {
    if (shell(compiler + " --version").exit != 0) {
      WARN("there is no " << compiler << " here: the vectors were not tried with it");
      continue;
    }
    const TemporaryFolder folder;
    compile_vectors(compiler + flags_of_c + "tests/sdk/made/vectors.c tests/sdk/made/exact.c -lm -o " +
                    (folder / "vectors"));
    try_program(folder / "vectors", folder);
  }
}

TEST_CASE("The vectors hold in Rust, which calls through the struct of functions", "[vectors]") {
  if (shell("rustc --version").exit != 0) {
    WARN("there is no rustc here (Debian: apt-get install rustc): the vectors were not tried in Rust");
    return;
  }
  const TemporaryFolder folder;
  compile_vectors("gcc -O2 -fPIC -c" + flags_of_c + "tests/sdk/made/exact.c -o " + (folder / "exact.o") +
                  " && ar rcs " + (folder / "libexact.a") + " " + (folder / "exact.o"));
  compile_vectors("rustc --edition 2021 -O -D warnings tests/sdk/made/vectors.rs -L native=" + folder.path().string() +
                  " -l static=exact -l m -o " + (folder / "vectors"));
  try_program(folder / "vectors", folder);
}
