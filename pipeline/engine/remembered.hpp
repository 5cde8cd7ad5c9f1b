// SPDX-License-Identifier: Apache-2.0
// What a node came to, and the verdict of its rounds, as bytes: CBOR (RFC 8949), so that nothing is lost,
// and arrays beside it, which are not parsed.
#pragma once
#include <optional>
#include <string>

#include "engine/port_record.hpp"
#include "engine/product.hpp"
#include "engine/stage_call.hpp"

namespace terrawright::engine {

// Of one port, but the cells of a layer and the rows of a long table, of which `parts` stand beside, with this head.
struct RememberedOutcome {
  Product product;
  PortRecord record;
  std::size_t parts = 0;
  std::optional<StoredTable> head;
};
std::string bytes_of(const Product& product, const PortRecord& record);
// Nothing where the bytes are not such an outcome.
std::optional<RememberedOutcome> outcome_of(const std::string& bytes);
// A table, or a part of one.
std::string bytes_of(const StoredTable& table);
std::optional<StoredTable> table_of(const std::string& bytes);

struct RememberedVerdict {
  std::uint64_t rounds = 0;
  Verdict verdict;
};
std::string bytes_of(std::uint64_t rounds, const Verdict& verdict);
std::optional<RememberedVerdict> verdict_of(const std::string& bytes);

}  // namespace terrawright::engine
