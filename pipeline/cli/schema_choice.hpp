// SPDX-License-Identifier: Apache-2.0
// Choices that explain themselves in an editor's list: a constant, a title and a description each.
#pragma once
#include <string>
#include <vector>

#include "cli/json_text.hpp"

namespace terrawright::cli {

// Hover text of `value` in an editor: the title in bold, then the text; `markdown` if it can show that.
Json choice_schema(const Json& value, const std::string& title, const std::string& text,
                   const std::string& markdown = {});

struct Choice {
  Json value;
  std::string text;
};
// Any of them; titles are "key: value".
Json choices_schema(const std::string& key, const std::vector<Choice>& choices);

// The same with a description.
Json described(const char* description, const Json& schema);

}  // namespace terrawright::cli
