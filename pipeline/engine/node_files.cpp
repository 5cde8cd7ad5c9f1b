// SPDX-License-Identifier: Apache-2.0
#include "engine/node_files.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace terrawright::engine {

void NodeFiles::read(std::int64_t file, const terrawright_rect& area, float* samples, std::int64_t stride) {
  if (file < 0 || static_cast<std::size_t>(file) >= files_.size())
    throw std::runtime_error("its code is wrong: it reads a file that it has not opened");
  const auto place = static_cast<std::size_t>(file);
  const terrawright_file_facts& facts = files_[place]->facts();
  const bool inside = area.x >= 0 && area.y >= 0 && area.width >= 0 && area.height >= 0 && area.width <= facts.width &&
                      area.height <= facts.height && area.x <= facts.width - area.width &&
                      area.y <= facts.height - area.height;
  if (!inside) throw std::runtime_error("its code is wrong: it reads samples outside its file");
  std::vector<float>& all = samples_[place];
  {
    const std::lock_guard lock(decoding_);
    if (all.empty()) {
      std::vector<float> decoded(static_cast<std::size_t>(facts.width * facts.height));
      files_[place]->read(decoded.data());
      all = std::move(decoded);
    }
  }
  for (std::int64_t y = 0; y < area.height; ++y) {
    std::copy_n(all.data() + (area.y + y) * facts.width + area.x, area.width, samples + y * stride);
  }
}

}  // namespace terrawright::engine
