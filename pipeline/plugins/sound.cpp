// SPDX-License-Identifier: Apache-2.0
#include "plugins/sound.hpp"

#include <cctype>
#include <cstring>
#include <set>

#include "graph/catalogue.hpp"
#include "graph/kind.hpp"

namespace terrawright::plugins {
namespace {

// Lower-case words joined by '_'; with dots where `parts` is above 1.
bool is_name(const char* text, int parts) {
  if (text == nullptr || !std::islower(static_cast<unsigned char>(*text))) return false;
  int dots = 0;
  for (const char* c = text; *c != 0; ++c) {
    const auto letter = static_cast<unsigned char>(*c);
    if (*c == '.') {
      ++dots;
    } else if (!std::islower(letter) && !std::isdigit(letter) && *c != '_') {
      return false;
    }
  }
  return dots == parts - 1;
}

std::string ports_of(const terrawright_stage& stage) {
  std::set<std::string> inputs, outputs;
  for (std::uint64_t i = 0; i < stage.n_ports; ++i) {
    const terrawright_port& port = stage.ports[i];
    if (!is_name(port.name, 1)) return "has a port without a proper name";
    auto& names = port.direction == TERRAWRIGHT_INPUT ? inputs : outputs;
    if (!names.insert(port.name).second) return std::string("has two ports called '") + port.name + "'";
    if (port.kinds == 0) return std::string("gives its port '") + port.name + "' no kind";
    const std::uint32_t no_inputs = 1u << TERRAWRIGHT_PLAIN_TEXT | 1u << TERRAWRIGHT_RECORDS;
    if (port.direction == TERRAWRIGHT_INPUT && (port.kinds & no_inputs)) {
      return std::string("has an input '") + port.name + "' of a kind that only goes to files";
    }
    const bool placed = (port.flags & (TERRAWRIGHT_POINTS | TERRAWRIGHT_LINES)) != 0;
    const bool both = (port.flags & TERRAWRIGHT_POINTS) && (port.flags & TERRAWRIGHT_LINES);
    if (both || (placed && (port.direction == TERRAWRIGHT_INPUT || port.kinds != 1u << TERRAWRIGHT_RECORDS))) {
      return std::string("says that '") + port.name + "' has points or lines, which an output table has, one of both";
    }
    if (port.like_port != nullptr && graph::find_port(stage, port.like_port, TERRAWRIGHT_INPUT) == nullptr) {
      return std::string("says that '") + port.name + "' is like '" + port.like_port + "', which is no input";
    }
    if (port.direction == TERRAWRIGHT_OUTPUT && port.like_port == nullptr && graph::single_kind(port.kinds) == 0) {
      return std::string("leaves open which kind its output '") + port.name + "' is";
    }
  }
  return outputs.empty() ? "has no output" : "";
}

std::string parameters_of(const terrawright_stage& stage) {
  std::set<std::string> names;
  for (std::uint64_t i = 0; i < stage.n_parameters; ++i) {
    const terrawright_parameter& parameter = stage.parameters[i];
    if (!is_name(parameter.name, 1)) return "has a parameter without a proper name";
    const std::string quoted = std::string("'") + parameter.name + "'";
    if (!names.insert(parameter.name).second) return "has two parameters called " + quoted;
    if (parameter.kind == TERRAWRIGHT_CHOICE && parameter.n_choices == 0) return "lists no choices for " + quoted;
    if (parameter.doc == nullptr || *parameter.doc == 0) return "does not say what its parameter " + quoted + " is";
  }
  return "";
}

}  // namespace

std::string what_is_unsound(const terrawright_stage* stage) {
  if (stage == nullptr || stage->size < sizeof(terrawright_stage)) return "is shorter than this engine's stages";
  if (!is_name(stage->id, 2)) return "has an id that is not family.word in lower case";
  const std::string named = std::string("(") + stage->id + ") ";
  if (!stage->create || !stage->destroy || !stage->window || !stage->paint) return named + "lacks a function";
  if ((stage->flags & TERRAWRIGHT_SURVEYS) && !stage->survey) return named + "lacks survey";
  if ((stage->flags & TERRAWRIGHT_RESOLVES) && !stage->resolve) return named + "lacks resolve";
  if ((stage->flags & TERRAWRIGHT_SURVEYS) && !(stage->flags & TERRAWRIGHT_RESOLVES)) {
    return named + "surveys, but never resolves";
  }
  for (const std::string& problem : {ports_of(*stage), parameters_of(*stage)}) {
    if (!problem.empty()) return named + problem;
  }
  return "";
}

}  // namespace terrawright::plugins
