// SPDX-License-Identifier: Apache-2.0
// Builds at once, and builds that are killed: each entry is there whole or not at all, and nothing is left behind.
#include <sys/wait.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <random>
#include <thread>

#include "layers.hpp"
#include "store/store.hpp"
#include "support/catch.hpp"

using namespace terrawright;
using store::Store;
using test::cells_of;
using test::key_of;
using test::shape_of;
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t keys = 4;
const store::Shape shape = shape_of(TERRAWRIGHT_KIND_VECTOR, 600, 520);
std::string bytes_of_record(std::uint64_t i) { return std::string(1000 + 100000 * i, static_cast<char>('a' + i)); }

// The content must be right.
bool holds_truth(Store& store) {
  for (std::uint64_t i = 0; i < keys; ++i) {
    const auto layer = store.find_layer(key_of(i), shape);
    const auto cells = layer ? test::read(*layer, shape) : std::nullopt;
    if (layer && layer->record() != "of " + std::to_string(i)) return false;
    if (cells && cells != cells_of(shape, i)) return false;
    const auto bytes = store.find(key_of(i));
    if (bytes && bytes != bytes_of_record(i)) return false;
  }
  return true;
}

// The folder is away where the last thing that a build did was to clear the store.
bool is_nothing_in_the_making(const fs::path& cache) {
  return !fs::exists(cache / "making") || fs::is_empty(cache / "making");
}

// Keeps, reads, ages and clears, again and again. Returns false where something wrong was read, or something
// could not be kept.
bool build(const fs::path& folder, std::uint32_t seed, std::chrono::milliseconds time) {
  std::mt19937 random(seed);
  const auto end = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < end) {
    const auto store = Store::open(folder, random() % 4 == 0 ? 3000000 : test::plenty);
    for (int step = 0; step < 20 && std::chrono::steady_clock::now() < end; ++step) {
      const std::uint64_t i = random() % keys;
      switch (random() % 8) {
        case 0:
        case 1:
        case 2:
          test::keep(*store, key_of(i), shape, cells_of(shape, i), "of " + std::to_string(i));
          break;
        case 3:
          store->keep(key_of(i), bytes_of_record(i));
          break;
        case 4:
          store->age();
          break;
        case 5:
          if (random() % 4 == 0) store->clear();
          break;
        default:
          if (!holds_truth(*store)) return false;
      }
    }
    if (store->problem()) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("builds that find no cache make it at once", "[store.kills]") {
  int refused = 0;
  for (int round = 0; round < 300; ++round) {
    const test::Folder folder;
    std::atomic<int> waiting{4}, failed{0};
    std::vector<std::thread> builds;
    for (int i = 0; i < 4; ++i) {
      builds.emplace_back([&] {
        --waiting;
        while (waiting > 0) std::this_thread::yield();
        try {
          Store::open(folder / "cache", test::plenty);
        } catch (const store::Refused&) {
          ++failed;
        }
      });
    }
    for (std::thread& build : builds) build.join();
    refused += failed;
  }
  CHECK(refused == 0);
}

TEST_CASE("processes that keep the same keys at once keep the same", "[store.kills]") {
  const test::Folder folder;
  std::vector<pid_t> children;
  for (std::uint32_t seed = 0; seed < 4; ++seed) {
    const pid_t child = fork();
    if (child == 0) _exit(build(folder / "cache", seed, std::chrono::milliseconds(2000)) ? 0 : 1);
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK(status == 0);
  }
  const auto store = Store::open(folder / "cache", test::plenty);
  CHECK(holds_truth(*store));
  store->age();
  CHECK(is_nothing_in_the_making(folder / "cache"));
  for (std::uint64_t i = 0; i < keys; ++i) {
    CHECK(test::keep(*store, key_of(i), shape, cells_of(shape, i)));
    CHECK((test::read(*store, key_of(i), shape) == cells_of(shape, i)));
  }
  CHECK_FALSE(store->problem());
}

TEST_CASE("a build that is killed at any moment leaves whole entries alone", "[store.kills]") {
  const char* wanted = std::getenv("TERRAWRIGHT_KILLS");  // scripts/proofs.sh store
  const int kills = wanted != nullptr ? std::atoi(wanted) : 15;
  const test::Folder folder;
  const fs::path cache = folder / "cache";
  std::mt19937 random(5);
  int whole = 0, left = 0;
  for (int i = 0; i < kills; ++i) {
    INFO("kill " << i);
    const pid_t child = fork();
    if (child == 0) _exit(build(cache, static_cast<std::uint32_t>(i), std::chrono::hours(1)) ? 0 : 1);
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 120000));
    kill(child, SIGKILL);
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK(WIFSIGNALED(status));  // else it read something wrong
    if (fs::exists(cache / "making")) left += fs::is_empty(cache / "making") ? 0 : 1;
    const auto store = Store::open(cache, test::plenty);
    CHECK(holds_truth(*store));
    for (std::uint64_t k = 0; k < keys; ++k) whole += store->find_layer(key_of(k), shape) ? 1 : 0;
    if (i % 4 != 0) continue;
    store->age();
    CHECK(is_nothing_in_the_making(cache));
  }
  CHECK(left > 0);  // some were killed in the middle
  const auto store = Store::open(cache, test::plenty);
  store->clear();
  CHECK(test::files_below(cache) == std::set<std::string>{"CACHEDIR.TAG"});
  if (wanted != nullptr)
    WARN(kills << " builds killed, " << left << " in the middle; " << whole << " entries seen, all whole");
}
