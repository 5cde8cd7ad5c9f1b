// SPDX-License-Identifier: Apache-2.0
#include "file_names.hpp"

#include <algorithm>

#include "config/sections/sections.hpp"
#include "report/suggest.hpp"

namespace terrawright::config {

namespace fs = std::filesystem;
using report::quote;

Folder::Folder(const fs::path& config)
    : folder_(real(config.has_parent_path() ? config.parent_path() : fs::path("."))) {}

fs::path Folder::real(const fs::path& path) {
  std::error_code failed;
  const fs::path canonical = fs::weakly_canonical(fs::absolute(path, failed), failed);
  return failed ? path.lexically_normal() : canonical;
}

bool Folder::holds(const fs::path& file) const {
  const auto [end_of_folder, in_file] = std::mismatch(folder_.begin(), folder_.end(), file.begin(), file.end());
  return end_of_folder == folder_.end();
}

bool Folder::holds(const fs::path& file, const fs::path& from) const {
  return holds(file) || (!holds(real(from)) && Folder(from).holds(file));
}

fs::path Folder::find(const Value& name, const fs::path& from, const char* use, const Check& check) const {
  fs::path path = (from.parent_path() / name.text).lexically_normal();
  if (!name.text.empty() && !fs::path(name.text).is_absolute() && holds(real(path), from)) return path;
  check.error(name, quote(name.text) + " is not in the folder of the config",
              std::string("copy it there: only files in that folder or below it can be ") + use);
  return {};
}

namespace {

using report::quote;

std::vector<std::string> words(const std::vector<std::string>& kept) {
  std::vector<std::string> all{"name", "seed"};
  all.insert(all.end(), kept.begin(), kept.end());
  return all;
}

std::string can_contain(const std::vector<std::string>& kept) {
  return kept.size() == 1   ? "file names can contain {name}, {seed} and {layer}"
         : kept.size() == 3 ? "file names of tiles can contain {name}, {seed}, {layer}, {x} and {y}"
                            : "file names of pyramids can contain {name}, {seed}, {layer}, {z}, {x} and {y}";
}

// Fills {name} and {seed} in, and leaves braces around what else `kept` has; nothing after an error. {layer} is filled
// in where the layers are known.
std::optional<std::string> fill(const Value& pattern, const Check& check, const World& world,
                                const std::vector<std::string>& kept) {
  const std::string_view text = pattern.text;
  std::string filled;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == '}')
      return check.no_value(pattern, "the '}' in " + quote(text) + " closes nothing", can_contain(kept));
    if (text[i] != '{') {
      filled += text[i++];
      continue;
    }
    const std::size_t end = text.find('}', i);
    if (end == std::string_view::npos)
      return check.no_value(pattern, "the '{' in " + quote(text) + " is never closed", can_contain(kept));
    const std::string_view key = text.substr(i + 1, end - i - 1);
    const bool is_kept = std::find(kept.begin(), kept.end(), key) != kept.end();
    if (key != "name" && key != "seed" && !is_kept) {
      const bool of_tiles = kept.size() == 1 && (key == "x" || key == "y");
      return check.no_value(pattern, "a file name cannot contain " + quote(text.substr(i, end + 1 - i)),
                            of_tiles ? "one file has no tiles; write tiles: {side: 2048, file: " + quote(text) + "}"
                            : kept.size() == 1 && key == "z"
                                ? "tiles of several zooms are a pyramid: {file: \"{name}-web/{z}/{x}/{y}.png\"}"
                                : report::did_you_mean(key, words(kept), "braces can hold"));
    }
    filled += is_kept ? std::string(text.substr(i, end + 1 - i)) : key == "name" ? world.name : seed_in_files(world);
    i = end + 1;
  }
  return filled;
}

// Relative, and never out of the output folder.
bool stays_inside(const Value& pattern, const std::string& file, const Check& check) {
  const auto refuse = [&](const std::string& why) {
    return check.error(pattern, quote(pattern.text) + " " + why,
                       "files are written below the output folder, as {name}.exr");
  };
  if (file.find_first_of("\\:") != std::string::npos) return refuse("has a '\\' or ':' in it");
  if (report::quote(file).find("\xEF\xBF\xBD") != std::string::npos) return refuse("has control characters in it");
  if (file.empty() || file.back() == '/') return refuse("names no file");
  if (file[0] == '/') return refuse("is an absolute path");
  for (const std::string& part : report::split(file, "/")) {
    if (part == "..") return refuse("leaves the output folder");
    if (part.empty() || part == ".") return refuse("has an empty part");
    if (part.size() > 200) return refuse("has a part of more than 200 bytes");
  }
  return true;
}

// Whether no two tiles get one name: beside each other numbers run together, as do numbers with digits between them.
bool tells_tiles_apart(const Value& pattern, const std::string& name, const Check& check) {
  const std::size_t x = name.find("{x}"), y = name.find("{y}");
  if (x == std::string::npos || y == std::string::npos) {
    const std::string lacking = x != std::string::npos ? "{y}" : y != std::string::npos ? "{x}" : "{x} and {y}";
    return check.error(pattern,
                       quote(pattern.text) + " has no " + lacking + " in it, so several tiles would be one file",
                       "write file: \"{name}_x{x}_y{y}.png\"");
  }
  const std::size_t begin = std::min(x, y) + 3, end = std::max(name.rfind("{x}"), name.rfind("{y}"));
  for (std::size_t i = begin; i < end; ++i) {
    if (name[i] != '{' && (name[i] < '0' || name[i] > '9')) return true;
    if (name[i] == '{') i += 2;
  }
  return check.error(pattern, quote(pattern.text) + " gives several tiles one name: 1 and 11 are as 11 and 1",
                     "write something between them that is no digit, as {name}_x{x}_y{y}.png does");
}

}  // namespace

std::optional<std::string> filled_name(const Value& pattern, const Check& check, const World& world) {
  auto filled = fill(pattern, check, world, {"layer"});
  if (filled && !stays_inside(pattern, *filled, check)) return std::nullopt;
  return filled;
}

void fill_in_texts(World& world) {
  const std::string seed = seed_in_files(world);
  const auto fill_nodes = [&](std::vector<Node>& nodes) {
    for (Node& node : nodes) {
      for (Entry& entry : node.parameters) {
        std::string& text = entry.value.text;
        if (entry.value.is_scalar())
          text = report::replaced(report::replaced(text, "{name}", world.name), "{seed}", seed);
      }
    }
  };
  fill_nodes(world.nodes);
  for (Composite& composite : world.composites) fill_nodes(composite.nodes);
}

std::optional<std::string> filled_tile_name(const Value& pattern, const Check& check, const World& world) {
  auto filled = fill(pattern, check, world, {"layer", "x", "y"});
  if (!filled || !stays_inside(pattern, *filled, check) || !tells_tiles_apart(pattern, *filled, check))
    return std::nullopt;
  return filled;
}

std::optional<PyramidName> filled_pyramid_name(const Value& pattern, const Check& check, const World& world) {
  constexpr std::string_view tiles = "/{z}/{x}/{y}.png", archive = ".pmtiles";
  auto filled = fill(pattern, check, world, {"layer", "z", "x", "y"});
  if (!filled) return std::nullopt;
  const auto ends_in = [&](std::string_view end) {
    return filled->size() > end.size() && filled->compare(filled->size() - end.size(), end.size(), end) == 0;
  };
  PyramidName name{*filled, ends_in(archive)};
  if (ends_in(tiles)) name.file.resize(filled->size() - tiles.size());
  const bool known = name.archive || ends_in(tiles);
  const bool numbers = name.file.find("{x}") != std::string::npos || name.file.find("{y}") != std::string::npos ||
                       name.file.find("{z}") != std::string::npos;
  if (!known || numbers)
    return check.no_value(pattern, quote(pattern.text) + " is neither a .pmtiles file nor a folder of tiles",
                          "write file: \"{name}.pmtiles\" or file: \"{name}-web/{z}/{x}/{y}.png\"");
  if (!stays_inside(pattern, name.file, check)) return std::nullopt;
  return name;
}

}  // namespace terrawright::config
