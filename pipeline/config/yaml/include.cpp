// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <thread>

#include "config/reader.hpp"
#include "extends.hpp"
#include "files/open_file.hpp"
#include "system/process.hpp"

namespace terrawright::config {
namespace {

namespace fs = std::filesystem;
using report::quote;

constexpr std::size_t most_files = 1000;

// The entries of `stages` or `composites`, of all files.
struct Section {
  const char* key;
  const char* what;  // one of them
  Value* into;       // none where it is something else, which is reported later
  std::map<std::string, report::Position> names;
};

class Includer {
 public:
  Includer(Value& document, const fs::path& path, const Folder& folder, const Check& check)
      : check_(check),
        folder_(folder),
        sections_{section("stages", "nodes", document), section("composites", "composites", document)} {
    open_.push_back(Folder::real(path));
    if (Entry* expect = document.find("expect"); expect && expect->value.is_list()) expect_ = &expect->value;
  }

  // Adds the files of `include`, which stands in the file at `path`.
  void add_files(const Value& include, const fs::path& path) {
    if (!check_.is_list(include, "'include'", "include: [coast.yaml]")) return;
    for (const Value& item : include.items) {
      if (++asked_ > most_files) {
        if (asked_ == most_files + 1)
          check_.error(item, "more than " + std::to_string(most_files) + " files are included", "put some into one");
        return;
      }
      if (check_.is_text(item, "a file to include", "coast.yaml")) add_file(item, path);
    }
  }
  // The files, at their beginnings.
  const std::vector<Value>& read() const { return read_; }

 private:
  static Section section(const char* key, const char* what, Value& document) {
    Section section{key, what, nullptr, {}};
    Entry* entry = document.find(key);
    if (entry && entry->value.is_map()) section.into = &entry->value;
    if (section.into)
      for (const Entry& known : section.into->entries) section.names.emplace(known.key, known.key_position);
    return section;
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
    const std::optional<Value> document = config::read(source, check_.diagnostics());
    if (!document) return;
    read_.push_back(item);
    read_.back().position = document->position;
    check_.known_keys(*document, {"terrawright", "include", "stages", "composites", "expect"}, "an included file");
    for (Section& section : sections_) {
      const Entry* entries = document->find(section.key);
      if (entries && check_.is_map(entries->value, quote(section.key), std::string("a map of ") + section.what))
        for (const Entry& entry : entries->value.entries) add(section, entry);
    }
    if (const Entry* expect = document->find("expect");
        expect && expect_ != nullptr && check_.is_list(expect->value, "'expect'", "a list of them"))
      expect_->items.insert(expect_->items.end(), expect->value.items.begin(), expect->value.items.end());
    open_.push_back(file);
    if (const Entry* include = document->find("include")) add_files(include->value, path);
    open_.pop_back();
  }

  void add(Section& section, const Entry& entry) const {
    const auto [known, is_new] = section.names.emplace(entry.key, entry.key_position);
    if (!is_new) {
      check_.diagnostics().error(entry.key_position,
                                 std::string("there are two ") + section.what + " " + quote(entry.key),
                                 "rename one of them", {{known->second, "first defined here"}});
    } else if (section.into) {
      section.into->entries.push_back(entry);
    }
  }

  const Check& check_;
  const Folder& folder_;
  std::vector<fs::path> open_;  // from the config down to the file at hand
  std::set<fs::path> done_;
  std::size_t asked_ = 0;
  std::vector<Value> read_;
  std::vector<Section> sections_;
  Value* expect_ = nullptr;  // the list; none where it is something else
};

// A map or list that included entries are added to.
void make_room(Value& document, const char* key, const report::Position& position,
               Value::Type type = Value::Type::map) {
  if (document.find(key)) return;
  Entry added{key, position, {}};
  added.value.type = type;
  added.value.position = position;
  document.entries.push_back(std::move(added));
}

}  // namespace

void include_files(Value& document, const std::string& path, const Folder& folder, const Check& check) {
  const Entry* include = document.find("include");
  if (!include) return;
  const Value files = include->value;
  make_room(document, "stages", include->key_position);
  // The map may have moved.
  make_room(document, "composites", document.find("include")->key_position);
  make_room(document, "expect", document.find("include")->key_position, Value::Type::list);
  Includer includer(document, path, folder, check);
  includer.add_files(files, path);
  // All of them are named where the config is kept, though nothing of one may be in it.
  document.find("include")->value.items = includer.read();
}

namespace {

constexpr int longest_wait = 5;  // seconds

// Reads a pipe, as a shell's `<(...)` or a named one; nothing if it has no writer, for which a plain open would wait
// for ever. A writer may take its time.
std::optional<std::string> read_pipe(const std::string& path) {
  const system::Descriptor pipe = system::open(path, system::reads | system::no_wait);
  if (!pipe) return std::nullopt;
  std::string text(largest_config + 1, '\0');
  std::size_t size = 0;
  const auto begin = std::chrono::steady_clock::now();
  while (size < text.size()) {
    const std::int64_t count = system::read_some(pipe.number(), text.data() + size, text.size() - size);
    if (count > 0) {
      size += static_cast<std::size_t>(count);
    } else if (count == 0) {
      // The end, or no writer yet.
      if (size > 0 || std::chrono::steady_clock::now() - begin > std::chrono::seconds(longest_wait)) break;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    } else if (errno == EAGAIN) {
      system::is_ready(pipe.number(), -1);
    } else {
      break;
    }
  }
  if (size == 0) return std::nullopt;
  text.resize(size);
  return text;
}

}  // namespace

std::shared_ptr<const report::Source> open(const std::string& path, const report::Position& asked_at,
                                           report::Diagnostics& diagnostics) {
  diagnostics.looks_for(path);
  std::error_code failed;
  const auto type = std::filesystem::status(path, failed).type();
  if (type == std::filesystem::file_type::not_found) {
    diagnostics.cannot_read(path, asked_at, "there is no file " + report::quote(path),
                            asked_at ? "correct the path: it begins in the folder of the file that names it" : "");
    return nullptr;
  }
  if (type == std::filesystem::file_type::directory) {
    diagnostics.error(asked_at, report::quote(path) + " is a folder, not a config", "name a file in it");
    return nullptr;
  }
  // A file that a config names must not block: reading a pipe or a device could last for ever.
  if (asked_at && !failed && type != std::filesystem::file_type::regular) {
    diagnostics.error(asked_at, report::quote(path) + " is not a file but a pipe, a socket or a device",
                      "name a file; its text can be copied into one");
    return nullptr;
  }
  if (type == std::filesystem::file_type::fifo) {
    if (auto text = read_pipe(path)) return std::make_shared<report::Source>(report::Source{path, *std::move(text)});
    diagnostics.error({}, "nobody writes to the pipe " + report::quote(path), "name a file, or start the writer first");
    return nullptr;
  }
  try {
    // One byte more than allowed, so that an endless file ends and is refused.
    return std::make_shared<report::Source>(report::Source{path, files::text_of(path, largest_config + 1)});
  } catch (const files::ReadFailed& error) {
    if (error.is_fault_of_machine()) throw;
    diagnostics.cannot_read(path, asked_at, "cannot read " + report::quote(path) + ": " + error.reason(),
                            "is it a file, and may you read it?");
    return nullptr;
  }
}

}  // namespace terrawright::config
