// SPDX-License-Identifier: Apache-2.0
#include "workers/worker.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace terrawright::workers {
namespace {

constexpr std::uint64_t text_begin = 8192, text_space = 1 << 16, cells_begin = text_begin + text_space;
static_assert(sizeof(terrawright_worker_call) <= text_begin);

// Those that a worker gets are below. check compares the lowest free number before and after a stage.
constexpr int least_descriptor = 10;

system::Descriptor memory_file(const char* name) {
  return system::moved_above(system::open_in_memory(name), least_descriptor);
}

Failed cannot_start(const std::string& log = "") {
  return {std::string("no worker can be started (") + std::strerror(errno) + ")", log};
}

// The end of a file.
std::string end_of(int file) {
  std::string text(1 << 14, '\0');
  const auto facts = system::facts_of(file);
  const std::uint64_t from = facts && facts->size > text.size() ? facts->size - text.size() : 0;
  const std::int64_t count = system::read_up_to(file, text.data(), text.size(), from);
  text.resize(static_cast<std::size_t>(std::max<std::int64_t>(count, 0)));
  return text;
}

std::string text_of(const system::Ending& ending) {
  if (ending.signal != 0) return "ended by signal " + system::text_of_signal(ending.signal);
  return "ended with " + ending.text();
}

}  // namespace

std::uint64_t Worker::first_cells() { return cells_begin; }

bool Worker::is_of_this_process() const { return forks_ == system::count_of_forks(); }

void Starter::begin() {
  if (!errors_) errors_ = memory_file("terrawright-starter");
  auto channel = system::open_channel(true);
  if (!errors_ || !channel) throw cannot_start();
  if (!process_.look()) process_.leave();
  socket_ = system::moved_above(std::move(channel->here), least_descriptor);
  const system::Descriptor other = system::moved_above(std::move(channel->there), least_descriptor);
  system::Start how;
  how.words = command_;
  how.output = how.errors = errors_.number();
  how.channel = other.number();
  process_ = system::start(how);
  if (!process_) throw Failed("'" + command_.front() + "' cannot be started (" + std::strerror(errno) + ")", "");
}

void Starter::start(int memory, int socket, int errors) {
  const std::lock_guard lock(mutex_);
  const std::vector<int> descriptors{memory, socket, errors};
  if (socket_ && system::send_descriptors(socket_.number(), descriptors)) return;
  begin();
  if (!system::send_descriptors(socket_.number(), descriptors)) throw cannot_start(said());
}

std::string Starter::said() const { return errors_ ? end_of(errors_.number()) : ""; }

// It exits at the end of its socket, and its workers at the end of theirs.
Starter::~Starter() { process_.leave(); }

Worker::Worker(Starter& starter)
    : starter_(starter),
      shared_(memory_file("terrawright-worker")),
      errors_(memory_file("terrawright-worker-errors")),
      forks_(system::count_of_forks()) {
  auto channel = system::open_channel();
  if (shared_.descriptor() < 0 || !errors_ || !channel) throw cannot_start();
  socket_ = system::moved_above(std::move(channel->here), least_descriptor);
  const system::Descriptor other = system::moved_above(std::move(channel->there), least_descriptor);
  grow(cells_begin);
  starter.start(shared_.descriptor(), other.number(), errors_.number());
}

void Worker::end() {
  if (is_alive_ && is_of_this_process() && call().process > 0) system::kill_process(call().process);
  is_alive_ = false;
}

Worker::~Worker() { end(); }

void Worker::write_text(const std::string& text) {
  if (text.size() > text_space) throw Failed("its parameters are longer than a call to a worker", "");
  std::memcpy(at(text_begin), text.data(), text.size());
  call().text_size = text.size();
}

std::string Worker::text() {
  return {reinterpret_cast<const char*>(at(text_begin)), std::min<std::size_t>(call().text_size, text_space)};
}

void Worker::make(std::uint32_t what, double seconds, const std::function<bool()>& cancelled) {
  terrawright_worker_call& now = call();
  now.size = sizeof now;
  now.protocol = TERRAWRIGHT_WORKER_PROTOCOL;
  now.call = what;
  now.answer = TERRAWRIGHT_ANSWER_FAILED;
  now.memory = shared_.size();
  now.text = text_begin;
  now.text_space = text_space;
  char byte = 0;
  constexpr int step = 50;  // ms
  double waited = 0;
  bool is_there = system::send_all(socket_.number(), &byte, 1);
  while (is_there) {
    if (system::is_ready(socket_.number(), step)) {
      is_there = system::receive_all(socket_.number(), &byte, 1);
      break;
    }
    if (cancelled()) {
      end();
      throw Stopped{};
    }
    waited += step / 1000.0;
    if (waited > seconds) {
      end();
      throw Failed("its worker did not answer within " + std::to_string(static_cast<std::int64_t>(seconds)) + " s",
                   end_of(errors_.number()));
    }
  }
  if (!is_there) {
    is_alive_ = false;
    const bool began = now.process > 0;
    throw Failed(began ? "its worker " + text_of(system::ending_of(now.status)) : "its worker could not be started",
                 began ? end_of(errors_.number()) : starter_.said());
  }
  if (now.answer == TERRAWRIGHT_ANSWER_DONE) return;
  const std::string all = text();
  const std::size_t end = std::min(all.find('\n'), all.size());
  throw Failed(all.substr(0, end), end < all.size() ? all.substr(end + 1) : "");
}

std::unique_ptr<Worker> Pool::take() {
  {
    const std::lock_guard lock(mutex_);
    while (!waiting_.empty()) {
      auto worker = std::move(waiting_.back());
      waiting_.pop_back();
      if (worker->is_of_this_process()) return worker;  // after fork() they are the parent's
    }
  }
  return std::make_unique<Worker>(starter_);
}

void Pool::give_back(std::unique_ptr<Worker> worker) {
  const std::lock_guard lock(mutex_);
  waiting_.push_back(std::move(worker));
}

}  // namespace terrawright::workers
