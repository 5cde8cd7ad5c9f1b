// SPDX-License-Identifier: Apache-2.0
// Runs of terrawright/world.h: planned, begun, cancelled.
#include <algorithm>
#include <cstring>

#include "api/handles.hpp"
#include "build/disk.hpp"
#include "build/expectations/expectations.hpp"
#include "build/forecast.hpp"
#include "report/json.hpp"

namespace terrawright::api {
namespace {

using report::Json, report::json_line;

constexpr std::uint32_t all_flags = TERRAWRIGHT_RUN_WRITES | TERRAWRIGHT_RUN_JUDGES | TERRAWRIGHT_RUN_ON_DEMAND |
                                    TERRAWRIGHT_RUN_SHA256 | TERRAWRIGHT_RUN_UNCLIPPED;

// The mistake in a request; nullptr: none.
const char* fault_of(const std::optional<terrawright_run_request>& asked) {
  if (!asked) return "the request is missing, or too short";
  const std::uint32_t flags = asked->flags;
  const bool on_demand = (flags & TERRAWRIGHT_RUN_ON_DEMAND) != 0, writes = (flags & TERRAWRIGHT_RUN_WRITES) != 0;
  if ((flags & ~all_flags) != 0) return "a flag of the request is unknown";
  if (on_demand && flags != TERRAWRIGHT_RUN_ON_DEMAND) return "a run on demand neither writes nor judges";
  if (on_demand && asked->window != nullptr) return "a run on demand takes no window";
  if (!writes && (flags & (TERRAWRIGHT_RUN_SHA256 | TERRAWRIGHT_RUN_UNCLIPPED)) != 0)
    return "a run that writes no files hashes and clips none";
  if (asked->reserved != 0 || asked->threads < 0) return "the request holds an unknown value";
  if (asked->tile < -1 || asked->tile > (1 << 20)) return "a tile has 1 to 1048576 cells a side, or is -1";
  for (std::uint64_t i = 0; i < asked->n_keep; ++i) {
    if (asked->keep == nullptr || asked->keep[i] == nullptr) return "a port to keep is NULL";
  }
  if (asked->observer != nullptr && !known(asked->observer)) return "the observer is too short";
  return nullptr;
}

Json plan_json(const Run& run) {
  report::Diagnostics unsaid;
  const build::Plan& plan = run.plan;
  const schedule::Schedule& schedule = *plan.schedule;
  const build::Disk disk = build::disk_of(plan);
  Json json = {{"format", "terrawright/plan/1"},
               {"memory", {{"peak", schedule.peak}, {"least", schedule.least}}},
               {"disk", {{"files", disk.files}, {"waiting", disk.waiting}}},
               {"nodes", Json::array()}};
  const auto forecast = build::forecast(plan, build::store_of(plan, unsaid));
  for (std::size_t n = 0; n < forecast.size(); ++n) {
    const char* doing = forecast[n].doing == schedule::Doing::runs           ? "runs"
                        : forecast[n].doing == schedule::Doing::paints_again ? "is painted again"
                                                                             : "is cached";
    json["nodes"].push_back({{"name", plan.graph.nodes[n].name}, {"doing", doing}});
  }
  return json;
}

void open_run(Run& run, const terrawright_run_request& asked) {
  build::Request request = run.world->request;
  run.flags = asked.flags;
  if (asked.folder != nullptr) request.folder = asked.folder;
  const bool on_demand = (asked.flags & TERRAWRIGHT_RUN_ON_DEMAND) != 0;
  request.tile = asked.tile == -1  ? schedule::whole_world
                 : asked.tile != 0 ? asked.tile
                 : on_demand       ? 128
                                   : schedule::chunk_side;
  if (asked.memory > 0) request.memory = asked.memory;
  if (asked.threads > 0) request.threads = asked.threads;
  request.outputs = (asked.flags & TERRAWRIGHT_RUN_WRITES) != 0;
  request.expectations = request.outputs || (asked.flags & TERRAWRIGHT_RUN_JUDGES) != 0;
  request.also.assign(asked.keep, asked.keep + asked.n_keep);
  report::Diagnostics problems;
  if (asked.window != nullptr) request.window = images::window_text(*asked.window);
  run.plan = build::load(request, run.world->context->catalogue, problems);
  run.problems.add(problems, "config");
  if (problems.has_errors()) {
    run.answer = TERRAWRIGHT_REFUSED;
    return;
  }
  const auto& outputs = run.plan.graph.outputs;
  for (std::size_t i = 0; i < asked.n_keep; ++i) {
    run.links.push_back(outputs[outputs.size() - asked.n_keep + i].layers.front().from);
    run.ports.add(run.plan.graph, run.links[i], asked.keep[i]);
  }
  run.told.begin(run.plan.graph, known(asked.observer).value_or(terrawright_observer{}));
  run.forecast = json_line(plan_json(run));
}

std::int32_t answer_of(build::Ending ending) {
  switch (ending) {
    case build::Ending::done:
      return TERRAWRIGHT_DONE;
    case build::Ending::refused:
      return TERRAWRIGHT_REFUSED;
    case build::Ending::unlike:
      return TERRAWRIGHT_UNMET;
    case build::Ending::stopped:
      return TERRAWRIGHT_STOPPED;
    case build::Ending::failed:
      break;
  }
  return TERRAWRIGHT_FAILED;
}

Json results_of(const build::Built& built) {
  Json json = {{"format", "terrawright/results/1"}, {"files", Json::array()}, {"expectations", Json::array()}};
  for (const images::Written& file : built.files)
    json["files"].push_back({{"path", file.path().string()}, {"bytes", file.bytes}, {"sha256", file.sha256()}});
  for (const build::Judged& judged : built.expectations)
    json["expectations"].push_back({{"name", judged.written->name},
                                    {"holds", judged.holds ? Json(*judged.holds) : Json()},
                                    {"message", judged.message}});
  json["sha256"] = built.sha256.empty() ? Json::object() : Json(built.sha256);
  return json;
}

// Writes nothing: what is kept, and what expectations measure.
build::Built made_in_memory(Run& run) {
  build::Built built;
  report::Diagnostics problems;
  build::Run how = build::run_of(run.plan, build::store_of(run.plan, problems), run.stop);
  how.options.window = run.plan.window;
  std::optional<build::Expectations> expectations;
  const auto sinks = [&] {
    auto all = expectations.emplace(run.plan, how.options.store).sinks();
    if (!run.links.empty()) all.push_back(build::keeper(run.links, built.kept));
    return all;
  };
  built.ending = build::Ending::refused;
  if (!run.plan.window) build::check_disk(run.plan, problems);
  if (!problems.has_errors()) {
    std::filesystem::create_directories(run.plan.folder);
    built.outcome = build::run(how, sinks, run.told, problems);
    built.ending = run.stop || built.outcome.interrupted ? build::Ending::stopped
                   : built.outcome.done                  ? build::Ending::done
                                                         : build::Ending::failed;
  }
  if (built.ending == build::Ending::done) built.expectations = expectations->judge(built.outcome);
  run.problems.add(problems, "build");
  return built;
}

std::int32_t resolve(Run& run) {
  report::Diagnostics problems;
  const build::Run how = build::run_of(run.plan, build::store_of(run.plan, problems), run.stop);
  bool done = false;
  if (!problems.has_errors()) {
    std::filesystem::create_directories(run.plan.folder);
    run.on_demand = std::make_unique<engine::OnDemand>(run.plan.graph, how.options, run.told);
    done = run.on_demand->resolve(run.links, problems).done;
  }
  run.problems.add(problems, "build");
  return done ? TERRAWRIGHT_DONE : run.stop ? TERRAWRIGHT_STOPPED : TERRAWRIGHT_FAILED;
}

std::int32_t go(Run& run) {
  if ((run.flags & TERRAWRIGHT_RUN_ON_DEMAND) != 0) return resolve(run);
  build::Built built;
  if ((run.flags & TERRAWRIGHT_RUN_WRITES) != 0) {
    build::Options options{run.stop, (run.flags & TERRAWRIGHT_RUN_SHA256) != 0,
                           (run.flags & TERRAWRIGHT_RUN_UNCLIPPED) != 0};
    options.keep = run.links;
    built = build::build(run.plan, options, run.told);
  } else {
    built = made_in_memory(run);
  }
  run.made = std::move(built.kept);
  std::int32_t answer = answer_of(built.ending);
  if (answer != TERRAWRIGHT_DONE) return answer;
  run.results = json_line(results_of(built));
  if ((run.flags & TERRAWRIGHT_RUN_JUDGES) == 0) return answer;
  report::Diagnostics unmet = build::problems_of(built.expectations);
  if (run.plan.strict) unmet.warnings_are_errors();
  run.problems.add(unmet, "expectation");
  return unmet.has_errors() ? TERRAWRIGHT_UNMET : answer;
}

}  // namespace

void Told::node_begins(std::size_t node) {
  const std::lock_guard lock(mutex_);
  if (observer_.begins != nullptr) observer_.begins(observer_.user, name(node));
}
void Told::progress(std::size_t node, std::size_t done, std::size_t of) {
  const std::lock_guard lock(mutex_);
  if (observer_.progress != nullptr) observer_.progress(observer_.user, name(node), done, of);
}
void Told::node_ends(std::size_t node, const engine::Spent& spent) {
  const std::lock_guard lock(mutex_);
  if (observer_.ends != nullptr) observer_.ends(observer_.user, name(node), spent.wall);
}
void Told::says(std::size_t node, const std::string& line) {
  const std::lock_guard lock(mutex_);
  if (observer_.says != nullptr) observer_.says(observer_.user, name(node), line.c_str());
}
void Told::sink_ends(const std::string& file, const engine::Spent& spent) {
  const std::lock_guard lock(mutex_);
  if (observer_.written != nullptr) observer_.written(observer_.user, file.c_str(), spent.wall);
}
void Told::tells(const std::string& line) {
  const std::lock_guard lock(mutex_);
  if (observer_.says != nullptr) observer_.says(observer_.user, "", line.c_str());
}

}  // namespace terrawright::api

using namespace terrawright;
using api::guarded;

uint64_t terrawright_run_problems(terrawright_run* run, const terrawright_problem* const** problems) {
  if (run == nullptr || problems == nullptr) return 0;
  return border::without_exceptions(std::uint64_t{0}, [&] { return run->it->problems.list(problems); });
}

terrawright_run* terrawright_open_run(terrawright_world* world, const terrawright_run_request* given) {
  const auto asked = api::known(given);
  const auto fault = [&] {
    return world == nullptr                        ? "there is no world"
           : world->it->answer != TERRAWRIGHT_DONE ? "the world has errors"
                                                   : api::fault_of(asked);
  };
  return api::opened<terrawright_run>(fault, [&](api::Run& run) {
    run.world = world->it;
    api::open_run(run, *asked);
  });
}

void terrawright_close_run(terrawright_run* run) {
  if (run == nullptr) return;
  run->it->stop = true;
  {
    std::unique_lock lock(run->it->mutex);
    run->it->ended.wait(lock, [&] { return run->it->state != api::Run::State::going && run->it->calls == 0; });
  }
  delete run;
}

int32_t terrawright_go(terrawright_run* handle) {
  if (handle == nullptr) return TERRAWRIGHT_MISUSED;
  api::Run& run = *handle->it;
  {
    const std::lock_guard lock(run.mutex);
    if (run.state != api::Run::State::planned || run.answer != TERRAWRIGHT_DONE) return TERRAWRIGHT_MISUSED;
    run.state = api::Run::State::going;
  }
  const std::int32_t answer = guarded(run.problems, std::int32_t{TERRAWRIGHT_FAILED}, [&] { return api::go(run); });
  {
    const std::lock_guard lock(run.mutex);
    run.answer = answer;
    run.state = api::Run::State::gone;
  }
  run.ended.notify_all();
  return answer;
}

void terrawright_cancel(terrawright_run* run) {
  if (run != nullptr) run->it->stop = true;
}
const terrawright_port_facts* terrawright_kept(terrawright_run* run, int64_t port) {
  const auto in = [&](const auto& list) { return port >= 0 && port < static_cast<std::int64_t>(list.size()); };
  return run != nullptr && in(run->it->ports.list) ? run->it->ports.list[static_cast<std::size_t>(port)] : nullptr;
}
int32_t terrawright_run_answer(terrawright_run* run) {
  return run == nullptr ? TERRAWRIGHT_MISUSED : run->it->answer.load();
}

const char* terrawright_run_json(terrawright_run* run, const char* what) {
  if (run == nullptr || what == nullptr) return nullptr;
  const auto shown = [](const std::string& text) { return text.empty() ? nullptr : text.c_str(); };
  if (std::strcmp(what, "plan") == 0) return shown(run->it->forecast);
  if (std::strcmp(what, "results") != 0) return nullptr;
  const std::lock_guard lock(run->it->mutex);
  return run->it->state == api::Run::State::gone ? shown(run->it->results) : nullptr;
}
