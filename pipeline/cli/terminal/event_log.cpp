// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal/event_log.hpp"

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <mutex>

#include "border/description.hpp"
#include "cli/terminal/show.hpp"
#include "system/files.hpp"
#include "system/memory.hpp"

namespace terrawright::cli {
namespace {

struct Log {
  std::FILE* file = nullptr;
  std::string name;
  int error = 0;  // the first
  std::mutex mutex;
  std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
};
Log& log() {
  static Log one;
  return one;
}

const char* name_of(schedule::Doing doing) {
  return doing == schedule::Doing::runs ? "ran" : doing == schedule::Doing::cached ? "cached" : "painted again";
}

}  // namespace

bool open_event_log(const std::string& file) {
  log().name = file;
  // Opening a pipe without a reader would wait for ever.
  system::Descriptor to = system::open(file, system::writes | system::creates | system::truncates | system::no_wait);
  if (to) system::wait_for_data(to.number(), true);
  log().file = to ? fdopen(to.number(), "w") : nullptr;
  if (log().file != nullptr) {
    to.release();
    return true;
  }
  const char* const why = errno == ENXIO ? "nobody reads this pipe" : std::strerror(errno);
  show_error("the file of --log, " + report::quote(file) + ", cannot be written: " + why,
             "name another file with --log, in a folder that there is");
  return false;
}

bool has_event_log() { return log().file != nullptr; }

void log_event(const char* event, const Json& members) {
  const std::lock_guard lock(log().mutex);
  if (log().file == nullptr || log().error != 0) return;
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - log().begin;
  Json line = {{"event", event}, {"time", time.count()}, {"peak_memory", system::highest_memory()}};
  line.update(members);
  const std::string text = line.dump() + "\n";
  errno = 0;
  if (std::fwrite(text.data(), 1, text.size(), log().file) != text.size() || std::fflush(log().file) != 0)
    log().error = errno != 0 ? errno : EIO;
}

void log_nodes(const graph::Graph& graph, const engine::Outcome& outcome) {
  if (log().file == nullptr) return;
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    const graph::Node& node = graph.nodes[n];
    Json ports = Json::array();
    for (std::size_t i = 0; i < outcome.records[n].size(); ++i) {
      const engine::PortRecord& record = outcome.records[n][i];
      const graph::Flow& flow = node.flows[i];
      if (node.stage().ports[i]->direction != TERRAWRIGHT_PORT_OUTPUT || flow.kind == 0) continue;
      Json port = {{"port", node.stage().ports[i]->name}, {"kind", border::kind_name(flow.kind)}, {"unit", flow.unit}};
      if (border::is_layer(flow.kind)) {
        port["bytes"] = static_cast<std::uint64_t>(graph.world->width) *
                        static_cast<std::uint64_t>(graph.world->height) * border::cell_bytes(flow.kind);
      }
      if (flow.kind == TERRAWRIGHT_KIND_NUMBER) port["value"] = record.number;
      if (flow.kind == TERRAWRIGHT_KIND_TABLE) port["rows"] = record.rows;
      // In a window layers are not made whole.
      if (record.digest != engine::Digest{}) port["xxh3_128"] = engine::hex(record.digest);
      ports.push_back(std::move(port));
    }
    log_event("node_made", {{"node", node.name}, {"doing", name_of(outcome.doing[n])}, {"ports", ports}});
  }
}

bool close_event_log() {
  Log& one = log();
  if (one.file == nullptr) return true;
  errno = 0;
  if (std::fclose(one.file) != 0 && one.error == 0) one.error = errno;
  one.file = nullptr;
  if (one.error != 0)
    show_error("the file of --log, " + report::quote(one.name) + ", is not whole: " + std::strerror(one.error));
  return one.error == 0;
}

}  // namespace terrawright::cli
