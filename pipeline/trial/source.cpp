// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "border/kind.hpp"
#include "trial/given.hpp"

namespace terrawright::trial {

Source::Source(const std::map<std::uint32_t, terrawright_content>& inputs, const terrawright_stage& tried,
               std::int64_t width)
    : width_(width) {
  for (const auto& [i, content] : inputs) {
    contents_.push_back(&content);
    terrawright_port& port = ports_.emplace_back();
    port.size = sizeof port;
    port.direction = TERRAWRIGHT_PORT_OUTPUT;
    port.kinds = 1u << content.kind;
    port.flags = TERRAWRIGHT_PORT_BY_NAME | content.places;
    port.name = tried.ports[i]->name;
    port.doc = "What the test gives.";
    port.unit = content.unit;
    list_.push_back(&port);
    if (!border::is_layer(content.kind)) described_.flags = TERRAWRIGHT_STAGE_RESOLVES;
  }
  described_.size = sizeof(terrawright_stage);
  described_.version = described_.revision = 1;
  described_.id = "trial/given.inputs";
  described_.doc = "Hands out what a test gives.";
  described_.ports = list_.data();
  described_.n_ports = list_.size();
  described_.source = this;
  described_.create = [](const terrawright_stage* stage, const terrawright_host* host, void* handle,
                         const terrawright_arrangement*) -> void* {
    const Source* const self = static_cast<const Described*>(stage)->source;
    for (std::uint32_t i = 0; i < self->contents_.size(); ++i) {
      const terrawright_content& given = *self->contents_[i];
      if (given.kind == TERRAWRIGHT_KIND_CLASS) host->set_legend(handle, i, given.legend, given.n_legend);
    }
    return const_cast<Source*>(self);
  };
  described_.destroy = [](void*) {};
  described_.window = [](const void*, std::uint32_t, std::uint32_t, const terrawright_rect*, terrawright_rect*) {
    return std::int32_t{TERRAWRIGHT_ANSWER_DONE};
  };
  described_.resolve = [](const void* self, const terrawright_job* job) {
    static_cast<const Source*>(self)->resolve(*job);
    return std::int32_t{TERRAWRIGHT_ANSWER_DONE};
  };
  described_.paint = [](const void* self, const terrawright_job* job) {
    static_cast<const Source*>(self)->paint(*job);
    return std::int32_t{TERRAWRIGHT_ANSWER_DONE};
  };
}

void Source::resolve(const terrawright_job& job) const {
  for (std::uint32_t i = 0; i < contents_.size(); ++i) {
    const terrawright_content& given = *contents_[i];
    const auto* const bytes = static_cast<const char*>(given.blob.bytes);
    if (given.kind == TERRAWRIGHT_KIND_NUMBER) job.host->number(job.handle, i, given.number);
    if (given.kind == TERRAWRIGHT_KIND_GRID) job.host->grid(job.handle, i, bytes, given.blob.size);
    if (given.kind == TERRAWRIGHT_KIND_TEXT) {
      const void* texts = job.host->extension(job.handle, TERRAWRIGHT_TEXTS);
      static_cast<const terrawright_texts*>(texts)->text(job.handle, i, bytes, given.blob.size);
    }
    if (given.kind == TERRAWRIGHT_KIND_TABLE) {
      const void* tables = job.host->extension(job.handle, TERRAWRIGHT_TABLES);
      static_cast<const terrawright_tables*>(tables)->table(job.handle, i, given.table);
    }
  }
}

void Source::paint(const terrawright_job& job) const {
  for (std::uint32_t i = 0; i < contents_.size(); ++i) {
    const std::size_t bytes = border::cell_bytes(contents_[i]->kind);
    const terrawright_target& to = job.outputs[i];
    for (std::int64_t y = 0; bytes != 0 && y < to.area.height; ++y) {
      const auto from = static_cast<std::size_t>((to.area.y + y) * width_ + to.area.x) * bytes;
      std::memcpy(static_cast<unsigned char*>(to.cells) + static_cast<std::size_t>(y * to.stride) * bytes,
                  static_cast<const unsigned char*>(contents_[i]->cells) + from,
                  static_cast<std::size_t>(to.area.width) * bytes);
    }
  }
}

}  // namespace terrawright::trial
