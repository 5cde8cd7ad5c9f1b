// SPDX-License-Identifier: Apache-2.0
#include "cli/sweep/table_of_worlds.hpp"

#include <map>

#include "encode/csv.hpp"
#include "files/reader.hpp"
#include "images/commit.hpp"
#include "images/temporary.hpp"
#include "report/json.hpp"

namespace terrawright::cli {
namespace {

using report::Json;

class Columns {
 public:
  void add(const std::string& header, std::string value) {
    const auto [at, is_new] = places_.emplace(header, headers.size());
    if (is_new) headers.push_back(header);
    if (row_.size() <= at->second) row_.resize(at->second + 1);
    row_[at->second] = std::move(value);
  }
  void end_row() {
    rows.push_back(std::move(row_));
    row_.clear();
  }

  std::vector<std::string> headers;
  std::vector<std::vector<std::string>> rows;

 private:
  std::map<std::string, std::size_t> places_;
  std::vector<std::string> row_;
};

void add_manifest(const std::filesystem::path& path, Columns& columns) {
  // While another build of this world commits, no manifest is there.
  const images::FolderLock whole(images::folder_of(path));
  const Json manifest = report::json_or_none(files::text_of(path));
  if (!manifest.is_object()) return;
  const Json numbers = manifest.value("numbers", Json::object());
  for (const auto& [name, number] : numbers.items()) {
    const std::string unit = number.value("unit", "1");
    columns.add(unit == "1" ? name : name + " (" + unit + ")", number["value"].is_null() ? "" : number["value"].dump());
  }
  const Json expectations = manifest.value("expectations", Json::array());
  for (const Json& expectation : expectations) {
    const Json& holds = expectation["holds"];
    columns.add("expect " + expectation.value("name", ""), holds.is_null() ? "" : holds.dump());
  }
}

}  // namespace

std::string table_of_worlds(const Swept& swept, const std::vector<SweptWorld>& worlds,
                            const std::vector<SweptResult>& results) {
  Columns columns;
  for (std::size_t i = 0; i < worlds.size(); ++i) {
    columns.add("seed", worlds[i].seed);
    for (std::size_t k = 0; k < swept.paths.size(); ++k) columns.add(swept.paths[k], worlds[i].values[k]);
    columns.add("folder", worlds[i].label);
    columns.add("state", results[i].state);
    if (!results[i].manifest.empty()) add_manifest(results[i].manifest, columns);
    columns.end_row();
  }
  std::string csv;
  const auto add = [&](const std::vector<std::string>& fields) {
    for (std::size_t i = 0; i < columns.headers.size(); ++i) {
      if (i != 0) csv += ',';
      if (i < fields.size()) encode::add_csv_text(csv, fields[i]);
    }
    csv += "\r\n";
  };
  add(columns.headers);
  for (const auto& row : columns.rows) add(row);
  return csv;
}

}  // namespace terrawright::cli
