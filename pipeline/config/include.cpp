// SPDX-License-Identifier: Apache-2.0
#include "include.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "folder.hpp"
#include "reader.hpp"

namespace terrawright::config {
namespace {

namespace fs = std::filesystem;
using report::quote;

class Includer {
 public:
  Includer(Value& document, const fs::path& path, const Check& check)
      : check_(check), folder_(path), stages_(stages_of(document)) {
    open_.push_back(Folder::real(path));
    if (stages_)
      for (const Entry& entry : stages_->entries) names_.emplace(entry.key, entry.key_position);
  }

  // Adds what `document`, which stands at `path`, includes.
  void add_files_of(const Value& document, const fs::path& path) {
    const Entry* include = document.find("include");
    if (!include || !check_.is_list(include->value, "'include'", "include: [coast.yaml]")) return;
    for (const Value& item : include->value.items)
      if (check_.is_text(item, "a file to include", "coast.yaml")) add_file(item, path);
  }

 private:
  // The map that stages are added to; none where `stages` is something else, which is reported later.
  static Value* stages_of(Value& document) {
    if (Entry* entry = document.find("stages")) return entry->value.is_map() ? &entry->value : nullptr;
    const Entry* include = document.find("include");
    if (!include) return nullptr;
    Entry added{"stages", include->key_position, {}};
    added.value.type = Value::Type::map;
    added.value.position = include->key_position;
    document.entries.push_back(std::move(added));
    return &document.entries.back().value;
  }

  void add_file(const Value& item, const fs::path& from) {
    const fs::path path = folder_.find(item, from, "included", check_);
    if (path.empty()) return;
    const fs::path file = Folder::real(path);
    if (std::find(open_.begin(), open_.end(), file) != open_.end()) {
      check_.error(item, quote(item.text) + " includes itself, directly or through others",
                   "delete one of the includes");
      return;
    }
    if (!done_.insert(file).second) return;
    const auto source = config::open(path.generic_string(), item.position, check_.diagnostics());
    if (!source) return;
    const std::optional<Value> document = read(source, check_.diagnostics());
    if (!document) return;
    check_.known_keys(*document, {"terrawright", "include", "stages"}, "an included file");
    if (const Entry* stages = document->find("stages");
        stages && check_.is_map(stages->value, "'stages'", "a map of nodes"))
      for (const Entry& entry : stages->value.entries) add(entry);
    open_.push_back(file);
    add_files_of(*document, path);
    open_.pop_back();
  }

  void add(const Entry& entry) {
    const auto [known, is_new] = names_.emplace(entry.key, entry.key_position);
    if (!is_new) {
      check_.diagnostics().error(entry.key_position, "there are two nodes " + quote(entry.key), "rename one of them",
                                 {{known->second, "first defined here"}});
    } else if (stages_) {
      stages_->entries.push_back(entry);
    }
  }

  const Check& check_;
  Folder folder_;
  std::vector<fs::path> open_;  // from the config down to the file at hand
  std::set<fs::path> done_;
  std::map<std::string, report::Position> names_;
  Value* stages_;
};

}  // namespace

void include_files(Value& document, const std::string& path, const Check& check) {
  const Value as_written = document;
  Includer(document, path, check).add_files_of(as_written, path);
}

}  // namespace terrawright::config
