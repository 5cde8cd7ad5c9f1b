// SPDX-License-Identifier: Apache-2.0
#include <zlib.h>

#include <functional>

#include "encode/deflate.hpp"
#include "support/catch.hpp"
#include "support/noise.hpp"

using namespace terrawright;
using encode::DeflatePiece;

namespace {

using Octets = std::vector<unsigned char>;

Octets unpacked(const std::string& stream, std::size_t size) {
  Octets bytes(size + 1);
  auto length = static_cast<uLongf>(bytes.size());
  REQUIRE(uncompress(bytes.data(), &length, reinterpret_cast<const Bytef*>(stream.data()),
                     static_cast<uLong>(stream.size())) == Z_OK);
  bytes.resize(length);
  return bytes;
}

Octets text_of(std::size_t size, const std::function<unsigned(std::size_t)>& byte) {
  Octets text(size);
  for (std::size_t i = 0; i < size; ++i) text[i] = static_cast<unsigned char>(byte(i));
  return text;
}

// The same everywhere: one byte, noise, noise among zeros, two bytes in turn.
std::vector<Octets> even_texts() {
  std::vector<Octets> all;
  for (const std::size_t size : {1, 2, 3, 4, 5, 257, 258, 259, 260, 517, 70000}) {
    all.push_back(text_of(size, [](std::size_t) { return 0u; }));
    all.push_back(text_of(size, [](std::size_t i) { return test::noise(i); }));
    all.push_back(text_of(size, [](std::size_t i) { return test::noise(i) % 3 == 0 ? test::noise(i + 7) : 0u; }));
    all.push_back(text_of(size, [](std::size_t i) { return static_cast<unsigned>(i & 1); }));
  }
  return all;
}

// And runs of all lengths, and bytes as often as Fibonacci's numbers say, whose code would be deepest.
std::vector<Octets> texts() {
  std::vector<Octets> all = even_texts();
  Octets runs;
  for (std::size_t length = 1; length < 800; ++length)
    runs.insert(runs.end(), length, static_cast<unsigned char>(length));
  all.push_back(runs);
  Octets fibonacci;
  for (std::size_t times = 1, before = 1, byte = 0; byte < 22; ++byte) {
    fibonacci.insert(fibonacci.end(), times, static_cast<unsigned char>(2 * byte));
    before = std::exchange(times, times + before);
  }
  // Not in runs: each 7919th of them.
  Octets mixed(fibonacci.size());
  for (std::size_t i = 0; i < mixed.size(); ++i) mixed[i] = fibonacci[i * 7919 % mixed.size()];
  all.push_back(mixed);
  return all;
}

}  // namespace

TEST_CASE("A stream of pieces is what zlib reads", "[encode.deflate_runs]") {
  for (const Octets& text : texts()) {
    for (const std::size_t pieces : {1, 2, 7}) {
      std::vector<DeflatePiece> runs, repetitions;
      for (std::size_t i = 0; i < pieces; ++i) {
        const std::size_t begin = i * text.size() / pieces, end = (i + 1) * text.size() / pieces;
        runs.push_back(encode::deflated_runs(text.data() + begin, end - begin));
        repetitions.push_back(encode::deflated_repetitions(text.data() + begin, end - begin));
      }
      INFO(text.size() << " bytes in " << pieces << " pieces");
      REQUIRE(unpacked(joined(runs), text.size()) == text);
      REQUIRE(unpacked(joined(repetitions), text.size()) == text);
    }
  }
}

TEST_CASE("Runs are as short as zlib's, and their length is foretold", "[encode.deflate_runs]") {
  for (const Octets& text : even_texts()) {
    encode::Deflate zlib(encode::Window::near);
    std::size_t of_zlib = zlib.add(text.data(), text.size()).size;
    of_zlib += zlib.finish().size;
    const std::size_t ours = encode::deflated_runs(text.data(), text.size()).bytes.size();
    INFO(text.size() << " bytes");
    CHECK(ours <= of_zlib * 102 / 100 + 100);
    CHECK(ours <= encode::size_of_deflated_runs(text.data(), text.size()) * 101 / 100 + 350);
  }
}
