// SPDX-License-Identifier: Apache-2.0
#include "cli/schema_choice.hpp"

namespace terrawright::cli {

Json choice_schema(const Json& value, const std::string& title, const std::string& text, const std::string& markdown) {
  return {{"const", value},
          {"title", title},
          {"description", text},
          {"markdownDescription", markdown.empty() ? text : markdown}};
}

Json choices_schema(const std::string& key, const std::vector<Choice>& choices) {
  Json any = Json::array();
  for (const Choice& choice : choices) {
    const std::string word = choice.value.is_string() ? choice.value.get<std::string>() : choice.value.dump();
    any.push_back(choice_schema(choice.value, key + ": " + word, choice.text));
  }
  return {{"anyOf", any}};
}

Json described(const char* description, const Json& schema) {
  Json with_text = {{"description", description}};
  with_text.update(schema);
  return with_text;
}

}  // namespace terrawright::cli
