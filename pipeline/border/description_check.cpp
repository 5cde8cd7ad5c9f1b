// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <set>
#include <string>

#include "border/description.hpp"
#include "border/host.hpp"

namespace terrawright::border {
namespace {

constexpr std::uint32_t known_stage_flags =
    TERRAWRIGHT_STAGE_WHOLE | TERRAWRIGHT_STAGE_SURVEYS | TERRAWRIGHT_STAGE_RESOLVES | TERRAWRIGHT_STAGE_MERGES;
constexpr std::uint32_t known_reads =
    TERRAWRIGHT_READS_CELL | TERRAWRIGHT_READS_LATITUDE | TERRAWRIGHT_READS_LONGITUDE | TERRAWRIGHT_READS_RANDOM;
constexpr std::uint32_t known_port_flags = TERRAWRIGHT_PORT_OPTIONAL | TERRAWRIGHT_PORT_BY_NAME |
                                           TERRAWRIGHT_PORT_POINTS | TERRAWRIGHT_PORT_LINES | TERRAWRIGHT_PORT_BY_TILE |
                                           TERRAWRIGHT_PORT_NODATA;
constexpr std::uint32_t known_parameter_flags = TERRAWRIGHT_PARAMETER_ADVANCED | TERRAWRIGHT_PARAMETER_DEPRECATED;
constexpr std::uint32_t tile_phases = 1u << TERRAWRIGHT_PHASE_SURVEY | 1u << TERRAWRIGHT_PHASE_PAINT;
constexpr std::uint64_t value_kinds = 1u << TERRAWRIGHT_KIND_NUMBER | 1u << TERRAWRIGHT_KIND_GRID |
                                      1u << TERRAWRIGHT_KIND_TEXT | 1u << TERRAWRIGHT_KIND_TABLE;

[[noreturn]] void refuse(const std::string& what) { throw BadDescription(what); }
std::string quoted(const char* name) { return std::string("'") + name + "'"; }

// Words of lower-case letters, digits and '_', each beginning with a letter, with so many dots between them.
bool is_name(std::string_view text, int least_dots, int most_dots) {
  int dots = 0;
  bool begins = true;
  for (const char c : text) {
    const bool letter = c >= 'a' && c <= 'z', other = (c >= '0' && c <= '9') || c == '_';
    if (c == '.' && !begins) {
      ++dots;
      begins = true;
    } else if (letter || (other && !begins)) {
      begins = false;
    } else {
      return false;
    }
  }
  return !begins && dots >= least_dots && dots <= most_dots;
}

// What the ports of stages and of writers must have.
void check_any_port(const terrawright_port& port, const std::string& name) {
  if (port.kinds == 0) refuse("gives its port " + name + " no kind");
  if (port.kinds & ~all_kinds()) refuse("gives its port " + name + " a kind that this engine does not know");
  if (*port.doc == 0) refuse("does not say what its port " + name + " is");
  if (port.unit != nullptr && *port.unit == 0) refuse("gives its port " + name + " an empty unit; '1' is none");
}

void check_port(const terrawright_stage& stage, const terrawright_port& port) {
  const std::string name = quoted(port.name);
  const bool input = port.direction == TERRAWRIGHT_PORT_INPUT;
  if (!input && port.direction != TERRAWRIGHT_PORT_OUTPUT) refuse("has a port " + name + " of no known direction");
  check_any_port(port, name);
  if (port.reserved != 0) refuse("gives its port " + name + " a reserved field that is not 0");
  if (port.flags & ~known_port_flags) refuse("gives its port " + name + " a flag that this engine does not know");
  if (input && (port.kinds & 1u << TERRAWRIGHT_KIND_TEXT))
    refuse("has an input " + name + " of a kind that only goes to files");
  const bool table = port.kinds == 1u << TERRAWRIGHT_KIND_TABLE;
  if (input && !table && (port.kinds & 1u << TERRAWRIGHT_KIND_TABLE))
    refuse("has an input " + name + " that takes tables and other kinds");
  if (input && table && !(stage.flags & TERRAWRIGHT_STAGE_RESOLVES))
    refuse("has an input table " + name + ", which resolve sees, and does not resolve");
  if (!input && (port.flags & TERRAWRIGHT_PORT_OPTIONAL)) refuse("calls its output " + name + " optional");
  if (input && (port.flags & TERRAWRIGHT_PORT_BY_NAME)) refuse("calls its input " + name + " by name only");
  const bool points = (port.flags & TERRAWRIGHT_PORT_POINTS) != 0, lines = (port.flags & TERRAWRIGHT_PORT_LINES) != 0;
  if ((points && lines && !input) || ((points || lines) && !table))
    refuse("says that " + name + " has points or lines, which a table has, an output one of both");
  if ((port.flags & TERRAWRIGHT_PORT_NODATA) && (input || (port.kinds & ~float_kinds)))
    refuse("says that " + name + " has cells without a value, as an output of floats may");
  if ((points || lines) && port.like_port != nullptr)
    refuse("says that " + name + " has places of its own, and those of " + quoted(port.like_port));
  if ((port.flags & TERRAWRIGHT_PORT_BY_TILE) && (input || !table))
    refuse("says that " + name + " comes by tile, as rows of an output table do");
  const auto needs_rows = [&] {
    return std::any_of(stage.needs, stage.needs + stage.n_needs,
                       [](const char* id) { return std::string_view(id) == TERRAWRIGHT_ROWS; });
  };
  if ((port.flags & TERRAWRIGHT_PORT_BY_TILE) && !needs_rows())
    refuse("says that " + name + " comes by tile and does not list " TERRAWRIGHT_ROWS " in its needs");
  const std::uint32_t statistics = port.statistics | port.window_statistics;
  if (statistics != 0 && (!input || (port.kinds & value_kinds)))
    refuse("asks for statistics of " + name + ", which inputs that are layers have");
  if ((port.statistics & ~(tile_phases | 1u << TERRAWRIGHT_PHASE_RESOLVE)) || (port.window_statistics & ~tile_phases))
    refuse("asks for statistics of " + name + " in a phase that has none");
  if (port.like_port != nullptr) {
    const terrawright_port* like = nullptr;
    for (std::uint64_t i = 0; i < stage.n_ports; ++i) {
      const terrawright_port& other = *stage.ports[i];
      if (other.direction == TERRAWRIGHT_PORT_INPUT && std::string_view(other.name) == port.like_port) like = &other;
    }
    if (like == nullptr || input)
      refuse("says that " + name + " is like " + quoted(port.like_port) + ", which is not an input");
    if (table && like->kinds != port.kinds)
      refuse("says that the table " + name + " is like " + quoted(port.like_port) + ", which is no table");
  }
  if (!input && port.like_port == nullptr && single_kind(port.kinds) == 0)
    refuse("leaves open which kind its output " + name + " is");
}

// One name for a layer and for the number that holds everywhere in its place.
void check_twin(const terrawright_stage& stage, const terrawright_port& port) {
  const terrawright_parameter* number = twin_of(stage, port);
  if (number == nullptr) return;
  const std::string both = "has an input and a parameter called " + quoted(port.name);
  if (port.kinds & value_kinds) refuse(both + "; an input of kind number takes a number as it stands");
  if (number->kind != TERRAWRIGHT_PARAMETER_REAL || !(port.flags & TERRAWRIGHT_PORT_OPTIONAL))
    refuse(both + ", which must be an optional layer and the real number that holds without it");
  const auto unit = [](const char* given) { return std::string(given == nullptr ? "" : given); };
  if (unit(port.unit) != unit(number->unit) && unit(port.unit) + unit(number->unit) != "1")
    refuse(both + " of two units");
}

void check_ports(const terrawright_stage& stage) {
  std::set<std::string> inputs, outputs;
  for (std::uint64_t i = 0; i < stage.n_ports; ++i) {
    const terrawright_port& port = *stage.ports[i];
    if (!is_name(port.name, 0, 0)) refuse("has a port without a proper name");
    auto& names = port.direction == TERRAWRIGHT_PORT_INPUT ? inputs : outputs;
    if (!names.insert(port.name).second) refuse("has two ports called " + quoted(port.name));
    check_port(stage, port);
  }
  if (outputs.empty()) refuse("has no output");
  for (std::uint64_t i = 0; i < stage.n_ports; ++i) check_twin(stage, *stage.ports[i]);
}

bool is_whole_number(std::uint32_t kind) { return kind == TERRAWRIGHT_PARAMETER_INTEGER; }

void check_range(const terrawright_parameter& parameter, const terrawright_value& value, std::uint32_t kind,
                 const std::string& name) {
  const bool whole = is_whole_number(kind);
  if (value.is_word) {
    if (parameter.word == nullptr) refuse("gives " + name + " a word as default, and names none");
    return;
  }
  bool inside = true;
  if (whole) inside = value.integer >= parameter.integer_minimum && value.integer <= parameter.integer_maximum;
  if (kind == TERRAWRIGHT_PARAMETER_REAL) inside = value.real >= parameter.minimum && value.real <= parameter.maximum;
  if (kind == TERRAWRIGHT_PARAMETER_PERCENTAGE) {
    const double percent = static_cast<double>(value.integer) / 1e4;
    inside = percent >= parameter.minimum && percent <= parameter.maximum;
  }
  if (!inside) refuse("gives " + name + " a default outside its range");
}

void check_default(const terrawright_parameter& parameter, const std::string& name) {
  const terrawright_value& value = parameter.fallback;
  switch (parameter.kind) {
    case TERRAWRIGHT_PARAMETER_BOOLEAN:
      if (value.integer != 0 && value.integer != 1) refuse("gives " + name + " a default that is neither 0 nor 1");
      break;
    case TERRAWRIGHT_PARAMETER_CHOICE:
      if (value.integer < 0 || static_cast<std::uint64_t>(value.integer) >= parameter.n_choices)
        refuse("gives " + name + " a default that is none of its choices");
      break;
    case TERRAWRIGHT_PARAMETER_COLOUR:
      if (value.integer < 0 || value.integer > 0xffffff) refuse("gives " + name + " a default that is not a colour");
      break;
    case TERRAWRIGHT_PARAMETER_LIST:
      for (std::uint64_t i = 0; i < value.n_items; ++i)
        check_range(parameter, value.items[i], parameter.item_kind, name);
      break;
    case TERRAWRIGHT_PARAMETER_ROWS:
      for (std::uint64_t i = 0; i < value.n_items; ++i) {
        if (value.items[i].n_items != parameter.n_columns) refuse("gives " + name + " a default row of other columns");
      }
      break;
    default:
      check_range(parameter, value, parameter.kind, name);
  }
}

void check_choices(const terrawright_parameter& parameter, const std::string& name) {
  std::set<std::string> choices;
  for (std::uint64_t i = 0; i < parameter.n_choices; ++i) {
    const std::string choice = parameter.choices[i];
    if (choice.empty()) refuse("lists a choice for " + name + " that is an empty word");
    if (!choices.insert(choice).second) refuse("lists the choice " + quoted(choice.c_str()) + " twice for " + name);
  }
  if (parameter.word != nullptr && *parameter.word == 0) refuse("gives " + name + " an empty word");
}

// A column may have a default outside its range: it has to be given.
void check_parameters(const terrawright_parameter* const* list, std::uint64_t count, bool columns = false) {
  std::set<std::string> names;
  for (std::uint64_t i = 0; i < count; ++i) {
    const terrawright_parameter& parameter = *list[i];
    if (!is_name(parameter.name, 0, 0)) refuse("has a parameter without a proper name");
    const std::string name = quoted(parameter.name);
    if (!names.insert(parameter.name).second) refuse("has two parameters called " + name);
    if (parameter.kind < TERRAWRIGHT_PARAMETER_REAL || parameter.kind > TERRAWRIGHT_PARAMETER_COLOUR)
      refuse("gives its parameter " + name + " a kind that this engine does not know");
    if (parameter.flags & ~known_parameter_flags)
      refuse("gives its parameter " + name + " a flag that this engine does not know");
    if (*parameter.doc == 0) refuse("does not say what its parameter " + name + " is");
    if (parameter.kind == TERRAWRIGHT_PARAMETER_CHOICE && parameter.n_choices == 0)
      refuse("lists no choices for " + name);
    check_choices(parameter, name);
    if (parameter.kind == TERRAWRIGHT_PARAMETER_ROWS && parameter.n_columns == 0)
      refuse("lists no columns for " + name);
    const bool list_of_known = parameter.item_kind == TERRAWRIGHT_PARAMETER_REAL ||
                               parameter.item_kind == TERRAWRIGHT_PARAMETER_INTEGER ||
                               parameter.item_kind == TERRAWRIGHT_PARAMETER_TEXT;
    if (parameter.kind == TERRAWRIGHT_PARAMETER_LIST && !list_of_known)
      refuse("does not say what the items of " + name + " are");
    // Written so that NaN is refused.
    if (!(parameter.minimum <= parameter.maximum) || parameter.integer_minimum > parameter.integer_maximum)
      refuse("gives " + name + " a minimum above its maximum");
    if (!columns) check_default(parameter, name);
    check_parameters(parameter.columns, parameter.n_columns, true);
  }
}

}  // namespace

bool is_stage_id(std::string_view id) {
  const std::size_t slash = id.find('/');
  if (slash == std::string_view::npos) return is_name(id, 1, 1);
  return is_name(id.substr(0, slash), 0, 8) && is_name(id.substr(slash + 1), 1, 1);
}

bool is_value(const terrawright_parameter& parameter, const terrawright_value& value) {
  terrawright_parameter with_it = parameter;
  with_it.fallback = value;
  try {
    check_default(with_it, parameter.name);
    return true;
  } catch (const BadDescription&) {
    return false;
  }
}

void check_description(const terrawright_stage& stage, const terrawright_combine* combine) {
  if (!is_stage_id(stage.id)) refuse("has an id that is not family.word in lower case");
  try {
    if (*stage.doc == 0) refuse("does not say what it does");
    if (stage.version == 0 || stage.revision == 0) refuse("has the version or revision 0; they count from 1");
    if (stage.flags & ~known_stage_flags) refuse("has a flag that this engine does not know");
    if (stage.reads & ~known_reads) refuse("reads a fact of the world that this engine does not know");
    if (stage.reserved != 0) refuse("has a reserved field that is not 0");
    for (std::uint64_t i = 0; i < stage.n_needs; ++i) {
      if (extension_of(stage.needs[i]) == nullptr)
        refuse("needs the extension " + quoted(stage.needs[i]) +
               ", which this engine does not have; take it out of `needs`, or use a newer engine");
    }
    if (!stage.create) refuse("lacks create");
    if (!stage.destroy) refuse("lacks destroy");
    if (!stage.window) refuse("lacks window");
    if (!stage.paint) refuse("lacks paint");
    const bool surveys = (stage.flags & TERRAWRIGHT_STAGE_SURVEYS) != 0;
    const bool resolves = (stage.flags & TERRAWRIGHT_STAGE_RESOLVES) != 0;
    const bool merges = (stage.flags & TERRAWRIGHT_STAGE_MERGES) != 0;
    if (surveys && !resolves) refuse("surveys, but never resolves");
    const bool combines = combine != nullptr;
    if (merges && !surveys) refuse("merges notes, but never surveys");
    if (combines && !surveys) refuse("combines notes, but never surveys");
    if (combines && merges) refuse("merges notes and combines them; those that merge are one already");
    if (combines && (stage.flags & TERRAWRIGHT_STAGE_WHOLE))
      refuse("takes its layers whole and combines notes of tiles");
    if (surveys && !stage.survey) refuse("lacks survey");
    if (resolves && !stage.resolve) refuse("lacks resolve");
    if (merges && !stage.merge) refuse("lacks merge");
    if (combines && !combine->combine) refuse("lacks combine in " TERRAWRIGHT_COMBINE);
    if (combines && !combine->split) refuse("lacks split in " TERRAWRIGHT_COMBINE);
    if (combines && combine->reserved != 0) refuse("has a reserved field in " TERRAWRIGHT_COMBINE " that is not 0");
    check_parameters(stage.parameters, stage.n_parameters);
    check_ports(stage);
  } catch (const BadDescription& wrong) {
    throw BadDescription(std::string("(") + stage.id + ") " + wrong.what());
  }
}

namespace {

// Checks a writer's port, which takes any kind.
void check_item_port(const terrawright_port& port) {
  if (!is_name(port.name, 0, 0)) refuse("has a port without a proper name");
  const std::string name = quoted(port.name);
  constexpr std::uint32_t places = TERRAWRIGHT_PORT_POINTS | TERRAWRIGHT_PORT_LINES;
  if (port.direction != TERRAWRIGHT_PORT_INPUT) refuse("has an output " + name + ", and a writer makes files alone");
  check_any_port(port, name);
  constexpr std::uint32_t of_writers = TERRAWRIGHT_PORT_MANY | TERRAWRIGHT_PORT_CLASSES | TERRAWRIGHT_PORT_TITLES;
  if (port.flags & ~(TERRAWRIGHT_PORT_OPTIONAL | of_writers | places))
    refuse("gives its port " + name + " a flag that a writer's port has not");
  if ((port.flags & TERRAWRIGHT_PORT_TITLES) && !(port.flags & TERRAWRIGHT_PORT_MANY))
    refuse("says that one item of its port " + name + " stands in a list");
  if ((port.flags & places) && port.kinds != 1u << TERRAWRIGHT_KIND_TABLE)
    refuse("says that " + name + " has points or lines, which a table has");
  if (port.like_port != nullptr || port.statistics != 0 || port.window_statistics != 0)
    refuse("says of its port " + name + " what stages say of theirs");
}

// ".asc", ".shp.zip": lower-case letters and digits.
bool is_ending(std::string_view text) {
  bool begins = true;
  for (const char c : text.substr(text.empty() ? 0 : 1)) {
    const bool dot = c == '.';
    if ((dot && begins) || (!dot && !(c >= 'a' && c <= 'z') && !(c >= '0' && c <= '9'))) return false;
    begins = dot;
  }
  return text.size() > 1 && text.size() <= 32 && text[0] == '.' && !begins;
}

}  // namespace

void check_description(const terrawright_writer& writer) {
  if (!is_stage_id(writer.id)) refuse("has an id that is not family.word in lower case");
  try {
    if (*writer.doc == 0) refuse("does not say what it does");
    if (writer.version == 0 || writer.revision == 0) refuse("has the version or revision 0; they count from 1");
    constexpr std::uint32_t flags = TERRAWRIGHT_WRITER_TILES | TERRAWRIGHT_WRITER_FOLDER;
    if (writer.flags & ~flags) refuse("has a flag that this engine does not know");
    if (writer.flags == flags) refuse("makes a folder, and writes tiles");
    if (!writer.create || !writer.write || !writer.destroy) refuse("lacks a function");
    for (std::uint64_t i = 0; i < writer.n_endings; ++i) {
      if (!is_ending(writer.endings[i]))
        refuse("has the ending " + quoted(writer.endings[i]) + ", which is not written as '.asc'");
    }
    std::set<std::string> names;
    for (std::uint64_t i = 0; i < writer.n_ports; ++i) {
      check_item_port(*writer.ports[i]);
      if (!names.insert(writer.ports[i]->name).second) refuse("has two ports called " + quoted(writer.ports[i]->name));
    }
    if (writer.n_ports == 0) refuse("has no port");
    check_parameters(writer.parameters, writer.n_parameters);
    for (std::uint64_t i = 0; i < writer.n_parameters; ++i) {
      const std::optional<std::string> port = unit_of_port(writer.parameters[i]->unit);
      const bool reals = writer.parameters[i]->kind == TERRAWRIGHT_PARAMETER_LIST &&
                         writer.parameters[i]->item_kind == TERRAWRIGHT_PARAMETER_REAL;
      if (port && !reals)
        refuse("measures its parameter " + quoted(writer.parameters[i]->name) +
               " in a port's unit, and it is no list of reals");
      if (port && names.count(*port) == 0)
        refuse("measures its parameter " + quoted(writer.parameters[i]->name) + " in the unit of " +
               quoted(port->c_str()) + ", which is none of its ports");
      if (writer.parameters[i]->kind == TERRAWRIGHT_PARAMETER_FILE)
        refuse("has a parameter " + quoted(writer.parameters[i]->name) + " that names a file, and a writer reads none");
    }
  } catch (const BadDescription& wrong) {
    throw BadDescription(std::string("(") + writer.id + ") " + wrong.what());
  }
}

}  // namespace terrawright::border
