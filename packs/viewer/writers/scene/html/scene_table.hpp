// SPDX-License-Identifier: Apache-2.0
// A table as a page of the world holds it: places and values, deflated.
#pragma once
#include <functional>

#include "packs/viewer/writers/scene/html/scene_layer.hpp"

namespace terrawright::scene {

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
