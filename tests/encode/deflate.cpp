// SPDX-License-Identifier: Apache-2.0
#include "encode/deflate.hpp"

#include <zlib.h>

#include <array>
#include <memory>
#include <set>
#include <vector>

#include "support/catch.hpp"
#include "terrawright/random.h"

using namespace terrawright;
using encode::Window;
using Bytes = std::vector<unsigned char>;

namespace {

// Content of the stream, by an independent decompressor that keeps no more of the past than the stream needs.
Bytes inflated(const Bytes& stream) {
  z_stream z{};
  const int window_in_header = 0;
  REQUIRE(inflateInit2(&z, window_in_header) == Z_OK);
  z.next_in = const_cast<Bytef*>(stream.data());
  z.avail_in = static_cast<uInt>(stream.size());
  Bytes bytes;
  int answer = Z_OK;
  while (answer == Z_OK) {
    unsigned char some[300];
    z.next_out = some;
    z.avail_out = sizeof some;
    answer = inflate(&z, Z_NO_FLUSH);
    bytes.insert(bytes.end(), some, z.next_out);
  }
  const bool all_read = z.avail_in == 0;
  inflateEnd(&z);
  INFO("zlib's answer " << answer);
  REQUIRE(answer == Z_STREAM_END);
  REQUIRE(all_read);
  return bytes;
}

// Compressed in pieces.
Bytes deflated(const Bytes& bytes, std::size_t piece, Window window) {
  encode::Deflate deflate(window);
  Bytes stream;
  const auto take = [&](const encode::Deflate::Compressed& some) {
    stream.insert(stream.end(), some.bytes, some.bytes + some.size);
  };
  for (std::size_t i = 0; i < bytes.size(); i += piece) {
    take(deflate.add(bytes.data() + i, std::min(piece, bytes.size() - i)));
  }
  take(deflate.finish());
  return stream;
}

}  // namespace

TEST_CASE("what is deflated comes back", "[encode.deflate]") {
  const Window window = GENERATE(Window::near, Window::far);
  Bytes bytes;
  SECTION("nothing") {}
  SECTION("one byte") { bytes = {7}; }
  SECTION("one value, longer than a block") { bytes.assign(200000, 0); }
  SECTION("runs of every length, each after noise") {
    for (std::uint32_t length = 1; length < 600; ++length) {
      const auto word = static_cast<std::uint32_t>(terrawright_mix64(length));
      for (std::uint32_t i = 0; i < length % 17; ++i) bytes.push_back(static_cast<unsigned char>(word >> i));
      bytes.insert(bytes.end(), length, static_cast<unsigned char>(word));
    }
  }
  SECTION("noise") {
    for (std::uint64_t i = 0; i < 150001; ++i) bytes.push_back(static_cast<unsigned char>(terrawright_mix64(i)));
  }
  SECTION("repetitions from every distance") {
    for (std::uint64_t i = 0; i < 40000; ++i) bytes.push_back(static_cast<unsigned char>(terrawright_mix64(i)));
    for (std::size_t back = 1; back <= 40000; back += 97) {
      for (int i = 0; i < 40; ++i) bytes.push_back(bytes[bytes.size() - back]);
    }
  }
  SECTION("frequencies that want longer codes than there may be") {
    std::uint64_t a = 1, b = 1;
    for (unsigned char value = 0; value < 22; ++value) {
      for (std::uint64_t i = 0; i < a; ++i) bytes.push_back(i % 2 == 0 ? value : static_cast<unsigned char>(value ^ 1));
      b += a;
      std::swap(a, b);
    }
  }
  for (const std::size_t piece : {std::size_t{1000000}, std::size_t{65536}, std::size_t{4099}}) {
    INFO(bytes.size() << " bytes in pieces of " << piece);
    const Bytes stream = deflated(bytes, piece, window);
    CHECK((inflated(stream) == bytes));
    CHECK((deflated(bytes, piece, window) == stream));
  }
}

TEST_CASE("flat water costs next to nothing, noise little more than itself", "[encode.deflate]") {
  const Window window = GENERATE(Window::near, Window::far);
  CHECK(deflated(Bytes(1 << 20), 1 << 17, window).size() < 6000);
  Bytes noise;
  for (std::uint64_t i = 0; i < 1 << 20; ++i) noise.push_back(static_cast<unsigned char>(terrawright_mix64(i)));
  CHECK(deflated(noise, 1 << 17, window).size() < noise.size() + 1000);
}

TEST_CASE("rows that repeat are found by a window that reaches them", "[encode.deflate]") {
  Bytes bytes;
  for (std::uint64_t i = 0; i < 3000; ++i) bytes.push_back(static_cast<unsigned char>(terrawright_mix64(i)));
  for (std::size_t i = 0; i < 300000; ++i) bytes.push_back(bytes[i]);
  CHECK(deflated(bytes, 1 << 17, Window::far).size() < bytes.size() / 2);
  CHECK(deflated(bytes, 1 << 17, Window::near).size() > bytes.size() * 9 / 10);
}

TEST_CASE("one after the other, whole streams know nothing of those before", "[encode.deflate]") {
  encode::DeflateWhole deflate;
  const auto stream_of = [&](const Bytes& bytes) {
    const encode::Deflate::Compressed some = deflate.of(bytes.data(), bytes.size());
    return Bytes(some.bytes, some.bytes + some.size);
  };
  Bytes first(100000), second(300);
  for (std::size_t i = 0; i < first.size(); ++i) first[i] = static_cast<unsigned char>(i * i / 7);
  for (std::size_t i = 0; i < second.size(); ++i) second[i] = static_cast<unsigned char>(i * i / 7);
  const Bytes alone = stream_of(second);
  CHECK((inflated(stream_of(first)) == first));
  CHECK((inflated(alone) == second));
  CHECK((stream_of(second) == alone));
}

TEST_CASE("long runs of one byte, or of two in turn, are a thousandth of themselves wherever they lie",
          "[encode.deflate]") {
  encode::DeflateWhole deflate;
  for (const std::size_t first :
       {std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{1031}, std::size_t{7000}}) {
    for (const std::size_t length : {std::size_t{2063}, std::size_t{2064}, std::size_t{50000}, std::size_t{1000000}}) {
      for (const unsigned char second : {static_cast<unsigned char>(128), static_cast<unsigned char>(3)}) {
        INFO(first << " bytes of noise, a run of " << length << " with " << int{second} << ", noise, a run, noise");
        Bytes bytes;
        for (std::size_t part = 0; part < 5; ++part) {
          for (std::size_t i = 0; i < (part % 2 == 0 ? first : length); ++i)
            bytes.push_back(part % 2 == 0 ? static_cast<unsigned char>(terrawright_mix64(bytes.size()))
                            : i % 2 == 0  ? static_cast<unsigned char>(128)
                                          : second);
        }
        const encode::Deflate::Compressed some = deflate.of(bytes.data(), bytes.size());
        CHECK((inflated(Bytes(some.bytes, some.bytes + some.size)) == bytes));
        CHECK(some.size < 3 * first + 1500 + length / 500);
      }
    }
  }
}

TEST_CASE("wherever streams lie in memory, and in whatever pieces they come, the same bytes become the same",
          "[encode.deflate]") {
  // Runs of few values, as masks have them, of many lengths.
  const auto runs = [](std::uint64_t seed) {
    Bytes bytes(20 + terrawright_mix64(seed) % (seed % 3 == 0 ? 300 : 12000));
    unsigned char value = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      const std::uint64_t random = terrawright_mix64(seed * 100003 + i);
      if (random % (2 + seed % 60) == 0) value = static_cast<unsigned char>((random >> 32) % 5 * 37);
      bytes[i] = value;
    }
    return bytes;
  };
  std::vector<std::unique_ptr<encode::DeflateWhole>> elsewhere;
  std::vector<Bytes> between;
  for (std::size_t i = 0; i < 24; ++i) {
    between.emplace_back(terrawright_mix64(i) % 100000);
    elsewhere.push_back(std::make_unique<encode::DeflateWhole>());
  }
  std::array<int, 3> others{};  // whole, near, far
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Bytes bytes = runs(seed);
    if (seed % 5 == 0) bytes.insert(bytes.end(), 20000, 7);
    std::array<std::set<Bytes>, 3> streams;
    for (const auto& deflate : elsewhere) {
      const encode::Deflate::Compressed some = deflate->of(bytes.data(), bytes.size());
      streams[0].emplace(some.bytes, some.bytes + some.size);
    }
    for (const std::size_t piece : {std::size_t{1000000}, std::size_t{4099}, std::size_t{257}}) {
      streams[1].insert(deflated(bytes, piece, Window::near));
      streams[2].insert(deflated(bytes, piece, Window::far));
    }
    for (std::size_t i = 0; i < streams.size(); ++i) others[i] += streams[i].size() > 1 ? 1 : 0;
  }
  CHECK(others == std::array<int, 3>{});
}
