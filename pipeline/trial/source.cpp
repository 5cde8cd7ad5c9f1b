// SPDX-License-Identifier: Apache-2.0
#include "trial/source.hpp"

#include <cstring>

#include "border/description.hpp"

namespace terrawright::trial {

terrawright_content checked_content(const terrawright_content& all, const std::string& name) {
  terrawright_content given = all;
  if (given.unit == nullptr || *given.unit == 0) given.unit = "1";
  const bool is_there = border::is_layer(given.kind)            ? given.cells != nullptr
                        : given.kind == TERRAWRIGHT_KIND_TABLE  ? given.table != nullptr
                        : given.kind == TERRAWRIGHT_KIND_NUMBER ? given.number - given.number == 0.0
                        : given.blob.bytes == nullptr           ? given.blob.size == 0
                                                                : true;
  if (!is_there || given.reserved != 0 || (given.legend == nullptr && given.n_legend != 0))
    throw Misuse("the content of the " + name + " is missing, or no finite number");
  return given;
}

DataStage::DataStage(std::string id, std::string identity, std::vector<terrawright_content> contents,
                     std::int64_t width, std::int64_t height)
    : id_(std::move(id)),
      identity_(std::move(identity)),
      contents_(std::move(contents)),
      width_(width),
      height_(height) {
  for (const terrawright_content& content : contents_) {
    terrawright_port& port = ports_.emplace_back();
    port.size = sizeof port;
    port.direction = TERRAWRIGHT_PORT_OUTPUT;
    port.kinds = 1u << content.kind;
    port.flags = TERRAWRIGHT_PORT_BY_NAME | content.places;
    port.name = content.port;
    port.doc = "Data of the program that calls.";
    port.unit = content.unit;
    list_.push_back(&port);
    if (!border::is_layer(content.kind)) described_.flags = TERRAWRIGHT_STAGE_RESOLVES;
  }
  identifies_.size = sizeof identifies_;
  identifies_.kind = TERRAWRIGHT_PARAMETER_TEXT;
  identifies_.name = "identity";
  identifies_.doc = "Which data they are.";
  identifies_.fallback.text = identity_.c_str();
  described_.parameters = &parameter_;
  described_.n_parameters = identity_.empty() ? 0 : 1;
  described_.size = sizeof(terrawright_stage);
  described_.version = described_.revision = 1;
  described_.id = id_.c_str();
  described_.doc = "Hands out data of the program that calls.";
  described_.ports = list_.data();
  described_.n_ports = list_.size();
  described_.source = this;
  described_.create = [](const terrawright_stage* stage, const terrawright_host* host, void* handle,
                         const terrawright_arrangement* given) -> void* {
    const DataStage* const self = static_cast<const Described*>(stage)->source;
    return self->begin(*host, handle, *given->world) ? const_cast<DataStage*>(self) : nullptr;
  };
  described_.destroy = [](void*) {};
  described_.window = [](const void*, std::uint32_t, std::uint32_t, const terrawright_rect*, terrawright_rect*) {
    return std::int32_t{TERRAWRIGHT_ANSWER_DONE};
  };
  described_.resolve = [](const void* self, const terrawright_job* job) {
    static_cast<const DataStage*>(self)->resolve(*job);
    return std::int32_t{TERRAWRIGHT_ANSWER_DONE};
  };
  described_.paint = [](const void* self, const terrawright_job* job) {
    static_cast<const DataStage*>(self)->paint(*job);
    return std::int32_t{TERRAWRIGHT_ANSWER_DONE};
  };
}

bool DataStage::begin(const terrawright_host& host, void* handle, const terrawright_world_facts& world) const {
  if (world.width != width_ || world.height != height_) {
    const std::string size = std::to_string(width_) + " x " + std::to_string(height_);
    host.fail(handle, "", -1, -1, ("the given data have " + size + " cells, and the world has others").c_str());
    return false;
  }
  for (std::uint32_t i = 0; i < contents_.size(); ++i) {
    if (contents_[i].kind == TERRAWRIGHT_KIND_CLASS)
      host.set_legend(handle, i, contents_[i].legend, contents_[i].n_legend);
  }
  return true;
}

void DataStage::resolve(const terrawright_job& job) const {
  for (std::uint32_t i = 0; i < contents_.size(); ++i) {
    const terrawright_content& given = contents_[i];
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

void DataStage::paint(const terrawright_job& job) const {
  for (std::uint32_t i = 0; i < contents_.size(); ++i) {
    const std::size_t bytes = border::cell_bytes(contents_[i].kind);
    const terrawright_target& to = job.outputs[i];
    for (std::int64_t y = 0; bytes != 0 && y < to.area.height; ++y) {
      const auto from = static_cast<std::size_t>((to.area.y + y) * width_ + to.area.x) * bytes;
      std::memcpy(static_cast<unsigned char*>(to.cells) + static_cast<std::size_t>(y * to.stride) * bytes,
                  static_cast<const unsigned char*>(contents_[i].cells) + from,
                  static_cast<std::size_t>(to.area.width) * bytes);
    }
  }
}

}  // namespace terrawright::trial
