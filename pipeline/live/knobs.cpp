// SPDX-License-Identifier: Apache-2.0
#include "live/knobs.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "config/quantity.hpp"
#include "config/yaml/written.hpp"
#include "files/reader.hpp"
#include "graph/sha256.hpp"
#include "images/whole_file.hpp"
#include "system/files.hpp"

namespace terrawright::live {
namespace {

bool is_at(const report::Position& a, const report::Position& b) {
  return a && a.source == b.source && a.line == b.line && a.column == b.column;
}

bool comes_from(const config::Value& value, const config::Knob& knob) {
  if (value.reference && is_at(value.position, knob.value.position)) return true;
  return std::any_of(value.items.begin(), value.items.end(),
                     [&](const config::Value& item) { return comes_from(item, knob); });
}

// The first parameter that takes the knob's value; null: none is known.
const terrawright_parameter* parameter_of(const std::string& name, const graph::Graph& graph) {
  const auto& knobs = graph.world->knobs;
  const auto knob = std::find_if(knobs.begin(), knobs.end(), [&](const auto& one) { return one.name == name; });
  if (knob == knobs.end()) return nullptr;
  for (const graph::Node& node : graph.nodes) {
    for (const config::Entry& entry : node.written->parameters) {
      if (!comes_from(entry.value, *knob)) continue;
      if (const auto* parameter = graph::find_parameter(node.stage(), entry.key)) return parameter;
    }
  }
  return nullptr;
}

std::optional<double> number_in(const std::string& text, const std::string& unit) {
  const auto read = config::read_real(text, unit);
  return read ? read.value : std::nullopt;
}

std::optional<double> bound_in(double bound, const terrawright_parameter& parameter, const std::string& unit) {
  if (!std::isfinite(bound)) return std::nullopt;
  if (unit.empty()) return bound;
  return number_in(config::with_unit(bound, parameter.unit), unit);
}

// 1, 2 or 5 times a power of ten, at most `step`.
double round_step(double step) {
  double power = 1;
  while (power > step) power /= 10;
  while (power * 10 <= step) power *= 10;
  return power * (step >= 5 * power ? 5 : step >= 2 * power ? 2 : 1);
}

bool is_whole(const std::string& text) {
  return !text.empty() && text.find_first_not_of("-0123456789") == std::string::npos;
}

struct Ends {
  std::optional<double> low, high;
};

// A slider goes no farther than a hand can aim.
Ends within_reach(Ends ends, double value) {
  const double far = 4 * (value == 0 ? 1 : std::abs(value));
  if (!ends.low || *ends.low < -2.5 * far) ends.low = value < 0 ? -far : std::max(0.0, ends.low.value_or(0.0));
  if (!ends.high || *ends.high > 2.5 * far) ends.high = value < 0 && !ends.high ? 0 : far;
  return {std::min(*ends.low, value), std::max(*ends.high, value)};
}

void add_slider(Json& json, const config::Knob& knob, const terrawright_parameter* parameter, double value,
                const std::string& unit) {
  Ends ends;
  bool whole = parameter != nullptr && parameter->kind == TERRAWRIGHT_PARAMETER_INTEGER && unit.empty();
  if (knob.range) {
    ends = {number_in(knob.range->first.text, unit), number_in(knob.range->second.text, unit)};
    whole = whole || (parameter == nullptr && is_whole(knob.value.text) && is_whole(knob.range->first.text) &&
                      is_whole(knob.range->second.text));
  } else {
    if (parameter != nullptr && parameter->kind == TERRAWRIGHT_PARAMETER_INTEGER) {
      ends = {bound_in(static_cast<double>(parameter->integer_minimum), *parameter, unit),
              bound_in(static_cast<double>(parameter->integer_maximum), *parameter, unit)};
    } else if (parameter != nullptr) {
      ends = {bound_in(parameter->minimum, *parameter, unit), bound_in(parameter->maximum, *parameter, unit)};
    }
    ends = within_reach(ends, value);
  }
  const double low = ends.low.value_or(value), high = ends.high.value_or(value);
  const double step = high > low ? round_step((high - low) / 200) : 1;
  json["type"] = "number";
  json["number"] = value;
  json["low"] = low;
  json["high"] = high;
  json["step"] = whole ? std::max(1.0, step) : step;
}

void add_choices(Json& json, const terrawright_parameter& parameter) {
  json["type"] = "choice";
  if (parameter.kind == TERRAWRIGHT_PARAMETER_BOOLEAN) {
    json["choices"] = {"true", "false"};
    return;
  }
  for (std::uint64_t i = 0; i < parameter.n_choices; ++i) json["choices"].push_back(parameter.choices[i]);
}

}  // namespace

Json knobs_of(const config::World& written, const graph::Graph* graph) {
  Json all = Json::array();
  for (const config::Knob& knob : written.knobs) {
    const terrawright_parameter* const parameter = graph == nullptr ? nullptr : parameter_of(knob.name, *graph);
    Json json = {{"name", knob.name}, {"doc", knob.doc}, {"type", "text"}, {"value", knob.value.text}};
    if (knob.doc.empty() && parameter != nullptr) json["doc"] = parameter->doc;
    const std::string& source = knob.value.position ? knob.value.position.source->name : knob.position.source->name;
    if (source == "--set") json["fixed"] = "its value comes from --set";
    const std::string& text = knob.value.text;
    const bool scalar = knob.value.is_scalar();
    const std::string unit = scalar && !knob.value.quoted ? config::unit_of(text) : "";
    const auto value = scalar && !knob.value.quoted ? number_in(text, unit) : std::nullopt;
    if (parameter != nullptr && scalar &&
        (parameter->kind == TERRAWRIGHT_PARAMETER_CHOICE || parameter->kind == TERRAWRIGHT_PARAMETER_BOOLEAN)) {
      add_choices(json, *parameter);
    } else if (value) {
      // As it is written, "60%" or "60 %".
      json["suffix"] = text.substr(std::min(text.find_first_not_of("+-.0123456789eE"), text.size()));
      add_slider(json, knob, parameter, *value, unit);
    } else if (!scalar) {
      json["type"] = "none";
    }
    all.push_back(json);
  }
  return all;
}

namespace {

namespace fs = std::filesystem;

// Hash of the text without a byte-order mark, as the config is read.
std::string hash_of(const std::string& text) {
  return graph::sha256(text.compare(0, 3, "\xEF\xBB\xBF") == 0 ? text.substr(3) : text);
}

// A file beside another one, which is gone unless it took its name.
class Beside {
 public:
  explicit Beside(const fs::path& file)
      : file_(file), descriptor_(system::open_private(file.parent_path().string(), name_)) {
    if (!descriptor_) name_.clear();
  }
  ~Beside() {
    if (!name_.empty()) system::remove_file(name_);
  }
  Beside(const Beside&) = delete;
  Beside& operator=(const Beside&) = delete;

  const std::string& name() const { return name_; }
  // 0 or an errno.
  int write(const std::string& text) {
    const bool is_written = descriptor_ && system::take_rights(descriptor_.number(), file_.string()) &&
                            system::write_all(descriptor_.number(), text.data(), text.size()) &&
                            system::write_out(descriptor_.number());
    return is_written ? 0 : errno;
  }
  int take_the_name() {
    if (!system::rename(name_, file_.string())) return errno;
    name_.clear();
    images::flush_folder(file_.parent_path());
    return 0;
  }

 private:
  const fs::path file_;
  std::string name_;
  const system::Descriptor descriptor_;
};

}  // namespace

std::string write_value(const std::string& file, const std::string& text_sha256, const std::vector<std::string>& keys,
                        const std::string& value,
                        const std::function<std::string(const std::string& beside)>& refusal) try {
  constexpr const char* changed = "the file has changed meanwhile: it is read again; look, and write once more";
  std::error_code error;
  const fs::path target = fs::canonical(file, error);
  if (error) return file + " is not there any more";
  if (!fs::is_regular_file(target, error)) return file + " is not a regular file";
  const std::string text = files::text_of(target);
  if (text_sha256.empty() || hash_of(text) != text_sha256) return changed;
  report::Diagnostics problems;
  const auto source = std::make_shared<report::Source>(report::Source{file, text});
  const auto after = config::spliced(source, keys, value, problems);
  if (!after) return problems.text();
  Beside beside(target);
  int why = beside.write(*after);
  if (why == 0) {
    if (std::string refused = refusal(beside.name()); !refused.empty()) return refused;
  }
  if (why == 0 && hash_of(files::text_of(target)) != text_sha256) return changed;
  if (why == 0) why = beside.take_the_name();
  return why == 0 ? "" : file + " could not be written and is as it was: " + std::strerror(why);
} catch (const files::ReadFailed& failed) {
  return failed.what();
}

}  // namespace terrawright::live
