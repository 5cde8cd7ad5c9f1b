// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <tuple>

#include "cli/lock/lock.hpp"
#include "config/check.hpp"
#include "config/reader.hpp"
#include "graph/sha256.hpp"
#include "images/commit.hpp"
#include "images/whole_file.hpp"
#include "report/json.hpp"

namespace terrawright::cli {
namespace {

using config::Check;
using config::Entry;
using config::Value;

constexpr char make_anew[] =
    "restore the committed file, or delete it and write it again: terrawright build CONFIG --lock";

class LockReader {
 public:
  explicit LockReader(report::Diagnostics& diagnostics) : check_(diagnostics) {}

  bool read(const Value& document, LockFile& lock) {
    const Value* version = need(document, document.position, "terrawright_lock", "the lock file");
    if (version == nullptr) return false;
    if (!version->is_scalar() || version->text != "1")
      return check_.error(*version, "a lock file of version " + version->description() + " cannot be read",
                          "delete it and write it again with this program: terrawright build CONFIG --lock; "
                          "terrawright " TERRAWRIGHT_VERSION " reads version 1");
    keys(document, {"terrawright_lock", "worlds"}, "the lock file");
    const Value* worlds = need(document, document.position, "worlds", "the lock file");
    if (worlds == nullptr || !is(worlds->is_list(), *worlds, "a list")) return false;
    for (const Value& item : worlds->items) {
      LockedWorld world;
      if (is(item.is_map(), item, "a map")) read_world(item, world);
      lock.worlds.push_back(std::move(world));
    }
    return good_;
  }

 private:
  bool is(bool right, const Value& value, const char* type) {
    if (!right) wrong(value, std::string("this must be ") + type + ", not " + value.description());
    return right;
  }
  void wrong(const Value& value, const std::string& what) {
    good_ = false;
    check_.error(value, what, make_anew);
  }
  void keys(const Value& map, const std::vector<std::string>& valid, const std::string& what) {
    good_ = check_.known_keys(map, valid, what) && good_;
  }
  const Value* need(const Value& map, const report::Position& at, const char* key, const std::string& what) {
    if (const Entry* entry = map.find(key)) return &entry->value;
    good_ = false;
    check_.error(at, what + " lacks the key " + report::quote(key), make_anew);
    return nullptr;
  }
  std::string text(const Value& map, const report::Position& at, const char* key, const std::string& what) {
    const Value* value = need(map, at, key, what);
    return value != nullptr && is(value->is_scalar(), *value, "a text") ? value->text : std::string();
  }
  // SHA-256 has 64 digits, XXH3-128 has 32.
  std::string digest(const Value& map, const report::Position& at, const char* key, std::size_t digits,
                     const std::string& what) {
    std::string hex = text(map, at, key, what);
    const Entry* entry = map.find(key);
    if (entry == nullptr || (hex.size() == digits && hex.find_first_not_of("0123456789abcdef") == std::string::npos))
      return hex;
    wrong(entry->value, report::quote(hex) + " is no hash of " + std::to_string(digits) + " hexadecimal digits");
    return hex;
  }
  Members members(const Value& map, const char* key) {
    Members all;
    const Entry* entry = map.find(key);
    if (entry == nullptr || !is(entry->value.is_map(), entry->value, "a map")) return all;
    for (const Entry& member : entry->value.entries) {
      if (is(member.value.is_scalar(), member.value, "a text")) all.emplace_back(member.key, member.value.text);
    }
    return all;
  }

  void read_world(const Value& map, LockedWorld& world) {
    const std::string what = "the entry";
    const report::Position& at = map.position;
    world.position = at;
    keys(map, {"seed", "seed_from", "set", "sum", "program", "world", "code", "libraries", "nodes", "outputs", "files"},
         what);
    world.seed = text(map, at, "seed", what);
    world.is_seed_of_config = text(map, at, "seed_from", what) == "config";
    if (const Value* set = need(map, at, "set", what); set != nullptr && is(set->is_list(), *set, "a list")) {
      for (const Value& one : set->items) {
        if (is(one.is_scalar(), one, "a text")) world.set.push_back(one.text);
      }
    }
    world.program = text(map, at, "program", what);
    world.world = members(map, "world");
    world.libraries = members(map, "libraries");
    read_code(map, world);
    if (const Value* nodes = need(map, at, "nodes", what); nodes != nullptr && is(nodes->is_map(), *nodes, "a map")) {
      for (const Entry& node : nodes->entries) {
        if (is(node.value.is_map(), node.value, "a map")) world.nodes.push_back(node_of(node));
      }
    }
    if (const Value* all = need(map, at, "outputs", what); all != nullptr && is(all->is_list(), *all, "a list")) {
      for (const Value& output : all->items) {
        if (is(output.is_scalar(), output, "a text")) world.outputs.push_back(output.text);
      }
    }
    read_files(map, world);
    const std::string sum = digest(map, at, "sum", 64, what);
    if (good_ && sum != sum_of(world)) {
      wrong(map.find("sum")->value, "the entry of " + asked_text(world.seed, world.set) +
                                        " does not match its checksum: it was edited by hand or merged");
    }
  }
  void read_code(const Value& map, LockedWorld& world) {
    const Value* code = need(map, map.position, "code", "the entry");
    if (code == nullptr || !is(code->is_map(), *code, "a map")) return;
    for (const Entry& one : code->entries) {
      if (!is(one.value.is_map(), one.value, "a map")) continue;
      const std::string what = "the plugin " + report::quote(one.key);
      world.code.push_back({one.key, text(one.value, one.key_position, "version", what),
                            text(one.value, one.key_position, "build", what)});
    }
  }
  void read_files(const Value& map, LockedWorld& world) {
    const Entry* files = map.find("files");
    if (files == nullptr || !is(files->value.is_map(), files->value, "a map")) return;
    for (const Entry& one : files->value.entries) {
      if (!is(one.value.is_map(), one.value, "a map")) continue;
      const std::string what = "the file " + report::quote(one.key);
      LockedFile file{one.key, 0, digest(one.value, one.key_position, "sha256", 64, what), one.key_position};
      const std::string bytes = text(one.value, one.key_position, "bytes", what);
      const auto [end, error] = std::from_chars(bytes.data(), bytes.data() + bytes.size(), file.bytes);
      if (one.value.find("bytes") != nullptr && (error != std::errc() || end != bytes.data() + bytes.size()))
        wrong(one.value.find("bytes")->value, report::quote(bytes) + " is no number of bytes");
      world.files.push_back(std::move(file));
    }
  }
  LockedNode node_of(const Entry& entry) {
    const std::string what = "the node " + report::quote(entry.key);
    LockedNode node;
    node.name = entry.key;
    node.position = entry.key_position;
    keys(entry.value, {"code", "made_of", "inputs", "outputs"}, what);
    node.code = text(entry.value, entry.key_position, "code", what);
    node.made_of = members(entry.value, "made_of");
    node.inputs = members(entry.value, "inputs");
    const Value* outputs = need(entry.value, entry.key_position, "outputs", what);
    if (outputs == nullptr || outputs->is_null() || !is(outputs->is_map(), *outputs, "a map")) return node;
    for (const Entry& port : outputs->entries) {
      if (!is(port.value.is_map(), port.value, "a map")) continue;
      const std::string of = "the output " + report::quote(port.key);
      keys(port.value, {"recipe", "pixels", "facts"}, of);
      node.outputs.push_back({port.key, digest(port.value, port.key_position, "recipe", 64, of),
                              digest(port.value, port.key_position, "pixels", 32, of), members(port.value, "facts")});
    }
    return node;
  }

  const Check check_;
  bool good_ = true;
};

bool is_same_world(const LockedWorld& a, const LockedWorld& b) {
  return a.set == b.set && (a.seed == b.seed || (a.is_seed_of_config && b.is_seed_of_config));
}

// A request that occurs twice has no meaning.
void demand_each_once(const LockFile& lock, report::Diagnostics& diagnostics) {
  for (std::size_t i = 0; i < lock.worlds.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (!is_same_world(lock.worlds[i], lock.worlds[k])) continue;
      diagnostics.error(lock.worlds[i].position,
                        asked_text(lock.worlds[i].seed, lock.worlds[i].set) + " has two entries",
                        "delete one of them, or write it again: terrawright build CONFIG --lock",
                        {{lock.worlds[k].position, "the other one"}});
    }
  }
}

}  // namespace

std::filesystem::path lock_path(const std::filesystem::path& config) {
  std::filesystem::path path = config;
  const std::string ending = path.extension().string();
  if (ending == ".yaml" || ending == ".yml") path.replace_extension();
  path += ".lock.yaml";
  return path;
}

std::string asked_text(const std::string& seed, const std::vector<std::string>& set) {
  std::string text = "seed " + report::quote(seed);
  for (const std::string& one : set) text += " --set " + report::quote(one);
  return text;
}

std::optional<LockFile> read_lock(const std::filesystem::path& path, report::Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.error_count();
  const auto source = config::open(path.string(), {}, diagnostics);
  if (!source) return std::nullopt;
  if (const auto conflict = config::conflict_in(source))
    return diagnostics.no_value(
        conflict, "the lock file has the marks of a merge conflict",
        "take the file of one branch (git checkout --ours), then write it again: terrawright build CONFIG --lock");
  const std::string end = "\n...\n";
  const std::string& text = source->text;
  const bool whole = text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
  std::optional<LockFile> lock;
  if (!whole) {
    const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
    return diagnostics.no_value({source, std::max<std::size_t>(1, lines), 1, 1},
                                "the lock file is cut short: its last line is not '...'", make_anew);
  }
  if (const auto document = config::read(source, diagnostics)) {
    lock.emplace();
    LockReader(diagnostics).read(*document, *lock);
    demand_each_once(*lock, diagnostics);
  }
  if (diagnostics.error_count() != before) lock.reset();
  return lock;
}

const LockedWorld* entry_of(const LockFile& lock, const Asked& asked, const std::string& seed) {
  const LockedWorld* found = nullptr;
  for (const LockedWorld& world : lock.worlds) {
    if (world.set != asked.set) continue;
    if (!asked.seed && world.is_seed_of_config) return &world;  // whatever seed the config had
    if (world.seed == seed) found = &world;
  }
  return found;
}

void add_to_lock(const std::filesystem::path& path, const LockedWorld& world, report::Diagnostics& diagnostics) {
  const images::FolderLock alone(files::folder_of(path));
  LockFile lock;
  std::error_code unknown;
  if (std::filesystem::exists(path, unknown)) {
    auto before = read_lock(path, diagnostics);
    if (!before) return;
    lock = std::move(*before);
  }
  LockedWorld entry = world;
  const auto same = [&](const LockedWorld& other) {
    const bool is_same = is_same_world(entry, other);
    if (is_same && other.is_seed_of_config) entry.is_seed_of_config = true;
    return is_same;
  };
  lock.worlds.erase(std::remove_if(lock.worlds.begin(), lock.worlds.end(), same), lock.worlds.end());
  lock.worlds.push_back(std::move(entry));
  try {
    images::commit_text(path, text_of(std::move(lock)));
  } catch (const files::WriteFailed& failure) {
    diagnostics.error({}, failure.path().string() + ": " + failure.reason(), failure.remedy());
  }
}

namespace {

// In double quotes, as YAML and JSON have them.
std::string in_quotes(const std::string& text) {
  const std::string json = report::Json(text).dump();
  std::string safe;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const auto c = static_cast<unsigned char>(json[i]);
    const auto next = i + 1 < json.size() ? static_cast<unsigned char>(json[i + 1]) : 0U;
    const bool control = c == 0x7F || (c == 0xC2 && next >= 0x80 && next < 0xA0);  // U+0080 to U+009F
    if (!control) {
      safe += json[i];
      continue;
    }
    const unsigned code = c == 0x7F ? c : next;
    safe += std::string("\\u00") + "0123456789abcdef"[code / 16] + "0123456789abcdef"[code % 16];
    if (c != 0x7F) ++i;
  }
  return safe;
}

// In single quotes, for JSON, whose quotes then stand as they are.
std::string quoted_json(const std::string& json) {
  std::string safe;
  for (const char c : json) safe += c == '\'' ? std::string("''") : std::string(1, c);
  return "'" + safe + "'";
}

std::string in_brackets(const std::vector<std::string>& texts) {
  std::string list;
  for (const std::string& text : texts) list += (list.empty() ? "" : ", ") + in_quotes(text);
  return "[" + list + "]";
}

class LockWriter {
 public:
  std::string text;

  void line(int depth, const std::string& rest) {
    text += std::string(static_cast<std::size_t>(depth) * 2, ' ') + rest + "\n";
  }
  void members(int depth, const std::string& name, const Members& members) {
    if (members.empty()) return;
    line(depth, name + ":");
    for (const auto& [member, value] : members) line(depth + 1, in_quotes(member) + ": " + in_quotes(value));
  }
};

void write_node(const LockedNode& node, LockWriter& to) {
  to.line(3, in_quotes(node.name) + ":");
  to.line(4, "code: " + in_quotes(node.code));
  to.members(4, "made_of", node.made_of);
  to.members(4, "inputs", node.inputs);
  to.line(4, "outputs:");
  for (const LockedOutput& output : node.outputs) {
    to.line(5, in_quotes(output.port) + ":");
    to.line(6, "recipe: " + in_quotes(output.recipe));
    to.line(6, "pixels: " + in_quotes(output.pixels));
    to.members(6, "facts", output.facts);
  }
}

// All of an entry but its first lines.
std::string body_of(const LockedWorld& world) {
  LockWriter to;
  to.line(2, "program: " + in_quotes(world.program));
  to.members(2, "world", world.world);
  to.line(2, "code:");
  for (const LockedCode& code : world.code)
    to.line(3, in_quotes(code.plugin) + ": {version: " + in_quotes(code.version) + ", build: " + in_quotes(code.build) +
                   "}");
  to.members(2, "libraries", world.libraries);
  to.line(2, "nodes:");
  for (const LockedNode& node : world.nodes) write_node(node, to);
  to.line(2, "outputs:");
  for (const std::string& output : world.outputs) to.line(3, "- " + quoted_json(output));
  if (!world.files.empty()) to.line(2, "files:");
  for (const LockedFile& file : world.files) {
    to.line(3, in_quotes(file.path) + ": {bytes: " + std::to_string(file.bytes) +
                   ", sha256: " + in_quotes(file.sha256) + "}");
  }
  return to.text;
}

std::string head_of(const LockedWorld& world) {
  return "  - seed: " + in_quotes(world.seed) + "\n" +
         "    seed_from: " + (world.is_seed_of_config ? "config" : "command") + "\n" +
         "    set: " + in_brackets(world.set) + "\n";
}

// Numbers by their size.
std::tuple<std::size_t, std::string> order_of(const std::string& seed) {
  const bool number = !seed.empty() && seed.find_first_not_of("0123456789") == std::string::npos;
  return {number ? seed.size() : std::string::npos, seed};
}

bool is_before(const LockedWorld& a, const LockedWorld& b) {
  if (a.set != b.set) return a.set < b.set;
  if (a.is_seed_of_config != b.is_seed_of_config) return a.is_seed_of_config;
  return order_of(a.seed) < order_of(b.seed);
}

}  // namespace

std::string sum_of(const LockedWorld& world) { return graph::sha256(head_of(world) + body_of(world)); }

std::string text_of(LockFile lock) {
  std::stable_sort(lock.worlds.begin(), lock.worlds.end(), is_before);
  std::string text =
      "# Made by `terrawright build --lock`, to be committed. `build --locked` and `verify` hold worlds to it; a "
      "change\n"
      "# that is wanted is made with --lock again, not by hand.\n"
      "terrawright_lock: 1\n";
  text += lock.worlds.empty() ? "worlds: []\n" : "worlds:\n";
  for (const LockedWorld& world : lock.worlds)
    text += head_of(world) + "    sum: " + in_quotes(sum_of(world)) + "\n" + body_of(world);
  return text + "...\n";
}

}  // namespace terrawright::cli
