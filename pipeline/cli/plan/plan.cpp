// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <set>

#include "border/description.hpp"
#include "build/disk.hpp"
#include "build/forecast.hpp"
#include "build/outputs/outputs.hpp"
#include "cli/build/input_files.hpp"
#include "cli/describe/stage_sentences.hpp"
#include "cli/plan/dependencies.hpp"
#include "cli/session.hpp"
#include "cli/terminal/show.hpp"
#include "cli/terminal/signals.hpp"
#include "cli/terminal/standard_output.hpp"
#include "cli/verbs.hpp"
#include "config/quantity.hpp"
#include "graph/catalogue.hpp"
#include "images/delivery.hpp"
#include "report/amount.hpp"
#include "report/utf8.hpp"
#include "schedule/schedule.hpp"
#include "terrawright/degrees.hpp"

namespace terrawright::cli {
namespace {

// "land.level (sea), island-42.exr": who reads the node, or the times of a node.
std::string needed_by(const std::vector<std::size_t>& group, const std::vector<std::vector<Consumer>>& consumers,
                      const Times& times) {
  std::vector<std::string> names;
  for (const std::size_t n : group) {
    for (const Consumer& consumer : consumers[n])
      names.push_back(consumer.is_file          ? consumer.name
                      : consumer.is_expectation ? "the expectation " + report::quote(consumer.name)
                                                : times.all_of(consumer.name + "." + consumer.input));
  }
  return report::join(each_once(names));
}

// "survey of rain": what a pass is for.
std::string purpose(const graph::Graph& graph, const schedule::Pass& pass) {
  const std::string why = schedule::reason(pass.why);
  return pass.node < graph.nodes.size() ? graph.nodes[pass.node].name + " (" + why + ")" : why;
}

std::uint64_t bytes_of(const schedule::Schedule& schedule, std::size_t pass) {
  const schedule::PassBytes& bytes = schedule.passes[pass];
  return schedule.fixed + bytes.stored + bytes.passing + bytes.beside;
}

std::string waits_for(const graph::Graph& graph, const std::vector<std::size_t>& group,
                      const schedule::Schedule& schedule, const Times& times) {
  std::vector<std::string> all;
  for (const std::size_t n : group) {
    for (const schedule::Barrier& barrier : schedule.order.steps[n].barriers)
      all.push_back(times.all_of(graph.name(barrier.from)) + " (" + schedule::reason(barrier.why) + ")");
  }
  std::string text;
  for (const std::string& one : each_once(all)) text += (text.empty() ? "" : "; ") + one;
  return text;
}

std::string padded(const std::string& text, std::size_t width, bool right = false) {
  const std::string space(width > text.size() ? width - text.size() : 0, ' ');
  return right ? space + text : text + space;
}

std::string degrees_text(double degrees) {
  return report::formatted("%.2f", degrees) + (std::fabs(degrees) > 90 ? " (beyond the pole)" : "");
}

// Latitudes of the rows' centres, north up.
struct Latitudes {
  double top, bottom;
};
Latitudes latitudes_of(const config::World& world) {
  const Degrees degrees(world.width, world.height, world.cell, world.latitude, world.longitude);
  return {degrees.latitude(0), degrees.latitude(static_cast<double>(world.height - 1))};
}

std::string world_text(const config::World& world) {
  const Latitudes latitudes = latitudes_of(world);
  return world.name + ": " + std::to_string(world.width) + " x " + std::to_string(world.height) + " cells of " +
         report::formatted("%g", world.cell) + " m, seed " + report::printable(world.seed_text) + "\nlatitude " +
         degrees_text(latitudes.top) + " in the top row, " + degrees_text(latitudes.bottom) + " in the bottom row\n\n";
}

std::string passes_text(const graph::Graph& graph, const schedule::Schedule& schedule, const Times& times) {
  std::size_t widest = 0;
  for (const schedule::Pass& pass : schedule.order.passes) widest = std::max(widest, purpose(graph, pass).size());
  std::string text = "passes over all tiles\n  #  " + padded("for", widest) + "      memory  paints\n";
  std::set<std::string> shown;
  std::size_t alike = 0;  // passes that were left out
  std::uint64_t most = 0;
  for (std::size_t p = 0; p <= schedule.order.passes.size(); ++p) {
    std::vector<std::string> painted, of_any_time;
    const bool last = p == schedule.order.passes.size();
    for (const std::size_t n : last ? std::vector<std::size_t>() : schedule.order.passes[p].paints) {
      painted.push_back(graph.nodes[n].name);
      of_any_time.push_back(graph::without_times(painted.back()));
    }
    // Lines that were shown for one repetition of a node are not shown for the others.
    const bool of_times = painted != of_any_time;
    const bool repeats =
        of_times &&
        !shown.insert(graph::without_times(purpose(graph, schedule.order.passes[p])) + "\n" + report::join(of_any_time))
             .second;
    if (repeats) {
      ++alike;
      most = std::max(most, bytes_of(schedule, p));
      continue;
    }
    if (alike != 0) {
      text += "     " + padded("... " + std::to_string(alike) + " more like these", widest) + "  " +
              padded(report::bytes_text(most), 10, true) + "  the same of the times that follow\n";
    }
    alike = 0, most = 0;
    if (last) break;
    text += padded(std::to_string(p + 1), 3, true) + "  " + padded(purpose(graph, schedule.order.passes[p]), widest) +
            "  " + padded(report::bytes_text(bytes_of(schedule, p)), 10, true) + "  " +
            (painted.empty() ? "nothing new" : report::join(painted)) + "\n";
  }
  std::vector<std::string> stored;
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    for (std::uint32_t i = 0; i < schedule.order.stored[n].size(); ++i) {
      if (!schedule.order.stored[n][i] || !border::is_layer(graph.nodes[n].flows[i].kind)) continue;
      stored.push_back(times.all_of(graph.name({n, i})));
    }
  }
  if (!stored.empty()) text += "stored from pass to pass: " + report::join(each_once(stored)) + "\n";
  text += "\nmemory at most " + report::bytes_text(schedule.peak);
  if (!schedule.passes.empty()) text += ", in pass " + std::to_string(schedule.peak_pass + 1);
  if (schedule.to_files != 0)
    text += ", beside " + report::bytes_text(schedule.to_files) + " of layers that wait in files";
  return text + "; of " + report::bytes_text(schedule.made) + " of layers " + report::bytes_text(schedule.stored) +
         " are stored, and " + report::bytes_text(schedule.moved) + " are moved\n";
}

// The cut work: the last pass, as results of the others are needed from all over the world.
std::string cut_text(const Session& session) {
  if (!session.window) return {};
  std::string text = "window " + images::window_text(*session.window) + ": ";
  std::vector<std::string> cut;
  const auto& passes = session.schedule->order.passes;
  for (std::size_t p = 0; p < passes.size(); ++p) {
    if (passes[p].why == schedule::Pass::Why::rest) cut.push_back(std::to_string(p + 1));
  }
  text += cut.empty() ? "nothing is left to paint" : "pass " + report::join(cut) + " paints what it needs alone";
  return text + ", the other passes go over the whole world; memory and bytes are at most those\n\n";
}

// "cached", "painted again", "runs", "runs because percentile 60 % -> 55 %".
std::string forecast_text(const build::Forecast& forecast) {
  if (forecast.doing == schedule::Doing::cached) return "cached";
  if (forecast.doing == schedule::Doing::paints_again) return "painted again";
  return forecast.because.empty() ? "runs" : "runs because " + forecast.because;
}

// For the repetitions of a node, each text with its count if they differ.
std::string forecast_text(const std::vector<std::size_t>& group, const std::vector<build::Forecast>& forecast) {
  std::vector<std::string> all;
  for (const std::size_t n : group) all.push_back(forecast_text(forecast[n]));
  const std::vector<std::string> once = each_once(all);
  if (once.size() == 1) return once.front();
  std::string text;
  for (const std::string& one : once) {
    text +=
        (text.empty() ? "" : ", ") + one + " (" + std::to_string(std::count(all.begin(), all.end(), one)) + " times)";
  }
  return text;
}

// For tiles the first and the last.
std::string files_text(const images::Picture& picture) {
  std::string text;
  if (const std::string what = picture.writer ? picture.writer->text() : ""; !what.empty())
    return "  " + report::printable(picture.file.string()) + "\n      " + what + "\n";
  const auto files = images::files_of(picture);
  if (!picture.tiles) {
    for (const auto& file : files) text += "  " + report::printable(file.string()) + "\n";
    return text;
  }
  text = "  " + report::printable(files.front().string()) + "\n";
  const images::Tiling& tiles = *picture.tiles;
  const auto last = images::tile_path(picture.file, tiles.columns() - 1, tiles.rows() - 1);
  if (picture.tiles->count() > 1) text += "  ... " + report::printable(last.string()) + "\n";
  return text + "      " + encode::tiles_text(tiles) + "\n";
}

// "print.png@1, dpi 100": for a writer that is named, or that has parameters.
std::string writer_text(const build::WriterUse& use) {
  if (use.offer == nullptr) return {};
  std::string given;
  for (const config::Parameters::Parameter& parameter : use.parameters->all())
    if (parameter.given) given += ", " + parameter.name + " " + report::printable(parameter.text);
  return use.is_named || !given.empty() ? "      " + use.name + given + "\n" : "";
}

Json writer_json(const build::WriterUse& use) {
  Json json = {{"name", use.name}};
  for (const config::Parameters::Parameter& parameter : use.parameters->all())
    json["with"][parameter.name] = parameter.text;
  return json;
}

// Disk that build requires before it starts.
std::string disk_text(const Session& session) {
  const build::Disk disk = build::disk_of(session);
  return "about " + build::text_of(disk, session.folder) +
         (disk.free ? "; " + report::bytes_text(*disk.free) + " are free there" : "") +
         (disk.is_enough() ? "\n" : ", so build will not begin\n");
}

std::string plan_text(const Session& session, const schedule::Schedule& schedule,
                      const std::vector<build::Forecast>& forecast) {
  const graph::Graph& graph = session.graph;
  std::string text = world_text(*graph.world) + cut_text(session);
  std::size_t widest = 4;
  const Times times(graph);
  for (const graph::Node& node : graph.nodes) widest = std::max(widest, times.all_of(node.name).size());
  text += "  #  " + padded("node", widest) + "  shape       stage\n";
  const std::string margin = std::string(7 + widest, ' ');
  const auto consumers = consumers_of(graph);
  for (const std::vector<std::size_t>& group : times.groups()) {
    const std::size_t n = group.front();
    const graph::Node& node = graph.nodes[n];
    text += padded(std::to_string(n + 1), 3, true) + "  " + padded(times.all_of(node.name), widest) + "  " +
            padded(shape_name(node.stage()), 10) + "  " + graph::Catalogue::name(node.stage()) + "\n" + margin +
            "for " + needed_by(group, consumers, times) + "\n";
    for (std::size_t i = 0; i < node.numbers.size(); ++i) {
      if (!node.numbers[i]) continue;
      text += margin + "with " + node.stage().ports[i]->name + ": " +
              config::with_unit(*node.numbers[i], node.flows[i].unit) + "\n";
    }
    for (const auto& file : node.files) {
      if (const std::string remark = file->remark(); !remark.empty())
        text += margin + "reads a file whose " + remark + "\n";
    }
    text += margin + forecast_text(group, forecast) + "\n";
    const std::string waits = waits_for(graph, group, schedule, times);
    if (!waits.empty()) text += margin + "waits for all of " + waits + "\n";
  }
  std::vector<std::string> unneeded;
  for (const std::string& name : graph.unneeded) unneeded.push_back(graph::without_times(name));
  if (!unneeded.empty()) text += "\nnot run, as no output needs it: " + report::join(each_once(unneeded)) + "\n";
  text += "\n" + passes_text(graph, schedule, times) + disk_text(session) + "\nfiles\n";
  for (std::size_t i = 0; i < session.files.size(); ++i) {
    text += files_text(session.files[i]) + writer_text(build::writer_use(graph, graph.outputs[i]));
    for (const graph::OutputLayer& layer : graph.outputs[i].layers) {
      text +=
          "      " + layer.name + ": " + flow_text(graph.flow(layer.from)) + ", from " + graph.name(layer.from) + "\n";
    }
  }
  return text;
}

Json flow_json(const graph::Flow& flow) { return {{"kind", border::kind_name(flow.kind)}, {"unit", flow.unit}}; }

Json node_json(const graph::Graph& graph, std::size_t n, const schedule::Schedule& schedule,
               const std::vector<Consumer>& consumers, const std::vector<std::string>& files) {
  const graph::Node& node = graph.nodes[n];
  Json json = {{"name", node.name},
               {"stage", graph::Catalogue::name(node.stage())},
               {"shape", shape_name(node.stage())},
               {"stored", Json::array()}};
  for (std::size_t i = 0; i < node.flows.size(); ++i) {
    if (schedule.order.stored[n][i] && border::is_layer(node.flows[i].kind))
      json["stored"].push_back(node.stage().ports[i]->name);
  }
  json["inputs"] = Json::object();
  json["outputs"] = Json::object();
  for (std::size_t i = 0; i < node.flows.size(); ++i) {
    if (node.flows[i].kind == 0) continue;
    const bool input = node.stage().ports[i]->direction == TERRAWRIGHT_PORT_INPUT;
    Json flow = flow_json(node.flows[i]);
    if (node.inputs[i]) flow["from"] = graph.name(*node.inputs[i]);
    if (node.numbers[i]) flow["value"] = *node.numbers[i];
    json[input ? "inputs" : "outputs"][node.stage().ports[i]->name] = flow;
  }
  json["needed_by"] = Json::array();
  for (const Consumer& consumer : consumers) {
    Json entry = {{"output", consumer.port},
                  {consumer.is_file          ? "file"
                   : consumer.is_expectation ? "expectation"
                                             : "node",
                   consumer.name}};
    entry[consumer.is_file ? "layer" : "input"] = consumer.input;
    json["needed_by"].push_back(entry);
  }
  json["files"] = files;
  json["waits_for"] = Json::array();
  for (const schedule::Barrier& barrier : schedule.order.steps[n].barriers) {
    json["waits_for"].push_back({{"input", node.stage().ports[barrier.port]->name},
                                 {"from", graph.name(barrier.from)},
                                 {"why", schedule::reason(barrier.why)}});
  }
  return json;
}

Json plan_json(const Session& session, const schedule::Schedule& schedule,
               const std::vector<build::Forecast>& forecast) {
  const graph::Graph& graph = session.graph;
  Json json = {{"name", graph.world->name}, {"input_files", input_files(graph)}};
  json["world"] = {{"width", graph.world->width},
                   {"height", graph.world->height},
                   {"cell_metres", graph.world->cell},
                   {"seed", graph.world->seed_text}};
  const Latitudes latitudes = latitudes_of(*graph.world);
  json["world"]["latitude_degrees"] = {
      {"centre", graph.world->latitude}, {"top", latitudes.top}, {"bottom", latitudes.bottom}};
  if (session.window) {
    const Rect& window = *session.window;
    json["window"] = {{"x", window.x}, {"y", window.y}, {"width", window.width}, {"height", window.height}};
  }
  json["nodes"] = Json::array();
  const auto consumers = consumers_of(graph);
  const auto files = files_needing(graph);
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    json["nodes"].push_back(node_json(graph, n, schedule, consumers[n], files[n]));
    Json& node = json["nodes"].back();
    node["doing"] = forecast_text({forecast[n].doing, ""});
    if (!forecast[n].because.empty()) node["because"] = forecast[n].because;
  }
  json["unneeded"] = graph.unneeded;
  json["passes"] = Json::array();
  for (std::size_t p = 0; p < schedule.order.passes.size(); ++p) {
    const schedule::Pass& pass = schedule.order.passes[p];
    Json entry = {{"why", schedule::reason(pass.why)}, {"memory", bytes_of(schedule, p)}, {"paints", Json::array()}};
    const schedule::PassBytes& bytes = schedule.passes[p];
    entry["memory_of"] = {{"stored", bytes.stored}, {"passing", bytes.passing}, {"beside", bytes.beside}};
    if (pass.node < graph.nodes.size()) entry["for"] = graph.nodes[pass.node].name;
    for (const std::size_t n : pass.paints) entry["paints"].push_back(graph.nodes[n].name);
    json["passes"].push_back(entry);
  }
  json["memory"] = {{"peak", schedule.peak},
                    {"least", schedule.least},
                    {"fixed", schedule.fixed},
                    {"waiting_in_files", schedule.to_files}};
  if (!schedule.passes.empty()) json["memory"]["pass"] = schedule.peak_pass;
  const build::Disk disk = build::disk_of(session);
  json["disk"] = {{"files", disk.files}, {"waiting", disk.waiting}};
  if (disk.free) json["disk"]["free"] = *disk.free;
  json["bytes"] = {{"made", schedule.made}, {"stored", schedule.stored}, {"moved", schedule.moved}};
  json["outputs"] = Json::array();
  for (std::size_t i = 0; i < session.files.size(); ++i) {
    Json output;
    for (const auto& file : images::files_of(session.files[i])) output["files"].push_back(file.string());
    const images::Picture& picture = session.files[i];
    if (picture.writer)
      for (const auto& [name, value] : picture.writer->facts().items()) output[name] = value;
    const build::WriterUse use = build::writer_use(graph, graph.outputs[i]);
    if (use.offer != nullptr) output["writer"] = writer_json(use);
    if (picture.tiles) output["tiles"] = encode::tiles_json(*picture.tiles);
    for (const graph::OutputLayer& layer : graph.outputs[i].layers) {
      output["layers"][layer.name] = flow_json(graph.flow(layer.from));
      output["layers"][layer.name]["from"] = graph.name(layer.from);
    }
    json["outputs"].push_back(output);
  }
  return json;
}

}  // namespace

Exit plan(const Arguments& arguments) {
  const graph::Catalogue catalogue = load_catalogue(arguments);
  const Session session = load_session(arguments, catalogue);
  const schedule::Schedule& schedule = *session.schedule;
  const auto store = store_of(session);
  const auto forecast = build::forecast(session, store);
  report::Diagnostics damage;
  build::report_damage(build::run_of(session, store, stop_asked()), damage);
  show(damage, Rule::build);
  if (json_lines()) {
    print_event("plan", plan_json(session, schedule, forecast));
  } else {
    print(arguments.json ? readable_json(plan_json(session, schedule, forecast))
                         : plan_text(session, schedule, forecast));
  }
  if (!has_disk(session)) return refused;
  return damage.has_errors() ? failed : done;
}

}  // namespace terrawright::cli
