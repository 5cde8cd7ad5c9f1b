// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "cli/search/searching.hpp"
#include "report/amount.hpp"
#include "report/diagnostic.hpp"
#include "report/utf8.hpp"
#include "terrawright/numbers.hpp"

namespace terrawright::cli {
namespace {

using Row = std::vector<std::string>;

std::string number_text(const Json& number) { return number.is_null() ? "" : number_json(number).dump(); }

// The best measurement of a world.
const Attempt* attempt_in(const Tried& tried) {
  return tried.full ? &*tried.full : tried.coarse ? &*tried.coarse : nullptr;
}

// The measured numbers, each once; the names of all in the order of the config.
std::vector<Json> numbers_of(const Attempt& attempt) {
  std::vector<Json> numbers;
  const Json none = Json::array();
  const Json& expectations =
      attempt.answer.is_object() && attempt.answer.contains("expectations") ? attempt.answer["expectations"] : none;
  for (const Json& expectation : expectations) {
    for (const Json& number : expectation["numbers"]) {
      const auto same = [&](const Json& other) { return other["of"] == number["of"]; };
      if (std::none_of(numbers.begin(), numbers.end(), same)) numbers.push_back(number);
    }
  }
  return numbers;
}

// "35.058 %": for a person who compares.
std::string rounded(const std::string& text) {
  double number = 0;
  const auto [end, error] = read_number(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return text;
  return report::formatted("%.5g", number) + std::string(end, text.data() + text.size());
}

std::string columns_text(const std::vector<Row>& rows) {
  std::vector<std::size_t> widths;
  for (const Row& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (const Row& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += row[i];
      if (i + 1 < row.size()) line.append(widths[i] - row[i].size() + 2, ' ');
    }
    text += report::printable(line) + "\n";
  }
  return text;
}

std::string size_of(const Searched& searched, const Tried& tried) {
  return tried.full ? searched.size : searched.coarse_size;
}

std::string state_of(const Searched& searched, std::size_t world) {
  const Tried& tried = searched.tried[world];
  if (std::find(searched.found.begin(), searched.found.end(), world) != searched.found.end()) return "found";
  const Attempt& attempt = *attempt_in(tried);
  if (attempt.failed) return "failed";
  return attempt.look.miss() > 0 ? "refused" : "as expected";
}

}  // namespace

std::size_t tried_coarsely(const Searched& searched) {
  return static_cast<std::size_t>(std::count_if(searched.tried.begin(), searched.tried.end(),
                                                [](const Tried& tried) { return tried.coarse.has_value(); }));
}
std::size_t tried_whole(const Searched& searched) {
  return static_cast<std::size_t>(std::count_if(searched.tried.begin(), searched.tried.end(),
                                                [](const Tried& tried) { return tried.full.has_value(); }));
}

std::vector<Refusals> refusals_of(const Searched& searched) {
  std::vector<Refusals> all;
  const auto add = [&](const std::optional<Attempt>& attempt, std::size_t Refusals::*count) {
    if (!attempt || attempt->failed) return;
    for (const Json& expectation : attempt->answer["expectations"]) {
      const std::string name = expectation["name"];
      auto at = std::find_if(all.begin(), all.end(), [&](const Refusals& one) { return one.name == name; });
      if (at == all.end()) at = all.insert(all.end(), Refusals{name, 0, 0});
      if (expectation["refuses"]) ++((*at).*count);
    }
  };
  for (const Tried& tried : searched.tried) {
    add(tried.coarse, &Refusals::coarse);
    add(tried.full, &Refusals::full);
  }
  return all;
}

std::string found_text(const Searched& searched) {
  if (searched.found.empty()) return {};
  std::vector<Row> rows(1);
  rows[0].emplace_back("seed");
  rows[0].insert(rows[0].end(), searched.sweep_plan.paths.begin(), searched.sweep_plan.paths.end());
  if (!searched.best.empty()) rows[0].push_back(searched.best);
  for (const std::size_t world : searched.found) {
    const Attempt& full = *searched.tried[world].full;
    const SweepWorld& of = searched.sweep_plan.worlds[world];
    Row row = {of.seed};
    row.insert(row.end(), of.values.begin(), of.values.end());
    if (!searched.best.empty()) row.push_back(rounded(full.answer["best"]["text"]));
    const bool first = rows.size() == 1;
    for (const Json& number : numbers_of(full)) {
      if (number["of"] == searched.best) continue;
      if (first) rows[0].push_back(number["of"]);
      row.push_back(rounded(number["text"]));
    }
    rows.push_back(std::move(row));
  }
  return columns_text(rows);
}

std::vector<std::string> refusal_lines(const Searched& searched) {
  std::vector<std::string> lines;
  const std::size_t coarse = tried_coarsely(searched), full = tried_whole(searched);
  for (const Refusals& one : refusals_of(searched)) {
    std::string line = report::quote(one.name) + " refused ";
    if (coarse > 0) line += std::to_string(one.coarse) + " of " + std::to_string(coarse) + " at first, ";
    lines.push_back(line + std::to_string(one.full) + " of " + std::to_string(full) + " at full size");
  }
  return lines;
}

std::string csv_of(const Searched& searched) {
  Row headers = {"seed"};
  headers.insert(headers.end(), searched.sweep_plan.paths.begin(), searched.sweep_plan.paths.end());
  headers.insert(headers.end(), {"state", "size"});
  CsvTable table(std::move(headers));
  for (std::size_t world = 0; world < searched.tried.size(); ++world) {
    const Attempt* const attempt = attempt_in(searched.tried[world]);
    if (attempt == nullptr) continue;
    const SweepWorld& of = searched.sweep_plan.worlds[world];
    Row row = {of.seed};
    row.insert(row.end(), of.values.begin(), of.values.end());
    row.insert(row.end(), {state_of(searched, world), size_of(searched, searched.tried[world])});
    table.begin_row(std::move(row));
    if (attempt->failed) continue;
    const auto add = [&](const std::string& name, const Json& number) {
      const std::string unit = number["unit"];
      table.add(unit.empty() || unit == "1" ? name : name + " (" + unit + ")", number_text(number["value"]));
    };
    const Json& answer = attempt->answer;
    if (answer.contains("best")) add("best " + searched.best, answer["best"]);
    for (const Json& number : numbers_of(*attempt)) add(number["of"], number);
    for (const Json& expectation : answer["expectations"]) {
      if (expectation.contains("name"))
        table.add("expect " + expectation["name"].get<std::string>(), expectation["holds"].dump());
    }
  }
  return table.text();
}

Json found_json(const Searched& searched, std::size_t world) {
  const SweepWorld& of = searched.sweep_plan.worlds[world];
  const Attempt& full = *searched.tried[world].full;
  Json json = {{"seed", of.seed}, {"set", of.set}};
  if (full.answer.contains("best")) json["best"] = full.answer["best"];
  json["numbers"] = Json::object();
  for (const Json& number : numbers_of(full))
    json["numbers"][number["of"].get<std::string>()] = {{"value", number["value"]}, {"unit", number["unit"]}};
  return json;
}

Json summary_json(const Searched& searched) {
  Json json = {{"want", searched.want}, {"enough", searched.found.size() >= searched.want}};
  if (!searched.best.empty()) json["best"] = searched.best;
  json["tried"] = Json::array();
  if (tried_coarsely(searched) > 0)
    json["tried"].push_back({{"size", searched.coarse_size}, {"worlds", tried_coarsely(searched)}});
  json["tried"].push_back({{"size", searched.size}, {"worlds", tried_whole(searched)}});
  json["refused"] = Json::array();
  for (const Refusals& one : refusals_of(searched)) {
    Json entry = {{"expectation", one.name}};
    if (tried_coarsely(searched) > 0) entry["at_first"] = one.coarse;
    entry["at_full_size"] = one.full;
    json["refused"].push_back(std::move(entry));
  }
  json["failed"] = Json::array();
  for (std::size_t world = 0; world < searched.tried.size(); ++world) {
    const Attempt* const attempt = attempt_in(searched.tried[world]);
    if (attempt != nullptr && attempt->failed) json["failed"].push_back(searched.sweep_plan.worlds[world].label);
  }
  return json;
}

}  // namespace terrawright::cli
