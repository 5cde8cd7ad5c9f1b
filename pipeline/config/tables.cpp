// SPDX-License-Identifier: Apache-2.0
#include "tables.hpp"

#include <map>
#include <optional>
#include <set>

#include "folder.hpp"
#include "reader.hpp"
#include "report/suggest.hpp"

namespace terrawright::config {
namespace {

namespace fs = std::filesystem;
using report::quote;

bool is_yaml(const fs::path& path) { return path.extension() == ".yaml" || path.extension() == ".yml"; }

class Tables {
 public:
  Tables(const fs::path& config, const Check& check) : config_(config), folder_(config), check_(check) {}

  // In the parameters of the nodes of a config or a composite.
  void replace_in(Value& holder) {
    Entry* stages = holder.find("stages");
    if (!stages) return;
    for (Entry& stage : stages->value.entries) {
      Entry* with = stage.value.find("with");
      if (!with) continue;
      for (Entry& parameter : with->value.entries) replace(parameter);
    }
  }

  // `parameter`: `rules: {file: biomes.yaml}`, or any other value, which stays.
  void replace(Entry& parameter) {
    if (!parameter.value.is_map() || !parameter.value.find("file")) return;
    const Value* table = find(parameter);
    const report::Position asked = parameter.value.position;
    parameter.value = table ? *table : Value{};
    parameter.value.reference = asked;
    if (!table) parameter.value.position = asked;
    complete_ = complete_ && table;
  }
  bool complete() const { return complete_; }

  void report_unused() const {
    for (const auto& [path, file] : files_) {
      if (!file.document) continue;
      const std::vector<std::string> asked(file.asked.begin(), file.asked.end());
      for (const Entry& entry : file.document->entries) {
        if (entry.key == "terrawright" || file.asked.count(entry.key)) continue;
        check_.error(entry.key_position, "nothing asks for the table " + quote(entry.key),
                     report::did_you_mean(entry.key, asked, "what is asked for"));
      }
    }
  }

 private:
  struct File {
    std::optional<Value> document;
    std::set<std::string> asked;
  };

  // nullptr after an error.
  const Value* find(const Entry& parameter) {
    const Value& name = parameter.value.find("file")->value;
    const bool known = check_.known_keys(parameter.value, {"file"}, "a table in a file");
    if (!check_.is_text(name, "'file'", "{file: biomes.yaml}") || !known) return nullptr;
    const bool from_outside = !name.position || name.position.source->name == "--set";
    const fs::path path =
        folder_.find(name, from_outside ? config_ : fs::path(name.position.source->name), "read", check_);
    if (path.empty()) return nullptr;
    if (!is_yaml(path)) {
      check_.error(name, quote(name.text) + " is not the name of a file with a table",
                   "a table is in a file whose name ends in .yaml");
      return nullptr;
    }
    const auto [at, is_new] = files_.emplace(Folder::real(path), File{});
    File& file = at->second;
    if (is_new) file.document = read_file(path, name.position);
    file.asked.insert(parameter.key);
    if (!file.document) return nullptr;
    const std::string what = quote(name.text);
    const std::string example = parameter.key + ": and its rows below";
    const Value* table = check_.required(*file.document, file.document->position, parameter.key, what, example);
    if (!table || !check_.is_list(*table, quote(parameter.key), "its rows, each behind a '-'")) return nullptr;
    return table;
  }

  std::optional<Value> read_file(const fs::path& path, const report::Position& asked_at) const {
    const auto source = config::open(path.generic_string(), asked_at, check_.diagnostics());
    if (!source) return std::nullopt;
    std::optional<Value> document = read(source, check_.diagnostics());
    if (document) refuse_knobs(*document);
    return document;
  }

  void refuse_knobs(Value& value) const {
    if (value.is_scalar() && !value.quoted && value.text.substr(0, 1) == "$") {
      check_.error(value, "a table in a file has no knobs", "write the value itself, or put the text in quotes");
      value.reference = value.position;
      value.type = Value::Type::null;
    }
    for (Value& item : value.items) refuse_knobs(item);
    for (Entry& entry : value.entries) refuse_knobs(entry.value);
  }

  fs::path config_;
  Folder folder_;
  const Check& check_;
  std::map<fs::path, File> files_;
  bool complete_ = true;
};

}  // namespace

bool read_tables(Value& document, const std::string& path, const Check& check) {
  Tables tables(path, check);
  tables.replace_in(document);
  if (Entry* composites = document.find("composites"))
    for (Entry& composite : composites->value.entries) tables.replace_in(composite.value);
  tables.report_unused();
  return tables.complete();
}

}  // namespace terrawright::config
