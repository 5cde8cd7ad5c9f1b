// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>

#include "sections.hpp"

namespace terrawright::config {
namespace {

using report::quote;

constexpr char node_example[] = "{use: family.word@1, in: {height: other_node}, with: {parameter: 1}}";

// No name begins as numbers do, and what is wrong with a number is said where its unit is known.
bool is_number(const Value& value) {
  return value.is_scalar() && !value.quoted && value.text.find_first_of("+-.0123456789") == 0;
}

bool read_inputs(const Value& value, const Check& check, Scope scope, const std::string& key,
                 std::vector<Input>& inputs) {
  if (value.is_null()) return true;
  if (!check.is_map(value, quote(key), key + ": {height: other_node}")) return false;
  bool good = true;
  for (const Entry& entry : value.entries) {
    Input input{entry.key, entry.key_position, {}};
    if (is_number(entry.value)) {
      input.from.position = entry.value.position;
      input.number = entry.value;
    } else if (entry.value.reference) {
      good = check.error(entry.value, "a knob cannot name a node, and an input takes no " + entry.value.description(),
                         "write the node itself, or give the knob a number");
    } else {
      const auto from = read_reference(entry.value, check, scope);
      input.from = from.value_or(Reference{});
      good = good && from;
    }
    inputs.push_back(std::move(input));
  }
  return good;
}

// `repeat: 12`, or `repeat: $steps`.
std::optional<Repeat> read_repeat(const Value& value, const Check& check) {
  const std::string write = "write repeat: 12, or repeat: $steps and with: {steps: {value: 12}} in the composite";
  if (!value.is_scalar() || value.quoted)
    return check.no_value(value, "'repeat' must be a number of times, not " + value.description(), write);
  Repeat repeat;
  repeat.position = value.position;
  if (value.text.substr(0, 1) == "$") {
    repeat.parameter = value.text.substr(1);
    if (is_plain_name(repeat.parameter)) return repeat;
    return check.no_value(value, quote(value.text) + " names no parameter of the composite", write);
  }
  const auto times = read_times(value, "'repeat'", 1, check);
  repeat.times = times.value_or(1);
  return times ? std::optional(repeat) : std::nullopt;
}

// Repeats the node, or says why not.
bool read_repetition(const Value& written, const Check& check, Scope scope, const std::string& what, Node& node) {
  const Entry *repeat = written.find("repeat"), *then = written.find("then");
  if (scope == Scope::world) {
    for (const Entry* entry : {repeat, then}) {
      if (entry != nullptr)
        check.error(entry->key_position, quote(entry->key) + " is for the nodes of composites",
                    "put the node into a composite, and write use: with that composite");
    }
    return repeat == nullptr && then == nullptr;
  }
  if (repeat == nullptr && then != nullptr)
    check.error(then->key_position, what + " has 'then', and is not repeated", "add repeat: 12, or delete it");
  if (repeat == nullptr) return then == nullptr;
  node.repeat = read_repeat(repeat->value, check);
  bool good = node.repeat.has_value();
  if (then != nullptr) good = read_inputs(then->value, check, scope, "then", node.then) && good;
  bool follows = false;
  for (const Input& input : node.then) follows = follows || input.from.node == node.name;
  if (good && !follows)
    good = check.error(repeat->key_position, "repeating " + what + " has no effect: no input takes its last output",
                       "write then: {INPUT: " + node.name + "}, which that input takes from the second time on");
  return good;
}

}  // namespace

std::optional<std::int64_t> read_times(const Value& value, const std::string& what, std::int64_t least,
                                       const Check& check) {
  const Reading<std::int64_t> reading =
      value.is_scalar() && !value.quoted ? read_integer(value.text, "") : Reading<std::int64_t>{};
  if (reading && *reading.value >= least && *reading.value <= most_times) return reading.value;
  return check.no_value(value, what + " is " + (value.is_scalar() ? value.text : value.description()),
                        "write a whole number of " + std::to_string(least) + " to " + std::to_string(most_times));
}

bool read_use(const Value& value, const Check& check, const std::string& what, std::string& id,
              std::uint32_t& version) {
  if (!check.is_text(value, "'use'", "use: family.word@1")) return false;
  const std::size_t at = value.text.find('@');
  id = value.text.substr(0, at);
  // family.word, or vendor/family.word.
  const auto are_words = [](std::string_view text) {
    const auto words = report::split(text, ".");
    return std::all_of(words.begin(), words.end(), is_plain_name);
  };
  const std::size_t slash = id.find('/');
  const std::string_view family_and_word = std::string_view(id).substr(slash == std::string::npos ? 0 : slash + 1);
  const bool vendor = slash == std::string::npos || are_words(std::string_view(id).substr(0, slash));
  const bool words = vendor && family_and_word.find('.') != std::string::npos && are_words(family_and_word);
  if (!words)
    return check.error(
        value, quote(value.text) + " is not the name of a " + what,
        std::string("write family.word@version, as ") + (what == "writer" ? "raster.esri_ascii@1" : "sea.level@1"));
  if (at == std::string::npos)
    return check.error(value, quote(value.text) + " has no version", "write " + value.text + "@1");
  const std::string_view digits = std::string_view(value.text).substr(at + 1);
  const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), version);
  if (result.ec != std::errc() || result.ptr != digits.data() + digits.size() || version == 0 || digits[0] == '0')
    return check.error(value, quote(digits) + " is not the version of a " + what, "write " + id + "@1");
  return true;
}

bool read_node(const Entry& entry, const Check& check, Scope scope, Node& node) {
  const std::string what = "the node " + quote(entry.key);
  node.name = entry.key;
  node.position = entry.key_position;
  node.random_name = entry.key;
  node.readable = false;
  bool good = check.is_name(entry.key, entry.key_position, "a node");
  if (!check.is_map(entry.value, what, node_example)) return false;
  std::vector<std::string> keys = {"use", "in", "with", "random"};
  const bool repeats = entry.value.find("repeat") != nullptr || entry.value.find("then") != nullptr;
  if (repeats || scope == Scope::composite) keys.insert(keys.end(), {"repeat", "then"});
  check.known_keys(entry.value, keys, what);
  const Value* use = check.required(entry.value, entry.key_position, "use", what, "use: family.word@1");
  if (use) node.use_position = use->position;
  node.readable = use && read_use(*use, check, "stage", node.id, node.version);
  good = node.readable && good;
  if (const Entry* in = entry.value.find("in")) good = read_inputs(in->value, check, scope, "in", node.inputs) && good;
  if (repeats) good = read_repetition(entry.value, check, scope, what, node) && good;
  if (const Entry* with = entry.value.find("with"); with && !with->value.is_null()) {
    if (!check.is_map(with->value, "'with'", "with: {parameter: 1}")) return false;
    node.parameters = with->value.entries;
  }
  if (const Entry* random = entry.value.find("random")) {
    if (!check.is_text(random->value, "'random'", "random: another_name")) return false;
    node.random_name = random->value.text;
  }
  return good;
}

std::optional<Reference> read_reference(const Value& value, const Check& check, Scope scope) {
  if (!value.is_scalar())
    return check.no_value(value, "a node is expected here, not " + value.description(),
                          "write a node, as sea, or its port, as sea.land");
  if (scope == Scope::composite && !value.quoted && value.text.substr(0, 1) == "$") {
    if (is_plain_name(std::string_view(value.text).substr(1)))
      return Reference{"", value.text.substr(1), value.position, true};
    return check.no_value(value, quote(value.text) + " names no input of the composite",
                          "write $input, node or node.port");
  }
  const std::size_t dot = value.text.find('.');
  Reference reference{value.text.substr(0, dot), "", value.position, false};
  if (dot != std::string::npos) reference.port = value.text.substr(dot + 1);
  if (!is_plain_name(reference.node) || (dot != std::string::npos && !is_plain_name(reference.port)))
    return check.no_value(value, quote(value.text) + " names no node",
                          "write a node, as sea, or its port, as sea.land");
  return reference;
}

bool read_nodes(const Value& document, const Check& check, World& world) {
  const Value* stages =
      check.required(document, document.position, "stages", "the config", "stages: {name: {use: family.word@1}}");
  if (!stages || !check.is_map(*stages, "'stages'", "stages: {name: {use: family.word@1}}")) return false;
  if (stages->entries.empty()) check.error(*stages, "'stages' is empty", "add a node: name: {use: family.word@1}");
  bool good = !stages->entries.empty();
  for (const Entry& entry : stages->entries) {
    Node node;
    node.complete = read_node(entry, check, Scope::world, node);
    good = good && node.complete;
    world.nodes.push_back(std::move(node));
  }
  return good;
}

}  // namespace terrawright::config
