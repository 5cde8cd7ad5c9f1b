// SPDX-License-Identifier: Apache-2.0
#include "engine/progress_reporter.hpp"

#include <algorithm>

#include "report/json.hpp"

namespace terrawright::engine {
namespace {

using report::Json;

std::string with_cell(const border::Message& said) {
  if (said.x < 0) return said.text;
  const std::string cell = " at cell (" + std::to_string(said.x) + ", " + std::to_string(said.y) + ")";
  const std::size_t remedy = std::min(said.text.find("; "), said.text.size());  // it follows the place
  return said.text.substr(0, remedy) + cell + said.text.substr(remedy);
}

}  // namespace

ProgressReporter::ProgressReporter(const graph::Graph& graph, Observer& observer, report::Diagnostics& diagnostics)
    : graph_(graph), observer_(observer), diagnostics_(diagnostics), nodes_(graph.nodes.size()) {}

ProgressReporter::~ProgressReporter() {
  if (ranks_ != nullptr && is_first()) ranks_->listen({});
}

void ProgressReporter::with(Ranks& ranks) {
  ranks_ = &ranks;
  if (is_first()) ranks.listen([this](std::size_t rank, const std::string& said) { heard(rank, said); });
}

Listener ProgressReporter::listener(std::size_t n) {
  Listener listener;
  listener.share = [this, n](double share) {
    const std::lock_guard lock(mutex_);
    observer_.progress(n, static_cast<std::size_t>(share * 100.0), 100);
  };
  listener.line = [this, n](std::uint32_t level, const std::string& line) { says(n, level, line); };
  listener.warning = [this, n](const border::Message& said) { warns(n, said); };
  return listener;
}

void ProgressReporter::begins(std::size_t n) {
  const std::lock_guard lock(mutex_);
  if (!std::exchange(nodes_[n].begun, true)) observer_.node_begins(n);
}

void ProgressReporter::progress(std::size_t n, std::size_t done, std::size_t of, const Spent& spent) {
  begins(n);
  const std::lock_guard lock(mutex_);
  nodes_[n].spent += spent;
  nodes_[n].done = done;
  nodes_[n].of = of;
  if (is_first()) return report_progress(n);
  to_first(What::progress, n, std::to_string(done));
}

// Sums over all processes. The lock is held.
void ProgressReporter::report_progress(std::size_t n) {
  std::size_t done = nodes_[n].done;
  for (const auto& [of, tiles] : others_) done += of.first == n ? tiles : 0;
  observer_.progress(n, std::min(done, nodes_[n].of), nodes_[n].of);
}

void ProgressReporter::round_ends(std::size_t n, const Round& round, const Spent& spent) {
  const std::lock_guard lock(mutex_);
  nodes_[n].spent += spent;
  for (auto& [of, tiles] : others_) tiles = of.first == n ? 0 : tiles;
  observer_.round_ends(n, round);
}

void ProgressReporter::node_ends(std::size_t n) {
  const std::lock_guard lock(mutex_);
  if (nodes_[n].begun) observer_.node_ends(n, nodes_[n].spent);
}

void ProgressReporter::sink_ends(const std::string& name, const Spent& spent) {
  const std::lock_guard lock(mutex_);
  observer_.sink_ends(name, spent);
}

void ProgressReporter::fails(std::size_t n, const StageFailed& failure) {
  const graph::Node& node = graph_.nodes[n];
  observer_.node_fails(n, failure);
  diagnostics_.error(node.position(failure.where), "'" + node.name + "' failed: " + with_cell(failure),
                     report::remedy_of_stage(graph::Catalogue::name(node.stage())));
}

void ProgressReporter::says(std::size_t n, std::uint32_t level, const std::string& line) {
  if (!is_first()) return to_first(What::line, n, std::to_string(level) + line);
  const std::lock_guard lock(mutex_);
  level < TERRAWRIGHT_LOG_INFO ? observer_.details(n, line) : observer_.says(n, line);
}

void ProgressReporter::warns(std::size_t n, const border::Message& said) {
  if (!is_first()) {
    return to_first(What::warning, n,
                    Json{Json::binary(said.where), Json::binary(said.text), said.x, said.y}.to_cbor());
  }
  const graph::Node& node = graph_.nodes[n];
  const std::lock_guard lock(mutex_);
  observer_.node_warns(n, said);
  diagnostics_.warning(node.position(said.where), "'" + node.name + "': " + with_cell(said),
                       report::remedy_of_stage(graph::Catalogue::name(node.stage())));
}

// ---- from process to process ---------------------------------------------------------------------

// "p17 42": what, the node, and what is said.
void ProgressReporter::to_first(What what, std::size_t n, const std::string& said) {
  ranks_->tell(static_cast<char>(what) + std::to_string(n) + " " + said, what == What::progress);
}

void ProgressReporter::heard(std::size_t rank, const std::string& said) {
  const std::size_t space = said.find(' ');
  const std::size_t n = std::stoul(said.substr(1, space - 1));
  const std::string rest = said.substr(space + 1);
  switch (static_cast<What>(said[0])) {
    case What::progress: {
      const std::lock_guard lock(mutex_);
      others_[{n, rank}] = std::stoul(rest);
      return report_progress(n);
    }
    case What::line:
      return says(n, static_cast<std::uint32_t>(rest[0] - '0'), rest.substr(1));
    case What::warning: {
      const Json json = Json::from_cbor(rest);
      return warns(n, {json[0].bytes(), json[1].bytes(), json[2], json[3]});
    }
  }
}

}  // namespace terrawright::engine
