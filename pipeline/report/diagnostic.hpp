// SPDX-License-Identifier: Apache-2.0
// Problems with their places in the text they come from, collected and shown together.
#pragma once
#include <cstddef>
#include <exception>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace terrawright::report {

// A page has no command line. Problems of this process are for a page from now on, or for a terminal again.
void show_problems_in_page(bool in_page);
// The first remedy names a command or an option. The second one takes its place in a page.
std::string remedy(const std::string& command, const std::string& in_page);
std::string remedy_of_stage(const std::string& name);  // the way to its description; "water.flats@1"

// Message if memory is short; its use is named before it. Nothing is allocated.
const char* no_memory();
// Remedy if files lie in memory, too.
constexpr char smaller_world[] = "make the world smaller (world.size), or write fewer layers";

// Text of an error for the user. For an error of the file system: the place and the reason, without the library's
// words.
std::string reason_of(const std::exception& error);

// A text that positions point into: a file, or one argument of the command line.
struct Source {
  std::string name;  // as shown: "configs/island.yaml", "--set"
  std::string text;  // UTF-8
};

// A stretch of one line. Lines and columns count from 1, columns and length in characters, not bytes.
// The default means "nowhere".
struct Position {
  std::shared_ptr<const Source> source;
  std::size_t line = 0, column = 0, length = 0;
  explicit operator bool() const { return source != nullptr && line > 0; }
};

enum class Severity { error, warning };

// Another place that helps to understand, as "first defined here".
struct Related {
  Position position;
  std::string text;
};

struct Diagnostic {
  Severity severity = Severity::error;
  Position position;
  std::string message;  // what is wrong, in one sentence without a full stop
  std::string hint;     // reason, remedy, valid names, did-you-mean; may be empty
  std::vector<Related> related;
  std::string unread = {};  // path of a file that cannot be read; empty: of none
};

class Diagnostics {
 public:
  // A problem equal to an earlier one in place and message is not repeated. Its texts are made printable, as they may
  // name what stands in files.
  void add(Diagnostic diagnostic);
  // Always false, for a caller who cannot go on and answers so.
  bool error(Position position, std::string message, std::string hint = {}, std::vector<Related> related = {});
  // The same for a caller who would answer with a value.
  std::nullopt_t no_value(Position position, std::string message, std::string hint = {},
                          std::vector<Related> related = {});
  void warning(Position position, std::string message, std::string hint = {}, std::vector<Related> related = {});
  // An error by a file that lies inside the config's folder, or would.
  std::nullopt_t cannot_read(const std::string& file, Position position, std::string message, std::string hint = {});
  // --strict.
  void warnings_are_errors();
  // Sources are shown in the order in which they were first named here or in a problem.
  void know(const std::shared_ptr<const Source>& source);
  // A file that was asked for, there or not: what is found may change when it does.
  void looks_for(const std::string& file) { looked_for_.insert(file); }
  const std::set<std::string>& looked_for() const { return looked_for_; }

  bool has_errors() const { return error_count() > 0; }
  std::size_t error_count() const { return errors_; }
  bool has_error_at(const Position& position) const;
  // In order of source, line and column; those of nowhere come first.
  std::vector<Diagnostic> sorted() const;
  // All of them as a person reads them:
  //   island.yaml:15:12: error: heights.diamond_square@1 has no parameter 'rougness'
  //      15 |     with: {rougness: 0.55}
  //         |            ^~~~~~~~ did you mean 'roughness'? it takes: roughness, relief
  std::string text() const;

 private:
  std::vector<Diagnostic> diagnostics_;
  std::size_t errors_ = 0;
  std::map<std::shared_ptr<const Source>, std::size_t> sources_;  // in which order they were first named
  std::set<std::tuple<const Source*, std::size_t, std::size_t, std::string>> seen_;
  std::set<std::string> looked_for_;
};

// 'text', cut to a readable length, control characters replaced. For names and values of the user.
std::string quote(std::string_view text);
// "a, b, c"; "none" of nothing.
std::string join(const std::vector<std::string>& words);
// The parts of a text between separators; without one the text alone.
std::vector<std::string> split(std::string_view text, std::string_view separator);
// Fields of a line, which may hold anything, and back. Tabs stand between them.
std::vector<std::string> fields_of(const std::string& line);
std::string line_of(const std::vector<std::string>& fields);
// Each `what` in its place by `by`.
std::string replaced(std::string text, const std::string& what, const std::string& by);

// The source line of a position with a caret under it.

//    15 |     with: {rougness: 0.55}
//       |            ^~~~~~~~ hint
// A long hint gets lines of its own behind "=". Ends with a line feed. Tabs and wide characters do not shift the
// caret; a long line is cut around it.
std::string excerpt(const Position& position, std::string_view hint);

// The hint alone, where there is no line to show.
std::string hint_lines(std::string_view hint);

}  // namespace terrawright::report
