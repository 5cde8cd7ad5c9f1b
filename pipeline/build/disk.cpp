// SPDX-License-Identifier: Apache-2.0
#include "build/disk.hpp"

#include <algorithm>
#include <filesystem>

#include "border/description.hpp"
#include "build/outputs/known_files.hpp"
#include "images/delivery.hpp"
#include "report/amount.hpp"
#include "report/utf8.hpp"
#include "system/memory.hpp"

namespace terrawright::build {
namespace {

// Compressed cells of a world of which half is sea: measured at 32,769 cells a side (docs/scale.md). Worlds without a
// sea may take three times as much.
constexpr std::uint64_t waiting_share = 8, file_share = 4;

// Number of first tiles with as many cells as all.
double firsts_of(const images::Tiling& tiles) {
  const images::Tile first = tiles.tile(0), last = tiles.tile(tiles.count() - 1);
  const auto along = [](std::int64_t count, std::int64_t one, std::int64_t end) {
    return static_cast<double>(count - 1) + static_cast<double>(end) / static_cast<double>(one);
  };
  return along(tiles.columns(), first.width, last.width) * along(tiles.rows(), first.height, last.height);
}

images::FileBytes bytes_of(const images::Picture& picture) {
  if (picture.file.empty()) return {};
  if (const auto bytes = picture.writer ? picture.writer->disk() : std::nullopt) {
    const double firsts = picture.tiles ? firsts_of(*picture.tiles) : 1;
    return {firsts * bytes->fixed, firsts * bytes->compressible};
  }
  double bytes = 0;
  for (const images::Part& part : picture.parts) {
    if (!border::is_layer(part.facts.kind)) continue;
    bytes += static_cast<double>(part.facts.width) * static_cast<double>(part.facts.height) *
             border::cell_bytes(part.facts.kind);
  }
  return {0, bytes};
}

void check(const Plan& plan, const Disk& disk, report::Diagnostics& problems) {
  if (disk.is_surely_enough()) return;
  if (disk.is_memory) {
    problems.error(plan.graph.world->size_position,
                   "this world needs " + report::bytes_text(plan.schedule->peak + disk.most) +
                       " of memory with its files and swapped layers, and there are " +
                       report::bytes_text(system::memory_with_files().value_or(0)),
                   report::smaller_world);
    return;
  }
  if (disk.is_enough()) {
    problems.warning(plan.graph.world->size_position,
                     "this world may need up to " + report::bytes_text(disk.most) + " of disk in " +
                         report::printable(plan.folder) + " if its cells cannot be compressed; " +
                         report::bytes_text(*disk.free) + " are free there",
                     "make room there, or write to another disk with --out");
    return;
  }
  problems.error(plan.graph.world->size_position,
                 "this world needs about " + text_of(disk, plan.folder) + "; " + report::bytes_text(*disk.free) +
                     " are free there",
                 "make room there, write to another disk with --out, write fewer layers, coarser ones (coarsen) or a "
                 "part (--window), or allow more memory with --memory");
}

}  // namespace

Disk disk_of(const Plan& plan, const std::vector<bool>& standing, bool shared) {
  Disk disk;
  for (std::size_t i = 0; i < plan.files.size(); ++i) {
    if (i < standing.size() && standing[i]) continue;
    const images::FileBytes bytes = bytes_of(plan.files[i]);
    disk.files += static_cast<std::uint64_t>(bytes.fixed + bytes.compressible / file_share);
    disk.most += static_cast<std::uint64_t>(bytes.fixed + bytes.compressible);
  }
  const bool all_stand =
      !standing.empty() && std::all_of(standing.begin(), standing.end(), [](bool one) { return one; });
  const std::uint64_t waiting = all_stand ? 0 : shared ? plan.schedule->stored : plan.schedule->to_files;
  disk.waiting = waiting / waiting_share;
  disk.most += waiting;
  if (const auto all = system::memory_with_files()) {
    disk.is_memory = true;
    disk.free = *all - std::min(*all, plan.schedule->peak);
    return disk;
  }
  std::error_code unknown;
  std::filesystem::path folder = std::filesystem::absolute(plan.folder, unknown);
  while (!std::filesystem::is_directory(folder, unknown) && folder.has_relative_path()) folder = folder.parent_path();
  const std::filesystem::space_info space = std::filesystem::space(folder, unknown);
  if (!unknown) disk.free = space.available;
  return disk;
}

Disk disk_left(const Plan& plan, KnownFiles& known, bool shared) {
  std::vector<bool> standing;
  for (std::size_t i = 0; i < plan.files.size(); ++i) standing.push_back(known.standing(i).has_value());
  return disk_of(plan, standing, shared);
}

void check_disk(const Plan& plan, KnownFiles& known, bool shared, report::Diagnostics& problems) {
  if (!disk_of(plan, {}, shared).is_surely_enough()) check(plan, disk_left(plan, known, shared), problems);
}

void check_disk(const Plan& plan, report::Diagnostics& problems) { check(plan, disk_of(plan), problems); }

std::string text_of(const Disk& disk, const std::string& folder) {
  const auto text = [](std::uint64_t bytes) { return report::bytes_text(bytes); };
  return text(disk.files + disk.waiting) + " of disk in " + report::printable(folder) + ": " + text(disk.files) +
         " of files, " + text(disk.waiting) + " of layers that find no room in memory";
}

}  // namespace terrawright::build
