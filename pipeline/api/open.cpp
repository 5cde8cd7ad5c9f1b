// SPDX-License-Identifier: Apache-2.0
// Contexts and worlds of terrawright/world.h.

#include <algorithm>
#include <array>
#include <cstring>

#include "api/handles.hpp"
#include "border/description.hpp"
#include "build/manifest/manifest.hpp"
#include "build/window.hpp"
#include "graph/sha256.hpp"
#include "plugins/plugins.hpp"
#include "report/json.hpp"
#include "report/program_file.hpp"
#include "store/store.hpp"
#include "system/random.hpp"
#include "trial/source.hpp"
#include "trial/trial.hpp"

namespace terrawright::api {
namespace {

using report::Json, report::json_line;

std::vector<std::string> copied(const char* const* texts, std::uint64_t count) { return {texts, texts + count}; }

Json ports_of(const terrawright_stage& stage, std::uint32_t direction) {
  Json ports = Json::array();
  for (std::uint64_t i = 0; i < stage.n_ports; ++i) {
    const terrawright_port& port = *stage.ports[i];
    if (port.direction != direction) continue;
    Json kinds = Json::array();
    for (std::uint32_t kind = 1; kind <= TERRAWRIGHT_KIND_TABLE; ++kind) {
      if ((port.kinds & (1u << kind)) != 0) kinds.push_back(border::kind_name(kind));
    }
    ports.push_back({{"name", port.name},
                     {"kinds", kinds},
                     {"unit", port.unit == nullptr ? "" : port.unit},
                     {"optional", (port.flags & TERRAWRIGHT_PORT_OPTIONAL) != 0}});
  }
  return ports;
}

Json described(const graph::Offer& offer) {
  const terrawright_stage& stage = *offer.stage;
  Json parameters = Json::array();
  for (std::uint64_t i = 0; i < stage.n_parameters; ++i) parameters.push_back(stage.parameters[i]->name);
  return {{"id", stage.id},
          {"version", stage.version},
          {"doc", stage.doc},
          {"plugin", offer.plugin},
          {"inputs", ports_of(stage, TERRAWRIGHT_PORT_INPUT)},
          {"outputs", ports_of(stage, TERRAWRIGHT_PORT_OUTPUT)},
          {"parameters", parameters}};
}

void open(Context& context, const terrawright_settings& settings) {
  context.machine.threads = settings.threads;
  if (settings.memory > 0) context.machine.memory = settings.memory;
  context.machine.cache_size = settings.cache_size > 0 ? settings.cache_size : 5'000'000'000;
  context.machine.cache_is_named = settings.cache != nullptr && settings.cache[0] != 0;
  if (settings.cache != nullptr)
    context.machine.cache =
        context.machine.cache_is_named ? std::filesystem::path(settings.cache) : store::Store::usual_folder();
  const auto found = plugins::add_everything(copied(settings.plugins, settings.n_plugins), context.catalogue);
  report::Diagnostics problems;
  for (const auto& problem : found) problems.error({}, graph::refusal(problem), problem.remedy);
  context.problems.add(problems, "plugin");
  if (!found.empty()) context.answer = TERRAWRIGHT_BAD_PLUGIN;
  context.version = json_line({{"format", "terrawright/version/1"},
                               {"version", TERRAWRIGHT_VERSION},
                               {"draft", TERRAWRIGHT_WORLD_DRAFT},
                               {"build", report::program_build_id()}});
  context.offers = context.catalogue.all();
}

std::string stages_of(const Context& context) {
  Json stages = {{"format", "terrawright/stages/1"}, {"stages", Json::array()}};
  for (const graph::Offer* offer : context.offers) stages["stages"].push_back(described(*offer));
  return json_line(stages);
}

void give(Context& context, const std::string& id, std::int64_t width, std::int64_t height,
          const std::vector<const terrawright_content*>& given) {
  std::vector<terrawright_content> contents;
  for (const terrawright_content* one : given) {
    const auto content = known(one);
    if (!content || content->port == nullptr || content->kind == 0 || content->kind > TERRAWRIGHT_KIND_TABLE ||
        content->kind == TERRAWRIGHT_KIND_TEXT)
      throw trial::Misuse("a content is missing, too short, or of no kind that can be given");
    contents.push_back(trial::checked_content(*content, "content '" + std::string(content->port) + "'"));
  }
  // Recipes of other data with the same id differ.
  std::array<char, 16> drawn{};
  if (!system::draw(drawn.data(), drawn.size())) throw std::runtime_error("the system gives no random number");
  const std::string identity = graph::sha256({drawn.data(), drawn.size()});
  auto source = std::make_shared<const trial::DataStage>(id, identity, std::move(contents), width, height);
  graph::Offer offer;
  try {
    offer.description = std::make_shared<const border::Description>(source->stage());
  } catch (const border::BadDescription& wrong) {
    throw trial::Misuse("the stage '" + id + "' " + wrong.what());
  }
  offer.stage = &offer.description->stage();
  offer.plugin = "given";
  if (!context.catalogue.add(std::move(offer))) throw trial::Misuse("the id '" + id + "' is taken");
  context.given.push_back(std::move(source));
}

// ---- worlds ---------------------------------------------------------------------------------------------------------

void open(World& world, const terrawright_world_request& asked) {
  world.request = world.context->machine;
  world.request.config = asked.file != nullptr ? asked.file : "";
  if (asked.text != nullptr) world.request.text = std::string(asked.text, asked.text_size);
  world.request.set = copied(asked.set, asked.n_set);
  if (asked.seed != nullptr) world.request.seed = asked.seed;
  world.request.strict = (asked.flags & TERRAWRIGHT_WORLD_STRICT) != 0;
  report::Diagnostics problems;
  world.plan = build::load(world.request, world.context->catalogue, problems);
  world.problems.add(problems, "config");
  if (problems.has_errors()) {
    world.answer = world.plan.decoder_failed   ? TERRAWRIGHT_FAILED
                   : world.plan.may_be_refused ? TERRAWRIGHT_BAD_PLUGIN
                                               : TERRAWRIGHT_REFUSED;
    return;
  }
  const config::World& facts = *world.plan.graph.world;
  world.facts = json_line({{"format", "terrawright/facts/1"},
                           {"name", facts.name},
                           {"seed", facts.seed_text},
                           {"width", facts.width},
                           {"height", facts.height},
                           {"cell", facts.cell},
                           {"latitude", facts.latitude},
                           {"longitude", facts.longitude},
                           {"wrap", facts.wrap}});
  const std::string resolved = build::resolved_config(world.plan.graph);  // JSON
  world.config =
      R"({"format":"terrawright/config/1","config":)" + resolved + R"(,"sha256":")" + graph::sha256(resolved) + R"("})";
  const graph::Graph& graph = world.plan.graph;
  for (const graph::Link& link : build::outputs_made(graph)) world.ports.add(graph, link, graph.name(link));
}

bool has_nulls(const char* const* texts, std::uint64_t count) {
  return count > 0 && (texts == nullptr || std::any_of(texts, texts + count, [](const char* text) {
                         return text == nullptr || text[0] == 0;
                       }));
}

}  // namespace

void Ports::add(const graph::Graph& graph, const graph::Link& link, const std::string& name) {
  const graph::Flow& flow = graph.flow(link);
  legends.push_back(detail::plain_legend(flow.legend));
  terrawright_port_facts& port = facts.emplace_back();
  port.size = sizeof port;
  port.kind = flow.kind;
  port.cell_bytes = border::is_layer(flow.kind) ? border::cell_bytes(flow.kind) : 0;
  port.places = flow.places;
  port.name = names.emplace_back(name).c_str();
  port.unit = flow.unit.empty() ? "1" : flow.unit.c_str();
  port.recipe = graph.nodes[link.node].recipes[link.port].c_str();
  port.legend = legends.back().data();
  port.n_legend = legends.back().size();
  list.push_back(&port);
}

}  // namespace terrawright::api

using namespace terrawright;
using api::guarded;

uint64_t terrawright_context_problems(terrawright_context* context, const terrawright_problem* const** problems) {
  if (context == nullptr || problems == nullptr) return 0;
  return border::without_exceptions(std::uint64_t{0}, [&] { return context->it->problems.list(problems); });
}
uint64_t terrawright_world_problems(terrawright_world* world, const terrawright_problem* const** problems) {
  if (world == nullptr || problems == nullptr) return 0;
  return border::without_exceptions(std::uint64_t{0}, [&] { return world->it->problems.list(problems); });
}

terrawright_context* terrawright_open_context(const terrawright_settings* given) {
  const auto settings = api::known(given);
  const auto fault = [&] {
    return !settings                                                ? "settings are missing, or too short"
           : settings->draft != TERRAWRIGHT_WORLD_DRAFT             ? "settings are of another draft of world.h"
           : settings->reserved != 0 || settings->threads < 0       ? "settings hold an unknown value"
           : api::has_nulls(settings->plugins, settings->n_plugins) ? "a plugin is NULL or empty"
                                                                    : nullptr;
  };
  return api::opened<terrawright_context>(fault, [&](api::Context& context) { api::open(context, *settings); });
}
void terrawright_close_context(terrawright_context* context) { delete context; }
int32_t terrawright_context_answer(terrawright_context* context) {
  return context == nullptr ? TERRAWRIGHT_MISUSED : context->it->answer;
}

const void* terrawright_api(const char* name) { return trial::api(name); }

const char* terrawright_describe(terrawright_context* context, const char* what) {
  if (context == nullptr || what == nullptr || context->it->version.empty()) return nullptr;
  if (std::strcmp(what, "version") == 0) return context->it->version.c_str();
  if (std::strcmp(what, "stages") != 0) return nullptr;
  return border::without_exceptions(static_cast<const char*>(nullptr), [&] {
    api::Context& it = *context->it;
    const std::lock_guard lock(it.describing);
    if (it.stages.empty()) it.stages = api::stages_of(it);
    return it.stages.c_str();
  });
}

int32_t terrawright_give(terrawright_context* context, const char* id, int64_t width, int64_t height,
                         const terrawright_content* const* contents, uint64_t n_contents) {
  if (context == nullptr || context->it->answer != TERRAWRIGHT_DONE) return TERRAWRIGHT_MISUSED;
  return guarded(context->it->problems, std::int32_t{TERRAWRIGHT_FAILED}, [&]() -> std::int32_t {
    try {
      if (id == nullptr || contents == nullptr || n_contents == 0 || width < 1 || height < 1)
        throw trial::Misuse("nothing is given");
      api::give(*context->it, id, width, height, {contents, contents + n_contents});
    } catch (const trial::Misuse& misuse) {
      context->it->problems.misuse(misuse.what());
      return TERRAWRIGHT_MISUSED;
    }
    return TERRAWRIGHT_DONE;
  });
}

terrawright_world* terrawright_open_world(terrawright_context* context, const terrawright_world_request* given) {
  const auto asked = api::known(given);
  const auto fault = [&] {
    return context == nullptr                                 ? "there is no context"
           : context->it->answer != TERRAWRIGHT_DONE          ? "the context has errors"
           : !asked                                           ? "the request is missing, or too short"
           : asked->flags > TERRAWRIGHT_WORLD_STRICT          ? "a flag of the request is unknown"
           : asked->file == nullptr && asked->text == nullptr ? "the request has neither a file nor a text"
           : api::has_nulls(asked->set, asked->n_set)         ? "an override is NULL or empty"
                                                              : nullptr;
  };
  return api::opened<terrawright_world>(fault, [&](api::World& world) {
    world.context = context->it;
    api::open(world, *asked);
  });
}
void terrawright_close_world(terrawright_world* world) { delete world; }
int32_t terrawright_world_answer(terrawright_world* world) {
  return world == nullptr ? TERRAWRIGHT_MISUSED : world->it->answer;
}

const char* terrawright_world_json(terrawright_world* world, const char* what) {
  if (world == nullptr || what == nullptr || world->it->answer != TERRAWRIGHT_DONE) return nullptr;
  if (std::strcmp(what, "facts") == 0) return world->it->facts.c_str();
  if (std::strcmp(what, "config") == 0) return world->it->config.c_str();
  return nullptr;
}

uint64_t terrawright_ports(terrawright_world* world, const terrawright_port_facts* const** ports) {
  if (world == nullptr || ports == nullptr) return 0;
  *ports = world->it->ports.list.data();
  return world->it->ports.list.size();
}

int32_t terrawright_window(terrawright_world* world, const char* text, terrawright_rect* window) {
  if (world == nullptr || text == nullptr || window == nullptr || world->it->answer != TERRAWRIGHT_DONE)
    return TERRAWRIGHT_MISUSED;
  return guarded(world->it->problems, std::int32_t{TERRAWRIGHT_FAILED}, [&]() -> std::int32_t {
    report::Diagnostics problems;
    const auto written = build::read_window(text, problems);
    const auto cells =
        written ? build::window_in(*world->it->plan.graph.world, *written, problems) : std::optional<Rect>();
    world->it->problems.add(problems, "misuse");
    if (!cells || problems.has_errors()) return TERRAWRIGHT_MISUSED;
    *window = *cells;
    return TERRAWRIGHT_DONE;
  });
}
