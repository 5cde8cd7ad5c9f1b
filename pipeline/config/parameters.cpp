// SPDX-License-Identifier: Apache-2.0
#include "parameters.hpp"

#include <algorithm>
#include <utility>

#include "plain_value.hpp"
#include "report/suggest.hpp"

namespace terrawright::config {

using report::quote;

struct Parameters::Store {
  Keep keep;
  std::vector<terrawright_value> values;
  std::vector<Parameter> all;
  report::Position node;
  bool good = true;
};

Parameters::Parameters() : store_(std::make_unique<Store>()) {}
Parameters::Parameters(std::vector<terrawright_value> values) : Parameters() { store_->values = std::move(values); }
Parameters::Parameters(Parameters&&) noexcept = default;
Parameters& Parameters::operator=(Parameters&&) noexcept = default;
Parameters::~Parameters() = default;

const terrawright_value* Parameters::values() const { return store_->values.data(); }
const std::vector<Parameters::Parameter>& Parameters::all() const { return store_->all; }

const report::Position& Parameters::position(std::string_view name) const {
  for (const Parameter& parameter : store_->all)
    if (parameter.name == name) return parameter.position;
  return store_->node;
}

bool Parameters::good() const { return store_->good; }

std::string Parameters::canonical() const {
  std::string text;
  for (const Parameter& parameter : store_->all) text += parameter.name + '=' + parameter.text + '\n';
  return text;
}

Parameters read_parameters(const terrawright_stage& stage, const Node& node, double cell,
                           report::Diagnostics& diagnostics) {
  Parameters parameters;
  Parameters::Store& store = *parameters.store_;
  store.node = node.position;
  const std::string name = stage.id + std::string("@") + std::to_string(stage.version);
  const Check check(diagnostics);
  ValueParser reader(check, name, cell, node.one_is_list, store.keep);

  std::vector<std::string> names;
  for (std::uint64_t i = 0; i < stage.n_parameters; ++i) names.emplace_back(stage.parameters[i]->name);
  for (const Entry& entry : node.parameters) {
    if (std::find(names.begin(), names.end(), entry.key) != names.end()) continue;
    store.good = check.error(entry.key_position, name + " has no parameter " + quote(entry.key),
                             names.empty() ? "it takes none" : report::did_you_mean(entry.key, names, "it takes"));
  }

  for (std::uint64_t i = 0; i < stage.n_parameters; ++i) {
    const terrawright_parameter& declared = *stage.parameters[i];
    terrawright_value value = declared.fallback;
    Parameters::Parameter parameter{names[i], "", node.position, false};
    for (const Entry& entry : node.parameters) {
      if (entry.key != names[i]) continue;
      const auto given = reader.read(entry.value, declared, quote(names[i]));
      store.good = store.good && given;
      value = given.value_or(declared.fallback);
      parameter.position = entry.value.position;
      parameter.given = true;
      if (declared.flags & TERRAWRIGHT_PARAMETER_DEPRECATED)
        diagnostics.warning(entry.key_position, quote(names[i]) + " of " + name + " is deprecated", declared.doc);
    }
    parameter.text = config::canonical(value, declared);
    store.values.push_back(value);
    store.all.push_back(std::move(parameter));
  }
  return parameters;
}

}  // namespace terrawright::config
