// SPDX-License-Identifier: Apache-2.0
#include "config/reader.hpp"

#include "support/catch.hpp"
#include "text.hpp"

using namespace terrawright;
using namespace terrawright::config;
using test::place;
using test::read;
using test::says;

TEST_CASE("everything knows its place, in characters", "[config.reader]") {
  const auto [document, said] = read("\xC3\xA9: [1, '\xC3\xBC', {a: b c}]  # x\nb:\n  c: \"q\"\n  d:\n    - x\n");
  REQUIRE(said.empty());
  const Value& list = document->entries[0].value;
  CHECK(place(document->entries[0].key_position) == "1:1+1");
  CHECK(place(list.position) == "1:4+18");
  CHECK(place(list.items[0].position) == "1:5+1");
  CHECK(place(list.items[1].position) == "1:8+3");
  CHECK(list.items[1].text == "\xC3\xBC");
  CHECK(list.items[1].quoted);
  CHECK(place(list.items[2].position) == "1:13+8");
  CHECK(place(list.items[2].entries[0].value.position) == "1:17+3");
  const Value& map = document->entries[1].value;
  CHECK(place(map.position) == "3:3+1");
  CHECK(place(map.find("c")->value.position) == "3:6+3");
  CHECK(place(map.find("d")->value.items[0].position) == "5:7+1");
}

TEST_CASE("a byte-order mark takes no column", "[config.reader]") {
  const auto [document, said] = read(
      "\xEF\xBB\xBF"
      "ab: 1");
  REQUIRE(document);
  CHECK(place(document->entries[0].key_position) == "1:1+2");
  CHECK(place(document->entries[0].value.position) == "1:5+1");
}

TEST_CASE("line ends of Windows take no column", "[config.reader]") {
  const auto [document, said] = read("a: 1\r\nb: 2\r\n");
  REQUIRE(document);
  CHECK(place(document->find("b")->value.position) == "2:4+1");
}

TEST_CASE("duplicate keys are refused, both places shown, and reading goes on", "[config.reader]") {
  const auto [document, said] = read("a: 1\nb: 2\na: 3\nb: 4\n");
  CHECK(document);
  CHECK(said ==
        "t.yaml:3:1: error: the key 'a' is here twice\n    3 | a: 3\n      | ^ delete or rename one of them\n"
        "t.yaml:1:1: note: first defined here\n    1 | a: 1\n      | ^\n"
        "t.yaml:4:1: error: the key 'b' is here twice\n    4 | b: 4\n      | ^ delete or rename one of them\n"
        "t.yaml:2:1: note: first defined here\n    2 | b: 2\n      | ^\n");
}

TEST_CASE("the same key in two maps is fine", "[config.reader]") {
  CHECK(read("a: {x: 1}\nb: {x: 2, y: {x: 3}}\n").said.empty());
}

TEST_CASE("aliases are expanded, keys of theirs excepted", "[config.reader]") {
  const auto [document, said] = read("a: &x {b: 1}\nc: *x\nd: &y 3\ne: *y\n");
  REQUIRE(said.empty());
  CHECK(document->find("c")->value.find("b")->value.text == "1");
  CHECK(document->find("e")->value.text == "3");
  CHECK(place(document->find("e")->value.position) == "3:7+1");
}

TEST_CASE("an alias bomb is refused", "[config.reader]") {
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 12; ++i) {
    const std::string before = "*a" + std::to_string(i - 1), name = "a" + std::to_string(i);
    bomb += name + ": &" + name + " [" + before;
    for (int k = 1; k < 10; ++k) bomb += ", " + before;
    bomb += "]\n";
  }
  const auto [document, said] = read(bomb);
  CHECK_FALSE(document);
  CHECK(says(said, "error: the config has more than 262144 values"));
  CHECK(
      says(read("a: &b [*b]").said, "t.yaml:1:8: error: a reference cannot stand inside the value that it refers to"));
}

TEST_CASE("thousands of open brackets get a place", "[config.reader]") {
  for (const char* opening : {"[", "{a: ", "- ", "? ", "[{a: "}) {
    std::string text = "a: ";
    if (std::string(opening) == "- " || std::string(opening) == "? ") text = "";
    for (int i = 0; i < 50000; ++i) text += opening;
    const auto [document, said] = read(text);
    CHECK_FALSE(document);
    CHECK(says(said, "error: lists and maps are nested more than 64 deep"));
    CHECK(said.substr(0, 9) == "t.yaml:1:");
  }
  std::string deep = "a: 1";
  for (int i = 1; i < 64; ++i) deep = "a: {" + deep + "}";
  CHECK(read(deep).said.empty());
  CHECK_FALSE(read("a: {" + deep + "}").said.empty());
}

TEST_CASE("broken YAML is explained where it breaks", "[config.reader]") {
  const auto [text, words] = GENERATE(table<std::string, std::string>({
      {"a:\n\t- 1", "t.yaml:2:1: error: a tab in the indentation"},
      {"a:\n  b: 1\n\tc: 1", "t.yaml:3:1: error: a tab in the indentation"},
      {"a: [1, 2\nb: 3", "t.yaml:1:4: error: this '[' is never closed"},
      {"a: {b: 1\n  c: 2}", "t.yaml:2:3: error: ',' or '}' expected before this"},
      {"a: {b: 1\n  c: 2}", "t.yaml:1:4: note: to close this '{'"},
      {"a: [1, {b: 2]", "t.yaml:1:13: error: ',' or '}' expected here"},
      {"a: {b: '[', c: 2\n# [\nd:\n  - 1", "t.yaml:1:4: error: this '{' is never closed"},
      {"a: [1, 2", "t.yaml:1:4: error: this '[' is never closed"},
      {"a: {b: [1]\n# end\n", "t.yaml:1:4: error: this '{' is never closed"},
      {"a: {b: 1 c: 2}", "t.yaml:1:11: error: ',' or '}' expected here"},
      {"a: {b: 1}}", "t.yaml:1:10: error: this '}' closes nothing"},
      {"a: ]", "t.yaml:1:4: error: this ']' closes nothing"},
      {"a: 1\n b: 2", "t.yaml:2:2: error: this line does not fit the one before it"},
      {"a\nb: 1", "t.yaml:1:1: error: no ':' follows 'a'"},
      {"a: b: c", "t.yaml:1:5: error: a second ':' in one line"},
      {"a:\n  b: 1\n c: 2", "t.yaml:3:2: error: this line is indented like no line above"},
      {"a: \"x\"y", "t.yaml:1:7: error: text after the end of a value"},
      {"a: \"x\nb: 1", "t.yaml:1:4: error: this \" is never closed"},
      {"b: 'it\n", "t.yaml:1:4: error: this ' is never closed"},
      {"a: \"\\q\"", "t.yaml:1:5: error: unknown escape '\\q'"},
      {"a: - b", "t.yaml:1:4: error: a list item '-' cannot stand here"},
      {"a: @x", "t.yaml:1:4: error: a value cannot begin with '@'"},
      {"a: `x`", "t.yaml:1:4: error: a value cannot begin with '`'"},
      {"a: %x", "t.yaml:1:4: error: a value cannot begin with '%'"},
      {"a: *no", "t.yaml:1:4: error: no '&no' stands before '*no'"},
      {"? [a]\n: 1", "t.yaml:1:3: error: a key must be a plain word, not a list"},
      {"a: |x\n  b", "t.yaml:1:5: error: a text block begins with '|' or '>' alone"},
      {"a: 1\n---\nb: 2", "t.yaml:2:1: error: a second document begins here"},
  }));
  INFO(text);
  const auto [document, said] = read(text);
  INFO(said);
  CHECK_FALSE(document);
  CHECK(says(said, words));
}

TEST_CASE("what is YAML and not ours is refused", "[config.reader]") {
  const auto [text, words] = GENERATE(table<std::string, std::string>({
      {"a: !!python/object x", "t.yaml:1:4: error: tags like '!!python/object' are not used here"},
      {"a: !x [1]", "t.yaml:1:4: error: tags like '!x' are not used here"},
      {"<<: {a: 1}", "t.yaml:1:1: error: '<<' does not merge maps here"},
      {"", "t.yaml:1:1: error: the file is empty"},
      {"# nothing\n\n", "t.yaml:1:1: error: the file is empty"},
      {"- a\n", "t.yaml:1:1: error: a config is a map of keys, not a list"},
      {"abc", "t.yaml:1:1: error: a config is a map of keys, not 'abc'"},
      {"a: \"\\0\"", "t.yaml:1:4: error: a text cannot contain the character NUL"},
  }));
  INFO(text);
  CHECK(says(read(text).said, words));
}

TEST_CASE("characters that are no text are refused with a place", "[config.reader]") {
  const auto [text, words] = GENERATE(table<std::string, std::string>({
      {std::string("a: 1\nb: \0x", 9), "t.yaml:2:4: error: the text contains the control character U+0000"},
      {"a: \xC3\xA9\x04", "t.yaml:1:5: error: the text contains the control character U+0004"},
      {"a: \xC3\xA9 \xFF", "t.yaml:1:6: error: the byte 0xFF is not UTF-8"},
      {"a: \xC0\x80", "t.yaml:1:4: error: the byte 0xC0 is not UTF-8"},
      {"a: \xED\xA0\x80", "t.yaml:1:4: error: the byte 0xED is not UTF-8"},
      {"a: 1\rb: 2", "t.yaml:1:5: error: a carriage return without a line feed"},
      {"\xFF\xFE"
       "a",
       "t.yaml:1:1: error: the file is UTF-16, not UTF-8"},
  }));
  INFO(text);
  const auto [document, said] = read(text);
  INFO(said);
  CHECK_FALSE(document);
  CHECK(says(said, words));
}

TEST_CASE("a file over 4 MiB is refused", "[config.reader]") {
  CHECK(read("a: 1\n#" + std::string((4u << 20) - 6, 'x')).said.empty());
  CHECK(says(read("a: 1\n#" + std::string((4u << 20) - 5, 'x')).said, "larger than 4 MiB"));
}
