// SPDX-License-Identifier: Apache-2.0
#include "check/snapshot.hpp"

#include <sys/mman.h>

#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>

namespace terrawright::check {
namespace {

using Bytes = std::vector<unsigned char>;

Bytes bytes_at(const void* from, std::size_t count) {
  Bytes bytes(count);
  if (count != 0) std::memcpy(bytes.data(), from, count);
  return bytes;
}

Bytes bytes_of(const engine::Product& product) {
  if (product.layer) {
    const engine::Layer& layer = *product.layer;
    const auto cells = static_cast<std::size_t>(layer.facts().width * layer.facts().height);
    Bytes bytes(cells * layer.cell_bytes());
    layer.read(layer.area(), bytes.data(), layer.facts().width);
    return bytes;
  }
  if (product.number) return bytes_at(&*product.number, sizeof(double));
  if (product.grid) return bytes_at(product.grid->data(), product.grid->size());
  if (product.text) return bytes_at(product.text->data(), product.text->size());
  if (!product.table && !product.long_table) return {};
  const engine::Digest digest = digest_of(product);
  return bytes_at(digest.data(), digest.size());
}

// The file as memory, as long as it lives.
class Mapped {
 public:
  explicit Mapped(const TemporaryFile& file) : size_(file.size()) {
    memory_ = mmap(nullptr, size_, PROT_READ, MAP_SHARED, file.descriptor(), 0);
    if (memory_ == MAP_FAILED) throw std::runtime_error("what a run made cannot be read again");
  }
  ~Mapped() { munmap(memory_, size_); }
  Mapped(const Mapped&) = delete;
  Mapped& operator=(const Mapped&) = delete;

  std::string_view all() const { return {static_cast<const char*>(memory_), size_}; }
  const unsigned char* take(std::size_t count) {
    if (count > size_ - at_) throw std::runtime_error("two runs make different things");
    const unsigned char* here = static_cast<const unsigned char*>(memory_) + at_;
    at_ += count;
    return here;
  }

 private:
  void* memory_;
  std::size_t size_, at_ = 0;
};

}  // namespace

void Snapshot::take(const std::vector<engine::Product>& made) const {
  for (const engine::Product& product : made) {
    const Bytes bytes = bytes_of(product);
    const std::uint64_t count = bytes.size();
    file_.append(&count, sizeof count);
    file_.append(bytes.data(), bytes.size());
  }
}

std::string Snapshot::digest() const { return engine::hex(engine::digest_of(Mapped(file_).all())); }

std::optional<Difference> Snapshot::difference(const std::vector<engine::Product>& made) const {
  Mapped before(file_);
  for (std::size_t i = 0; i < made.size(); ++i) {
    const Bytes now = bytes_of(made[i]);
    std::uint64_t count = 0;
    std::memcpy(&count, before.take(sizeof count), sizeof count);
    const unsigned char* then = before.take(static_cast<std::size_t>(count));
    if (count == now.size() && (count == 0 || std::memcmp(then, now.data(), now.size()) == 0)) continue;
    Difference difference;
    difference.output = i;
    if (!made[i].layer || count != now.size()) return difference;
    const std::size_t cell_bytes = made[i].layer->cell_bytes();
    std::size_t at = 0;
    while (std::memcmp(then + at, now.data() + at, cell_bytes) == 0) at += cell_bytes;
    const auto cell = static_cast<std::int64_t>(at / cell_bytes), width = made[i].layer->facts().width;
    difference.has_cell = true;
    difference.x = cell % width;
    difference.y = cell / width;
    difference.before = bytes_at(then + at, cell_bytes);
    difference.now = bytes_at(now.data() + at, cell_bytes);
    return difference;
  }
  return std::nullopt;
}

}  // namespace terrawright::check
