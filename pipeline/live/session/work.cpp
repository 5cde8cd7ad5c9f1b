// SPDX-License-Identifier: Apache-2.0
#include "live/session/work.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>

#include "build/build.hpp"
#include "build/disk.hpp"
#include "config/quantity.hpp"
#include "files/open_file.hpp"
#include "graph/sha256.hpp"
#include "images/write.hpp"
#include "report/time_left.hpp"
#include "schedule/stage_cost.hpp"

namespace terrawright::live {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

std::string taken(const std::filesystem::path& file) {
  std::string text = files::text_of(file);
  std::error_code unsaid;
  std::filesystem::remove(file, unsaid);
  return text;
}

// Makes the page of the plan's first 3-D view in the plan's folder, deletes it there and gives it to `take`. If that
// fails, `refused` gets the reason, and the run continues. Nothing where the plan writes no view.
std::optional<engine::Sink> view_sink(const build::Plan& plan, const std::atomic<bool>& stop,
                                      std::function<void(const std::string& page)> take,
                                      std::function<void(const std::string& why, const std::string& remedy)> refused) {
  const auto view = std::find_if(plan.files.begin(), plan.files.end(),
                                 [](const images::Picture& one) { return one.file.extension() == ".html"; });
  if (view == plan.files.end()) return std::nullopt;
  engine::Sink sink;
  sink.name = view->file.filename().string();
  const auto output = static_cast<std::size_t>(view - plan.files.begin());
  for (const graph::OutputLayer& layer : plan.graph.outputs[output].layers) sink.needs.push_back(layer.from);
  sink.take = [picture = *view, provenance = build::provenance_of(plan, output), &stop, take = std::move(take),
               refused = std::move(refused)](const std::vector<engine::Product>& made) {
    try {
      auto files = images::write(picture, made, provenance, stop);
      files.front().file->name();
      take(taken(files.front().path()));
    } catch (const files::WriteFailed& failure) {
      refused(failure.what(), failure.remedy());
    }
  };
  return sink;
}

// The same world at a quarter of its side, for a look while a knob is turned.

constexpr std::int64_t small_enough = 257;
constexpr std::int64_t most_unasked = 8192;  // a larger world may be refused

std::int64_t part_of(std::int64_t side, std::int64_t parts) {
  return side % 2 == 1 ? (side - 1) / parts + 1 : std::max<std::int64_t>(1, side / parts);
}

// The config of a request, with nothing said of what is wrong with it.
std::optional<config::World> world_of(const build::Request& request, const std::optional<std::string>& seed) {
  report::Diagnostics unsaid;
  config::Options options;
  options.seed = seed;
  if (!request.text) return config::load(request.config, request.set, unsaid, options);
  return config::load(std::make_shared<const report::Source>(report::Source{request.config, *request.text}),
                      request.set, unsaid, options);
}

// Cells four times as wide, a quarter as many a side: of 1025 257, so that points stay points. A world that is small
// stays as it is; nothing is said of what is wrong with it.
void make_small(build::Request& request) {
  const auto world = world_of(request, request.seed);
  if (!world || !world->facts_good) return;
  std::int64_t parts = 1;
  while (parts < 4 && std::max(world->width, world->height) / parts > small_enough) parts *= 2;
  if (parts == 1) return;
  request.set.push_back("world.size=[" + std::to_string(part_of(world->width, parts)) + ", " +
                        std::to_string(part_of(world->height, parts)) + "]");
  request.set.push_back("world.cell=" + config::with_unit(world->cell * static_cast<double>(parts), "m"));
}

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

// Tells how far a run is, now and then.
class Teller final : public engine::Observer {
 public:
  Teller(const graph::Graph& graph, std::uint64_t job, const Sink& report)
      : graph_(graph), job_(job), report_(report), time_left_(schedule::steps_of(graph), 0) {}
  void node_begins(std::size_t node) override {
    time_left_.begin(node, seconds_since(began_));
    tell(node);
  }
  void progress(std::size_t node, std::size_t done, std::size_t all) override {
    time_left_.update(node, static_cast<double>(done) / static_cast<double>(all), seconds_since(began_));
    tell(node);
  }
  void node_ends(std::size_t node, const engine::Spent&) override { time_left_.end(node, seconds_since(began_)); }
  void says(std::size_t node, const std::string& line) override {
    report_({{"event", "line"}, {"job", job_}, {"text", graph_.nodes[node].name + ": " + line}}, nullptr);
  }

 private:
  void tell(std::size_t node) {
    const double now = seconds_since(began_);
    if (now - told_ < 0.1) return;
    told_ = now;
    Json json = {{"event", "progress"}, {"job", job_}, {"node", graph_.nodes[node].name}};
    json["share"] = time_left_.share(now);
    if (const auto left = time_left_.seconds(now)) json["left"] = report::time_left_text(*left);
    report_(json, nullptr);
  }

  const graph::Graph& graph_;
  const std::uint64_t job_;
  const Sink& report_;
  const Clock::time_point began_ = Clock::now();
  report::TimeLeft time_left_;
  double told_ = -1;
};

Json facts_of_world(const config::World& world) {
  return {{"name", world.name},
          {"seed", world.seed_text},
          {"width", world.width},
          {"height", world.height},
          {"cell", world.cell}};
}

// Files beside the libraries whose stages depend on more than their code; which of them it is a stage does not say.
std::set<std::string> files_beside(const graph::Graph& graph) {
  std::set<std::string> files;
  for (const graph::Node& node : graph.nodes) {
    if (node.depends.empty() || node.offer->file.empty()) continue;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(fs::path(node.offer->file).parent_path(), error)) {
      if (entry.is_regular_file(error)) files.insert(entry.path().string());
    }
  }
  return files;
}

}  // namespace

void Work::run(const Json& job, const std::atomic<bool>& stop) {
  if (job.contains("check")) {
    report_({{"event", "checked"}, {"job", job["job"]}, {"refusal", refusal_of(job["check"])}}, nullptr);
    return;
  }
  const Clock::time_point begin = Clock::now();
  Json end = {{"event", "ended"}, {"job", job["job"]}};
  try {
    build(job, stop, end);
  } catch (const std::exception& error) {
    end["ending"] = "failed";
    end["problems"].push_back(problem(report::reason_of(error), ""));
  }
  end["seconds"] = seconds_since(begin);
  report_(end, nullptr);
}

std::string Work::refusal_of(const std::string& config) const {
  build::Request request = base_;
  request.config = config;
  report::Diagnostics problems;
  try {
    build::load(request, catalogue_, problems);
  } catch (const std::exception& error) {
    return error.what();
  }
  for (const report::Diagnostic& problem : problems.sorted()) {
    if (problem.severity == report::Severity::error)
      return "the config could not be built with this value, and is as it was: " + problem.message;
  }
  return "";
}

void Work::build(const Json& job, const std::atomic<bool>& stop, Json& end) {
  const bool is_preview = job["preview"];
  build::Request request = base_;
  request.folder = job["folder"];
  if (job.contains("text")) request.text = job["text"].text();
  const Json& knobs = job["knobs"];
  const bool as_written = knobs.empty() && job["seed"].is_null() && !is_preview;
  const auto before = as_written ? nullptr : written(request);
  if (!job["seed"].is_null()) request.seed = job["seed"].get<std::string>();
  if (before) {
    for (const config::Knob& knob : before->knobs) {
      if (knobs.contains(knob.name))
        request.set.push_back("knobs." + knob.name + "=" + knobs[knob.name].get<std::string>());
    }
  }
  report::Diagnostics problems;
  build::Plan plan;
  const auto is_refused = [&] {
    problems = report::Diagnostics();
    plan = build::load(request, catalogue_, problems);
    if (plan.schedule && !problems.has_errors()) build::check_disk(plan, problems);
    return problems.has_errors();
  };
  // A small preview would delay the refusal of a large world.
  const bool is_large = is_preview && before && std::max(before->width, before->height) > most_unasked;
  if (!is_large || !is_refused()) {
    if (is_preview) make_small(request);
    request.expectations = !is_preview;  // counts of a preview's cells are not those of the world
    request.also = job["look"].get<std::vector<std::string>>();
    if (is_refused() && !request.also.empty()) {  // what one looks at may be gone
      request.also.clear();
      is_refused();
    }
  }
  if (plan.graph.world) config::warn_of_width(*plan.graph.world, problems);
  if (as_written) written_ = {request.config, request.text, plan.graph.world};
  report_loaded(job, as_written ? plan.graph.world.get() : before.get(), plan, problems);
  if (problems.has_errors() || !plan.schedule) {
    end["ending"] = "refused";
    return;
  }
  make(job, plan, stop, end);
}

// A text says the same each time; a file may have changed since.
std::shared_ptr<const config::World> Work::written(const build::Request& request) {
  if (!request.text || request.text != written_.text || request.config != written_.config) {
    auto world = world_of(request, base_.seed);
    written_ = {request.config, request.text,
                world ? std::make_shared<const config::World>(std::move(*world)) : nullptr};
  }
  return written_.world;
}

void Work::report_loaded(const Json& job, const config::World* written, const build::Plan& plan,
                         const report::Diagnostics& problems) {
  std::set<std::string> files = problems.looked_for();
  files.insert(base_.config);
  Json loaded = {{"event", "loaded"}, {"job", job["job"]}, {"files", files}, {"problems", json_of(problems)}};
  const bool good = !problems.has_errors();
  loaded["beside"] = files_beside(plan.graph);
  if (written != nullptr) {
    loaded["text_sha256"] = graph::sha256(written->document.position.source->text);
    loaded["own_seed"] = written->seed_text;
    loaded["knobs"] = knobs_of(*written, good ? &plan.graph : nullptr);
  }
  if (good) {
    loaded["world"] = facts_of_world(*plan.graph.world);
    loaded["ports"] = ports_of(plan.graph);
  }
  report_(loaded, nullptr);
}

void Work::make(const Json& job, const build::Plan& plan, const std::atomic<bool>& stop, Json& end) {
  open_store(plan);
  const std::uint64_t number = job["job"];
  const std::int64_t every = every_cell_of(plan.graph.world->width, plan.graph.world->height);
  std::vector<engine::Sink> sinks;
  const std::vector<ListedLayer> layers = listed_layers(plan.graph);
  for (std::size_t i = 0; i < layers.size(); ++i) {
    engine::Sink sink;
    sink.name = layers[i].title;
    sink.needs = {layers[i].from};
    sink.take = [this, number, i, every, listed = &layers[i]](const std::vector<engine::Product>& made) {
      const std::string cells = cells_of(*made[0].layer, every);
      report_({{"event", "layer"},
               {"job", number},
               {"index", i},
               {"name", listed->name},
               {"title", listed->title},
               {"facts", facts_of(*made[0].layer, every)}},
              &cells);
    };
    sinks.push_back(std::move(sink));
  }
  report::Diagnostics of_view;
  const bool is_whole = !job["preview"];
  if (is_whole) {
    auto view = view_sink(
        plan, stop,
        [this, number](const std::string& page) {
          report_({{"event", "view"}, {"job", number}}, &page);
        },
        [&of_view](const std::string& why, const std::string& remedy) { of_view.warning({}, why, remedy); });
    if (view) sinks.push_back(std::move(*view));
  }
  Teller teller(plan.graph, number, report_);
  report::Diagnostics problems;
  std::optional<build::Expectations> expected;
  const auto all_sinks = [&] {
    std::vector<engine::Sink> all = expected.emplace(plan, store_).sinks();
    all.insert(all.end(), sinks.begin(), sinks.end());
    return all;
  };
  const auto outcome = build::run(build::run_of(plan, store_, stop), all_sinks, teller, problems);
  report::Diagnostics unmet;
  if (outcome.done && is_whole) unmet = build::problems_of(expected->judge(outcome));
  if (plan.strict) unmet.warnings_are_errors();
  end["problems"] = Json::array();
  for (const report::Diagnostics* some : {&problems, &of_view, &unmet})
    for (const Json& one : json_of(*some)) end["problems"].push_back(one);
  end["ending"] = stop || outcome.interrupted ? "stopped" : outcome.done ? "done" : "failed";
  if (outcome.done) end["digest"] = build::digest_of(plan.graph, outcome);
  const auto count = [&](schedule::Doing what) { return std::count(outcome.doing.begin(), outcome.doing.end(), what); };
  end["nodes"] = {{"ran", count(schedule::Doing::runs)},
                  {"painted_again", count(schedule::Doing::paints_again)},
                  {"cached", count(schedule::Doing::cached)}};
  if (store_ && is_whole) store_->age_if_more_is_kept();
}

// Another one where the last could not keep something: there may be room again.
void Work::open_store(const build::Plan& plan) {
  if (store_ && !store_->problem()) return;
  try {
    if (!plan.cache.empty()) store_ = store::Store::open(plan.cache, plan.cache_size);
  } catch (const store::Refused& refusal) {
    if (plan.cache_is_named) throw std::runtime_error(std::string(refusal.what()) + "; " + refusal.remedy);
  }
}

}  // namespace terrawright::live
