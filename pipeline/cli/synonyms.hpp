// SPDX-License-Identifier: Apache-2.0
// Common names for the work of stages: the words of the field, of other programs and of papers.
#pragma once
#include <string>
#include <vector>

namespace terrawright::cli {

struct Synonyms {
  const char* stage;  // id
  const char* words;  // "pit filling, sink": names, parted by commas
};
const std::vector<Synonyms>& synonyms();
// The names of such a list.
std::vector<std::string> names_of(const std::string& list);

// Words for work that no stage does, with the nearest stages.
struct Missing {
  const char* words;    // as above
  const char* thing;    // "volcanoes": what there is none of
  const char* instead;  // what to do, one sentence
  std::vector<const char*> stages;
};
const std::vector<Missing>& missing_things();

}  // namespace terrawright::cli
