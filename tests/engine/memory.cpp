// SPDX-License-Identifier: Apache-2.0
#include "engine/layers/memory.hpp"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <new>
#include <vector>

#include "support/catch.hpp"

using namespace terrawright;

namespace {

// 0: after each refusal Memory gives out nothing but what it owns. In a process of its own, whose address space ends.
int goes_on_without_room() {
  engine::Memory memory;
  const std::size_t unit = engine::Memory::unit;
  std::vector<char*> blocks;
  rlimit limit{};
  getrlimit(RLIMIT_AS, &limit);
  for (int round = 0; round < 3; ++round) {
    const rlimit none{1, limit.rlim_max};
    setrlimit(RLIMIT_AS, &none);
    int refused = 0;
    for (int i = 0; i < 100 && refused < 3; ++i) {
      try {
        blocks.push_back(static_cast<char*>(memory.take(unit)));
      } catch (const std::bad_alloc&) {
        ++refused;
      }
    }
    setrlimit(RLIMIT_AS, &limit);
    if (refused != 3) return 1;
    for (int i = 0; i < 20; ++i) blocks.push_back(static_cast<char*>(memory.take(unit)));
    for (std::size_t i = 0; i < blocks.size(); ++i) std::memset(blocks[i], static_cast<int>(i % 251), unit);
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      if (blocks[i][0] != static_cast<char>(i % 251) || blocks[i][unit - 1] != blocks[i][0]) return 2;
    }
  }
  for (char* block : blocks) memory.give_back(block, unit);
  return 0;
}

}  // namespace

TEST_CASE("memory that the system refuses is no memory", "[memory]") {
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) _exit(goes_on_without_room());
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
}
