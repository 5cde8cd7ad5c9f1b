// SPDX-License-Identifier: Apache-2.0
#include "build/kept_of_output.hpp"

#include <algorithm>

#include "border/description.hpp"
#include "build/known_files.hpp"
#include "graph/sha256.hpp"
#include "images/delivery.hpp"

namespace terrawright::build {

KeptOfOutput::KeptOfOutput(const Plan& plan, std::shared_ptr<store::Store> store, std::size_t output)
    : store_(std::move(store)),
      most_bytes_(store_ ? std::min(plan.kept_file_size, store_->most_bytes() / 16) : 0),
      keys_(plan.files[output].parts.size()),
      left_out_(keys_.size()) {
  const images::Picture& picture = plan.files[output];
  for (const images::Part& part : picture.parts) layers_.push_back(border::is_layer(part.facts.kind));
  // For tiles, coarsened cells and windows nothing is cached.
  if (most_bytes_ == 0 || !picture.writer || picture.tiles || picture.coarsen > 1 || plan.window) return;
  const std::string program = program_of(*plan.graph.catalogue);
  for (std::size_t k = 0; k < keys_.size(); ++k) {
    const auto& under = picture.writer->kept_under()[k];
    if (!under) continue;
    const graph::Link& from = plan.graph.outputs[output].layers[k].from;
    keys_[k] = graph::sha256("terrawright kept 1\nprogram=" + program + "\nwriter=" + picture.writer->identity() +
                             "\nlayer=" + plan.graph.nodes[from.node].keys[from.port] + "\n" + *under + "\n");
    left_out_[k] = store_->has(keys_[k]);
  }
}

bool KeptOfOutput::has_all() const {
  bool any = false;
  for (std::size_t k = 0; k < keys_.size(); ++k) {
    if (layers_[k] && (keys_[k].empty() || !store_->has(keys_[k]))) return false;
    any = any || layers_[k];
  }
  return any;
}

std::optional<std::string> KeptOfOutput::find(std::size_t part) {
  return keys_[part].empty() ? std::nullopt : store_->find(keys_[part]);
}

void KeptOfOutput::keep(std::size_t part, std::string_view bytes) {
  if (!keys_[part].empty() && bytes.size() <= most_bytes_) store_->keep(keys_[part], bytes);
}

}  // namespace terrawright::build
