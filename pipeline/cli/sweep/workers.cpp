// SPDX-License-Identifier: Apache-2.0
#include "cli/sweep/workers.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <set>
#include <system_error>
#include <thread>
#include <tuple>
#include <vector>

#include "cli/terminal/show.hpp"
#include "schedule/free_memory.hpp"
#include "system/process.hpp"

namespace terrawright::cli {
namespace {

// Main loop of a worker, until no requests are left.
int live(int parent, const std::function<std::string(std::size_t)>& work) {
  std::uint64_t job = 0;
  while (system::receive_all(parent, &job, sizeof job)) {
    const std::string answer = work(static_cast<std::size_t>(job));
    const std::uint64_t size = answer.size();
    if (!system::send_all(parent, &size, sizeof size) || !system::send_all(parent, answer.data(), answer.size())) break;
  }
  return 0;
}

struct Worker {
  system::Descriptor socket;
  system::Child process;
  std::optional<std::size_t> job;
};

class Crew {
 public:
  explicit Crew(const std::function<std::string(std::size_t)>& work) : work_(work) {}

  void start(Worker& worker) {
    auto ends = system::open_channel();
    if (!ends) throw std::system_error(errno, std::generic_category(), "a worker cannot be reached");
    worker.process = system::copy_this_process({}, [&] {
      ends->here.close();
      for (Worker& other : workers) other.socket.close();
      return live(ends->there.number(), work_);
    });
    if (!worker.process) throw std::system_error(errno, std::generic_category(), "a worker cannot be started");
    worker.socket = std::move(ends->here);
  }

  // Describes its end.
  static std::string end(Worker& worker) {
    worker.socket.close();
    const system::Ending ending = worker.process.wait();
    if (ending.signal != 0) return "died of " + system::text_of_signal(ending.signal);
    return "ended with " + ending.text();
  }

  std::vector<Worker> workers;

 private:
  const std::function<std::string(std::size_t)>& work_;
};

std::optional<std::string> read_answer(int from) {
  std::uint64_t size = 0;
  if (!system::receive_all(from, &size, sizeof size)) return std::nullopt;
  std::string text(size, 0);
  if (!system::receive_all(from, text.data(), text.size())) return std::nullopt;
  return text;
}

}  // namespace

void in_workers(std::size_t workers, std::size_t count, const std::function<std::string(std::size_t)>& work,
                const std::function<void(std::size_t, const WorkerAnswer&)>& answered,
                const std::function<bool()>& goes_on) {
  Crew crew(work);
  crew.workers.resize(std::min(workers, count));
  for (Worker& worker : crew.workers) crew.start(worker);
  std::size_t next = 0, done = 0;
  while (done < count && goes_on()) {
    std::vector<system::Wait> waits;
    for (Worker& worker : crew.workers) {
      if (!worker.job && next < count) {
        const std::uint64_t job = next;
        worker.job = next++;
        system::send_all(worker.socket.number(), &job, sizeof job);  // one that is dead says so below
      }
      waits.push_back({worker.socket.number(), worker.job.has_value()});
    }
    if (system::wait_for(waits, 50) == 0) continue;
    for (std::size_t i = 0; i < waits.size(); ++i) {
      Worker& worker = crew.workers[i];
      if (!waits[i].is_ready) continue;
      const auto text = read_answer(worker.socket.number());
      const std::size_t job = *worker.job;
      worker.job.reset();
      ++done;
      WorkerAnswer answer{!text, text.value_or("")};
      if (!text) {
        answer.text = Crew::end(worker);
        crew.start(worker);
      }
      answered(job, answer);
    }
  }
}

Arguments arguments_of(const Arguments& arguments, const SweepWorld& world) {
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

Disks look_at(const Arguments& arguments, const graph::Catalogue& catalogue, const std::vector<SweepWorld>& worlds) {
  std::vector<Arguments> first;
  for (const SweepWorld& world : worlds)
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
