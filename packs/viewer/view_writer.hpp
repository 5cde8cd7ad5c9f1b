// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <utility>

#include "graph/graph.hpp"
#include "images/picture_writer.hpp"
#include "packs/viewer/scene.hpp"

namespace terrawright::images {

// An .html page with the world in 3-D, its layers coded as scene_layer.hpp says. The picture's parts are its layers and
// tables.
class ViewWriter final : public PictureWriter {
 public:
  explicit ViewWriter(Scene scene) : scene_(std::move(scene)) {}

  // What suits no view was refused where it was read.
  std::vector<Refusal> refusals(const Picture& picture) const override;
  std::uint64_t memory(const Picture& picture) const override;
  std::optional<FileBytes> disk() const override { return FileBytes{}; }  // as small as its budget
  std::string text(const Picture& picture) const override;  // it is made small enough, so its size is known before
  void add_facts(const Picture& picture, report::Json& output) const override;
  std::vector<Written> write(const MadePicture& from) const override;

 private:
  Scene scene_;
};

// A view as its config asks for it. `width` and `height`: of the picture's layers, in cells.
Scene scene_of(const graph::Graph& graph, const graph::Output& output, std::int64_t width, std::int64_t height);

}  // namespace terrawright::images
