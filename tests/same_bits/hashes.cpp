// SPDX-License-Identifier: Apache-2.0
// Prints a hash for every layer of some worlds: same_bits/compare.sh runs it as several compilers build it.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "graph/input_file.hpp"
#include "graph/sha256.hpp"
#include "support/build.hpp"
#include "support/config_file.hpp"

namespace {

// Files as their bytes, without the image library.
class Bytes final : public terrawright::graph::InputFile {
 public:
  explicit Bytes(const std::string& path) {
    std::ifstream stream(path, std::ios::binary);
    bytes_.assign(std::istreambuf_iterator<char>(stream), {});
    digest_ = terrawright::graph::sha256(bytes_);
    facts_.size = sizeof facts_;
    facts_.bytes = bytes_.size();
  }
  const terrawright_file_facts& facts() const override { return facts_; }
  const std::string& digest() const override { return digest_; }
  void read(float*) const override { throw std::runtime_error("this build of the program reads no samples"); }
  void bytes(std::uint64_t begin, std::uint64_t size, char* to) const override { bytes_.copy(to, size, begin); }

 private:
  std::string bytes_, digest_;
  terrawright_file_facts facts_{};
};

class BytesOpener final : public terrawright::graph::InputFileOpener {
 public:
  std::shared_ptr<const terrawright::graph::InputFile> open(const std::string& path,
                                                            const terrawright_file_request&) const override {
    return std::make_shared<Bytes>(path);
  }
};

}  // namespace

int main() {
  const BytesOpener opener;
  namespace fs = std::filesystem;
  std::vector<fs::path> worlds;
  for (const char* folder : {"configs", "stages", "packs/atlas/stages"}) {
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(TERRAWRIGHT_ROOT) / folder)) {
      if (entry.path().stem().has_extension()) continue;
      if (entry.path().extension() == ".yaml") worlds.push_back(fs::relative(entry.path(), TERRAWRIGHT_ROOT));
    }
  }
  std::sort(worlds.begin(), worlds.end());
  for (const fs::path& world : worlds) {
    terrawright::test::Options options;
    options.tile = 100;
    options.opener = &opener;
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
