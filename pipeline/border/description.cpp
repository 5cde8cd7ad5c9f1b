// SPDX-License-Identifier: Apache-2.0
#include "border/description.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <string_view>
#include <utility>

#include "border/current_stage.hpp"
#include "border/host.hpp"
#include "border/instance.hpp"
#include "border/known.hpp"
#include "report/utf8.hpp"

namespace terrawright::border {

Plugin::Plugin(const terrawright_plugin* from, std::string file, Runs runs)
    : plain_(copied(from, sizes::plugin, "plugin")), file_(std::move(file)), runs_(runs) {
  for (const char** text : {&plain_.id, &plain_.version, &plain_.built_with, &plain_.build}) replace_null(*text);
  check_list(plain_.stages, plain_.n_stages, "stages");
  constexpr std::uint32_t known = TERRAWRIGHT_PLUGIN_SERIAL;
  if (plain_.flags & ~known) throw BadDescription("has a flag that this engine does not know");
}

Plugin::~Plugin() {
  if (plain_.deinit == nullptr) return;
  const StageNames whose{plain_.id, plain_.id, file_, "plugin"};
  const PluginCall inside(turn(), whose, phase_of_leaving);
  try {
    plain_.deinit();
  } catch (...) {  // nobody waits for an answer
  }
}

std::vector<const terrawright_writer*> Plugin::writers() const {
  if (plain_.extension == nullptr) return {};
  const StageNames whose{plain_.id, plain_.id, file_, "plugin"};
  const PluginCall inside(turn(), whose, TERRAWRIGHT_PHASE_CREATE);
  const terrawright_writers* given = nullptr;
  try {
    given = static_cast<const terrawright_writers*>(plain_.extension(TERRAWRIGHT_WRITERS));
  } catch (...) {
    throw BadDescription("threw an exception across the border when it was asked for its writers");
  }
  if (given == nullptr) return {};
  const terrawright_writers all = copied(given, sizes::writers, "list of writers");
  check_list(all.writers, all.n_writers, "writers");
  if (is_serial() && all.n_writers != 0)
    throw BadDescription("is never called twice at once (TERRAWRIGHT_PLUGIN_SERIAL), and has writers");
  return {all.writers, all.writers + all.n_writers};
}

std::unique_lock<std::mutex> Plugin::turn() const {
  return is_serial() ? std::unique_lock(one_at_a_time_) : std::unique_lock<std::mutex>();
}

std::string kind_names(std::uint64_t kinds) {
  std::string names;
  for (std::uint32_t kind = 1; kind <= TERRAWRIGHT_KIND_TABLE; ++kind) {
    if (!(kinds & (1u << kind))) continue;
    if (!names.empty()) names += " or ";
    names += kind_name(kind);
  }
  return names;
}

std::uint64_t all_kinds() { return (2u << TERRAWRIGHT_KIND_TABLE) - 2u; }

std::uint32_t single_kind(std::uint64_t kinds) {
  return (kinds & (kinds - 1)) == 0 ? terrawright::first_kind(kinds) : 0;
}

namespace {

constexpr std::uint64_t most = 65536;  // of anything that is listed: beyond it a count is no count
constexpr int deepest = 4;             // of rows in rows, and lists in them

void check_text(const char* text) {
  if (text == nullptr) return;
  if (report::not_utf8_at(text) != std::string_view::npos)
    throw BadDescription("has a text that is not UTF-8, '" + report::printable(text) + "'");
}

}  // namespace

void replace_null(const char*& text) {
  if (text == nullptr) text = "";
  check_text(text);
}

void check_list(const void* list, std::uint64_t count, const char* what) {
  if (count > most) throw BadDescription(std::string("says that it has ") + std::to_string(count) + " " + what);
  if (count != 0 && list == nullptr) throw BadDescription(std::string("counts ") + what + " and lists none");
}

template <class Descriptor>
Descriptor copied(const Descriptor* from, std::uint32_t floor, const char* what) {
  if (from == nullptr) throw BadDescription(std::string("has no ") + what + " where it should have one");
  std::uint32_t size = 0;
  std::memcpy(&size, from, sizeof size);
  if (size < floor) {
    throw BadDescription(std::string("has a ") + what + " of " + std::to_string(size) +
                         " bytes, and no version of the " + "interface had less than " + std::to_string(floor));
  }
  Descriptor copy{};
  std::memcpy(&copy, from, std::min<std::size_t>(size, sizeof copy));
  copy.size = sizeof copy;
  return copy;
}

template terrawright_file_request copied(const terrawright_file_request*, std::uint32_t, const char*);
template terrawright_table copied(const terrawright_table*, std::uint32_t, const char*);
template terrawright_column copied(const terrawright_column*, std::uint32_t, const char*);
template terrawright_plugin copied(const terrawright_plugin*, std::uint32_t, const char*);
template terrawright_writers copied(const terrawright_writers*, std::uint32_t, const char*);

Description::Description(const terrawright_stage* from, std::shared_ptr<const Plugin> of)
    : Description(Unchecked{copied(from, sizes::stage, "description")}, std::move(of)) {
  original_ = from;
  if (stage_.extension != nullptr) {
    const StageNames whose{stage_.id, stage_.id, plugin_ ? plugin_->plain().id : "", "stage"};
    const PluginCall inside(turn(), whose, TERRAWRIGHT_PHASE_CREATE);
    const void* given = nullptr;
    try {
      given = stage_.extension(original_, TERRAWRIGHT_COMBINE);
    } catch (...) {
      throw BadDescription("threw an exception across the border when it was asked for " TERRAWRIGHT_COMBINE);
    }
    if (given != nullptr)
      combine_ = copied(static_cast<const terrawright_combine*>(given), sizes::combine, TERRAWRIGHT_COMBINE);
  }
  check_description(stage_, combine());
}

Description::Description(const Unchecked& from, std::shared_ptr<const Plugin> of)
    : plugin_(std::move(of)), stage_(from.described) {
  for (const char** text : {&stage_.id, &stage_.doc, &stage_.source}) replace_null(*text);
  if (stage_.example != nullptr && *stage_.example == 0) stage_.example = nullptr;
  check_text(stage_.example);
  check_list(stage_.needs, stage_.n_needs, "extensions that it needs");
  stage_.needs = texts(stage_.needs, stage_.n_needs);
  check_list(stage_.ports, stage_.n_ports, "ports");
  for (std::uint64_t i = 0; i < stage_.n_ports; ++i) {
    ports_.push_back(port(stage_.ports[i]));
    port_list_.push_back(&ports_.back());
  }
  stage_.ports = port_list_.data();
  parameter_lists_.push_back(parameters(stage_.parameters, stage_.n_parameters, 0));
  stage_.parameters = parameter_lists_.back().data();
}

terrawright_port Description::port(const terrawright_port* from) const {
  terrawright_port copy = copied(from, sizes::port, "port");
  replace_null(copy.name);
  replace_null(copy.doc);
  check_text(copy.unit);
  check_text(copy.like_port);
  return copy;
}

std::vector<const terrawright_parameter*> Description::parameters(const terrawright_parameter* const* from,
                                                                  std::uint64_t count, int depth) {
  check_list(from, count, depth == 0 ? "parameters" : "columns");
  if (count != 0 && depth > deepest) throw BadDescription("has rows in rows in rows without an end");
  std::vector<const terrawright_parameter*> list;
  for (std::uint64_t i = 0; i < count; ++i) {
    const terrawright_parameter copy = parameter(from[i], depth);
    list.push_back(&parameters_.emplace_back(copy));
  }
  return list;
}

terrawright_parameter Description::parameter(const terrawright_parameter* from, int depth) {
  terrawright_parameter copy = copied(from, sizes::parameter, "parameter");
  for (const char** text : {&copy.name, &copy.doc, &copy.unit}) replace_null(*text);
  check_text(copy.word);
  const bool list = copy.kind == TERRAWRIGHT_PARAMETER_LIST;
  if ((list ? copy.item_kind : copy.kind) == TERRAWRIGHT_PARAMETER_INTEGER) {
    // Readers of a range look at one pair.
    using Whole = std::numeric_limits<std::int64_t>;
    constexpr double open = std::numeric_limits<double>::infinity();
    copy.minimum = copy.integer_minimum == Whole::min() ? -open : static_cast<double>(copy.integer_minimum);
    copy.maximum = copy.integer_maximum == Whole::max() ? open : static_cast<double>(copy.integer_maximum);
  }
  check_list(copy.choices, copy.n_choices, "choices");
  copy.choices = texts(copy.choices, copy.n_choices);
  if (copy.choice_docs != nullptr) copy.choice_docs = texts(copy.choice_docs, copy.n_choices);
  auto columns = parameters(copy.columns, copy.n_columns, depth + 1);
  copy.columns = parameter_lists_.emplace_back(std::move(columns)).data();
  copy.fallback = *values(&copy.fallback, 1, -1);
  return copy;
}

const terrawright_value* Description::values(const terrawright_value* from, std::uint64_t count, int depth) {
  check_list(from, count, "items");
  if (count != 0 && depth > deepest) throw BadDescription("has items in items in items without an end");
  std::vector<terrawright_value> list(from, from + count);
  for (terrawright_value& value : list) {
    replace_null(value.text);
    if (value.reserved != 0 || value.is_word > 1)
      throw BadDescription("has a value with a reserved field that is not 0");
    value.items = values(value.items, value.n_items, depth + 1);
  }
  return value_lists_.emplace_back(std::move(list)).data();
}

const char* const* Description::texts(const char* const* from, std::uint64_t count) {
  std::vector<const char*> list(from, from + count);
  for (const char*& text : list) replace_null(text);
  return text_lists_.emplace_back(std::move(list)).data();
}

namespace {

terrawright_stage described(const terrawright_writer& writer) {
  terrawright_stage stage{};
  stage.size = sizeof stage;
  stage.version = writer.version;
  stage.revision = writer.revision;
  stage.id = writer.id;
  stage.doc = writer.doc;
  stage.source = writer.source;
  stage.example = writer.example;
  stage.ports = writer.ports;
  stage.n_ports = writer.n_ports;
  stage.parameters = writer.parameters;
  stage.n_parameters = writer.n_parameters;
  return stage;
}

}  // namespace

WriterDescription::WriterDescription(const terrawright_writer* from, std::shared_ptr<const Plugin> of)
    : WriterDescription(from, copied(from, sizes::writer, "writer"), std::move(of)) {}

WriterDescription::WriterDescription(const terrawright_writer* original, const terrawright_writer& writer,
                                     std::shared_ptr<const Plugin> of)
    : Description(Unchecked{described(writer)}, std::move(of)), original_(original), writer_(writer) {
  check_list(writer.endings, writer.n_endings, "endings");
  writer_.endings = texts(writer.endings, writer.n_endings);
  writer_.id = stage().id;
  writer_.doc = stage().doc;
  writer_.source = stage().source;
  writer_.example = stage().example;
  writer_.ports = stage().ports;
  writer_.parameters = stage().parameters;
  check_description(writer_);
}

std::optional<std::string> unit_of_port(const char* unit) {
  constexpr std::string_view begin = "unit of ";
  const std::string_view text = unit == nullptr ? "" : unit;
  if (text.substr(0, begin.size()) != begin) return std::nullopt;
  return std::string(text.substr(begin.size()));
}

}  // namespace terrawright::border
