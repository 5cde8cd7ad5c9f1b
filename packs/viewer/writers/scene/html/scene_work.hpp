// SPDX-License-Identifier: Apache-2.0
// Results of a page for the cells of a layer, by its request: a later page with the same request needs no cell.
#pragma once
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "packs/viewer/writers/scene/html/scene.hpp"

namespace terrawright::scene {

// The page that shows a world in 3-D, as it is kept in viewer/bundle: the program has it in itself.

// The whole of it.
std::string_view viewer_page();

// Its parts around what is filled in: the title, and the scene.
struct PageParts {
  std::string_view begin, middle, end;
};
// Throws std::logic_error where the page has none or several places for one of them.
PageParts parts_of(std::string_view page);

// Without what would end a script, or begin a comment in it.
std::string script_text(std::string_view json);

class LayerWork {
 public:
  LayerWork() = default;
  // The result of bytes(); other bytes give nothing.
  explicit LayerWork(std::string_view bytes);
  std::string bytes() const;
  // Whether something was worked out that bytes() did not know.
  bool has_more() const { return has_more_; }

  // The stored result, or that of `make`.
  template <class Make>
  const Survey& survey(const std::string& asked, const Make& make) {
    return known(surveys_, asked, make);
  }
  template <class Make>
  const Estimate& estimate(const std::string& asked, const Make& make) {
    return known(estimates_, asked, make);
  }
  // Bytes of the blocks in the page.
  template <class Make>
  std::uint64_t size(const std::string& asked, const Make& make) {
    return known(sizes_, asked, [&] { return size_of(coded(asked, make)); });
  }
  // The last one alone stays.
  template <class Make>
  const CodedLayer& coded(const std::string& asked, const Make& make) {
    if (coded_as_ == asked) return coded_;
    coded_ = make();
    coded_as_ = asked;
    has_more_ = true;
    return coded_;
  }

 private:
  template <class Of, class Make>
  const Of& known(std::map<std::string, Of>& all, const std::string& asked, const Make& make) {
    const auto found = all.find(asked);
    if (found != all.end()) return found->second;
    has_more_ = true;
    return all.emplace(asked, make()).first->second;
  }
  static std::uint64_t size_of(const CodedLayer& layer);

  std::map<std::string, Survey> surveys_;
  std::map<std::string, Estimate> estimates_;
  std::map<std::string, std::uint64_t> sizes_;
  std::string coded_as_;
  CodedLayer coded_;
  bool has_more_ = false;
};

// Beside its bytes a block takes its element's name and the text that knows it.
inline std::uint64_t bytes_in_page(std::size_t bytes) { return (bytes + 2) / 3 * 4 + 60; }

// A table as a page of the world holds it: places and values, deflated.

// Some rows of a table, and where the lines among them break.
struct SceneBatch {
  const terrawright_table& rows;
  Writing::Breaks breaks;
};
struct SceneTable {
  bool is_lines = false;
  // Takes all rows from the first one to the last one; again and again.
  std::function<void(const std::function<void(const SceneBatch&)>& take)> each;
};
SceneTable table_of(const SceneItem& item);

struct CodedTable {            // NOLINT(bugprone-exception-escape): the move of JSON asserts, and throws nothing
  Json description;            // all but name, title and the numbers of its blocks
  std::string places, values;  // zlib streams
  std::string sha256;          // of both as they were before
};

// Places of a line that lie less than `apart` cells from the one before them are left out, and lines that do not reach
// so far; of points there is one for each square of so many cells. 1: all are there.
CodedTable coded_table(const SceneTable& table, std::int64_t apart);
// The same with so many cells, or twice, four times ... as many, that it takes at most `most` bytes.
CodedTable coded_table(const SceneTable& table, std::int64_t apart, std::uint64_t most);

}  // namespace terrawright::scene
