// SPDX-License-Identifier: Apache-2.0
#include "workers/stages.hpp"

#include <atomic>
#include <charconv>
#include <cstring>
#include <memory>
#include <sstream>

#include "border/description.hpp"
#include "report/amount.hpp"
#include "report/diagnostic.hpp"
#include "terrawright/numbers.hpp"

namespace terrawright::workers {
namespace {

struct Instance {
  const Stages::Stage* stage;
  std::uint32_t number;
  std::string text;  // of TERRAWRIGHT_WORKER_CREATE
};

template <class Number>
Number number_of(const std::string& text) {
  Number number{};
  const auto [end, error] = read_number(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size())
    throw Failed("its description has '" + text + "' in the place of a number", "");
  return number;
}

// ---- calls of the engine --------------------------------------------------------------------------------------------

std::string written_value(const terrawright_parameter& parameter, const terrawright_value& value) {
  switch (parameter.kind) {
    case TERRAWRIGHT_PARAMETER_REAL:
      return report::shortest(value.real);
    case TERRAWRIGHT_PARAMETER_TEXT:
      return value.text;
    default:
      return std::to_string(value.integer);
  }
}

void* create(const terrawright_stage* described, const terrawright_host* host, void* handle,
             const terrawright_arrangement* given) {
  const auto& stage = *static_cast<const Stages::Stage*>(described->data);
  static std::atomic<std::uint32_t> next{0};
  auto instance = std::make_unique<Instance>();
  instance->stage = &stage;
  instance->number = ++next;
  const terrawright_world_facts& world = *given->world;
  std::string& text = instance->text;
  text = report::line_of({"stage", stage.id, std::to_string(stage.version)});
  text += report::line_of({"world", std::to_string(world.width), std::to_string(world.height),
                           report::shortest(world.cell), report::shortest(world.latitude),
                           report::shortest(world.longitude), std::to_string(world.wrap)});
  if ((described->reads & TERRAWRIGHT_READS_RANDOM) != 0)
    text += report::line_of({"seed", std::to_string(host->stream(handle, ""))});
  for (std::uint64_t i = 0; i < described->n_parameters; ++i) {
    const terrawright_parameter& parameter = *described->parameters[i];
    text += report::line_of({"value", parameter.name, written_value(parameter, given->values[i])});
  }
  for (std::uint64_t i = 0; i < described->n_ports; ++i)
    text += report::line_of({"port", std::to_string(given->flows[i]->kind), given->flows[i]->unit});
  for (const auto& [port, legend] : stage.legends) host->set_legend(handle, port, legend.data(), legend.size());
  return instance.release();
}

void destroy(void* self) { delete static_cast<Instance*>(self); }

std::int32_t window(const void* self, std::uint32_t, std::uint32_t, const terrawright_rect* tile,
                    terrawright_rect* out) {
  const std::int64_t halo = static_cast<const Instance*>(self)->stage->halo;
  *out = {tile->x - halo, tile->y - halo, tile->width + 2 * halo, tile->height + 2 * halo};
  return TERRAWRIGHT_ANSWER_DONE;
}

// Copies rows between cells of the engine and cells without gaps.
void copy_rows(unsigned char* to, std::int64_t to_row, const unsigned char* from, std::int64_t from_row,
               std::int64_t bytes, std::int64_t rows) {
  for (std::int64_t y = 0; y < rows; ++y)
    std::memcpy(to + y * to_row, from + y * from_row, static_cast<std::size_t>(bytes));
}

// Places of all cells of a call, each at a multiple of 64 bytes.
std::uint64_t placed(Worker& worker, const Instance& instance, const terrawright_job& job,
                     const std::vector<std::int64_t>& bytes) {
  std::uint64_t end = Worker::first_cells();
  const terrawright_stage& stage = instance.stage->plain;
  terrawright_worker_call& call = worker.call();
  for (std::uint64_t i = 0; i < stage.n_ports; ++i) {
    const bool is_input = stage.ports[i]->direction == TERRAWRIGHT_PORT_INPUT;
    const terrawright_rect& area = is_input ? job.inputs[i].area : job.outputs[i].area;
    const bool has_cells = is_input ? job.inputs[i].cells != nullptr : job.outputs[i].cells != nullptr;
    call.cells[i] = {has_cells ? end : 0, area};
    call.numbers[i] = job.numbers == nullptr ? 0 : job.numbers[i];
    if (has_cells) end += (static_cast<std::uint64_t>(area.width * area.height * bytes[i]) + 63) / 64 * 64;
  }
  return end;
}

void paint_in(Worker& worker, const Instance& instance, const terrawright_job& job) {
  const auto cancelled = [&] { return job.host->cancelled(job.handle) != 0; };
  const terrawright_stage& stage = instance.stage->plain;
  if (worker.created.count(instance.number) == 0) {
    worker.write_text(instance.text);
    worker.call().instance = instance.number;
    worker.make(TERRAWRIGHT_WORKER_CREATE, seconds_of_a_start, cancelled);
    worker.created.insert(instance.number);
  }
  std::vector<std::int64_t> bytes;
  for (std::uint64_t i = 0; i < stage.n_ports; ++i)
    bytes.push_back(static_cast<std::int64_t>(border::cell_bytes(border::single_kind(stage.ports[i]->kinds))));
  worker.grow(placed(worker, instance, job, bytes));
  terrawright_worker_call& call = worker.call();
  call.instance = instance.number;
  call.n_ports = static_cast<std::uint32_t>(stage.n_ports);
  call.tile = job.tile;
  for (std::uint64_t i = 0; i < stage.n_ports; ++i) {
    if (call.cells[i].offset == 0 || job.inputs[i].cells == nullptr) continue;
    const terrawright_view& view = job.inputs[i];
    const std::int64_t row = view.area.width * bytes[i];
    copy_rows(worker.at(call.cells[i].offset), row, static_cast<const unsigned char*>(view.cells),
              view.stride * bytes[i], row, view.area.height);
  }
  worker.make(TERRAWRIGHT_WORKER_PAINT, instance.stage->seconds, cancelled);
  for (std::uint64_t i = 0; i < stage.n_ports; ++i) {
    if (call.cells[i].offset == 0 || job.outputs[i].cells == nullptr) continue;
    const terrawright_target& target = job.outputs[i];
    const std::int64_t row = target.area.width * bytes[i];
    copy_rows(static_cast<unsigned char*>(target.cells), target.stride * bytes[i], worker.at(call.cells[i].offset), row,
              row, target.area.height);
  }
}

std::int32_t paint(const void* self, const terrawright_job* job) {
  const auto& instance = *static_cast<const Instance*>(self);
  Pool& pool = instance.stage->owner->pool;
  try {
    auto worker = pool.take();
    try {
      paint_in(*worker, instance, *job);
    } catch (const Failed&) {
      if (worker->is_alive()) pool.give_back(std::move(worker));
      throw;
    }
    pool.give_back(std::move(worker));
    return TERRAWRIGHT_ANSWER_DONE;
  } catch (const Stopped&) {
    return TERRAWRIGHT_ANSWER_STOPPED;
  } catch (const Failed& failed) {
    std::istringstream lines(failed.log);
    for (std::string line; std::getline(lines, line);) job->host->log(job->handle, TERRAWRIGHT_LOG_INFO, line.c_str());
    job->host->fail(job->handle, "", -1, -1, failed.what());
  } catch (const std::exception& error) {
    job->host->fail(job->handle, "", -1, -1, error.what());
  }
  return TERRAWRIGHT_ANSWER_FAILED;
}

// ---- description ----------------------------------------------------------------------------------------------------

void add_stage(Stages& all, const std::vector<std::string>& line) {
  Stages::Stage& stage = all.stages.emplace_back();
  stage.owner = &all;
  stage.id = line.at(1);
  stage.version = number_of<std::uint32_t>(line.at(2));
  stage.halo = number_of<std::int64_t>(line.at(4));
  stage.seconds = number_of<double>(line.at(5));
  all.port_lists.emplace_back();
  all.parameter_lists.emplace_back();
  terrawright_stage& plain = stage.plain;
  plain = {};
  plain.size = sizeof plain;
  plain.version = stage.version;
  plain.revision = number_of<std::uint32_t>(line.at(3));
  plain.reads = number_of<std::uint32_t>(line.at(6));
  plain.id = stage.id.c_str();
  plain.doc = all.text(line.at(7));
  plain.data = &stage;
  plain.create = create;
  plain.destroy = destroy;
  plain.window = window;
  plain.paint = paint;
}

void add_port(Stages& all, const std::vector<std::string>& line) {
  terrawright_port& port = all.ports.emplace_back();
  port.size = sizeof port;
  port.direction = number_of<std::uint32_t>(line.at(1));
  port.name = all.text(line.at(2));
  port.kinds = number_of<std::uint64_t>(line.at(3));
  port.flags = number_of<std::uint32_t>(line.at(4));
  port.unit = line.at(5).empty() ? nullptr : all.text(line.at(5));
  port.doc = all.text(line.at(6));
  all.port_lists.back().push_back(&port);
  if (all.port_lists.back().size() > TERRAWRIGHT_WORKER_PORTS)
    throw Failed("its stage has more than " + std::to_string(TERRAWRIGHT_WORKER_PORTS) + " ports", "");
  if (border::single_kind(port.kinds) == 0) throw Failed("its port " + line.at(2) + " has not one kind", "");
}

void add_class(Stages& all, const std::vector<std::string>& line) {
  terrawright_class entry{};
  entry.code = number_of<std::uint16_t>(line.at(2));
  std::uint32_t colour = 0;
  std::from_chars(line.at(3).data(), line.at(3).data() + line.at(3).size(), colour, 16);
  for (int i = 0; i < 4; ++i) entry.colour[i] = static_cast<std::uint8_t>(colour >> (24 - 8 * i));
  entry.name = all.text(line.at(4));
  entry.glyph = "?";
  all.stages.back().legends[number_of<std::uint32_t>(line.at(1))].push_back(entry);
}

void add_parameter(Stages& all, const std::vector<std::string>& line) {
  terrawright_parameter& parameter = all.parameters.emplace_back();
  parameter.size = sizeof parameter;
  parameter.name = all.text(line.at(1));
  parameter.kind = number_of<std::uint32_t>(line.at(2));
  parameter.unit = all.text(line.at(3));
  parameter.doc = all.text(line.at(7));
  const std::string &minimum = line.at(4), &maximum = line.at(5), &fallback = line.at(6);
  parameter.fallback.text = "";
  if (parameter.kind == TERRAWRIGHT_PARAMETER_REAL) {
    parameter.minimum = number_of<double>(minimum);
    parameter.maximum = number_of<double>(maximum);
    parameter.fallback.real = number_of<double>(fallback);
  } else if (parameter.kind == TERRAWRIGHT_PARAMETER_TEXT) {
    parameter.fallback.text = all.text(fallback);
  } else {
    parameter.integer_minimum = number_of<std::int64_t>(minimum);
    parameter.integer_maximum = number_of<std::int64_t>(maximum);
    parameter.fallback.integer = number_of<std::int64_t>(fallback);
  }
  all.parameter_lists.back().push_back(&parameter);
}

}  // namespace

std::string add_described(Stages& all, const std::string& text) {
  std::string versions;
  std::istringstream lines(text);
  for (std::string written; std::getline(lines, written);) {
    const std::vector<std::string> line = report::fields_of(written);
    const std::string& what = line.front();
    const bool is_of_stage = what == "port" || what == "class" || what == "parameter";
    if (is_of_stage && all.stages.empty()) throw Failed("its description has no stage", "");
    if (what == "versions") versions += (versions.empty() ? "" : ", ") + line.at(1) + " " + line.at(2);
    if (what == "stage") add_stage(all, line);
    if (what == "port") add_port(all, line);
    if (what == "class") add_class(all, line);
    if (what == "parameter") add_parameter(all, line);
  }
  if (all.stages.empty()) throw Failed("its description has no stage", "");
  for (std::size_t i = 0; i < all.stages.size(); ++i) {
    terrawright_stage& plain = all.stages[i].plain;
    plain.ports = all.port_lists[i].data();
    plain.n_ports = all.port_lists[i].size();
    plain.parameters = all.parameter_lists[i].data();
    plain.n_parameters = all.parameter_lists[i].size();
    all.list.push_back(&plain);
  }
  return versions;
}

}  // namespace terrawright::workers
