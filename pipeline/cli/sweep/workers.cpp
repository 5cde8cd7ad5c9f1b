// SPDX-License-Identifier: Apache-2.0
#include "cli/sweep/workers.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
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

namespace terrawright::cli {
namespace {

bool send_all(int to, const void* bytes, std::size_t size) {
  const auto* from = static_cast<const char*>(bytes);
  while (size > 0) {
    const ssize_t sent = send(to, from, size, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    from += sent;
    size -= static_cast<std::size_t>(sent);
  }
  return true;
}

bool receive_all(int from, void* bytes, std::size_t size) {
  auto* to = static_cast<char*>(bytes);
  while (size > 0) {
    const ssize_t received = recv(from, to, size, 0);
    if (received < 0 && errno == EINTR) continue;
    if (received <= 0) return false;
    to += received;
    size -= static_cast<std::size_t>(received);
  }
  return true;
}

// Main loop of a worker, until no requests are left.
[[noreturn]] void live(int parent, const std::function<std::string(std::size_t)>& work) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  for (const int ours : {SIGINT, SIGTERM, SIGHUP}) signal(ours, SIG_IGN);  // the parent ends this process
  std::uint64_t job = 0;
  while (receive_all(parent, &job, sizeof job)) {
    const std::string answer = work(static_cast<std::size_t>(job));
    const std::uint64_t size = answer.size();
    if (!send_all(parent, &size, sizeof size) || !send_all(parent, answer.data(), answer.size())) break;
  }
  _exit(0);
}

struct Worker {
  pid_t process = -1;
  int socket = -1;
  std::optional<std::size_t> job;
};

class Crew {
 public:
  explicit Crew(const std::function<std::string(std::size_t)>& work) : work_(work) {}
  ~Crew() {
    for (Worker& worker : workers) end(worker, true);
  }
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  void start(Worker& worker) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
      throw std::system_error(errno, std::generic_category(), "a worker cannot be reached");
    const pid_t parent = getpid();
    worker.process = fork();
    if (worker.process == 0) {
      close(ends[0]);
      for (const Worker& other : workers) {
        if (&other != &worker && other.socket >= 0) close(other.socket);
      }
      if (getppid() != parent) _exit(0);
      live(ends[1], work_);
    }
    const int error = errno;
    close(ends[1]);
    worker.socket = ends[0];
    if (worker.process < 0) throw std::system_error(error, std::generic_category(), "a worker cannot be started");
  }

  // Describes its end.
  static std::string end(Worker& worker, bool at_once) {
    if (worker.socket >= 0) close(worker.socket);
    worker.socket = -1;
    if (worker.process <= 0) return {};
    if (at_once) kill(worker.process, SIGKILL);
    int status = 0;
    while (waitpid(worker.process, &status, 0) < 0 && errno == EINTR) {
    }
    worker.process = -1;
    if (WIFSIGNALED(status)) return std::string("died of ") + strsignal(WTERMSIG(status));
    return "ended with exit code " + std::to_string(WEXITSTATUS(status));
  }

  std::vector<Worker> workers;

 private:
  const std::function<std::string(std::size_t)>& work_;
};

std::optional<std::string> read_answer(int from) {
  std::uint64_t size = 0;
  if (!receive_all(from, &size, sizeof size)) return std::nullopt;
  std::string text(size, 0);
  if (!receive_all(from, text.data(), text.size())) return std::nullopt;
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
    std::vector<pollfd> waits;
    for (Worker& worker : crew.workers) {
      if (!worker.job && next < count) {
        const std::uint64_t job = next;
        worker.job = next++;
        send_all(worker.socket, &job, sizeof job);  // one that is dead says so below
      }
      waits.push_back({worker.socket, static_cast<short>(worker.job ? POLLIN : 0), 0});
    }
    if (poll(waits.data(), waits.size(), 50) <= 0) continue;
    for (std::size_t i = 0; i < waits.size(); ++i) {
      Worker& worker = crew.workers[i];
      if (waits[i].revents == 0 || !worker.job) continue;
      const auto text = read_answer(worker.socket);
      const std::size_t job = *worker.job;
      worker.job.reset();
      ++done;
      WorkerAnswer answer{!text, text.value_or("")};
      if (!text) {
        answer.text = Crew::end(worker, false);
        crew.start(worker);
      }
      answered(job, answer);
    }
  }
}

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
