// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include "check/feed.hpp"
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
      setting.set.push_back("stages." + node_ + ".with." + parameter.name + "=" + value);
      setting.name += (setting.name.empty() ? "" : ", ") + std::string(parameter.name) + " = " + value;
      while (!setting.name.empty() && setting.name.back() == ' ') setting.name.pop_back();
    }
    for (const Setting& other : all_) {
      if (other.name == setting.name) return;
    }
    if (!setting.set.empty()) all_.push_back(std::move(setting));
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
  for (int k = 0; k < random_ones; ++k) {
    const terrawright_row_key key = terrawright_key_of_row(11, k, 34, 0, 0);
    settings.add([&](std::uint64_t i) {
      const auto column = static_cast<std::int32_t>(i);
      return 0.01 + 0.98 * static_cast<double>(terrawright_unit(terrawright_word(key, column)));
    });
  }
  return std::move(settings).all();
}

}  // namespace terrawright::check
