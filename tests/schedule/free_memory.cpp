// SPDX-License-Identifier: Apache-2.0
#include "schedule/free_memory.hpp"

#include <unistd.h>

#include <fstream>
#include <limits>

#include "support/catch.hpp"

using namespace terrawright;
namespace fs = std::filesystem;

namespace {

// A machine made of files.
class Machine {
 public:
  Machine() : root_(fs::temp_directory_path() / ("terrawright-machine-" + std::to_string(getpid()))) {
    fs::remove_all(root_);
  }
  ~Machine() { fs::remove_all(root_); }
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;
  void file(const std::string& path, const std::string& text) const {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text;
  }
  std::uint64_t free() const { return schedule::free_memory(root_); }
  std::uint64_t usual() const { return schedule::usual_memory(root_); }

 private:
  fs::path root_;
};

}  // namespace

TEST_CASE("Free memory is what the kernel holds to be available", "[free_memory]") {
  const Machine machine;
  CHECK(machine.free() == std::numeric_limits<std::uint64_t>::max());
  CHECK(machine.usual() == std::numeric_limits<std::uint64_t>::max());
  machine.file("proc/meminfo", "MemTotal: 900 kB\nMemFree: 5 kB\nMemAvailable: 500 kB\n");
  CHECK(machine.free() == 500 * 1024);
  CHECK(machine.usual() == 400 * 1024);
}

TEST_CASE("A control group's limit counts, that of the groups around it too", "[free_memory]") {
  const Machine machine;
  machine.file("proc/meminfo", "MemAvailable: 500 kB\n");
  machine.file("proc/self/cgroup", "0::/job/step\n");
  machine.file("sys/fs/cgroup/job/step/memory.max", "max\n");
  machine.file("sys/fs/cgroup/job/step/memory.current", "1000\n");
  CHECK(machine.free() == 500 * 1024);
  machine.file("sys/fs/cgroup/job/memory.max", "300000\n");
  machine.file("sys/fs/cgroup/job/memory.current", "100000\n");
  CHECK(machine.free() == 200000);
  machine.file("sys/fs/cgroup/job/step/memory.max", "900\n");
  CHECK(machine.free() == 0);  // it is beyond its limit already
}

TEST_CASE("Control groups of version 1 count, and a container that is at the root of its own", "[free_memory]") {
  const Machine machine;
  machine.file("proc/meminfo", "MemAvailable: 500 kB\n");
  machine.file("proc/self/cgroup", "5:memory:/docker/1234\n4:cpu:/docker/1234\n");
  machine.file("sys/fs/cgroup/memory/memory.limit_in_bytes", "50000\n");
  machine.file("sys/fs/cgroup/memory/memory.usage_in_bytes", "20000\n");
  CHECK(machine.free() == 30000);
}

TEST_CASE("This machine has memory to take", "[free_memory]") {
  CHECK(schedule::free_memory() > 0);
  CHECK(schedule::usual_memory() <= schedule::free_memory());
}
