// SPDX-License-Identifier: Apache-2.0
// The page that shows a world in 3-D, as it is kept in viewer/bundle: the program has it in itself.
#pragma once
#include <string>
#include <string_view>

namespace terrawright::scene {

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

}  // namespace terrawright::scene
