// SPDX-License-Identifier: Apache-2.0
#include "build/load.hpp"

#include <algorithm>
#include <numeric>
#include <thread>
#include <unordered_map>

#include "border/description.hpp"
#include "build/outputs/outputs.hpp"
#include "build/window.hpp"
#include "images/delivery.hpp"
#include "readers/opened_file.hpp"
#include "report/amount.hpp"
#include "schedule/bytes.hpp"
#include "schedule/free_memory.hpp"

namespace terrawright::build {
namespace {

// Source of a world's seed.
enum class SeedFrom {
  config,   // its own: the config says what it means
  outside,  // one that was given: a name that another seed writes too is warned of
  several,  // it is one of several: such a name is an error
};
SeedFrom seed_of(const Request& request) {
  const auto sets_seed = [](const std::string& assignment) { return assignment.compare(0, 11, "world.seed=") == 0; };
  if (request.own_folder) return SeedFrom::config;
  if (request.one_of_several) return SeedFrom::several;
  const bool outside = request.seed || std::any_of(request.set.begin(), request.set.end(), sets_seed);
  return outside ? SeedFrom::outside : SeedFrom::config;
}

std::string allow_more() {
  return report::remedy("allow more with --memory", "build it with the program, which may take more");
}

// A writer may need memory for a whole layer, as of a mesh. False where one is to blame: then that is said.
bool check_writers(const Plan& plan, std::uint64_t too_much, report::Diagnostics& diagnostics) {
  for (std::size_t i = 0; i < plan.files.size(); ++i) {
    const images::Picture& file = plan.files[i];
    if (!file.writer || !is_for_writer(plan.graph, plan.graph.outputs[i])) continue;
    const std::uint64_t bytes = file.writer->memory();
    if (bytes < too_much) continue;
    const engine::LayerFacts& facts = file.parts.front().facts;
    const bool cells = border::is_layer(facts.kind);
    return diagnostics.error(
        plan.graph.outputs[i].written->position,
        "to write this file" +
            (cells ? " of " + std::to_string(facts.width) + " x " + std::to_string(facts.height) + " cells" : "") +
            " takes " + report::bytes_text(bytes) + " of memory, which makes it " +
            report::bytes_text(plan.schedule->least) + " with the world, and there are " +
            report::bytes_text(plan.memory),
        cells ? "write coarsen: " + std::to_string(2 * file.coarsen) + " for a file of fewer cells, " +
                    report::remedy("or a part with --window, ", "") + "or " + allow_more()
              : allow_more());
  }
  return true;
}

void check_memory(const Plan& plan, report::Diagnostics& diagnostics) {
  const schedule::Schedule& schedule = *plan.schedule;
  if (schedule.least <= plan.memory) return;
  if (!check_writers(plan, schedule.least - plan.memory, diagnostics)) return;
  const std::string node = plan.graph.nodes[schedule.least_node].name;
  diagnostics.error(plan.graph.world->size_position,
                    "this world needs " + report::bytes_text(schedule.least) + " of memory (while '" + node +
                        "' runs), and there are " + report::bytes_text(plan.memory),
                    "make the world smaller, write fewer layers, or " + allow_more());
}

// Has no file: who asked for it takes it from the run.
config::Output output_named(const std::string& name) {
  const std::size_t dot = name.find('.');
  config::Layer layer;
  layer.name = name;
  layer.from.node = name.substr(0, dot);
  if (dot != std::string::npos) layer.from.port = name.substr(dot + 1);
  config::Output output;
  output.layers.push_back(std::move(layer));
  return output;
}

// Layers in memory, then what is cut out of them for the files. A thread writes one file at a time, and the one that
// goes through the passes none until they are over.
schedule::Schedule schedule_of(const Plan& plan) {
  std::uint64_t beside = plan.window ? bytes_of_crops(plan.graph, *plan.window) : 0;
  std::vector<std::uint64_t> of_files;
  for (const images::Picture& picture : plan.files) of_files.push_back(images::bytes_beside(picture));
  std::sort(of_files.rbegin(), of_files.rend());
  of_files.resize(static_cast<std::size_t>(plan.threads));
  beside = std::accumulate(of_files.begin(), of_files.end() - 1, beside);
  const std::uint64_t at_end = plan.threads > 1 ? of_files.back() : 0;
  if (plan.threads == 1) beside += of_files.back();
  const std::uint64_t memory = plan.memory - std::min(plan.memory, beside + at_end);
  auto schedule =
      schedule::schedule_of(plan.graph, {plan.tile, plan.threads, memory, plan.processes, !plan.cache.empty()});
  for (std::uint64_t* bytes : {&schedule.fixed, &schedule.peak, &schedule.least}) *bytes += beside;
  if (schedule.passes.empty()) return schedule;
  schedule::PassBytes& last = schedule.passes.back();
  last.beside += at_end;
  const std::uint64_t in_last = schedule::sum(schedule::sum(schedule.fixed, last.beside), last.stored);
  if (const std::uint64_t most = std::min(schedule::sum(in_last, last.passing), plan.memory); most > schedule.peak) {
    schedule.peak = most;
    schedule.peak_pass = schedule.passes.size() - 1;
  }
  schedule.least = schedule.to_files > 0 ? schedule.least + at_end : std::min(schedule.least + at_end, schedule.peak);
  schedule.peak = std::max(schedule.peak, schedule.least);
  return schedule;
}

bool wants_refused(const config::World& world, const graph::Catalogue& catalogue) {
  if (catalogue.refused().empty()) return false;
  const auto is_missing = [&](const std::vector<config::Node>& stages) {
    return std::any_of(stages.begin(), stages.end(), [&](const config::Node& stage) {
      return stage.readable && catalogue.find(stage.id, stage.version) == nullptr;
    });
  };
  const bool lacks_writer = std::any_of(world.outputs.begin(), world.outputs.end(), [&](const config::Output& output) {
    return !output.writer.id.empty() && catalogue.find_writer(output.writer.id, output.writer.version) == nullptr;
  });
  return lacks_writer || is_missing(world.nodes) ||
         std::any_of(world.composites.begin(), world.composites.end(),
                     [&](const auto& composite) { return is_missing(composite.nodes); });
}

// "island.exr" as "island-{seed}.exr".
std::string with_seed(const std::string& file) {
  const std::size_t name = file.find_last_of('/') == std::string::npos ? 0 : file.find_last_of('/') + 1;
  const std::size_t dot = file.find('.', name + 1);
  return dot == std::string::npos ? file + "-{seed}" : file.substr(0, dot) + "-{seed}" + file.substr(dot);
}

// An error for each output of which a tile, a legend or a sidecar would replace a file of this build.
void check_tiles(const graph::Graph& graph, const std::vector<images::Picture>& files,
                 report::Diagnostics& diagnostics) {
  std::unordered_map<std::string, std::size_t> owners;
  for (std::size_t i = 0; i < files.size(); ++i) {
    std::vector<std::filesystem::path> all;
    try {
      all = images::files_of(files[i]);
    } catch (const files::WriteFailed& refused) {  // a tile that is not the first
      diagnostics.error(graph.outputs[i].written->position, refused.reason(), refused.remedy());
    }
    for (const std::filesystem::path& file : all) {
      const auto [other, is_new] = owners.emplace(file.string(), i);
      if (is_new) continue;
      const report::Position& at = graph.outputs[i].written->position;
      const std::string name = report::quote(file.filename().string());
      if (other->second == i) {
        diagnostics.error(at, "two of these tiles are " + name, "write it as {name}_x{x}_y{y}.png");
      } else {
        diagnostics.error(at, "two outputs write " + name, "give each its own name",
                          {{graph.outputs[other->second].written->position, "the other one"}});
      }
      break;
    }
  }
}

// Worlds of several seeds must not write one file.
void check_names(const config::World& world, SeedFrom seed, report::Diagnostics& diagnostics) {
  if (seed == SeedFrom::config) return;
  for (const config::Output& output : world.outputs) {
    if (output.file.empty() || output.file.find("{seed}") != std::string::npos) continue;
    const std::string remedy = "write " + report::quote(with_seed(output.file));
    if (seed == SeedFrom::several) {
      diagnostics.error(output.position,
                        "every seed would write " + report::quote(output.file) + ", each in place of the one before",
                        remedy);
    } else {
      diagnostics.warning(output.position,
                          report::quote(output.file) + " has no {seed} in it: this world replaces that of another seed",
                          remedy);
    }
  }
}

}  // namespace

Plan load(const Request& request, const graph::Catalogue& catalogue, report::Diagnostics& diagnostics) {
  Plan plan;
  plan.config = request.config;
  plan.tile = request.tile;
  plan.threads =
      request.threads > 0 ? request.threads : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  plan.cache = request.cache;
  plan.cache_is_named = request.cache_is_named;
  plan.cache_size = request.cache_size;
  plan.kept_file_size = request.kept_file_size;
  plan.strict = request.strict;
  plan.processes = request.processes;
  plan.memory = request.memory ? *request.memory : schedule::usual_memory();

  config::Options options;
  options.seed = request.seed;
  options.outputs = request.outputs;
  options.best = request.best;
  if (request.files) options.writers = graph::keys_of_writers(catalogue);
  std::optional<WrittenWindow> window;
  if (request.window) window = read_window(*request.window, diagnostics);
  auto world = request.text
                   ? config::load(std::make_shared<const report::Source>(report::Source{request.config, *request.text}),
                                  request.set, diagnostics, options)
                   : config::load(request.config, request.set, diagnostics, options);
  if (world) {
    if (!request.expectations) world->expectations.clear();
    check_names(*world, seed_of(request), diagnostics);
    const std::size_t written = world->outputs.size();
    for (const std::string& name : request.also) world->outputs.push_back(output_named(name));
    const readers::FileOpener opener;
    plan.graph = graph::assemble_what_is_good(std::move(*world), catalogue, diagnostics, &opener);
    plan.decoder_failed = opener.decoder_failed();
    if (window && plan.graph.world->facts_good) plan.window = window_in(*plan.graph.world, *window, diagnostics);
    plan.folder = request.folder.empty() ? "out/" + plan.graph.world->name : request.folder;
    if (plan.window && request.folder.empty()) plan.folder += "/" + name_of(*plan.window);
    plan.may_be_refused = wants_refused(*plan.graph.world, *plan.graph.catalogue);
    const bool complete = !diagnostics.has_errors();
    for (const graph::Output& output : plan.graph.outputs) {
      if (!request.files || output.written >= plan.graph.world->outputs.data() + written) break;
      plan.files.push_back(picture_of(plan.graph, output, plan.folder, plan.window, diagnostics));
    }
    if (!diagnostics.has_errors()) check_tiles(plan.graph, plan.files, diagnostics);
    if (complete) {
      plan.schedule = schedule_of(plan);
      check_memory(plan, diagnostics);
    }
  }
  if (request.strict) diagnostics.warnings_are_errors();
  return plan;
}

std::shared_ptr<store::Store> store_of(const Plan& plan, report::Diagnostics& diagnostics) {
  try {
    if (!plan.cache.empty()) return store::Store::open(plan.cache, plan.cache_size);
  } catch (const store::Refused& refusal) {
    if (plan.cache_is_named) diagnostics.error({}, refusal.what(), refusal.remedy);
  }
  return nullptr;
}

Run run_of(const Plan& plan, std::shared_ptr<store::Store> store, const std::atomic<bool>& stop) {
  Run run{plan.graph, {}, plan.strict};
  run.options.tile = plan.tile;
  run.options.threads = plan.threads;
  run.options.stop = &stop;
  run.options.schedule = &*plan.schedule;
  run.options.folder = plan.folder;
  run.options.store = std::move(store);
  return run;
}

}  // namespace terrawright::build
