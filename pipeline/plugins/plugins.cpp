// SPDX-License-Identifier: Apache-2.0
#include "plugins/plugins.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <type_traits>

#include "border/description.hpp"
#include "config/quantity.hpp"
#include "config/world.hpp"
#include "graph/linking.hpp"
#include "plugins/entering.hpp"
#include "plugins/library.hpp"
#include "report/diagnostic.hpp"
#include "report/program_file.hpp"
#include "workers/python_file.hpp"

namespace terrawright::plugins {
namespace {

constexpr char mend[] = "mend what it says of itself, or remove it";

// A unit that a config could not be written in would never be accepted.
void check_units(const terrawright_parameter* const* list, std::uint64_t count, bool of_writer) {
  for (std::uint64_t i = 0; i < count; ++i) {
    const bool of_port = of_writer && border::unit_of_port(list[i]->unit);
    if (const std::string known = config::units_in_place_of(list[i]->unit); !of_port && !known.empty()) {
      throw border::BadDescription("gives its parameter '" + std::string(list[i]->name) + "' the unit " +
                                   report::quote(list[i]->unit) + ", which is unknown: " + known);
    }
    check_units(list[i]->columns, list[i]->n_columns, false);
  }
}

const terrawright_stage& described(const graph::Offer& offer) { return *offer.stage; }
const terrawright_stage& described(const graph::WriterOffer& offer) { return offer.description->stage(); }
const graph::Offer* owner_of(const graph::Offer& offer, const graph::Catalogue& catalogue) {
  return catalogue.find(offer.stage->id, offer.stage->version);
}
const graph::WriterOffer* owner_of(const graph::WriterOffer& offer, const graph::Catalogue& catalogue) {
  return catalogue.find_writer(offer.writer().id, offer.writer().version);
}

// The stages, or writers, that are in the catalogue already, as one problem.
template <class Offer>
std::vector<Problem> taken_of(const std::vector<Offer>& offers, const std::string& what, const std::string& file,
                              const graph::Catalogue& catalogue) {
  std::vector<Problem> problems;
  for (const Offer& offer : offers) {
    const auto* owner = owner_of(offer, catalogue);
    if (owner == nullptr) continue;
    const std::string name = graph::Catalogue::name(described(offer));
    if (problems.empty()) {
      problems.push_back({file,
                          "its " + what + " " + name + " is there already, from " +
                              (owner->file.empty() ? "this program" : owner->file),
                          "put your name before it, as in my_company/" + std::string(described(offer).id) +
                              ", give it another version, or remove one of the two",
                          {}});
    }
    problems.front().taken.push_back(name);
  }
  return problems;
}

// Describes one of the plugin's and adds it to `offers`; what is wrong, or "".
template <class Offer, class Descriptor>
std::string described_into(std::vector<Offer>& offers, const std::string& what, const Descriptor* from,
                           const std::shared_ptr<const border::Plugin>& plugin, Offer offer) {
  const std::string which = what + " " + std::to_string(offers.size() + 1) + " of it ";
  try {
    using Description = typename decltype(offer.description)::element_type;
    offer.description = std::make_shared<Description>(from, plugin);
    const terrawright_stage& stage = offer.description->stage();
    check_units(stage.parameters, stage.n_parameters, std::is_same_v<Offer, graph::WriterOffer>);
    if constexpr (std::is_same_v<Offer, graph::Offer>) offer.stage = &stage;
  } catch (const border::BadDescription& bad) {
    return which + bad.what();
  }
  const std::string name = graph::Catalogue::name(offer.description->stage());
  for (const Offer& other : offers) {
    if (graph::Catalogue::name(described(other)) == name) return "it has the " + what + " " + name + " twice";
  }
  offers.push_back(std::move(offer));
  return "";
}

bool is_there(const std::string& file, const graph::Catalogue& catalogue) {
  const auto is_of_it = [&](const auto* offer) {
    std::error_code error;
    return !offer->file.empty() && std::filesystem::equivalent(offer->file, file, error);
  };
  const auto all = catalogue.added();
  const auto writers = catalogue.writers();
  return std::any_of(all.begin(), all.end(), is_of_it) || std::any_of(writers.begin(), writers.end(), is_of_it);
}

}  // namespace

bool has_stages(const std::string& file) {
  return std::filesystem::path(file).extension() == ".so" || (is_python(file) && workers::declares_stages(file));
}

std::vector<Problem> add_plugin(const terrawright_plugin* given, const std::string& file, const std::string& build,
                                graph::Catalogue& catalogue) {
  try {
    return add_plugin(std::make_shared<const border::Plugin>(given), file, build, catalogue);
  } catch (const border::BadDescription& bad) {
    return {{file, std::string("it ") + bad.what(), mend, {}}};
  }
}

std::vector<Problem> add_plugin(const std::shared_ptr<const border::Plugin>& entered, const std::string& file,
                                const std::string& build, graph::Catalogue& catalogue) {
  const auto refused = [&](const std::string& why) { return std::vector<Problem>{{file, why, mend, {}}}; };
  std::vector<graph::Offer> offers;
  std::vector<graph::WriterOffer> writers;
  try {
    const terrawright_plugin& plugin = entered->plain();
    for (std::uint64_t i = 0; i < plugin.n_stages; ++i) {
      const std::string why = described_into(offers, "stage", plugin.stages[i], entered,
                                             graph::Offer{nullptr, plugin.id, plugin.version, file, build});
      if (!why.empty()) return refused(why);
    }
    for (const terrawright_writer* writer : entered->writers()) {
      const std::string why = described_into(writers, "writer", writer, entered,
                                             graph::WriterOffer{nullptr, plugin.id, plugin.version, file, build});
      if (!why.empty()) return refused(why);
    }
  } catch (const border::BadDescription& bad) {
    return refused(std::string("it ") + bad.what());
  }
  if (auto taken = taken_of(offers, "stage", file, catalogue); !taken.empty()) return taken;
  if (auto taken = taken_of(writers, "writer", file, catalogue); !taken.empty()) return taken;
  for (graph::Offer& offer : offers) catalogue.add(std::move(offer));
  for (graph::WriterOffer& writer : writers) catalogue.add(std::move(writer));
  return {};
}

std::vector<Problem> add_built_in(graph::Catalogue& catalogue) {
  Entering entering("");
  const terrawright_plugin* plugin =
      entering.call([](const terrawright_engine* engine) { return built_in_plugin(*engine); });
  if (plugin == nullptr) return {{"", "this program: " + entering.failure(), "build it as its README says", {}}};
  terrawright_plugin whole = *plugin;
  whole.extension = [](const char* id) -> const void* {
    return std::string(id) == TERRAWRIGHT_WRITERS ? &built_in_writers() : nullptr;
  };
  const std::string build = std::string(plugin->id) + " " + plugin->version + " " + report::program_build_id();
  auto problems = add_plugin(&whole, "", build, catalogue);
  if (!problems.empty()) return problems;
  for (const auto& left_out : {left_out_stages(), left_out_writers()})
    for (const auto& [id, pack] : left_out) catalogue.leave_out(id, pack);
  std::vector<std::string> ids;
  for (const BuiltInComposite& composite : built_in_composites()) ids.emplace_back(composite.id);
  // Most worlds use none of them, and their texts are as long as a world.
  catalogue.add_later(std::move(ids), [id = std::string(plugin->id), version = std::string(plugin->version),
                                       build](graph::Catalogue& all) {
    report::Diagnostics diagnostics;
    std::vector<config::Composite> composites;
    for (const auto& [name, file, yaml] : built_in_composites()) {
      const auto source = std::make_shared<const report::Source>(report::Source{file, yaml});
      for (auto& composite : config::load_composites(source, diagnostics)) composites.push_back(std::move(composite));
    }
    graph::add_composites(std::move(composites), {nullptr, id, version, "", build}, all, diagnostics);
    if (diagnostics.has_errors())
      throw std::logic_error("a composite of this program is wrong:\n" + diagnostics.text());
  });
  return {};
}

namespace {

// The libraries of a place, in the order of names; or why they cannot be listed.
struct Listed {
  std::vector<std::string> files;
  std::vector<Problem> problems;
};

Listed listed(const std::string& folder) {
  Listed all;
  std::error_code error;
  for (std::filesystem::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (has_stages(at->path().string())) all.files.push_back(at->path().string());
  }
  if (error) {
    const std::string why = "this folder of plugins cannot be read (" + error.message() + ")";
    return {{}, {{folder, why, "name a folder that holds .so files, or .py files of stages", {}}}};
  }
  std::sort(all.files.begin(), all.files.end());
  return all;
}

bool is_library(const std::string& path) {
  std::error_code error;
  return !std::filesystem::is_directory(path, error) &&
         (std::filesystem::path(path).extension() == ".so" || std::filesystem::exists(path, error));
}

// Nothing of a library that is there already.
std::vector<Problem> add_opened(const std::string& file, const Library& library, graph::Catalogue& catalogue,
                                std::vector<std::string>* said) {
  if (is_there(file, catalogue)) return {};
  if (said != nullptr) said->insert(said->end(), library.said.begin(), library.said.end());
  if (!library.plugin) return {{file, library.reason, library.remedy, {}}};
  return add_plugin(library.plugin, file, library.build, catalogue);
}

}  // namespace

std::vector<Problem> add_all(const std::vector<PathEntry>& path, graph::Catalogue& catalogue,
                             std::vector<std::string>* said) {
  std::vector<Listed> places;
  std::vector<std::string> files;
  for (const PathEntry& place : path) {
    places.push_back(is_library(place.path) ? Listed{{place.path}, {}} : listed(place.path));
    files.insert(files.end(), places.back().files.begin(), places.back().files.end());
  }
  const std::vector<Library> libraries = open_libraries(files);
  std::vector<Problem> problems;
  std::size_t next = 0;
  for (std::size_t i = 0; i < path.size(); ++i) {
    std::vector<Problem> of_place = std::move(places[i].problems);
    for (const std::string& file : places[i].files) {
      for (Problem& problem : add_opened(file, libraries[next++], catalogue, said))
        of_place.push_back(std::move(problem));
    }
    for (Problem& problem : of_place) {
      if (path[i].named && problem.file == path[i].path) {
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

namespace fs = std::filesystem;

std::string folder_of_installation(const std::string& program) {
  if (fs::path(program).filename().string().rfind("libterrawright.so", 0) == 0)  // its plugins are beside it
    return (fs::path(program).parent_path() / "terrawright/plugins").string();
  const fs::path folder = fs::path(program).parent_path(), tail = "/" TERRAWRIGHT_PROGRAM_FOLDER;
  const std::string path = folder.string(), end = tail.lexically_normal().string();
  if (path.size() < end.size() || path.compare(path.size() - end.size(), end.size(), end) != 0) return {};
  return (folder / TERRAWRIGHT_PLUGINS_FROM_PROGRAM).lexically_normal().string();
}

std::vector<PathEntry> search_path(const std::vector<std::string>& named) {
  std::vector<PathEntry> places;
  std::error_code error;
  // A place that is named twice is one place.
  const auto add = [&](const std::string& path, bool by_name) {
    const bool known = std::any_of(places.begin(), places.end(), [&](const PathEntry& other) {
      return path == other.path || fs::equivalent(path, other.path, error);
    });
    if (!known && !path.empty()) places.push_back({path, by_name});
  };
  for (const std::string& path : named) add(path, true);
  if (const char* list = std::getenv("TERRAWRIGHT_PLUGIN_PATH")) {
    std::istringstream parts(list);
    for (std::string path; std::getline(parts, path, ':');) add(path, false);
  }
  const std::string installed = folder_of_installation(report::program_file().string());
  if (fs::is_directory(installed, error)) add(installed, false);
  return places;
}

}  // namespace terrawright::plugins
