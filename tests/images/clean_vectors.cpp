// SPDX-License-Identifier: Apache-2.0
// No library that writes files or keeps layers leaves the upper halves of vector registers used: what comes after it
// would be slow on some processors (float_control.hpp).
#include "support/clean_vectors.hpp"

#include <libdeflate.h>

#include <functional>

#include "encode/deflate.hpp"
#include "engine/layers/layer.hpp"
#include "graph/sha256.hpp"
#include "images/fixture.hpp"
#include "store/layers/compression.hpp"

using namespace terrawright;

TEST_CASE("Foreign code leaves clean vectors", "[images.clean_vectors]") {
  if (!test::tells_of_upper_halves()) return;
  std::vector<unsigned char> bytes(300000);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<unsigned char>(test::noise(i) % 17);
  const test::Folder folder;
  const auto layer = test::layer<float>(TERRAWRIGHT_KIND_HEIGHT, "m", 200, 150, std::vector<float>(30000, 1.5f));
  const auto colours = test::layer<Colour>(TERRAWRIGHT_KIND_COLOUR, "1", 200, 150, std::vector<Colour>(30000));
  const auto written = [&](const std::string& name, const std::shared_ptr<engine::Layer>& of) {
    test::write({folder / name, {{"height", layer}, {"drape", of}}, {}}, test::provenance());
  };
  const std::vector<std::pair<std::string, std::function<void()>>> calls = {
      {"zlib",
       [&] {
         encode::Deflate stream(encode::Window::far);
         stream.add(bytes.data(), bytes.size());
         stream.finish();
       }},
      {"libdeflate", [&] { encode::DeflateWhole().of(bytes.data(), bytes.size()); }},
      {"libdeflate's checksums", [&] { CHECK(libdeflate_crc32(0, bytes.data(), bytes.size()) != 0); }},
      {"OpenSSL",
       [&] {
         graph::Sha256 hash;
         hash.add(bytes.data(), bytes.size());
         hash.hex();
       }},
      {"xxHash",
       [&] { engine::digest_of(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size())); }},
      {"Blosc",
       [&] {
         const std::string kept(store::compress(bytes.data(), 200000, 4));
         CHECK(store::expand(kept, bytes.data(), 200000));
       }},
      {"OpenEXR",
       [&] {
         test::write({folder / "a.exr", {{"height", layer}}, {}}, test::provenance());
       }},
      {"libwebp", [&] { written("a.html", colours); }},
  };
  for (const auto& [library, call] : calls) {
    INFO(library);
    call();
    const bool are_used = test::upper_halves_are_used();
    CHECK_FALSE(are_used);
  }
}
