// SPDX-License-Identifier: Apache-2.0
// Broken and lying images: a clear error, in time, within the memory that was said.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <random>

#include "images/fixture.hpp"
#include "readers/opened_file.hpp"
#include "support/catch.hpp"
#include "support/length.hpp"

using namespace terrawright;

namespace {

struct Outcome {
  bool ended = false;  // by itself, and not by a signal
  std::int64_t peak = 0;
  int code = 0;  // 0 read, 1 refused, 2 refused without a word
};

// Opened and read in a process of its own.
Outcome read_alone(const std::filesystem::path& path) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(120);  // ends a read that does not end
    terrawright_file_request asked{};
    asked.channel = 0;
    int code = 0;
    try {
      const auto file = readers::FileOpener().open(path.string(), asked);
      const auto count =
          static_cast<std::uint64_t>(file->facts().width) * static_cast<std::uint64_t>(file->facts().height);
      // The engine refuses what has no room before it reads.
      if (count * 4 + file->memory() < std::uint64_t{512} << 20) {
        std::vector<float> cells(count);
        file->read(cells.data());
      }
    } catch (const std::exception& error) {
      code = std::strlen(error.what()) > 8 ? 1 : 2;
    }
    _exit(code);
  }
  int status = 0;
  rusage used{};
  wait4(child, &status, 0, &used);
  Outcome outcome;
  outcome.ended = WIFEXITED(status);
  outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
  outcome.peak = used.ru_maxrss * 1024;
  return outcome;
}

// Whether it was read.
bool judge(const std::filesystem::path& path) {
  const Outcome outcome = read_alone(path);
  CHECK(outcome.ended);
  CHECK(outcome.code != 2);
  CHECK(outcome.peak < std::int64_t{900} << 20);
  return outcome.ended && outcome.code == 0;
}

template <class Number>
void put(std::string& bytes, Number number) {
  bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
}

// A little-endian TIFF of one strip or tile: width, height, and whatever tags follow, by number, type and value.
struct Tag {
  std::uint16_t number, type;
  std::uint32_t count, value;
};
std::string tiff(const std::vector<Tag>& tags, std::uint32_t next = 0) {
  std::string bytes("II*\0\x08\0\0\0", 8);
  put(bytes, static_cast<std::uint16_t>(tags.size()));
  for (const Tag& tag : tags)
    put(bytes, tag.number), put(bytes, tag.type), put(bytes, tag.count), put(bytes, tag.value);
  put(bytes, next);
  bytes.resize(200);
  return bytes;
}
std::vector<Tag> claims(std::uint32_t width, std::uint32_t height, std::uint32_t compression, std::uint32_t rows) {
  return {{256, 4, 1, width}, {257, 4, 1, height}, {258, 3, 1, 16},   {259, 3, 1, compression}, {262, 3, 1, 1},
          {273, 4, 1, 150},   {277, 3, 1, 1},      {278, 4, 1, rows}, {279, 4, 1, 40}};
}

}  // namespace

TEST_CASE("A TIFF that claims more than its bytes can hold is refused at once", "[readers.lying]") {
  const test::Folder folder;
  int number = 0;
  for (const std::uint32_t side : {2000u, 20000u, 1u << 20, 1u << 31}) {
    for (const std::uint32_t compression : {1u, 5u, 8u, 32773u, 34925u, 50000u, 7u}) {
      for (const std::uint32_t rows : {1u, side}) {
        const auto path = folder / ("lie" + std::to_string(number++) + ".tif");
        test::write_text(path, tiff(claims(side, side, compression, rows)));
        INFO(side << ", " << compression << ", " << rows);
        CHECK_FALSE(judge(path));
      }
    }
  }
}

TEST_CASE("A TIFF of 50,000 directories is read or refused at once", "[readers.lying]") {
  const test::Folder folder;
  for (const std::uint32_t compression : {1u, 7u}) {
    std::string bytes("II*\0\x08\0\0\0", 8);
    constexpr std::uint32_t parts = 50000;
    const auto tags = claims(4, 4, compression, 4);
    const auto length = static_cast<std::uint32_t>(2 + 12 * tags.size() + 4);
    for (std::uint32_t i = 0; i < parts; ++i) {
      put(bytes, static_cast<std::uint16_t>(tags.size()));
      for (Tag tag : tags) {
        if (tag.number == 273) tag.value = 8 + parts * length;
        if (tag.number == 279) tag.value = 32;
        put(bytes, tag.number), put(bytes, tag.type), put(bytes, tag.count), put(bytes, tag.value);
      }
      put(bytes, i + 1 == parts ? 0u : 8 + (i + 1) * length);
    }
    bytes.append(32, 'x');
    const auto path = folder / ("parts" + std::to_string(compression) + ".tif");
    test::write_text(path, bytes);
    INFO(compression);
    judge(path);
  }
}

// 200 files of each format, some bytes of a sound one changed, deleted or doubled.
TEST_CASE("Broken images end in a clear error, in time and memory", "[readers.lying][length]") {
  const test::Folder folder;
  const int times = test::at_length() ? 200 : 30;
  const auto layer = test::layer(TERRAWRIGHT_KIND_HEIGHT, "m", 65, 65, test::heights(65, 65));
  for (const char* name : {"h.png", "h.exr", "h.tif"}) {
    std::optional<images::Range> range;
    if (std::string(name) == "h.png") range = images::Range{-1000, 1000};
    test::write({folder / name, {{"h", layer}}, range});
    const std::string sound = test::bytes_of(folder / name);
    std::mt19937 random(20);
    int read = 0;
    for (int i = 0; i < times; ++i) {
      std::string bytes = sound;
      const auto place = [&] {
        return random() % (i % 2 == 0 ? std::min<std::size_t>(bytes.size(), 400) : bytes.size());
      };
      for (unsigned changes = 1 + random() % 4; changes > 0; --changes) {
        switch (random() % 5) {
          case 0:
            bytes.resize(place());
            break;
          case 1:
            bytes.erase(place(), 1 + random() % 16);
            break;
          case 2:
            bytes.insert(place(), bytes.substr(place(), 1 + random() % 64));
            break;
          default:
            bytes[place()] = static_cast<char>(random() % 3 == 0 ? 0xFF : random() % 256);
        }
        if (bytes.size() < 8) bytes.resize(8);
      }
      const auto path = folder / ("broken" + std::to_string(i) + std::filesystem::path(name).extension().string());
      test::write_text(path, bytes);
      INFO(name << " " << i);
      read += judge(path) ? 1 : 0;
      std::filesystem::remove(path);
    }
    INFO(name << ": " << read << " of " << times << " could be read");
    CHECK(4 * read < 3 * times);
  }
}
