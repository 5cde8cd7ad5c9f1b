// SPDX-License-Identifier: Apache-2.0
#include "cli/session.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <thread>

#include "build/outputs/known_files.hpp"
#include "cli/terminal/others.hpp"
#include "cli/terminal/show.hpp"
#include "report/amount.hpp"
#include "schedule/free_memory.hpp"
#include "schedule/tiling.hpp"
#include "store/store.hpp"
#include "terrawright/numbers.hpp"

namespace terrawright::cli {
namespace {

std::int64_t tile_of(const std::string& text, report::Diagnostics& diagnostics) {
  if (text == "whole") return schedule::whole_world;
  std::int64_t side = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), side);
  if (error != std::errc() || end != text.data() + text.size() || side < 1 || side > (1 << 20)) {
    diagnostics.error({}, "--tile cannot be " + report::quote(text),
                      "write a side of 1 to 1048576 cells, as --tile 512, or --tile whole");
    return schedule::whole_world;
  }
  return side;
}

// Nothing where nothing is said.
std::optional<std::uint64_t> memory_of(const std::string& text, report::Diagnostics& diagnostics) {
  if (text.empty()) return std::nullopt;
  double number = 0;
  const auto [end, error] = read_number(text.data(), text.data() + text.size(), number);
  const std::string unit(end, text.data() + text.size());
  const double factor = unit == "GB" || unit == "G" ? 1e9 : unit == "MB" || unit == "M" ? 1e6 : 0;
  if (error != std::errc() || factor == 0 || !(number > 0) || number > 1e9) {
    diagnostics.error({}, "--memory cannot be " + report::quote(text),
                      "write a size, as --memory 4GB or --memory 500MB");
    return std::numeric_limits<std::uint64_t>::max();
  }
  return static_cast<std::uint64_t>(number * factor);
}

}  // namespace

void refuse(const std::string& message, const std::string& hint) {
  show_error(message, hint);
  throw Ended{refused};
}

void show_or_end(const report::Diagnostics& problems, Rule rule) {
  show(problems, rule);
  if (problems.has_errors()) throw Ended{refused};
}

graph::Catalogue load_catalogue(const Arguments& arguments) {
  graph::Catalogue catalogue;
  std::vector<std::string> said;
  const auto problems = plugins::add_everything(arguments.plugins, catalogue, &said);
  for (const std::string& line : said) show_line(line);
  report::Diagnostics errors;
  for (const plugins::Problem& problem : problems) errors.error({}, graph::refusal(problem), problem.remedy);
  show(errors, Rule::plugin);
  if (!problems.empty()) throw Ended{bad_plugin};
  return catalogue;
}

graph::Catalogue load_whole_catalogue(const Arguments& arguments) {
  graph::Catalogue catalogue = load_catalogue(arguments);
  report::Diagnostics warnings;
  for (const graph::Refused& library : catalogue.refused())
    warnings.warning({}, graph::refusal(library), library.remedy);
  show(warnings, Rule::plugin);
  return catalogue;
}

namespace {

// Default: the machine's resources for all processes on it.
void share_the_machine(build::Request& request, const ranks::Started& all) {
  const auto here = static_cast<int>(all.count_here());
  const int machine = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  if (request.threads == 0) request.threads = std::max(1, machine / here);
  request.processes = all.count();
  if (!request.memory) request.memory = schedule::usual_memory() / all.count_here();
}

}  // namespace

Session load_session(const Arguments& arguments, const graph::Catalogue& catalogue) {
  report::Diagnostics diagnostics;
  Session session = load_session(arguments, catalogue, diagnostics);
  if (arguments.seeds.size() < 2) show(diagnostics);  // of several it was shown once for all
  if (diagnostics.has_errors()) throw Ended{refusal_of(session)};
  return session;
}

std::shared_ptr<store::Store> store_of(const Session& session) {
  if (session.cache.empty()) return nullptr;
  try {
    return store::Store::open_if_there(session.cache, session.cache_size);
  } catch (const store::Refused& refusal) {
    if (!session.cache_is_named) return nullptr;
    refuse(refusal.what(), refusal.remedy);
  }
}

bool has_disk(const Session& session) {
  if (build::disk_of(session).is_surely_enough()) return true;
  build::KnownFiles known(session, session.window ? nullptr : store_of(session));
  report::Diagnostics problems;
  build::check_disk(session, known, false, problems);
  show(problems, Rule::build);
  return !problems.has_errors();
}

bool has_disk(const std::vector<Arguments>& worlds, std::size_t at_once, const Disks& known,
              const graph::Catalogue& catalogue) {
  build::Disk all;
  for (const Arguments& world : worlds) {
    const build::Disk& disk = known.at(world.set);
    all.most += disk.most;
    all.free = disk.free;
  }
  if (all.is_surely_enough()) return true;
  std::filesystem::path folder;
  for (const Arguments& world : worlds) {
    report::Diagnostics unused;
    const Session session = load_session(world, catalogue, unused);
    build::KnownFiles files(session, session.window ? nullptr : store_of(session));
    const build::Disk disk = build::disk_left(session, files, false);
    all.files += disk.files;
    all.waiting = std::max(all.waiting, disk.waiting * at_once);
    folder = session.folder;
    if (world.own_folder) folder = folder.parent_path();
  }
  if (all.is_enough()) return true;
  show_error("these " + std::to_string(worlds.size()) + " worlds need about " + text_of(all, folder.string()) + "; " +
                 report::bytes_text(*all.free) + " are free there",
             "make room there, write to another disk with --out, or build fewer of them at once");
  return false;
}

build::Request request_of(const Arguments& arguments, report::Diagnostics& diagnostics) {
  build::Request request;
  request.tile = tile_of(arguments.tile, diagnostics);
  request.memory = memory_of(arguments.memory, diagnostics);
  request.threads = arguments.threads;
  if (others() != nullptr) share_the_machine(request, *others());
  if (arguments.cache != "off")
    request.cache = arguments.cache.empty() ? store::Store::usual_folder() : std::filesystem::path(arguments.cache);
  request.cache_is_named = !arguments.cache.empty();
  request.cache_size = arguments.cache_size;
  request.config = arguments.config;
  request.set = arguments.set;
  request.seed = arguments.seed;
  request.one_of_several = arguments.seeds.size() > 1;
  request.folder = arguments.out;
  request.own_folder = arguments.own_folder;
  request.strict = arguments.strict;
  request.window = arguments.window;
  request.best = arguments.best;
  return request;
}

Session load_session(const Arguments& arguments, const graph::Catalogue& catalogue, report::Diagnostics& diagnostics) {
  return build::load(request_of(arguments, diagnostics), catalogue, diagnostics);
}

}  // namespace terrawright::cli
