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
    if (!unit.empty() && unit != "1" && unit != "cells" && !config::of_cells(unit) &&
        config::find_unit(unit) == nullptr) {
      throw border::BadDescription("gives its parameter '" + std::string(list[i]->name) + "' the unit " +
                                   report::quote(unit) + ", which is unknown");
    }
    check_units(list[i]->columns, list[i]->n_columns);
  }
}

// The stages that are in the catalogue already, as one problem.
std::vector<Problem> taken_of(const std::vector<graph::Offer>& offers, const std::string& file,
                              const graph::Catalogue& catalogue) {
  std::vector<Problem> problems;
  for (const graph::Offer& offer : offers) {
    const graph::Offer* owner = catalogue.find(offer.stage->id, offer.stage->version);
    if (owner == nullptr) continue;
    const std::string name = graph::Catalogue::name(*offer.stage);
    if (problems.empty()) {
      problems.push_back(
          {file,
           "its stage " + name + " is there already, from " + (owner->file.empty() ? "this program" : owner->file),
           "put your name before it, as in my_company/" + std::string(offer.stage->id) +
               ", give it another version, or remove one of the two",
           {}});
    }
    problems.front().taken.push_back(name);
  }
  return problems;
}

bool is_there(const std::string& file, const graph::Catalogue& catalogue) {
  const auto all = catalogue.all();
  return std::any_of(all.begin(), all.end(), [&](const graph::Offer* offer) {
    std::error_code error;
    return !offer->file.empty() && std::filesystem::equivalent(offer->file, file, error);
  });
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
      } catch (const border::BadDescription& bad) {
        return {{file, "stage " + std::to_string(i + 1) + " of it " + bad.what(), remedy, {}}};
      }
      const std::string name = graph::Catalogue::name(*offer.stage);
      for (const graph::Offer& other : offers) {
        if (graph::Catalogue::name(*other.stage) == name)
          return {{file, "it has the stage " + name + " twice", remedy, {}}};
      }
      offers.push_back(std::move(offer));
    }
  } catch (const border::BadDescription& bad) {
    return {{file, std::string("it ") + bad.what(), remedy, {}}};
  }
  if (auto taken = taken_of(offers, file, catalogue); !taken.empty()) return taken;
  for (graph::Offer& offer : offers) catalogue.add(std::move(offer));
  return {};
}

std::vector<Problem> add_built_in(graph::Catalogue& catalogue) {
  Entering entering("");
  const terrawright_plugin* plugin =
      entering.call([](const terrawright_engine* engine) { return built_in_plugin(*engine); });
  if (plugin == nullptr) return {{"", "this program: " + entering.failure(), "build it as its README says", {}}};
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
  if (diagnostics.has_errors()) return {{"", "a composite of this program is wrong:\n" + diagnostics.text(), "", {}}};
  return {};
}

std::vector<Problem> add_library(const std::string& file, graph::Catalogue& catalogue, std::vector<std::string>* said) {
  if (is_there(file, catalogue)) return {};
  const Library library = open_library(file);
  if (said != nullptr) said->insert(said->end(), library.said.begin(), library.said.end());
  if (library.plugin == nullptr) return {{file, library.reason, library.remedy, {}}};
  return add_plugin(library.plugin, file, library.build, catalogue);
}

std::vector<Problem> add_folder(const std::string& folder, graph::Catalogue& catalogue,
                                std::vector<std::string>* said) {
  std::error_code error;
  std::vector<std::string> files;
  for (std::filesystem::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (at->path().extension() == ".so") files.push_back(at->path().string());
  }
  if (error) {
    return {{folder,
             "this folder of plugins cannot be read (" + error.message() + ")",
             "name a folder that holds .so files",
             {}}};
  }
  std::sort(files.begin(), files.end());
  std::vector<Problem> problems;
  for (const std::string& file : files) {
    for (Problem& problem : add_library(file, catalogue, said)) problems.push_back(std::move(problem));
  }
  return problems;
}

std::vector<Problem> add_all(const std::vector<Place>& path, graph::Catalogue& catalogue,
                             std::vector<std::string>* said) {
  std::vector<Problem> problems;
  for (const Place& place : path) {
    std::error_code error;
    const bool is_folder = std::filesystem::is_directory(place.path, error);
    const bool is_library = !is_folder && (std::filesystem::path(place.path).extension() == ".so" ||
                                           std::filesystem::exists(place.path, error));
    for (Problem& problem :
         is_library ? add_library(place.path, catalogue, said) : add_folder(place.path, catalogue, said)) {
      if (place.named && problem.file == place.path) {
        problems.push_back(std::move(problem));
      } else {
        catalogue.refuse(std::move(problem));
      }
    }
  }
  return problems;
}

std::vector<Problem> add_everything(const std::vector<std::string>& named, graph::Catalogue& catalogue,
                                    std::vector<std::string>* said) {
  std::vector<Problem> problems = add_built_in(catalogue);
  for (Problem& problem : add_all(search_path(named), catalogue, said)) problems.push_back(std::move(problem));
  return problems;
}

}  // namespace terrawright::plugins
