// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <tuple>

#include "cli/lock/lock_file.hpp"
#include "graph/sha256.hpp"
#include "report/json.hpp"

namespace terrawright::cli {
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

class Writer {
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

void write_node(const LockedNode& node, Writer& to) {
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
  Writer to;
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
