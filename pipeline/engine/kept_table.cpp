// SPDX-License-Identifier: Apache-2.0
#include "engine/kept_table.hpp"

#include <stdexcept>

#include "graph/sha256.hpp"

namespace terrawright::engine {
namespace {

std::string part_key(const std::string& key, std::size_t part) {
  return graph::sha256("terrawright part of a table 3\n" + key + "\n" + std::to_string(part) + "\n");
}

class KeptTable final : public LongTable {
 public:
  KeptTable(std::shared_ptr<store::Store> store, std::string key, const RememberedOutcome& outcome, StoredTable head,
            std::shared_ptr<std::atomic<bool>> lost)
      : LongTable(std::move(head), outcome.record.rows),
        store_(std::move(store)),
        key_(std::move(key)),
        parts_(outcome.parts),
        lost_(std::move(lost)) {
    digest_ = outcome.record.digest;
  }
  std::size_t parts() const override { return parts_; }
  StoredTable part(std::size_t i) const override {
    const auto bytes = store_->find(part_key(key_, i));
    auto part = bytes ? table_of(*bytes) : std::nullopt;
    if (part) return std::move(*part);
    *lost_ = true;
    throw std::runtime_error("a table of the cache is damaged or gone");
  }

 private:
  const std::shared_ptr<store::Store> store_;
  const std::string key_;
  const std::size_t parts_;
  const std::shared_ptr<std::atomic<bool>> lost_;
};

}  // namespace

void keep_parts(store::Store& store, const std::string& key, const LongTable& table) {
  for (std::size_t i = 0; i < table.parts(); ++i) store.keep(part_key(key, i), bytes_of(table.part(i)));
}

bool has_parts(store::Store& store, const std::string& key, const RememberedOutcome& outcome) {
  for (std::size_t i = 0; i < outcome.parts; ++i) {
    if (!store.has(part_key(key, i))) return false;
  }
  return true;
}

std::shared_ptr<const LongTable> kept_table(std::shared_ptr<store::Store> store, const std::string& key,
                                            const RememberedOutcome& outcome, StoredTable head,
                                            std::shared_ptr<std::atomic<bool>> lost) {
  return std::make_shared<const KeptTable>(std::move(store), key, outcome, std::move(head), std::move(lost));
}

}  // namespace terrawright::engine
