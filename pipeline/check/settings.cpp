// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include "check/trial_world.hpp"
#include "config/quantity.hpp"
#include "report/amount.hpp"
#include "terrawright/random.h"

namespace terrawright::check {
namespace {

std::string real(const terrawright_parameter& parameter, double value) {
  return config::with_unit(value, parameter.unit);
}

std::string percentage(double percent) { return report::formatted("%.4f %%", std::round(percent * 10000.0) / 10000.0); }

// The value at `share` of the way from the minimum to the maximum; empty where there is no such thing.
std::string value_at(const terrawright_parameter& parameter, double share) {
  const auto open = [](double bound) { return std::isinf(bound); };
  switch (parameter.kind) {
    case TERRAWRIGHT_PARAMETER_REAL:
    case TERRAWRIGHT_PARAMETER_PERCENTAGE: {
      if (open(share < 0.5 ? parameter.minimum : parameter.maximum)) return "";
      if (share > 0.0 && share < 1.0 && (open(parameter.minimum) || open(parameter.maximum))) return "";
      double value = share >= 1.0 ? parameter.maximum : parameter.minimum;
      if (share > 0.0 && share < 1.0) value += (parameter.maximum - parameter.minimum) * share;
      return parameter.kind == TERRAWRIGHT_PARAMETER_REAL ? real(parameter, value) : percentage(value);
    }
    case TERRAWRIGHT_PARAMETER_INTEGER: {
      constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
      constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
      const std::int64_t low = parameter.integer_minimum, high = parameter.integer_maximum;
      const std::string unit = " " + std::string(config::counting_unit(parameter.unit));
      if (share <= 0.0) return low == least ? "" : std::to_string(low) + unit;
      if (share >= 1.0) return high == most ? "" : std::to_string(high) + unit;
      if (low == least || high == most) return "";
      const double between = (static_cast<double>(high) - static_cast<double>(low)) * share;
      return std::to_string(low + static_cast<std::int64_t>(between)) + unit;
    }
    case TERRAWRIGHT_PARAMETER_BOOLEAN:
      return share < 0.5 ? "false" : "true";
    case TERRAWRIGHT_PARAMETER_CHOICE: {
      if (parameter.n_choices == 0) return "";
      const auto last = static_cast<double>(parameter.n_choices - 1);
      return std::string("\"") + parameter.choices[static_cast<std::size_t>(std::round(last * share))] + "\"";
    }
    case TERRAWRIGHT_PARAMETER_COLOUR:
      return share <= 0.0 ? "\"#000000\"" : share >= 1.0 ? "\"#ffffff\"" : "\"#3c78b4\"";
    default:
      return "";
  }
}

// Values where code often changes its behaviour: next to the ends of integers, about powers of two and 0; for real
// numbers 0, and steps of ten.
std::vector<std::string> turns_of(const terrawright_parameter& parameter, bool all_of_few = false) {
  std::vector<std::string> values;
  if (parameter.word != nullptr) values.push_back(parameter.word);
  if (parameter.kind == TERRAWRIGHT_PARAMETER_TEXT)
    values = {"\"\"", "\"x\"", "\"\xc3\xa4\"", "\"" + std::string(300, 'y') + "\"", "\"%s%n;\""};
  if (parameter.kind == TERRAWRIGHT_PARAMETER_LIST) values = {"[]", "[0]", "[1, 1]"};
  if (parameter.kind == TERRAWRIGHT_PARAMETER_INTEGER) {
    const std::string unit = " " + std::string(config::counting_unit(parameter.unit));
    const std::int64_t low = parameter.integer_minimum, high = parameter.integer_maximum;
    constexpr std::int64_t few = 64;
    if (all_of_few && low > -few && high < 2 * few && high - low <= few) {
      for (std::int64_t at = low + 1; at < high; ++at) values.push_back(std::to_string(at) + unit);
      return values;
    }
    for (const std::int64_t at : {-1, 0, 1, 2, 3, 15, 16, 17, 31, 32, 33, 64, 65, 100, 128, 255, 256, 1000}) {
      if (at > parameter.integer_minimum && at < parameter.integer_maximum) values.push_back(std::to_string(at) + unit);
    }
  } else if (parameter.kind == TERRAWRIGHT_PARAMETER_REAL) {
    for (const double at : {-1.0, 0.0, 1e-6, 1e-3, 0.01, 0.1, 0.5, 1.0, 2.0, 10.0, 100.0, 1e4, 1e6}) {
      if (at > parameter.minimum && at < parameter.maximum) values.push_back(real(parameter, at));
    }
  } else if (parameter.kind == TERRAWRIGHT_PARAMETER_PERCENTAGE) {
    for (const double at : {0.0001, 1.0, 25.0, 50.0, 75.0, 99.9999}) {
      if (at > parameter.minimum && at < parameter.maximum) values.push_back(percentage(at));
    }
  }
  return values;
}

class Settings {
 public:
  Settings(const terrawright_stage& stage, const std::string& node) : stage_(stage), node_(node) {}

  // shares(i): where parameter i is to be; below 0: as it is.
  template <class Shares>
  void add(Shares shares) {
    Setting setting;
    for (std::uint64_t i = 0; i < stage_.n_parameters; ++i) {
      const terrawright_parameter& parameter = *stage_.parameters[i];
      const double share = shares(i);
      const std::string value = share < 0.0 ? "" : value_at(parameter, share);
      if (value.empty()) continue;
      setting.push_back(set(parameter, value));
    }
    add(std::move(setting));
  }
  void add(Setting setting) {
    if (!setting.empty() && std::find(all_.begin(), all_.end(), setting) == all_.end())
      all_.push_back(std::move(setting));
  }
  std::string set(const terrawright_parameter& parameter, const std::string& value) const {
    return "stages." + node_ + ".with." + parameter.name + "=" + value;
  }
  std::vector<Setting> all() && { return std::move(all_); }

 private:
  const terrawright_stage& stage_;
  const std::string& node_;
  std::vector<Setting> all_;
};

}  // namespace

std::vector<Setting> settings_of(const terrawright_stage& stage, const std::string& node, int random_ones, bool each) {
  Settings settings(stage, node);
  for (const double end : {0.0, 1.0}) {
    settings.add([&](std::uint64_t) { return end; });
    for (std::uint64_t one = 0; each && one < stage.n_parameters; ++one) {
      settings.add([&](std::uint64_t i) { return i == one ? end : -1.0; });
    }
  }
  for (std::uint64_t one = 0; each && one < stage.n_parameters; ++one) {  // each choice once
    const std::uint64_t choices = stage.parameters[one]->n_choices;
    for (std::uint64_t c = 1; c + 1 < choices; ++c) {
      const double share = static_cast<double>(c) / static_cast<double>(choices - 1);
      settings.add([&](std::uint64_t i) { return i == one ? share : -1.0; });
    }
  }
  std::size_t most_turns = 0;
  for (std::uint64_t one = 0; one < stage.n_parameters; ++one) {
    const terrawright_parameter& parameter = *stage.parameters[one];
    const std::vector<std::string> turns = turns_of(parameter, each);
    for (const std::string& value : turns) {
      if (each) settings.add({settings.set(parameter, value)});
    }
    most_turns = std::max(most_turns, turns.size());
  }
  for (std::size_t k = 0; !each && k < most_turns; ++k) {
    Setting all;
    for (std::uint64_t i = 0; i < stage.n_parameters; ++i) {
      const std::vector<std::string> turns = turns_of(*stage.parameters[i]);
      if (!turns.empty()) all.push_back(settings.set(*stage.parameters[i], turns[k % turns.size()]));
    }
    settings.add(std::move(all));
  }
  for (int k = 0; k < random_ones; ++k) {
    const terrawright_row_key key = terrawright_key_of_row(11, k, 34, 0, 0);
    settings.add([&](std::uint64_t i) {
      const double share = static_cast<double>(terrawright_unit(terrawright_word(key, static_cast<std::int32_t>(i))));
      return 0.01 + 0.98 * (k % 2 == 0 ? share : share * share * share * share);  // ranges are wide, and defaults low
    });
  }
  return std::move(settings).all();
}

std::vector<Path> paths_of(const terrawright_stage& stage, const std::string& node) {
  std::vector<Path> paths;
  for (std::uint64_t i = 0; i < stage.n_parameters; ++i) {
    const terrawright_parameter& parameter = *stage.parameters[i];
    const bool is_real = parameter.kind == TERRAWRIGHT_PARAMETER_REAL,
               is_whole = parameter.kind == TERRAWRIGHT_PARAMETER_INTEGER;
    if ((!is_real && !is_whole)) continue;
    const double from = is_real ? parameter.fallback.real : static_cast<double>(parameter.fallback.integer);
    for (const double end : {0.0, 1.0}) {
      const std::string last = value_at(parameter, end);
      if (last.empty()) continue;
      const double to = is_real
                            ? (end > 0.0 ? parameter.maximum : parameter.minimum)
                            : static_cast<double>(end > 0.0 ? parameter.integer_maximum : parameter.integer_minimum);
      const std::string begin = "stages." + node + ".with." + parameter.name + "=";
      const auto at = [&parameter, begin, from, to, is_real](double share) {
        const double value = from + (to - from) * share;
        const std::string unit = " " + std::string(config::counting_unit(parameter.unit));
        return Setting{begin + (is_real ? real(parameter, value) : std::to_string(std::llround(value)) + unit)};
      };
      paths.push_back({parameter.name, {begin + last}, at});
    }
  }
  return paths;
}

}  // namespace terrawright::check
