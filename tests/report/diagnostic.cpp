// SPDX-License-Identifier: Apache-2.0
#include "report/diagnostic.hpp"

#include "report/utf8.hpp"
#include "support/catch.hpp"

using namespace terrawright::report;

namespace {

std::shared_ptr<const Source> source(const std::string& name, const std::string& text) {
  return std::make_shared<Source>(Source{name, text});
}

}  // namespace

TEST_CASE("a problem shows place, line, caret and hint", "[report.diagnostic]") {
  Diagnostics diagnostics;
  const auto island = source("island.yaml", "a: 1\n    with: {rougness: 0.55}\n");
  diagnostics.error({island, 2, 12, 8}, "stage has no parameter 'rougness'", "did you mean 'roughness'?");
  CHECK(diagnostics.text() ==
        "island.yaml:2:12: error: stage has no parameter 'rougness'\n"
        "    2 |     with: {rougness: 0.55}\n"
        "      |            ^~~~~~~~ did you mean 'roughness'?\n");
  CHECK(diagnostics.error_count() == 1);
}

TEST_CASE("a long hint and several lines of hint stand below the caret", "[report.diagnostic]") {
  Diagnostics diagnostics;
  const auto text = source("t", "abc");
  diagnostics.error({text, 1, 2, 1}, "one", std::string(120, 'x'));
  diagnostics.error({text, 1, 3, 1}, "two", "first\nsecond");
  CHECK(diagnostics.text() == "t:1:2: error: one\n    1 | abc\n      |  ^\n      = " + std::string(120, 'x') +
                                  "\nt:1:3: error: two\n    1 | abc\n      |   ^\n      = first\n      = second\n");
}

TEST_CASE("tabs and wide characters do not shift the caret", "[report.diagnostic]") {
  Diagnostics diagnostics;
  diagnostics.error({source("t", "\ta: \xE5\xB1\xB1 x"), 1, 7, 1}, "here");  // one ideograph, two columns
  CHECK(diagnostics.text() == "t:1:7: error: here\n    1 |     a: \xE5\xB1\xB1 x\n      |           ^\n");
}

TEST_CASE("a caret never leaves its line", "[report.diagnostic]") {
  Diagnostics diagnostics;
  const auto text = source("t", "ab\r\ncd");
  diagnostics.error({text, 1, 2, 50}, "long");
  diagnostics.error({text, 2, 9, 1}, "behind");
  diagnostics.error({text, 7, 1, 1}, "below");
  CHECK(diagnostics.text() ==
        "t:1:2: error: long\n    1 | ab\n      |  ^\n"
        "t:2:9: error: behind\n    2 | cd\n      |   ^\n"
        "t:7:1: error: below\n    7 |\n      | ^\n");
}

TEST_CASE("a long line is cut around the caret", "[report.diagnostic]") {
  Diagnostics diagnostics;
  diagnostics.error({source("t", std::string(500, 'a') + "b" + std::string(500, 'c')), 1, 501, 1}, "here");
  CHECK(diagnostics.text() == "t:1:501: error: here\n    1 | ..." + std::string(33, 'a') + "b" + std::string(66, 'c') +
                                  "...\n      | " + std::string(36, ' ') + "^\n");
}

TEST_CASE("problems come in the order of source, line and column", "[report.diagnostic]") {
  Diagnostics diagnostics;
  const auto first = source("first", "x\ny"), second = source("second", "z");
  diagnostics.know(first);
  diagnostics.error({second, 1, 1, 1}, "d");
  diagnostics.error({first, 2, 1, 1}, "c");
  diagnostics.warning({first, 1, 1, 1}, "b");
  diagnostics.error({}, "a", "no place");
  std::string order;
  for (const Diagnostic& d : diagnostics.sorted()) order += d.message;
  CHECK(order == "abcd");
  CHECK(diagnostics.error_count() == 3);
  CHECK(diagnostics.text().substr(0, 32) == "error: a\n      = no place\nfirst:");
}

TEST_CASE("a warning is no error, and the same problem is told once", "[report.diagnostic]") {
  Diagnostics diagnostics;
  const auto text = source("t", "x");
  diagnostics.warning({text, 1, 1, 1}, "odd");
  CHECK_FALSE(diagnostics.has_errors());
  diagnostics.error({text, 1, 1, 1}, "bad");
  diagnostics.error({text, 1, 1, 1}, "bad");
  CHECK(diagnostics.error_count() == 1);
}

TEST_CASE("a related place is a note with its own excerpt", "[report.diagnostic]") {
  Diagnostics diagnostics;
  const auto text = source("t", "a: 1\na: 2");
  diagnostics.error({text, 2, 1, 1}, "twice", "", {{{text, 1, 1, 1}, "first defined here"}, {{}, "nowhere"}});
  CHECK(diagnostics.text() ==
        "t:2:1: error: twice\n    2 | a: 2\n      | ^\n"
        "t:1:1: note: first defined here\n    1 | a: 1\n      | ^\n");
}

TEST_CASE("a quoted name cannot move the terminal", "[report.diagnostic]") {
  CHECK(quote("a\x1B[2Jb\n") == "'a\xEF\xBF\xBD[2Jb\xEF\xBF\xBD'");
  CHECK(quote(std::string(100, 'x')) == "'" + std::string(60, 'x') + "...'");
  Diagnostics diagnostics;
  diagnostics.error({source("t", "a \x1B[31m b"), 1, 1, 1}, "here");
  CHECK(diagnostics.text().find('\x1B') == std::string::npos);
}

TEST_CASE("what a file or a library says moves no terminal and begins no line", "[report.diagnostic]") {
  Diagnostics diagnostics;
  diagnostics.error({source("t", "x"), 1, 1, 1}, "channel '\n::error::x\x1B[31m'", "its channels: \x1B]0;x\nsecond",
                    {{{source("u", "y"), 1, 1, 1}, "\r::warning::"}});
  const Diagnostic d = diagnostics.sorted().front();
  CHECK(d.message == "channel '\uFFFD::error::x\uFFFD[31m'");
  CHECK(d.hint == "its channels: \uFFFD]0;x\nsecond");
  CHECK(d.related.front().text == "\uFFFD::warning::");
  CHECK(one_line("TIFF: no directory\r\n\nat \x1B[0m byte 4\n") == "TIFF: no directory; at \uFFFD[0m byte 4");
  CHECK(one_line("\n").empty());
}

TEST_CASE("Fields of a line come back as they were, whatever they hold", "[report.diagnostic]") {
  const std::vector<std::string> fields = {"a\tb", "", "\\n", "c\nd\\", "\\"};
  const std::string line = line_of(fields);
  CHECK(line == "a\\tb\t\t\\\\n\tc\\nd\\\\\t\\\\\n");
  CHECK(fields_of(line.substr(0, line.size() - 1)) == fields);
  CHECK(fields_of("") == std::vector<std::string>{""});
}
