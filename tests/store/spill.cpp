// SPDX-License-Identifier: Apache-2.0
// Stored chunks come back, space is reused, and failures are reported.
#include "store/spill.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <random>
#include <thread>
#include <vector>

#include "folder.hpp"
#include "store/layers/compression.hpp"
#include "support/catch.hpp"

using namespace terrawright;
using store::Spill;
using store::SpillFailed;

namespace {

// Chunks of different sizes and of bytes that shrink more or less, each told by its number.
std::vector<float> chunk(std::uint32_t number) {
  std::vector<float> cells(1 + test::noise(number) % 60000);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto rough = static_cast<float>(test::noise(number * 100000ull + i) % (number % 3 == 0 ? 1u << 24 : 16u));
    cells[i] = static_cast<float>(number) + rough;
  }
  return cells;
}

Spill::Block put(Spill& spill, const std::vector<float>& cells) {
  return spill.put(cells.data(), cells.size() * sizeof(float), sizeof(float));
}
bool holds(const Spill& spill, const Spill::Block& place, const std::vector<float>& cells) {
  std::vector<float> back(cells.size(), -1.0f);
  spill.get(place, back.data(), back.size() * sizeof(float));
  return back == cells;
}

// The unnamed file of this process.
std::filesystem::path file_in(const std::filesystem::path& folder) {
  for (const auto& open : std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code gone;
    const std::string path = std::filesystem::read_symlink(open.path(), gone).string();
    if (path.compare(0, folder.string().size(), folder.string()) == 0 && path.find("(deleted)") != std::string::npos)
      return open.path();
  }
  return {};
}
struct stat facts_of(const std::filesystem::path& file) {
  struct stat facts {};
  REQUIRE(stat(file.c_str(), &facts) == 0);
  return facts;
}

}  // namespace

TEST_CASE("chunks are put, had again and dropped by several threads at once", "[store.spill]") {
  const test::Folder folder;
  Spill spill(folder.path());
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (std::uint32_t thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&spill, &wrong, thread] {
      std::mt19937 random(thread);
      std::vector<std::pair<std::uint32_t, Spill::Block>> kept;
      for (std::uint32_t step = 0; step < 600; ++step) {
        if (kept.size() < 10 || random() % 2 == 0) {
          const std::uint32_t number = thread * 1000 + step;
          kept.emplace_back(number, put(spill, chunk(number)));
        } else {
          const std::size_t i = random() % kept.size();
          wrong += holds(spill, kept[i].second, chunk(kept[i].first)) ? 0 : 1;
          spill.drop(kept[i].second);
          kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(i));
        }
      }
      for (const auto& [number, place] : kept) {
        wrong += holds(spill, place, chunk(number)) ? 0 : 1;
        spill.drop(place);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == 0);
  CHECK(spill.bytes() == 0);
  CHECK(spill.most_bytes() > 0);
  CHECK(folder.names().empty());
}

TEST_CASE("room that is free is used again, and goes back to the disk where it is much", "[store.spill]") {
  const test::Folder folder;
  Spill spill(folder.path());
  std::vector<Spill::Block> places;
  const std::vector<float> cells = [] {
    std::vector<float> rough(1 << 18);
    for (std::size_t i = 0; i < rough.size(); ++i) rough[i] = static_cast<float>(test::noise(i));
    return rough;
  }();
  for (int i = 0; i < 100; ++i) places.push_back(put(spill, cells));
  const std::filesystem::path file = file_in(folder.path());
  REQUIRE_FALSE(file.empty());
  const auto size = facts_of(file).st_size;
  std::mt19937 random(1);
  for (int i = 0; i < 2000; ++i) {
    Spill::Block& place = places[random() % places.size()];
    spill.drop(place);
    place = put(spill, cells);
  }
  CHECK(facts_of(file).st_size == size);
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (i != 50) spill.drop(places[i]);
  }
  CHECK(holds(spill, places[50], cells));
  CHECK(facts_of(file).st_blocks * 512 < size * 3 / 4);
  for (int i = 0; i < 100; ++i) places[static_cast<std::size_t>(i)] = put(spill, cells);
  CHECK(holds(spill, places[7], cells));
}

TEST_CASE("chunks of very different sizes do not let the file grow without end", "[store.spill]") {
  store::ExtentAllocator extents;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> taken;
  std::mt19937_64 random(3);
  for (int i = 0; i < 100000; ++i) {
    if (taken.size() < 200 || (taken.size() < 400 && random() % 2 == 0)) {
      const std::uint64_t bytes = 1 + random() % (1 << 21);
      taken.emplace_back(extents.take(bytes), bytes);
    } else {
      const std::size_t which = random() % taken.size();
      extents.give_back(taken[which].first, taken[which].second);
      taken[which] = taken.back();
      taken.pop_back();
    }
  }
  CHECK(extents.end() < 2 * extents.taken());
  // No two share a byte.
  std::sort(taken.begin(), taken.end());
  bool apart = true;
  for (std::size_t i = 1; i < taken.size(); ++i)
    apart = apart && taken[i - 1].first + taken[i - 1].second <= taken[i].first;
  CHECK(apart);
  for (const auto& [offset, bytes] : taken) extents.give_back(offset, bytes);
  CHECK(extents.end() == 0);
  CHECK(extents.taken() == 0);
  CHECK(extents.free().empty());
}

TEST_CASE("a disk that is full is told with what is there already, and what was put stays", "[store.spill]") {
  const test::Folder folder;
  Spill spill(folder.path());
  const std::vector<float> cells = chunk(3);
  const Spill::Block first = put(spill, cells);
  const std::uint64_t before = spill.bytes();
  std::string reason, remedy;
  {
    const test::SmallFiles small(spill.bytes() + 1000);
    try {
      for (int i = 0; i < 100; ++i) put(spill, cells);
    } catch (const SpillFailed& failure) {
      reason = failure.what();
      remedy = failure.remedy;
    }
  }
  CHECK_THAT(reason, Catch::StartsWith("cannot write ") &&
                         Catch::Contains(" kB of layers that do not fit into memory, beside ") &&
                         Catch::Contains(folder.path().string()) && Catch::EndsWith("File too large"));
  CHECK_THAT(remedy, Catch::Contains("--memory") && Catch::Contains("--out"));
  CHECK(spill.bytes() == before);
  CHECK(holds(spill, first, cells));
  CHECK(holds(spill, put(spill, cells), cells));  // there is room again
}

TEST_CASE("a folder that is not there yet is not made, and one that cannot hold a file is told", "[store.spill]") {
  const test::Folder folder;
  Spill spill(folder / "out/world");
  CHECK(holds(spill, put(spill, chunk(1)), chunk(1)));
  CHECK(folder.names().empty());
  Spill nowhere("/proc/self");
  CHECK_THROWS_AS(put(nowhere, chunk(1)), SpillFailed);
  CHECK_THROWS_WITH(put(nowhere, chunk(1)),
                    Catch::StartsWith("cannot make a file for layers") && Catch::Contains("/proc/self"));
}

TEST_CASE("bytes that changed on the disk are found out", "[store.spill]") {
  const test::Folder folder;
  Spill spill(folder.path());
  const std::vector<float> cells = chunk(6);
  const Spill::Block place = put(spill, cells);
  const int file = open(file_in(folder.path()).c_str(), O_RDWR);
  REQUIRE(file >= 0);
  std::mt19937 random(5);
  for (int i = 0; i < 50; ++i) {
    const auto at = static_cast<off_t>(place.offset + random() % place.bytes);
    char byte = 0;
    REQUIRE(pread(file, &byte, 1, at) == 1);
    const char flipped = static_cast<char>(byte ^ (1 << random() % 8));
    REQUIRE(pwrite(file, &flipped, 1, at) == 1);
    CHECK_THROWS_WITH(holds(spill, place, cells), Catch::Contains("other bytes than were written"));
    REQUIRE(pwrite(file, &byte, 1, at) == 1);
  }
  CHECK(holds(spill, place, cells));
  close(file);
}

TEST_CASE("what no compressor wrote is expanded to nothing beyond its room", "[store.spill]") {
  const std::vector<float> cells = chunk(9);
  const std::size_t size = cells.size() * sizeof(float);
  const std::string good(store::compress(cells.data(), size, sizeof(float)));
  std::mt19937 random(11);
  std::vector<char> to(size + 64, 'x');
  for (int i = 0; i < 3000; ++i) {
    std::string bad = good;
    for (std::size_t n = 1 + random() % 4; n > 0; --n)
      bad[random() % (i % 2 == 0 ? 32 : bad.size())] = static_cast<char>(random());
    if (i % 3 == 0) bad.resize(random() % bad.size());
    (void)store::expand(bad, to.data(), size);
    REQUIRE(std::all_of(to.begin() + static_cast<std::ptrdiff_t>(size), to.end(), [](char c) { return c == 'x'; }));
  }
  CHECK_FALSE(store::expand(good, to.data(), size - 4));
  CHECK_FALSE(store::expand({}, to.data(), size));
  CHECK(store::expand(good, to.data(), size));
}

// Hidden: what a disk gives.  test_store "[speed]"
TEST_CASE("so many bytes a second", "[.][speed]") {
  const test::Folder folder;
  constexpr std::size_t side = 512, chunks = 512;
  for (const int n : {1, 2}) {
    Spill spill(folder.path());
    std::vector<float> cells(side * side);
    for (std::size_t i = 0; i < cells.size(); ++i)
      cells[i] =
          800.0f * std::sin(static_cast<float>(i % side) / 97.0f) * std::cos(static_cast<float>(i / side) / 61.0f) +
          static_cast<float>(test::noise(i) % 1000) / 1000.0f;
    std::vector<Spill::Block> places(chunks);
    const auto run = [&](const auto& step) {
      const auto begin = std::chrono::steady_clock::now();
      std::vector<std::thread> threads;
      for (int t = 0; t < n; ++t) {
        threads.emplace_back([&, t] {
          std::vector<float> own = cells;
          for (std::size_t i = static_cast<std::size_t>(t); i < chunks; i += static_cast<std::size_t>(n)) step(i, own);
        });
      }
      for (std::thread& thread : threads) thread.join();
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
      return static_cast<double>(chunks * side * side * 4) / 1e9 / took.count();
    };
    const double written = run([&](std::size_t i, auto& own) { places[i] = put(spill, own); });
    const double read = run([&](std::size_t i, auto& own) { spill.get(places[i], own.data(), own.size() * 4); });
    WARN(n << " threads: put " << written << " GB/s, get " << read << " GB/s, "
           << static_cast<double>(spill.bytes()) / static_cast<double>(chunks * side * side * 4) << " of the size");
  }
}
