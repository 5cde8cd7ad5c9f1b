// SPDX-License-Identifier: Apache-2.0
#include "cli/sweep/sweep_plan.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>

#include "config/quantity.hpp"
#include "encode/csv.hpp"
#include "files/open_file.hpp"
#include "images/commit.hpp"
#include "images/whole_file.hpp"
#include "report/diagnostic.hpp"
#include "report/json.hpp"

namespace terrawright::cli {
namespace {

using Words = std::vector<std::string>;

// At commas outside brackets and quotes.
Words parts_of(const std::string& text) {
  Words parts(1);
  int depth = 0;
  char quote = 0;
  for (const char c : text) {
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '[' || c == '{') {
      ++depth;
    } else if (c == ']' || c == '}') {
      --depth;
    } else if (c == ',' && depth <= 0) {
      parts.emplace_back();
      continue;
    }
    parts.back() += c;
  }
  return parts;
}

std::optional<std::int64_t> number_in(const std::string& text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

bool set_problem(SweepPlan& all, std::string problem, std::string remedy) {
  all.problem = std::move(problem);
  all.remedy = std::move(remedy);
  return false;
}

bool add_seeds(const std::string& word, Words& seeds, SweepPlan& all) {
  const std::size_t dots = word.find("..");
  if (word.empty())
    return set_problem(all, "--seeds has an empty place", "write seeds between commas, as 1..200,north");
  if (dots == std::string::npos) {
    seeds.push_back(word);
    return true;
  }
  const auto first = number_in(word.substr(0, dots)), last = number_in(word.substr(dots + 2));
  if (!first || !last)
    return set_problem(all, "--seeds " + report::quote(word) + " is no range", "write two whole numbers, as 1..200");
  if (*first > *last)
    return set_problem(all, "--seeds " + report::quote(word) + " ends before it begins",
                       "write the smaller number first");
  // Not by their difference, which may be larger than a number.
  for (std::int64_t seed = *first;; ++seed) {
    if (seeds.size() > most_worlds) break;  // refused below
    seeds.push_back(std::to_string(seed));
    if (seed == *last) break;
  }
  return true;
}

// A valid name for a folder.
std::string plain(const std::string& text) {
  std::string name;
  for (const char c : text) {
    const bool is_plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '+' || c == '-';
    if (is_plain && !(name.empty() && c == '.')) name += c;
  }
  return name.substr(0, 60);
}

struct Axis {
  std::string path;
  Words values;
};

// Every combination, the last choice changing first.
std::vector<Words> combinations(const std::vector<Axis>& choices) {
  std::vector<Words> all(1);
  for (const Axis& choice : choices) {
    std::vector<Words> longer;
    for (const Words& begun : all) {
      for (const std::string& value : choice.values) {
        longer.push_back(begun);
        longer.back().push_back(value);
      }
    }
    all = std::move(longer);
  }
  return all;
}

// "sea-40": by the last word of the path, as long as two paths do not end alike.
std::string values_label(const std::vector<Axis>& choices, const Words& values) {
  std::string label;
  std::multiset<std::string> ends;
  const auto end_of = [](const std::string& path) { return path.substr(path.rfind('.') + 1); };
  for (const Axis& choice : choices) ends.insert(end_of(choice.path));
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (choices[i].values.size() < 2) continue;
    const std::string end = end_of(choices[i].path);
    label += "_" + plain(ends.count(end) > 1 ? choices[i].path : end) + "-" + plain(values[i]);
  }
  return label;
}

// "50%" and "50 %", "1 km" and "1000 m" are one value.
std::string one_spelling(const std::string& value) {
  const config::Unit* const unit = config::find_unit(config::unit_of(value));
  const std::string base = unit != nullptr ? config::units_like(*unit).front() : "";
  const auto number = config::read_real(value, base);
  return number ? config::canonical(*number.value) + base : value;
}

bool read_choices(const Words& set, std::vector<Axis>& choices, SweepPlan& all) {
  std::size_t worlds = 1;
  for (const std::string& word : set) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos) {
      choices.push_back({word, {""}});  // refused with the config's other problems
      continue;
    }
    Axis choice{word.substr(0, equals), parts_of(word.substr(equals + 1))};
    std::set<std::string> different;
    for (const std::string& value : choice.values) different.insert(one_spelling(value));
    if (different.size() < choice.values.size())
      return set_problem(all, "--set " + report::quote(word) + " has a value twice", "write each once");
    worlds *= choice.values.size();
    if (worlds > most_worlds)
      return set_problem(all, "a sweep of more than " + std::to_string(most_worlds) + " worlds", "write fewer values");
    choices.push_back(std::move(choice));
  }
  return true;
}

}  // namespace

SweepPlan sweep_plan_of(const Words& seeds, const Words& set) {
  SweepPlan all;
  Words each;
  for (const std::string& given : seeds) {
    for (const std::string& word : parts_of(given)) {
      if (!add_seeds(word, each, all)) return all;
    }
  }
  std::set<std::string> different;
  for (const std::string& seed : each) {
    if (different.insert(seed).second) continue;
    set_problem(all, "--seeds has " + report::quote(seed) + " twice", "write it once");
    return all;
  }
  if (seeds.empty()) each.emplace_back();
  std::vector<Axis> choices;
  if (!read_choices(set, choices, all)) return all;
  for (const Axis& choice : choices) {
    if (choice.values.size() > 1) all.paths.push_back(choice.path);
  }
  const std::vector<Words> combined = combinations(choices);
  if (each.size() * combined.size() > most_worlds) {
    set_problem(all, "a sweep of more than " + std::to_string(most_worlds) + " worlds",
                "sweep a part of the seeds at once");
    return all;
  }
  std::set<std::string> labels;
  for (const std::string& seed : each) {
    for (const Words& values : combined) {
      SweepWorld world;
      world.seed = seed;
      for (std::size_t i = 0; i < choices.size(); ++i) {
        world.set.push_back(set[i].find('=') == std::string::npos ? set[i] : choices[i].path + "=" + values[i]);
        if (choices[i].values.size() > 1) world.values.push_back(values[i]);
      }
      const std::string label = (seed.empty() ? "world" : plain(seed)) + values_label(choices, values);
      world.label = label;
      for (int count = 2; !labels.insert(world.label).second; ++count)
        world.label = label + "." + std::to_string(count);
      all.worlds.push_back(std::move(world));
    }
  }
  return all;
}

std::vector<SweepWorld> share_of(const std::vector<SweepWorld>& worlds, std::size_t i, std::size_t n) {
  std::vector<SweepWorld> share;
  for (std::size_t k = i - 1; k < worlds.size(); k += n) share.push_back(worlds[k]);
  return share;
}

namespace {

using report::Json;

void add_manifest(const std::filesystem::path& path, CsvTable& table) {
  // While another build of this world commits, no manifest is there.
  const images::FolderLock whole(files::folder_of(path));
  const Json manifest = report::json_or_none(files::text_of(path));
  if (!manifest.is_object()) return;
  const Json numbers = manifest.value("numbers", Json::object());
  for (const auto& [name, number] : numbers.items()) {
    const std::string unit = number.value("unit", "1");
    table.add(unit == "1" ? name : name + " (" + unit + ")", number["value"].is_null() ? "" : number["value"].dump());
  }
  const Json expectations = manifest.value("expectations", Json::array());
  for (const Json& expectation : expectations) {
    const Json& holds = expectation["holds"];
    table.add("expect " + expectation.value("name", ""), holds.is_null() ? "" : holds.dump());
  }
}

}  // namespace

void CsvTable::begin_row(std::vector<std::string> fields) { rows_.push_back(std::move(fields)); }

void CsvTable::add(const std::string& header, const std::string& value) {
  const auto [at, is_new] = places_.emplace(header, rows_.front().size());
  if (is_new) rows_.front().push_back(header);
  std::vector<std::string>& row = rows_.back();
  row.resize(std::max(row.size(), at->second + 1));
  row[at->second] = value;
}

std::string CsvTable::text() const {
  std::string csv;
  for (const std::vector<std::string>& row : rows_) {
    for (std::size_t i = 0; i < rows_.front().size(); ++i) {
      if (i != 0) csv += ',';
      if (i < row.size()) encode::add_csv_text(csv, row[i]);
    }
    csv += "\r\n";
  }
  return csv;
}

std::string table_of_worlds(const SweepPlan& sweep_plan, const std::vector<SweepWorld>& worlds,
                            const std::vector<SweepResult>& results) {
  std::vector<std::string> headers = {"seed"};
  headers.insert(headers.end(), sweep_plan.paths.begin(), sweep_plan.paths.end());
  headers.insert(headers.end(), {"folder", "state"});
  CsvTable table(std::move(headers));
  for (std::size_t i = 0; i < worlds.size(); ++i) {
    std::vector<std::string> row = {worlds[i].seed};
    row.insert(row.end(), worlds[i].values.begin(), worlds[i].values.end());
    row.insert(row.end(), {worlds[i].label, results[i].state});
    table.begin_row(std::move(row));
    if (!results[i].manifest.empty()) add_manifest(results[i].manifest, table);
  }
  return table.text();
}

}  // namespace terrawright::cli
