// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "report/suggest.hpp"
#include "sections.hpp"

namespace terrawright::config {
namespace {

using report::quote;

constexpr char example[] = "{file: \"{name}.exr\", layers: {height: node}}";

// Fills {name} and {seed} in; nothing after an error.
std::optional<std::string> fill(const Value& pattern, const Check& check, const World& world) {
  const std::string_view text = pattern.text;
  std::string filled;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == '}') {
      check.error(pattern, "the '}' in " + quote(text) + " closes nothing", "file names can contain {name} and {seed}");
      return std::nullopt;
    }
    if (text[i] != '{') {
      filled += text[i++];
      continue;
    }
    const std::size_t end = text.find('}', i);
    if (end == std::string_view::npos) {
      check.error(pattern, "the '{' in " + quote(text) + " is never closed",
                  "file names can contain {name} and {seed}");
      return std::nullopt;
    }
    const std::string_view key = text.substr(i + 1, end - i - 1);
    if (key != "name" && key != "seed") {
      check.error(pattern, "a file name cannot contain " + quote(text.substr(i, end + 1 - i)),
                  report::did_you_mean(key, {"name", "seed"}, "braces can hold"));
      return std::nullopt;
    }
    filled += key == "name" ? world.name : seed_in_files(world);
    i = end + 1;
  }
  return filled;
}

// Relative, and never out of the output folder.
bool stays_inside(const Value& pattern, const std::string& file, const Check& check) {
  const auto refuse = [&](const std::string& why) {
    check.error(pattern, quote(pattern.text) + " " + why, "files are written below the output folder, as {name}.exr");
    return false;
  };
  if (file.find_first_of("\\:") != std::string::npos) return refuse("has a '\\' or ':' in it");
  if (report::quote(file).find("\xEF\xBF\xBD") != std::string::npos) return refuse("has control characters in it");
  if (file.empty() || file.back() == '/') return refuse("names no file");
  if (file[0] == '/') return refuse("is an absolute path");
  for (std::size_t begin = 0; begin <= file.size();) {
    const std::size_t end = std::min(file.find('/', begin), file.size());
    const std::string part = file.substr(begin, end - begin);
    if (part == "..") return refuse("leaves the output folder");
    if (part.empty() || part == ".") return refuse("has an empty part");
    if (part.size() > 200) return refuse("has a part of more than 200 bytes");
    begin = end + 1;
  }
  return true;
}

bool read_file(const Value& value, const Check& check, const World& world, Output& output) {
  if (!check.is_text(value, "'file'", "file: \"{name}.exr\"")) return false;
  output.file = value.text;
  output.position = value.position;
  const auto filled = fill(value, check, world);
  if (!filled || !stays_inside(value, *filled, check)) return false;
  output.final_file = *filled;
  return true;
}

bool read_layers(const Value& value, const Check& check, Output& output) {
  if (!check.is_map(value, "'layers'", "layers: {height: node}")) return false;
  if (value.entries.empty()) check.error(value, "'layers' is empty", "name at least one: layers: {height: node}");
  bool good = !value.entries.empty();
  for (const Entry& entry : value.entries) {
    good = check.is_name(entry.key, entry.key_position, "a layer") && good;
    if (const auto from = read_reference(entry.value, check)) {
      output.layers.push_back({entry.key, entry.key_position, *from});
    } else {
      good = false;
    }
  }
  return good;
}

bool read_legend(const Value& value, const Check& check, Output& output) {
  const auto from = read_reference(value, check);
  if (from) output.layers.push_back({"legend", value.position, *from, true});
  return from.has_value();
}

bool read_print(const Value& value, const Check& check, Output& output) {
  if (!check.is_text(value, "'print'", "print: true")) return false;
  const auto reading = read_boolean(value.text);
  if (!reading) check.wrong(value, "'print'", reading);
  output.print = reading.value.value_or(false);
  return reading.value.has_value();
}

bool read_output(const Value& value, const Check& check, const Options& options, const World& world, Output& output) {
  output.position = value.position;
  if (!check.is_map(value, "an output", example)) return false;
  check.known_keys(value, {"file", "layers", "range", "legend", "print"}, "an output");
  bool good = true;
  if (const Entry* print = value.find("print")) good = read_print(print->value, check, output);
  if (const Entry* file = value.find("file")) {
    good = read_file(file->value, check, world, output) && good;
  } else if (options.files_required && !output.print) {
    check.required(value, value.position, "file", "an output", "file: \"{name}.exr\"");
    good = false;
  }
  const Value* layers = check.required(value, value.position, "layers", "an output", "layers: {height: node}");
  good = layers && read_layers(*layers, check, output) && good;
  if (const Entry* legend = value.find("legend")) good = read_legend(legend->value, check, output) && good;
  if (const Entry* range = value.find("range")) {
    output.range = check.range(range->value, "range: [-4000 m, 2000 m]");
    good = output.range && good;
  }
  return good;
}

// No file twice, and none where another one needs a folder.
void check_collisions(const World& world, const Check& check) {
  std::map<std::string, const Output*> files, folders;  // folders: with the first file in each
  for (const Output& b : world.outputs) {
    if (b.final_file.empty()) continue;
    std::vector<std::string> above;
    for (std::size_t slash = b.final_file.find('/'); slash != std::string::npos;
         slash = b.final_file.find('/', slash + 1))
      above.push_back(b.final_file.substr(0, slash));
    const auto same = files.find(b.final_file), inside = folders.find(b.final_file);
    const Output* other = same != files.end() ? same->second : inside != folders.end() ? inside->second : nullptr;
    for (const std::string& folder : above)
      if (const auto file = files.find(folder); !other && file != files.end()) other = file->second;
    if (other) {
      const bool twice = other->final_file == b.final_file;
      check.diagnostics().error(
          b.position,
          twice ? "two outputs write " + quote(b.final_file)
                : quote(other->final_file) + " and " + quote(b.final_file) + " cannot both be written",
          twice ? "give each its own name, or put their layers into one" : "one is the other's folder",
          {{other->position, "the other one"}});
    }
    files.emplace(b.final_file, &b);
    for (const std::string& folder : above) folders.emplace(folder, &b);
  }
}

}  // namespace

std::string seed_in_files(const World& world) {
  const bool plain = world.seed_text.find_first_not_of(
                         "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") == std::string::npos;
  return plain && !world.seed_text.empty() && world.seed_text.size() <= 64 ? world.seed_text
                                                                           : std::to_string(world.seed);
}

bool read_outputs(const Value& document, const Check& check, const Options& options, World& world) {
  const std::string example_list = std::string("outputs: [") + example + "]";
  const Value* outputs = check.required(document, document.position, "outputs", "the config", example_list);
  if (!outputs || !check.is_list(*outputs, "'outputs'", example_list)) return false;
  if (outputs->items.empty())
    check.error(*outputs, "'outputs' is empty, so nothing would be made", "add " + std::string(example));
  bool good = !outputs->items.empty();
  for (const Value& item : outputs->items) {
    Output output;
    output.complete = read_output(item, check, options, world, output);
    good = good && output.complete;
    world.outputs.push_back(std::move(output));
  }
  check_collisions(world, check);
  return good;
}

}  // namespace terrawright::config
