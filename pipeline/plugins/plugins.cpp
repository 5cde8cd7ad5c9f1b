// SPDX-License-Identifier: Apache-2.0
#include "plugins/plugins.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "config/world.hpp"
#include "graph/composites.hpp"
#include "plugins/built_in.hpp"
#include "plugins/library.hpp"
#include "plugins/sound.hpp"

namespace terrawright::plugins {

std::vector<Problem> add_plugin(const terrawright_plugin* plugin, const std::string& file, const std::string& build,
                                graph::Catalogue& catalogue) {
  for (std::uint64_t i = 0; i < plugin->n_stages; ++i) {
    const std::string unsound = what_is_unsound(plugin->stages[i]);
    if (!unsound.empty()) return {{file, "stage " + std::to_string(i + 1) + " of it " + unsound, "mend its describe"}};
    const graph::Offer* taken = catalogue.find(plugin->stages[i]->id);
    if (taken == nullptr) continue;
    const std::string owner = taken->file.empty() ? "this program" : taken->file;
    return {{file, "its stage " + std::string(taken->stage->id) + " is there already, from " + owner,
             "rename the stage, or remove one of the two"}};
  }
  for (std::uint64_t i = 0; i < plugin->n_stages; ++i) {
    catalogue.add({plugin->stages[i], plugin->id, plugin->version, file, build});
  }
  return {};
}

std::vector<Problem> add_built_in(graph::Catalogue& catalogue) {
  const terrawright_plugin* plugin = built_in_plugin();
  const std::string build = std::string(plugin->id) + " " + plugin->version;
  auto problems = add_plugin(plugin, "", build, catalogue);
  if (!problems.empty()) return problems;
  report::Diagnostics diagnostics;
  std::vector<config::Composite> composites;
  for (const auto& [file, yaml] : built_in_composites()) {
    const auto source = std::make_shared<const report::Source>(report::Source{file, yaml});
    for (auto& composite : config::load_composites(source, diagnostics)) composites.push_back(std::move(composite));
  }
  graph::add_composites(std::move(composites), {nullptr, plugin->id, plugin->version, "", build}, catalogue,
                        diagnostics);
  if (diagnostics.has_errors()) return {{"", "a composite of this program is wrong:\n" + diagnostics.text(), ""}};
  return {};
}

std::vector<Problem> add_folder(const std::string& folder, graph::Catalogue& catalogue) {
  std::error_code error;
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".so") files.push_back(entry.path().string());
  }
  if (error) {
    return {{folder, "this folder of plugins cannot be read (" + error.message() + ")",
             "name a folder that holds .so files"}};
  }
  std::sort(files.begin(), files.end());
  std::vector<Problem> problems;
  for (const std::string& file : files) {
    const Library library = open_library(file);
    if (library.plugin == nullptr) {
      problems.push_back({file, library.reason, library.remedy});
      continue;
    }
    for (Problem& problem : add_plugin(library.plugin, file, library.build, catalogue)) {
      problems.push_back(std::move(problem));
    }
  }
  return problems;
}

std::vector<std::string> plugin_folders(const std::vector<std::string>& named) {
  std::vector<std::string> folders = named;
  if (const char* path = std::getenv("TERRAWRIGHT_PLUGIN_PATH")) {
    std::istringstream parts(path);
    for (std::string folder; std::getline(parts, folder, ':');) {
      if (!folder.empty()) folders.push_back(folder);
    }
  }
  if (std::filesystem::is_directory(TERRAWRIGHT_INSTALLED_PLUGINS)) {
    folders.emplace_back(TERRAWRIGHT_INSTALLED_PLUGINS);
  }
  // A folder that is named twice is one folder.
  std::vector<std::string> unique;
  for (const std::string& folder : folders) {
    std::error_code error;
    const bool known = std::any_of(unique.begin(), unique.end(), [&](const std::string& other) {
      return folder == other || std::filesystem::equivalent(folder, other, error);
    });
    if (!known) unique.push_back(folder);
  }
  return unique;
}

}  // namespace terrawright::plugins
