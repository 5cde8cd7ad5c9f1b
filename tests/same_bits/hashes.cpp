// SPDX-License-Identifier: Apache-2.0
// Prints a hash for every layer of some worlds: same_bits/compare.sh runs it as several compilers build it.
#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "support/build.hpp"
#include "support/config_file.hpp"

int main() {
  namespace fs = std::filesystem;
  std::vector<fs::path> worlds;
  for (const char* folder : {"configs", "stages"}) {
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(TERRAWRIGHT_ROOT) / folder)) {
      if (entry.path().stem().extension() == ".composite") continue;
      if (entry.path().extension() == ".yaml") worlds.push_back(fs::relative(entry.path(), TERRAWRIGHT_ROOT));
    }
  }
  std::sort(worlds.begin(), worlds.end());
  for (const fs::path& world : worlds) {
    terrawright::test::Options options;
    options.tile = 100;
    options.path = (fs::path(TERRAWRIGHT_ROOT) / world).string();
    if (*world.begin() == "configs") options.set = {"world.size=[257,257]"};
    const std::string text = terrawright::test::config_file(world.string());
    if (text.find("\nworld:") == std::string::npos) continue;      // a part of worlds
    if (text.find("source.image") != std::string::npos) continue;  // needs the image library, which is not built here
    const auto built = terrawright::test::build(text, options);
    for (const std::string& layer : built.layers()) {
      std::printf("%s %s %s\n", world.c_str(), layer.c_str(), built.sha256(layer).c_str());
    }
  }
}
