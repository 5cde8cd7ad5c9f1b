// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <utility>

#include "graph/graph.hpp"
#include "images/picture_writer.hpp"
#include "packs/game/pack.hpp"
#include "packs/game/pack_sizes.hpp"

namespace terrawright::images {

// The folder of a pack. The picture's parts are heights, weights, tables.
class PackWriter final : public PictureWriter {
 public:
  explicit PackWriter(Pack pack) : pack_(std::move(pack)) {}

  // Where sizes are looked at: those of the heights, which need not be those of the pack.
  std::vector<Refusal> refusals(const Picture& picture) const override;
  std::uint64_t memory(const Picture& picture) const override;
  std::optional<FileBytes> disk() const override;
  std::string text(const Picture& picture) const override;  // "for Unity: 513 x 513 cells", and which tiles
  void add_facts(const Picture& picture, report::Json& output) const override;
  std::vector<Written> write(const MadePicture& from) const override;

 private:
  Pack pack_;
};

// A pack of the config as it is to be written. Of layers that are all known. `world`: cells that there are. Reports
// classes that no legend has.
Pack pack_of(const graph::Graph& graph, const graph::Output& output, const PackSize& world,
             report::Diagnostics& diagnostics);

}  // namespace terrawright::images
