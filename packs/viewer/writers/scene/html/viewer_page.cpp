// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <stdexcept>

#include "packs/viewer/writers/scene/html/scene_work.hpp"

// The bytes of the file, which the build makes a source of.
extern const char terrawright_viewer_page[];
extern const std::size_t terrawright_viewer_page_size;

namespace terrawright::scene {
namespace {

constexpr std::string_view title_place = "<title>terrawright</title>", scene_place = "<!-- scene -->";

std::size_t only_place(std::string_view page, std::string_view of) {
  const std::size_t at = page.find(of);
  if (at == std::string_view::npos || page.find(of, at + 1) != std::string_view::npos)
    throw std::logic_error("viewer.html has not exactly one " + std::string(of));
  return at;
}

}  // namespace

std::string_view viewer_page() { return {terrawright_viewer_page, terrawright_viewer_page_size}; }

PageParts parts_of(std::string_view page) {
  const std::size_t title = only_place(page, title_place), after = title + title_place.size();
  const std::size_t scene = only_place(page, scene_place);
  if (scene < after) throw std::logic_error("viewer.html has its scene before its title");
  return {page.substr(0, title), page.substr(after, scene - after), page.substr(scene + scene_place.size())};
}

std::string script_text(std::string_view json) {
  std::string script;
  for (const char c : json) c == '<' ? script += "\\u003c" : script += c;
  return script;
}

}  // namespace terrawright::scene
