// SPDX-License-Identifier: Apache-2.0
#include "extends.hpp"

#include <algorithm>
#include <filesystem>
#include <functional>

#include "config/knobs.hpp"
#include "config/reader.hpp"
#include "config/sections/sections.hpp"
#include "report/program_file.hpp"
#include "report/suggest.hpp"

namespace terrawright::config {
namespace {

namespace fs = std::filesystem;
using report::quote;

constexpr char all_removed[] = "\x01removed";  // no key of a file

Entry& entry_of(Value& map, const Entry& like) {
  if (Entry* known = map.find(like.key)) return *known;
  map.entries.push_back({like.key, like.key_position, {}});
  return map.entries.back();
}

// The name of a file of an output: the place of its name in `output`.
Value* name_of_file(Value& output) {
  for (const char* key : {"tiles", "pyramid"}) {
    if (Entry* inner = output.find(key); inner && inner->value.is_map())
      if (Entry* file = inner->value.find("file")) return &file->value;
  }
  for (const char* key : {"file", "folder"})
    if (Entry* file = output.find(key)) return &file->value;
  return nullptr;
}

Value* name_of_expectation(Value& expectation) {
  Entry* const name = expectation.find("name");
  return name ? &name->value : nullptr;
}

class Merge {
 public:
  // `world` names the other world in messages; `expects`: the config has expectations of its own, not just included
  // ones.
  Merge(std::string world, bool expects, const Check& check)
      : world_(std::move(world)), expects_(expects), check_(check) {}

  std::vector<Entry> removed;  // "knob sea", where the config deletes it

  // `change` over `base`, which it takes the place of where one of them is no map.
  void whole(Value& base, const Value& change) {
    base.position = change.position;
    for (const Entry& said : change.entries) {
      // A section of which nothing is said, as one whose lines are comments.
      if (said.value.is_null() && base.find(said.key)) continue;
      Entry& entry = entry_of(base, said);
      if (said.key == "include" || (said.key == "expect" && !expects_)) {
        entry.value.type = Value::Type::list;
        entry.value.items.insert(entry.value.items.end(), said.value.items.begin(), said.value.items.end());
      } else if (said.key == "outputs" && said.value.is_map()) {
        items(entry.value, said, "output", name_of_file);
      } else if (said.key == "expect" && said.value.is_map()) {
        items(entry.value, said, "expectation", name_of_expectation);
      } else if (!entry.value.is_map() || !said.value.is_map()) {
        entry = said;
      } else {
        section(entry, said);
      }
    }
  }

 private:
  void section(Entry& base, const Entry& change) {
    base.key_position = change.key_position;
    base.value.position = change.value.position;
    for (const Entry& said : change.value.entries) {
      if (said.value.is_null()) {
        remove(base.value, said, what_is_in(change.key));
      } else if (change.key == "knobs") {
        knob(entry_of(base.value, said), said);
      } else if (change.key == "stages") {
        node(base.value, said);
      } else if (change.key == "composites") {
        entry_of(base.value, said) = said;
      } else {
        merge(entry_of(base.value, said), said);
      }
    }
  }

  static std::string what_is_in(const std::string& section) {
    if (section == "knobs") return "knob";
    if (section == "stages") return "node";
    return section == "composites" ? "composite" : "key";
  }

  void remove(Value& map, const Entry& said, const std::string& what) {
    removed.push_back({what + " " + said.key, said.key_position, {}});
    const auto at =
        std::find_if(map.entries.begin(), map.entries.end(), [&](const Entry& entry) { return entry.key == said.key; });
    if (at != map.entries.end()) {
      map.entries.erase(at);
    } else {
      refuse(said, what, map.keys(), "remove");
    }
  }

  void refuse(const Entry& said, const std::string& what, const std::vector<std::string>& there,
              const std::string& to) const {
    check_.error(said.key_position, world_ + " has no " + what + " " + quote(said.key) + " to " + to,
                 there.empty() ? "delete it" : report::did_you_mean(said.key, there, "it has"));
  }

  // Maps key by key; what else is said takes the place.
  void merge(Entry& base, const Entry& change) {
    if (!base.value.is_map() || !change.value.is_map()) {
      base = change;
      return;
    }
    base.key_position = change.key_position;
    base.value.position = change.value.position;
    for (const Entry& said : change.value.entries) {
      if (said.value.is_null()) {
        remove(base.value, said, "key");
      } else {
        merge(entry_of(base.value, said), said);
      }
    }
  }

  void knob(Entry& base, const Entry& change) {
    if (base.value.is_map() && !change.value.is_map()) {
      const Entry value{"value", change.key_position, change.value};
      entry_of(base.value, value) = value;
      base.key_position = change.key_position;
      return;
    }
    if (change.value.is_map() && !base.value.is_map() && !base.value.is_null()) {
      // `60 %` as `{value: 60 %}`.
      Value map;
      map.type = Value::Type::map;
      map.position = base.value.position;
      map.entries.push_back({"value", change.key_position, std::move(base.value)});
      base.value = std::move(map);
    }
    merge(base, change);
  }

  void node(Value& stages, const Entry& said) {
    const Entry* const use = said.value.find("use");
    const Entry* const known = stages.find(said.key);
    if (!known && said.value.is_map() && !use) {
      return refuse(said, "node", stages.keys(), "change; a new one says what it uses");
    }
    const Entry* const used = known ? known->value.find("use") : nullptr;
    if (use && !(used && used->value.text == use->value.text)) {
      entry_of(stages, said) = said;
    } else {
      merge(entry_of(stages, said), said);
    }
  }

  // A list by what its items are called; several may be called the same.
  void items(Value& list, const Entry& change, const std::string& what, Value* (*name_of)(Value&)) {
    if (!list.is_null() && !check_.is_list(list, quote(change.key), change.key + ": [...]")) return;
    list.type = Value::Type::list;
    list.position = change.value.position;
    std::vector<std::string> names;
    for (Value& item : list.items)
      if (const Value* name = name_of(item)) names.push_back(name->text);
    for (const Entry& said : change.value.entries) {
      const auto is_meant = [&](Value& item) {
        const Value* const name = name_of(item);
        return name && name->text == said.key;
      };
      if (std::find(names.begin(), names.end(), said.key) == names.end()) {
        if (said.value.is_null()) {
          refuse(said, what, names, "remove");
        } else {
          list.items.push_back(named(said, what, name_of));
        }
      } else if (said.value.is_null()) {
        list.items.erase(std::remove_if(list.items.begin(), list.items.end(), is_meant), list.items.end());
      } else {
        for (Value& item : list.items) {
          if (!is_meant(item)) continue;
          Entry entry{said.key, said.key_position, std::move(item)};
          merge(entry, said);
          item = std::move(entry.value);
        }
      }
    }
  }

  // The item that a key and what is behind it are.
  Value named(const Entry& said, const std::string& what, Value* (*name_of)(Value&)) const {
    Value item = said.value;
    if (!item.is_map()) return item;  // said where it is read
    if (const Value* other = name_of(item); other && other->text != said.key) {
      check_.error(*other, "the " + what + " " + quote(said.key) + " is called " + quote(other->text) + " here",
                   "delete this, or write the same before the ':'");
      return item;
    }
    Value name;
    name.type = Value::Type::scalar;
    name.quoted = true;
    name.text = said.key;
    name.position = said.key_position;
    Value* into = &item;
    for (const char* key : {"tiles", "pyramid"})
      if (Entry* inner = item.find(key); inner && inner->value.is_map()) into = &inner->value;
    const char* const key = what == "expectation" ? "name" : item.find("pack") ? "folder" : "file";
    if (!into->find(key)) into->entries.insert(into->entries.begin(), Entry{key, said.key_position, std::move(name)});
    return item;
  }

  std::string world_;
  bool expects_;
  const Check& check_;
};

class WholeDocument {
 public:
  WholeDocument(const fs::path& config, const Check& check) : folder_(config), check_(check) {}

  std::optional<Value> read_all(const std::shared_ptr<const report::Source>& source) {
    std::optional<Value> document = read(source, check_.diagnostics());
    if (!document) return std::nullopt;
    const bool expects = document->find("expect") != nullptr;
    include_files(*document, source->name, folder_, check_);
    const Entry* const extends = document->find("extends");
    if (!extends) return document;
    open_.push_back(Folder::real(source->name));
    std::optional<Value> base = base_of(extends->value, source->name);
    open_.pop_back();
    if (!base) return std::nullopt;
    check_version(*base, check_);
    // Each world has its own.
    const auto own = [](const Entry& entry) { return entry.key == "terrawright" || entry.key == "name"; };
    base->entries.erase(std::remove_if(base->entries.begin(), base->entries.end(), own), base->entries.end());
    const report::Position begin = base->position;
    Merge merge(quote(extends->value.text), expects, check_);
    merge.whole(*base, *document);
    std::vector<Entry>& removed = entry_of(*base, {all_removed, {}, {}}).value.entries;
    removed.insert(removed.end(), merge.removed.begin(), merge.removed.end());
    // It is a file that this world is made of, though nothing of it may be left.
    base->find("extends")->value.position = begin;
    return base;
  }

 private:
  std::optional<Value> base_of(const Value& name, const fs::path& from) {
    if (!check_.is_text(name, "'extends'", "extends: realistic")) return std::nullopt;
    const bool is_file = fs::path(name.text).extension() == ".yaml" || fs::path(name.text).extension() == ".yml";
    const fs::path path = is_file ? folder_.find(name, from, "extended", check_) : shipped(name, from);
    if (path.empty()) return std::nullopt;
    if (std::find(open_.begin(), open_.end(), Folder::real(path)) != open_.end())
      return check_.no_value(name, quote(name.text) + " extends itself, directly or through others",
                             "name another world");
    const std::string stem = path.stem().string();
    std::error_code unknown;
    if (is_file && !fs::exists(path, unknown) && report::is_one_of(report::shipped_worlds(), stem)) {
      check_.diagnostics().looks_for(path.generic_string());
      return check_.diagnostics().cannot_read(
          path.generic_string(), name.position, "there is no file " + quote(name.text),
          "the world that comes with the program is extended by its name: extends: " + stem);
    }
    const auto source = config::open(path.generic_string(), name.position, check_.diagnostics());
    return source ? read_all(source) : std::nullopt;
  }

  // A world that comes with the program.
  fs::path shipped(const Value& name, const fs::path& from) const {
    const std::vector<std::string> worlds = report::shipped_worlds();
    if (report::is_one_of(worlds, name.text)) return report::shared_folder() / "configs" / (name.text + ".yaml");
    std::error_code unknown;
    const std::string hint =
        fs::exists(from.parent_path() / (name.text + ".yaml"), unknown)
            ? "a file beside this one is named with its ending: extends: " + name.text + ".yaml"
        : name.text.find_first_of("./") != std::string::npos
            ? "the name of a file ends in .yaml, that of a world has no dot"
        : worlds.empty() ? "the configs that come with the program are not where it lies; name a file, as base.yaml"
                         : report::did_you_mean(name.text, worlds, "there are");
    check_.error(name, "no world " + quote(name.text) + " comes with the program", hint);
    return {};
  }

  Folder folder_;
  const Check& check_;
  std::vector<fs::path> open_;  // from the config to the world at hand, which it extends
};

// Names of files in the parameters of nodes, from where `config` lies.
void rename_files(Value& holder, const fs::path& config) {
  Entry* const stages = holder.find("stages");
  if (!stages) return;
  const fs::path here = config.parent_path();
  const Folder whole(config);
  const std::function<void(Value&)> rename = [&](Value& value) {
    for (Value& item : value.items) rename(item);
    for (Entry& entry : value.entries) rename(entry.value);
    if (!value.is_scalar() || !value.position || value.text.empty()) return;
    const fs::path folder = fs::path(value.position.source->name).parent_path(), file = folder / value.text;
    std::error_code unknown;
    if (folder == here || !fs::is_regular_file(file, unknown)) return;
    const bool is_within = whole.holds(Folder::real(file));
    value.text = is_within ? fs::proximate(file, here.empty() ? "." : here, unknown).generic_string()
                           : file.filename().generic_string();
  };
  for (Entry& stage : stages->value.entries)
    if (Entry* with = stage.value.find("with")) rename(with->value);
}

}  // namespace

std::optional<Value> read_whole(const std::shared_ptr<const report::Source>& source, const Check& check) {
  return WholeDocument(source->name, check).read_all(source);
}

std::vector<report::Related> removed_from(const Value& document, const std::string& what) {
  const Entry* const all = document.find(all_removed);
  const Entry* const one = all ? all->value.find(what) : nullptr;
  if (!one) return {};
  return {{one->key_position, "the " + what.substr(0, what.find(' ')) + " is removed here"}};
}

void forget_removed(Value& document) {
  auto& entries = document.entries;
  const auto is_one = [](const Entry& entry) { return entry.key == all_removed; };
  entries.erase(std::remove_if(entries.begin(), entries.end(), is_one), entries.end());
}

Value resolved(const Value& document, const std::string& path, const std::set<std::string>& needed) {
  Value whole = document;
  rename_files(whole, path);
  if (Entry* composites = whole.find("composites"))
    for (Entry& composite : composites->value.entries) rename_files(composite.value, path);
  const auto leave_out = [&](const char* section, const std::set<std::string>& used) {
    Entry* const entry = whole.find(section);
    if (!entry) return;
    std::vector<Entry>& all = entry->value.entries;
    const auto is_left_out = [&](const Entry& one) {
      return used.count(one.key) == 0 && one.key_position.source != document.position.source;
    };
    all.erase(std::remove_if(all.begin(), all.end(), is_left_out), all.end());
  };
  leave_out("stages", needed);
  leave_out("knobs", knobs_asked_for(whole));
  std::vector<Entry> entries;
  for (const char* key : {"terrawright", "name", "world", "knobs", "stages", "outputs", "expect", "composites"}) {
    Entry* const entry = whole.find(key);
    const bool is_empty = !entry || (entry->value.items.empty() && entry->value.entries.empty());
    if (entry && (entry->value.is_scalar() || !is_empty)) entries.push_back(std::move(*entry));
  }
  whole.entries = std::move(entries);
  return whole;
}

}  // namespace terrawright::config
