// SPDX-License-Identifier: Apache-2.0
#include "cli/sweep/many_worlds.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <set>
#include <thread>
#include <tuple>

#include "cli/show.hpp"
#include "schedule/free_memory.hpp"

namespace terrawright::cli {

Arguments arguments_of(const Arguments& arguments, const SweptWorld& world) {
  Arguments one = arguments;
  if (!world.seed.empty()) one.seed = world.seed;
  one.set = world.set;
  one.own_folder = true;
  one.out = (std::filesystem::path(arguments.out) / world.label).string();
  return one;
}

Disks look_at(const std::vector<Arguments>& worlds, const graph::Catalogue& catalogue) {
  report::Diagnostics all;
  Disks disks;
  Exit refusal = refused;
  std::set<std::tuple<std::string, std::size_t, std::size_t, std::string>> seen;
  for (const Arguments& world : worlds) {
    report::Diagnostics problems;
    const Session session = load_session(world, catalogue, problems);
    refusal = refusal_of(session);
    if (!problems.has_errors()) disks.try_emplace(world.set, build::disk_of(session));
    for (report::Diagnostic& found : problems.sorted()) {
      const report::Position& at = found.position;
      if (seen.emplace(at.source ? at.source->name : "", at.line, at.column, found.message).second)
        all.add(std::move(found));
    }
  }
  show(all);
  if (all.has_errors()) throw Ended{refusal};
  return disks;
}

Disks look_at(const Arguments& arguments, const graph::Catalogue& catalogue, const std::vector<SweptWorld>& worlds) {
  std::vector<Arguments> first;
  for (const SweptWorld& world : worlds)
    if (world.seed == worlds.front().seed) first.push_back(arguments_of(arguments, world));
  return look_at(first, catalogue);
}

std::size_t share_the_machine(Arguments& arguments, std::size_t worlds) {
  const auto machine = static_cast<std::size_t>(std::max(1U, std::thread::hardware_concurrency()));
  const std::size_t threads = arguments.threads == 0 ? machine : static_cast<std::size_t>(arguments.threads);
  const std::size_t workers = std::max<std::size_t>(1, std::min(threads, worlds));
  arguments.threads = static_cast<int>(std::max<std::size_t>(1, threads / workers));
  const std::uint64_t memory = schedule::usual_memory();
  const bool is_known = memory != std::numeric_limits<std::uint64_t>::max();  // not without /proc
  if (arguments.memory.empty() && is_known) arguments.memory = std::to_string(memory / workers / 1'000'000) + "MB";
  return workers;
}

}  // namespace terrawright::cli
