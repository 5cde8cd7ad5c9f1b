// SPDX-License-Identifier: Apache-2.0
// Tongues and refused words of users: what is wrong with them is said, all at once and where.
#include <algorithm>
#include <string>

#include "feature/names/names.hpp"
#include "support/catch.hpp"

using namespace terrawright::feature;

namespace {

std::string problems(const std::string& text) {
  ReadingTongues reading;
  reading.read(text);
  std::string all;
  for (const std::string& problem : reading.problems) all += problem + "\n";
  return all;
}
std::string tongue(const std::string& first, const std::string& rest = "") {
  return R"({"name": "mine", "syllables": "1 2", "first": ")" + first + R"(", "vowels": "a o:2", "codas": "n l -")" +
         rest + "}";
}

}  // namespace

TEST_CASE("a small tongue is enough", "[feature.names]") {
  CHECK(problems(tongue("b d:3 st -")).empty());
  CHECK(problems(R"({"tongues": [)" + tongue("b d") + "," + tongue("k") + "]}").empty());
  CHECK(problems(tongue("κ б ş")).empty());  // fonts are the sheet's affair
  CHECK(problems(tongue("b", R"(, "generics": {"river": ["River {}", "{}elf:4"]})")).empty());
}

TEST_CASE("what is wrong with a tongue is said", "[feature.names]") {
  CHECK(problems("") != "");
  CHECK(problems("[1]") == "it is neither a tongue, {\"name\": ...}, nor {\"tongues\": [...]}\n");
  CHECK(problems(R"({"tongues": []})") == "there is no tongue in it\n");
  CHECK(problems(tongue("b Q")) ==
        "first: the letter 'Q' (U+0051) in 'Q' is not allowed: parts are small letters, apostrophes and hyphens\n");
  CHECK(problems(tongue("b d7")) ==
        "first: the letter '7' (U+0037) in 'd7' is not allowed: parts are small letters, apostrophes and hyphens\n");
  CHECK(problems(tongue("b d", R"(, "letters": "bnlao")")) ==
        "first: the letter 'd' (U+0064) in 'd' is not among the tongue's letters\n");
  CHECK(problems(tongue("b:0")) == "first: the weight of 'b:0' is no whole number from 1 to 9999\n");
  CHECK(problems(tongue("b:-1")) == "first: the weight of 'b:-1' is no whole number from 1 to 9999\n");
  CHECK(problems(tongue(" ")) ==
        "first: the list is empty; it is a text such as \"b d:2 st -\", of parts and how often they come\n");
  CHECK(problems(tongue("b", R"(, "endings": ["a", "o"])")) ==
        "endings: there are as many sets of endings as of vowels\n");
  CHECK(problems(tongue("b", R"(, "root": [5, 4])")) ==
        "root: it is how many letters a root has, the least and the most: [3, 9]\n");
  CHECK(problems(tongue("b", R"(, "onsets": "d")")).find("onsets: there is no such table; there are name") == 0);
  CHECK(problems(tongue("b", R"(, "generics": {"brook": ["{}"]})")).find("generics.brook: nothing is of this kind") ==
        0);
  CHECK(problems(tongue("b", R"(, "generics": {"river": ["River"]})")) ==
        "generics.river: 'River' does not have {} once, where the root stands\n");
  CHECK(problems(tongue("b", R"(, "generics": {"river": []})")) ==
        "generics.river: it is a list of texts, [\"Monte {}\", \"{}berg:2\"]\n");
  // All at once, with the tongue's place.
  const std::string both = problems(R"({"tongues": [)" + tongue("b") + "," + tongue("B C") + "]}");
  CHECK(std::count(both.begin(), both.end(), '\n') == 2);
  CHECK(both.find("tongues[1].first: the letter 'B'") == 0);
}

TEST_CASE("any text is refused or read, and never more", "[feature.names]") {
  const std::string whole = built_in_table("norric.json");
  for (std::size_t cut = 0; cut < whole.size(); cut += 7) CHECK(problems(whole.substr(0, cut)) != "");
  for (const char* odd : {"{}", "null", "{\"tongues\": {}}", "{\"tongues\": [1]}", "{\"name\": 3, \"first\": [1]}",
                          "{\"name\": \"a\", \"vowels\": [1, []], \"generics\": [], \"syllables\": {}}", "\xff\xfe",
                          "{\"name\": \"\\ud800\"}"})
    CHECK(problems(odd) != "");
}

TEST_CASE("names of forty letters are names", "[feature.names]") {
  ReadingTongues reading;
  Speech speech;
  speech.tongues = reading.read(
      R"({"name": "long", "syllables": "8", "first": "kat mon lir", "vowels": "a e", "codas": "n", "root": [30, 60],
          "longest_word": 60})");
  REQUIRE(reading.problems.empty());
  const std::string name = Naming(speech.tongues[0], speech.refused).name(1, Kind::town, 0, 0);
  CHECK(name.size() >= 30);
  // And of tables whose every root is too long by their own rule.
  ReadingTongues again;
  speech.tongues =
      again.read(R"({"name": "long", "syllables": "8", "first": "kat mon lir", "vowels": "a e", "codas": "n"})");
  CHECK(Naming(speech.tongues[0], speech.refused).name(1, Kind::town, 0, 0).size() >= 30);
}

TEST_CASE("tables that say refused words only are found out", "[feature.names]") {
  Speech speech;
  CHECK(speech.refused.add("an\n-ol- x  # too short\n") ==
        std::vector<std::string>{"line 2: 'x' is no word; write such as 'word', 'word-', '-word' or '-word-' in UTF-8, "
                                 "of two letters or more"});
  ReadingTongues reading;
  speech.tongues = reading.read(R"({"name": "mine", "syllables": "1", "first": "b d", "vowels": "a", "codas": "n"})");
  CHECK(speech.mute(speech.tongues[0]) == "every name of a river in 'mine' has a refused word in it, as 'an'");
}

TEST_CASE("a refused word is found in the place that its hyphens tell, whatever its accents", "[feature.names]") {
  Refused refused;
  REQUIRE(refused.add("mid\nhead-   # a comment: tail\n-tail\n-alone-\n").empty());
  const auto in = [&](const char* name) { return refused.in(*letters_of(name)); };
  CHECK(in("Åmiðr") == "mid");
  CHECK(in("Mïdvik") == "mid");
  CHECK(in("Monte Headora") == "head");
  CHECK(in("Forehead") == "");
  CHECK(in("Långtail Vik") == "tail");
  CHECK(in("Tailor") == "");
  CHECK(in("Cape Alone") == "alone");
  CHECK(in("Alonea") == "");
  CHECK(in("Comment") == "");
}

TEST_CASE("which tongues are spoken", "[feature.names]") {
  std::vector<std::string> wrong;
  CHECK(Speech::chosen({"velan"}, {}, 1, wrong).size() == 1);
  CHECK(Speech::chosen({}, {}, 1, wrong).size() == 3);
  CHECK(wrong.empty());
  Tongue own = built_in_tongue("velan");
  own.name = "mine";
  CHECK(Speech::chosen({}, {own}, 1, wrong).size() == 1);
  CHECK(Speech::chosen({"mine", "norric"}, {own}, 1, wrong)[1].name == "norric");
  Speech::chosen({"elvish"}, {own}, 1, wrong);
  CHECK(wrong ==
        std::vector<std::string>{"there is no tongue 'elvish'; there are norric, velan, brethic, turanic, mine"});
}

TEST_CASE("letters are letters", "[feature.names]") {
  CHECK(!letters_of("\xc3"));
  CHECK(!letters_of("\xc0\x80"));
  CHECK(!letters_of("\xed\xa0\x80"));
  CHECK(utf8(*letters_of("Fokå ₳ 𐌰")) == "Fokå ₳ 𐌰");
  CHECK(folded(*letters_of("ÆØÅ Þórß Żółw Ğığ")) == "aeoa thorss zolw gig");
  CHECK(capital(U'ø') == U'Ø');
  CHECK(capital(U'ı') == U'I');
  CHECK(capital(U'ş') == U'Ş');
  CHECK(capital(U'ž') == U'Ž');
  CHECK(capital(U'ж') == U'Ж');
  CHECK(capital(U'λ') == U'Λ');
  CHECK(capital(U'ß') == U'ß');
}
