// SPDX-License-Identifier: Apache-2.0
#include <set>

#include "config/reader.hpp"
#include "report/suggest.hpp"
#include "sections.hpp"

namespace terrawright::config {
namespace {

using report::quote;

constexpr std::size_t most_of_a_kind = 256;  // inputs, outputs, parameters

constexpr char composites_example[] =
    "family.word@1: {in: {height: ...}, stages: {name: {use: family.word@1, in: {height: $height}}}, out: {height: "
    "name}}";

class CompositeParser {
 public:
  CompositeParser(const Entry& entry, const Check& check)
      : entry_(entry), check_(check), what_("the composite " + quote(entry.key)) {}

  Composite read() {
    composite_.position = entry_.key_position;
    Value use;
    use.type = Value::Type::scalar;
    use.text = entry_.key;
    use.position = entry_.key_position;
    bool good = read_use(use, check_, "composite", composite_.id, composite_.version);
    if (check_.is_map(entry_.value, what_, composites_example)) {
      check_.known_keys(entry_.value, {"revision", "doc", "source", "in", "stages", "with", "out", "main"}, what_);
      good = revision() && good;
      text("doc", composite_.doc);
      text("source", composite_.source);
      good = inputs() && good;
      good = stages() && good;
      good = parameters() && good;
      good = repeats() && good;
      good = outputs() && good;
      main_output();
    } else {
      good = false;
    }
    composite_.complete = good;
    return std::move(composite_);
  }

 private:
  // Every port is looked up among all others.
  bool is_small(const Value& map, const char* what) const {
    if (map.entries.size() <= most_of_a_kind) return true;
    return check_.error(map.entries[most_of_a_kind].key_position,
                        what_ + " has " + std::to_string(map.entries.size()) + " " + what,
                        "a composite can have " + std::to_string(most_of_a_kind));
  }

  void text(const char* key, std::string& into) {
    const Entry* entry = entry_.value.find(key);
    if (entry && check_.is_text(entry->value, quote(key), "one sentence")) into = entry->value.text;
  }

  bool revision() {
    const Entry* entry = entry_.value.find("revision");
    if (!entry) return true;
    const auto number = entry->value.is_scalar() && !entry->value.quoted ? read_integer(entry->value.text, "")
                                                                         : Reading<std::int64_t>{};
    if (!number || *number.value < 1 || *number.value > 1'000'000)
      return check_.error(
          entry->value,
          "'revision' of " + what_ + " must be a whole number of 1 to 1000000, not " + entry->value.description(),
          "write revision: 2 when its pixels change");
    composite_.revision = static_cast<std::uint32_t>(*number.value);
    return true;
  }

  bool inputs() {
    const Entry* in = entry_.value.find("in");
    if (!in || in->value.is_null()) return true;
    if (!check_.is_map(in->value, "'in' of " + what_, "in: {height: Heights above the sea.}")) return false;
    if (!is_small(in->value, "inputs")) return false;
    bool good = true;
    for (const Entry& input : in->value.entries) {
      good = check_.is_name(input.key, input.key_position, "an input") && good;
      const bool said = !input.value.is_null();
      if (said && !check_.is_text(input.value, "the input " + quote(input.key), "one sentence on what it is")) {
        good = false;
        continue;
      }
      composite_.inputs.push_back({input.key, input.value.text, input.key_position});
    }
    return good;
  }

  bool stages() {
    const std::string write = "stages: {name: {use: family.word@1}}";
    const Value* stages = check_.required(entry_.value, entry_.key_position, "stages", what_, write);
    if (!stages || !check_.is_map(*stages, "'stages' of " + what_, write)) return false;
    if (stages->entries.empty()) check_.error(*stages, "'stages' of " + what_ + " is empty", "write " + write);
    bool good = !stages->entries.empty();
    for (const Entry& entry : stages->entries) {
      Node node;
      node.complete = read_node(entry, check_, Scope::composite, node);
      good = good && node.complete;
      for (const Entry& parameter : node.parameters) good = knows_no_knobs(parameter.value) && good;
      for (const Input& input : node.inputs) good = knows(input.from) && good;
      for (const Input& input : node.then) good = knows(input.from) && good;
      composite_.nodes.push_back(std::move(node));
    }
    return good;
  }

  // `$name` in an input of a node is an input of the composite.
  bool knows(const Reference& from) const {
    if (!from.outer) return true;
    for (const Composite::Input& input : composite_.inputs)
      if (input.name == from.port) return true;
    std::vector<std::string> names;
    for (const Composite::Input& input : composite_.inputs) names.push_back(input.name);
    return check_.error(from.position, what_ + " has no input " + quote(from.port),
                        names.empty() ? "add it: in: {" + from.port + ": what it is}"
                                      : report::did_you_mean(from.port, names, "its inputs are"));
  }

  bool knows_no_knobs(const Value& value) const {
    bool good = true;
    if (value.is_scalar() && !value.quoted && value.text.substr(0, 1) == "$")
      good = check_.error(
          value, "a composite cannot use knobs, and " + quote(value.text) + " looks like one",
          "make it a parameter, as with: {name: node.parameter}, and give the knob where the composite is used");
    for (const Value& item : value.items) good = knows_no_knobs(item) && good;
    for (const Entry& entry : value.entries) good = knows_no_knobs(entry.value) && good;
    return good;
  }

  bool parameters() {
    const Entry* with = entry_.value.find("with");
    if (!with || with->value.is_null()) return true;
    const std::string write = "with: {name: node.parameter}";
    if (!check_.is_map(with->value, "'with' of " + what_, write)) return false;
    if (!is_small(with->value, "parameters")) return false;
    bool good = true;
    for (const Entry& parameter : with->value.entries) {
      good = check_.is_name(parameter.key, parameter.key_position, "a parameter") && good;
      if (parameter.value.is_map()) {
        good = count(parameter) && good;
        continue;
      }
      const auto of = read_reference(parameter.value, check_);
      if (of && of->port.empty())
        check_.error(parameter.value, quote(parameter.value.text) + " is a node, not a parameter of one",
                     "write " + of->node + ".parameter");
      good = of && !of->port.empty() && good;
      if (of && !of->port.empty()) composite_.parameters.push_back({parameter.key, parameter.key_position, *of});
    }
    return good;
  }

  // `steps: {value: 10, range: [1, 1000], doc: ...}`: how often a node is repeated.
  bool count(const Entry& written) {
    const std::string what = "the parameter " + quote(written.key);
    Composite::Parameter::Count count;
    bool good = check_.known_keys(written.value, {"value", "range", "doc"}, what);
    const Value* value = check_.required(written.value, written.key_position, "value", what, "value: 10");
    if (const Entry* doc = written.value.find("doc"); doc && check_.is_text(doc->value, "'doc'", "a sentence"))
      count.doc = doc->value.text;
    if (const Entry* range = written.value.find("range")) {
      const bool pair = check_.is_list(range->value, "'range'", "range: [1, 1000]") && range->value.items.size() == 2;
      const auto least = pair ? read_times(range->value.items[0], "the lower end of 'range'", 1, check_) : std::nullopt;
      const auto most =
          least ? read_times(range->value.items[1], "the upper end of 'range'", *least, check_) : std::nullopt;
      if (range->value.is_list() && !pair)
        check_.error(range->value, "'range' is the lowest and the highest number of times", "write range: [1, 1000]");
      good = good && most;
      if (least && most) count.least = *least, count.most = *most;
    }
    const auto times = value ? read_times(*value, quote(written.key), 1, check_) : std::nullopt;
    good = good && times;
    if (times) count.value = *times;
    if (good && (count.value < count.least || count.value > count.most))
      good = check_.error(*value, quote(written.key) + " is " + std::to_string(count.value),
                          "write " + std::to_string(count.least) + " to " + std::to_string(count.most));
    composite_.parameters.push_back({written.key, written.key_position, {}, count});
    return good;
  }

  // `repeat: $name` and the counts belong together.
  bool repeats() {
    bool good = true;
    std::set<std::string> used, known;
    std::vector<std::string> names;
    for (const Composite::Parameter& parameter : composite_.parameters) {
      if (parameter.count && known.insert(parameter.name).second) names.push_back(parameter.name);
    }
    for (const Node& node : composite_.nodes) {
      if (!node.repeat || node.repeat->parameter.empty()) continue;
      const std::string& name = node.repeat->parameter;
      used.insert(name);
      if (known.count(name) != 0) continue;
      good = false;
      check_.error(node.repeat->position, what_ + " has no number of times " + quote(name),
                   names.empty() ? "add with: {" + name + ": {value: 10, range: [1, 1000], doc: what it is}}"
                                 : report::did_you_mean(name, names, "there are"));
    }
    for (const Composite::Parameter& parameter : composite_.parameters) {
      // A misspelt one was said.
      if (!parameter.count || used.count(parameter.name) != 0 || !good) continue;
      good = false;
      check_.error(parameter.position,
                   "nothing in " + what_ + " is repeated as often as its parameter " + quote(parameter.name) + " says",
                   "write repeat: $" + parameter.name + " at a node, or delete it");
    }
    return good;
  }

  bool outputs() {
    const std::string write = "out: {name: node}";
    const Value* out = check_.required(entry_.value, entry_.key_position, "out", what_, write);
    if (!out || !check_.is_map(*out, "'out' of " + what_, write)) return false;
    if (!is_small(*out, "outputs")) return false;
    if (out->entries.empty()) check_.error(*out, "'out' of " + what_ + " is empty", "write " + write);
    bool good = !out->entries.empty();
    for (const Entry& output : out->entries) {
      good = check_.is_name(output.key, output.key_position, "an output") && good;
      const auto from = read_reference(output.value, check_);
      good = from && good;
      if (from) composite_.outputs.push_back({output.key, output.key_position, *from});
    }
    return good;
  }

  void main_output() {
    if (composite_.outputs.size() == 1) composite_.main = composite_.outputs.front().name;
    const Entry* main = entry_.value.find("main");
    if (!main || !check_.is_text(main->value, "'main' of " + what_, "main: output")) return;
    std::vector<std::string> names;
    for (const Layer& output : composite_.outputs) names.push_back(output.name);
    for (const std::string& name : names)
      if (name == main->value.text) composite_.main = name;
    if (composite_.main != main->value.text)
      check_.error(main->value, what_ + " has no output " + quote(main->value.text),
                   report::did_you_mean(main->value.text, names, "its outputs are"));
  }

  const Entry& entry_;
  const Check& check_;
  std::string what_;
  Composite composite_;
};

}  // namespace

std::vector<Composite> read_composites(const Value& document, const Check& check) {
  std::vector<Composite> composites;
  const Entry* written = document.find("composites");
  if (!written || written->value.is_null()) return composites;
  if (!check.is_map(written->value, "'composites'", composites_example)) return composites;
  for (const Entry& entry : written->value.entries) composites.push_back(CompositeParser(entry, check).read());
  return composites;
}

std::vector<Composite> load_composites(const std::shared_ptr<const report::Source>& source,
                                       report::Diagnostics& diagnostics) {
  const Check check(diagnostics);
  const std::optional<Value> document = read(source, diagnostics);
  if (!document) return {};
  check.known_keys(*document, {"composites"}, "a file of composites");
  return read_composites(*document, check);
}

}  // namespace terrawright::config
