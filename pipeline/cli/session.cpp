// SPDX-License-Identifier: Apache-2.0
#include "cli/session.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <limits>
#include <thread>

#include "cli/seeds.hpp"
#include "cli/show.hpp"
#include "config/quantity.hpp"
#include "images/file_opener.hpp"
#include "images/format.hpp"
#include "images/refusals.hpp"
#include "report/progress.hpp"
#include "schedule/free_memory.hpp"
#include "schedule/schedule.hpp"
#include "schedule/tiling.hpp"

namespace terrawright::cli {
namespace {

std::int64_t tile_of(const std::string& text, report::Diagnostics& diagnostics) {
  if (text == "whole") return schedule::whole_world;
  std::int64_t side = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), side);
  if (error != std::errc() || end != text.data() + text.size() || side < 1 || side > (1 << 20)) {
    diagnostics.error({}, "--tile takes a side in cells from 1 to 1048576, or whole; this is " + report::quote(text));
    return schedule::whole_world;
  }
  return side;
}

std::uint64_t memory_of(const std::string& text, report::Diagnostics& diagnostics) {
  if (text.empty()) return schedule::usual_memory();
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string unit(end, text.data() + text.size());
  const double factor = unit == "GB" || unit == "G" ? 1e9 : unit == "MB" || unit == "M" ? 1e6 : 0;
  if (error != std::errc() || factor == 0 || !(number > 0) || number > 1e9) {
    diagnostics.error({}, "--memory takes a size such as 4GB or 500MB; this is " + report::quote(text));
    return std::numeric_limits<std::uint64_t>::max();
  }
  return static_cast<std::uint64_t>(number * factor);
}

// Whether all that decides what a file can hold is known, beside problems that were said.
bool is_known(const graph::Graph& graph, const graph::Output& output) {
  if (!output.written->complete || output.layers.size() != output.written->layers.size()) return false;
  for (const graph::OutputLayer& layer : output.layers) {
    if (graph.flow(layer.from).kind == 0 || graph.flow(layer.from).guessed) return false;
  }
  return graph.world->facts_good;
}

// The output's files as the image room sees them, with every reason why not.
images::Picture picture_of(const graph::Graph& graph, const graph::Output& output, const std::string& folder,
                           report::Diagnostics& diagnostics) {
  images::Picture picture;
  picture.metres_per_cell = graph.world->cell;
  picture.latitude = graph.world->latitude;
  if (!output.written->final_file.empty()) picture.file = std::filesystem::path(folder) / output.written->final_file;
  if (!is_known(graph, output)) {
    // The ending alone can be judged; where it names no format the room says only that.
    if (picture.file.empty() || images::format_of(picture.file)) return picture;
    for (const images::Refusal& refusal : images::refusals(picture))
      diagnostics.error(output.written->position, refusal.text, refusal.remedy);
    return picture;
  }
  for (const graph::OutputLayer& layer : output.layers) {
    const graph::Flow& flow = graph.flow(layer.from);
    engine::LayerFacts facts{flow.kind, flow.unit, flow.legend, graph.world->width, graph.world->height};
    if (layer.written->is_legend) {
      picture.legend = std::move(facts);
    } else {
      const terrawright_port& port = *graph.nodes[layer.from.node].stage().ports[layer.from.port];
      picture.parts.push_back({layer.name, std::move(facts), engine::places_of(port)});
    }
  }
  if (output.written->print && images::holds_layers(picture.file)) {
    diagnostics.error(output.written->position, "only a text or a table can be printed, and this file holds layers",
                      "view.ascii makes a text of a layer");
  }
  if (output.written->range && !picture.parts.empty()) {
    images::Range range;
    const auto bound = [&](const config::Value& value, double& into) {
      const auto reading = config::read_real(value.text, picture.parts.front().facts.unit);
      if (!reading)
        diagnostics.error(value.position,
                          "'range' of the layer '" + picture.parts.front().name + "': " + reading.problem,
                          reading.hint);
      if (const auto bare = config::taken_as(value.text, picture.parts.front().facts.unit))
        diagnostics.warning(value.position, bare->warning, bare->hint);
      into = reading.value.value_or(0.0);
      return reading.value.has_value();
    };
    // Where both ends are wrong they are so in the same way.
    if (!bound(output.written->range->first, range.minimum) || !bound(output.written->range->second, range.maximum))
      return picture;
    picture.range = range;
  }
  for (const images::Refusal& refusal : images::refusals(picture)) {
    report::Position position = output.written->position;
    if (refusal.where == images::Refusal::Where::part) position = output.layers[refusal.part].written->from.position;
    if (refusal.where == images::Refusal::Where::legend) position = output.layers.back().written->from.position;
    if (refusal.where == images::Refusal::Where::range && output.written->range) {
      position = output.written->range->first.position;
    }
    diagnostics.error(position, refusal.text, refusal.remedy);
  }
  return picture;
}

void check_memory(const Session& session, report::Diagnostics& diagnostics) {
  const auto schedule = schedule::schedule_of(session.graph, session.tile, session.threads);
  if (schedule.peak <= session.memory) return;
  const std::string node = session.graph.nodes[schedule.peak_node].name;
  diagnostics.error(session.graph.world->size_position,
                    "this world needs " + report::bytes_text(static_cast<double>(schedule.peak)) +
                        " of memory (while '" + node + "' runs), and there are " +
                        report::bytes_text(static_cast<double>(session.memory)),
                    "make the world smaller, write fewer layers, or allow more with --memory");
}

// Whether a stage of the world is missing that may be in a library which was refused.
bool wants_refused(const config::World& world, const graph::Catalogue& catalogue) {
  if (catalogue.refused().empty()) return false;
  const auto is_missing = [&](const std::vector<config::Node>& stages) {
    return std::any_of(stages.begin(), stages.end(), [&](const config::Node& stage) {
      return stage.readable && catalogue.find(stage.id, stage.version) == nullptr;
    });
  };
  return is_missing(world.nodes) || std::any_of(world.composites.begin(), world.composites.end(),
                                                [&](const auto& composite) { return is_missing(composite.nodes); });
}

}  // namespace

graph::Catalogue load_catalogue(const Arguments& arguments) {
  graph::Catalogue catalogue;
  auto problems = plugins::add_built_in(catalogue);
  std::vector<std::string> said;
  for (auto& problem : plugins::add_all(plugins::search_path(arguments.plugins), catalogue, &said))
    problems.push_back(std::move(problem));
  for (const std::string& line : said) show_line(line);
  report::Diagnostics errors;
  for (const plugins::Problem& problem : problems) errors.error({}, graph::refusal(problem), problem.remedy);
  show(errors);
  if (!problems.empty()) throw Ended{bad_plugin};
  return catalogue;
}

graph::Catalogue load_whole_catalogue(const Arguments& arguments) {
  graph::Catalogue catalogue = load_catalogue(arguments);
  report::Diagnostics warnings;
  for (const graph::Refused& library : catalogue.refused())
    warnings.warning({}, graph::refusal(library), library.remedy);
  show(warnings);
  return catalogue;
}

Session load_session(const Arguments& arguments, const graph::Catalogue& catalogue) {
  report::Diagnostics diagnostics;
  Session session = load_session(arguments, catalogue, diagnostics);
  if (arguments.seeds.size() < 2) show(diagnostics);  // of several it was shown once for all
  if (diagnostics.has_errors()) throw Ended{session.refusal};
  return session;
}

Session load_session(const Arguments& arguments, const graph::Catalogue& catalogue, report::Diagnostics& diagnostics) {
  Session session;
  session.tile = tile_of(arguments.tile, diagnostics);
  session.memory = memory_of(arguments.memory, diagnostics);
  session.threads =
      arguments.threads > 0 ? arguments.threads : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));

  config::Options options;
  options.seed = arguments.seed;
  auto world = config::load(arguments.config, arguments.set, diagnostics, options);
  if (world) {
    check_names_for_seeds(arguments, *world, diagnostics);
    const images::FileOpener opener;
    session.graph = graph::assemble_what_is_good(std::move(*world), catalogue, diagnostics, &opener);
    session.folder = arguments.out.empty() ? "out/" + session.graph.world->name : arguments.out;
    if (wants_refused(*session.graph.world, *session.graph.catalogue)) session.refusal = bad_plugin;
    const bool complete = !diagnostics.has_errors();
    for (const graph::Output& output : session.graph.outputs) {
      session.files.push_back(picture_of(session.graph, output, session.folder, diagnostics));
    }
    if (complete) check_memory(session, diagnostics);
  }
  if (arguments.strict) diagnostics.warnings_are_errors();
  return session;
}

}  // namespace terrawright::cli
