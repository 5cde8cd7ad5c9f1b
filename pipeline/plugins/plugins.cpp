// SPDX-License-Identifier: Apache-2.0
#include "plugins/plugins.hpp"

#include <algorithm>
#include <filesystem>

#include "border/description.hpp"
#include "config/unit.hpp"
#include "config/world.hpp"
#include "graph/composites.hpp"
#include "plugins/build_id.hpp"
#include "plugins/built_in.hpp"
#include "plugins/entering.hpp"
#include "plugins/library.hpp"
#include "report/diagnostic.hpp"

namespace terrawright::plugins {

namespace {

// A unit that a config could not be written in would never be accepted.
void check_units(const terrawright_parameter* const* list, std::uint64_t count) {
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::string unit = list[i]->unit;
    if (!unit.empty() && unit != "1" && unit != "cells" && config::find_unit(unit) == nullptr) {
      throw border::Unsound("gives its parameter '" + std::string(list[i]->name) + "' the unit " + report::quote(unit) +
                            ", which there is not");
    }
    check_units(list[i]->columns, list[i]->n_columns);
  }
}

}  // namespace

std::vector<Problem> add_plugin(const terrawright_plugin* given, const std::string& file, const std::string& build,
                                graph::Catalogue& catalogue) {
  const std::string remedy = "mend what it says of itself, or remove it";
  std::vector<graph::Offer> offers;
  try {
    const terrawright_plugin plugin = border::plugin(given);
    for (std::uint64_t i = 0; i < plugin.n_stages; ++i) {
      graph::Offer offer{nullptr, plugin.id, plugin.version, file, build};
      try {
        offer.description = std::make_shared<const border::Description>(plugin.stages[i]);
        offer.stage = &offer.description->stage();
        check_units(offer.stage->parameters, offer.stage->n_parameters);
      } catch (const border::Unsound& unsound) {
        return {{file, "stage " + std::to_string(i + 1) + " of it " + unsound.what(), remedy}};
      }
      const std::string name = graph::Catalogue::name(*offer.stage);
      for (const graph::Offer& other : offers) {
        if (graph::Catalogue::name(*other.stage) == name)
          return {{file, "it has the stage " + name + " twice", remedy}};
      }
      if (const graph::Offer* taken = catalogue.find(offer.stage->id, offer.stage->version)) {
        const std::string owner = taken->file.empty() ? "this program" : taken->file;
        return {{file, "its stage " + name + " is there already, from " + owner,
                 "put your name before it, as in my_company/" + std::string(offer.stage->id) +
                     ", give it another version, or remove one of the two"}};
      }
      offers.push_back(std::move(offer));
    }
  } catch (const border::Unsound& unsound) {
    return {{file, std::string("it ") + unsound.what(), remedy}};
  }
  for (graph::Offer& offer : offers) catalogue.add(std::move(offer));
  return {};
}

std::vector<Problem> add_built_in(graph::Catalogue& catalogue) {
  Entering entering("");
  const terrawright_plugin* plugin =
      entering.call([](const terrawright_engine* engine) { return built_in_plugin(*engine); });
  if (plugin == nullptr) return {{"", "this program: " + entering.failure(), "build it as its README says"}};
  const std::string build = std::string(plugin->id) + " " + plugin->version + " " + build_id();
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

std::vector<Problem> add_folder(const std::string& folder, graph::Catalogue& catalogue,
                                std::vector<std::string>* said) {
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
    if (said != nullptr) said->insert(said->end(), library.said.begin(), library.said.end());
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

}  // namespace terrawright::plugins
