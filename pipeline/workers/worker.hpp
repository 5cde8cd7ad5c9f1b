// SPDX-License-Identifier: Apache-2.0
// Processes that run stages, by terrawright/worker.h.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "system/memory.hpp"
#include "system/process.hpp"
#include "terrawright/worker.h"

namespace terrawright::workers {

// The reason in one sentence; `log` has the lines that the worker wrote.
struct Failed : std::runtime_error {
  Failed(const std::string& reason, std::string lines) : std::runtime_error(reason), log(std::move(lines)) {}
  std::string log;
};
struct Stopped {};

// The process that starts the workers of a file. Processes that this one forks off may use it too.
class Starter {
 public:
  explicit Starter(std::vector<std::string> command) : command_(std::move(command)) {}
  ~Starter();
  Starter(const Starter&) = delete;
  Starter& operator=(const Starter&) = delete;
  // Passes the descriptors of a new worker. Throws Failed.
  void start(int memory, int socket, int errors);
  std::string said() const;

 private:
  void begin();

  std::vector<std::string> command_;
  std::mutex mutex_;
  system::Descriptor socket_, errors_;
  system::Child process_;
};

// One process. It is killed when the object ends.
class Worker {
 public:
  // Throws Failed.
  explicit Worker(Starter& starter);
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  terrawright_worker_call& call() { return *reinterpret_cast<terrawright_worker_call*>(shared_.begin()); }
  // Where cells may lie, and the memory up to `size` bytes.
  static std::uint64_t first_cells();
  void grow(std::uint64_t size) { shared_.grow(size); }
  unsigned char* at(std::uint64_t offset) { return shared_.begin() + offset; }
  void write_text(const std::string& text);
  std::string text();

  // Makes the call that was filled in. Throws Failed; Stopped once cancelled() is true, which is asked meanwhile.
  void make(std::uint32_t what, double seconds, const std::function<bool()>& cancelled);

  bool is_alive() const { return is_alive_; }
  bool is_of_this_process() const;

  std::set<std::uint32_t> created;  // instances

 private:
  void end();

  Starter& starter_;
  system::SharedMemory shared_;
  system::Descriptor errors_, socket_;
  int forks_;
  bool is_alive_ = true;
};

// The workers of one command that wait for work.
class Pool {
 public:
  explicit Pool(std::vector<std::string> command) : starter_(std::move(command)) {}
  // Throws Failed.
  std::unique_ptr<Worker> take();
  void give_back(std::unique_ptr<Worker> worker);

 private:
  Starter starter_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Worker>> waiting_;
};

}  // namespace terrawright::workers
