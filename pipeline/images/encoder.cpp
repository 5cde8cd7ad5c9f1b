// SPDX-License-Identifier: Apache-2.0
#include "images/encoder.hpp"

#include <mutex>

#include "images/exr_parts.hpp"
#include "images/format.hpp"

namespace terrawright::images {
namespace {

// Files are encoded side by side, so that each of them needs no threads of its own. -1: no pool inside OpenEXR.
void use_no_threads() {
  static std::once_flag once;
  std::call_once(once, [] {
    OIIO::attribute("threads", 1);
    OIIO::attribute("exr_threads", -1);
  });
}

}  // namespace

std::size_t FileProxy::pwrite(const void* bytes, std::size_t size, std::int64_t offset) {
  return file_.write(bytes, size, static_cast<std::uint64_t>(offset)) == 0 ? size : 0;
}

std::size_t FileProxy::write(const void* bytes, std::size_t size) {
  const std::size_t done = pwrite(bytes, size, m_pos);
  m_pos += static_cast<std::int64_t>(done);
  return done;
}

std::size_t FileProxy::pread(void* bytes, std::size_t size, std::int64_t offset) {
  return file_.read(bytes, size, static_cast<std::uint64_t>(offset));
}

std::size_t FileProxy::read(void* bytes, std::size_t size) {
  const std::size_t done = pread(bytes, size, m_pos);
  m_pos += static_cast<std::int64_t>(done);
  return done;
}

OIIO::ImageSpec spec_of(const engine::LayerFacts& facts, int channels, OIIO::TypeDesc type) {
  return {static_cast<int>(facts.width), static_cast<int>(facts.height), channels, type};
}

void add_attributes(OIIO::ImageSpec& spec, const Attributes& attributes) {
  for (const auto& [name, value] : attributes) spec.attribute(name, value);
}

std::string Encoder::name() const { return several() ? file_->temporary().string() : file_->path().string(); }

Encoder::Encoder(const std::filesystem::path& path, std::vector<OIIO::ImageSpec> parts)
    : file_(std::make_unique<WholeFile>(path)), proxy_(*file_), parts_(std::move(parts)) {
  use_no_threads();
  file_->hash_when_settled();  // headers are written last
  output_ = OIIO::ImageOutput::create(path.string());
  if (!output_) throw WriteFailed(path, OIIO::geterror(), "");
  if (several()) {
    demand(output_->open(name(), static_cast<int>(parts_.size()), parts_.data()));
  } else {
    if (!output_->set_ioproxy(&proxy_)) throw WriteFailed(path, "OpenImageIO has no proxy for this format", "");
    demand(output_->open(name(), parts_.front()));
  }
}

void Encoder::next_part() {
  ++part_;
  demand(output_->open(name(), parts_[part_], OIIO::ImageOutput::AppendSubimage));
}

void Encoder::rows(std::int64_t y, std::int64_t count, OIIO::TypeDesc type, const void* pixels) {
  demand(output_->write_scanlines(static_cast<int>(y), static_cast<int>(y + count), 0, type, pixels));
}

std::unique_ptr<WholeFile> Encoder::close() {
  const bool closed = output_->close();
  output_.reset();
  demand(closed);
  if (format_of(file_->path()) == Format::exr) demand(exr_is_whole(*file_));
  return std::move(file_);
}

void Encoder::demand(bool done) {
  if (!done && several()) file_->provoke();
  if (file_->first_error() != 0) file_->settle();  // which says why
  if (done) return;
  const std::string reason = output_ ? output_->geterror() : "the encoder left it incomplete";
  throw WriteFailed(file_->path(), "cannot encode the file: " + reason, "");
}

}  // namespace terrawright::images
