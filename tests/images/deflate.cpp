// SPDX-License-Identifier: Apache-2.0
#include "images/deflate.hpp"

#include <zlib.h>

#include "support/catch.hpp"
#include "terrawright/random.h"

using namespace terrawright;
using Bytes = std::vector<unsigned char>;

namespace {

Bytes inflated(const Bytes& stream, std::size_t size) {
  Bytes bytes(size + 1);
  uLongf got = bytes.size();
  const int answer = uncompress(bytes.data(), &got, stream.data(), stream.size());
  INFO("zlib's answer " << answer);
  REQUIRE(answer == Z_OK);
  bytes.resize(got);
  return bytes;
}

// Compressed in pieces.
Bytes deflated(const Bytes& bytes, std::size_t piece) {
  images::Deflate deflate;
  Bytes stream;
  const auto take = [&] {
    const Bytes some = deflate.take();
    stream.insert(stream.end(), some.begin(), some.end());
  };
  for (std::size_t i = 0; i < bytes.size(); i += piece) {
    deflate.add(bytes.data() + i, std::min(piece, bytes.size() - i));
    take();
  }
  deflate.finish();
  take();
  return stream;
}

}  // namespace

TEST_CASE("what is deflated comes back", "[images.deflate]") {
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
    const Bytes stream = deflated(bytes, piece);
    CHECK((inflated(stream, bytes.size()) == bytes));
    CHECK((deflated(bytes, piece) == stream));
  }
}

TEST_CASE("flat water costs next to nothing", "[images.deflate]") {
  CHECK(deflated(Bytes(1 << 20), 1 << 17).size() < 3000);
}
