// SPDX-License-Identifier: Apache-2.0
// Serialises a node's outcome, and the verdict of its rounds: arrays at places (packed_arrays.hpp). Nothing is parsed,
// and what is large is used where it lies.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/port_record.hpp"
#include "engine/product.hpp"
#include "engine/stage_call.hpp"

namespace terrawright::engine {

// Outcome of one port: its number, if it is one, and the record of all else. A grid, a text, a table, and the head of a
// long table, of which `parts` stand beside, are its body.
struct RememberedOutcome {
  Product product;
  PortRecord record;
  std::size_t parts = 0;
  bool has_body = false;
};
std::string bytes_of(const Product& product, const PortRecord& record);
// Nothing where the bytes are not such an outcome.
std::optional<RememberedOutcome> outcome_of(std::string_view bytes);

// The part that only readers of the port need.
struct RememberedBody {
  std::shared_ptr<const Buffer> grid;
  std::shared_ptr<const std::string> text;
  std::optional<StoredTable> table;  // whole, or the head of a long one
};
std::string body_of(const Product& product);
void recall(RememberedBody body, Product& product);  // of no long table
// A grid lies in the bytes, which stay as long as `owner`.
std::optional<RememberedBody> body_of(std::string_view bytes, std::shared_ptr<const void> owner);

// A table, or a part of one.
std::string bytes_of(const StoredTable& table);
std::optional<StoredTable> table_of(std::string_view bytes);

struct RememberedVerdict {
  std::uint64_t rounds = 0;
  Verdict verdict;
};
std::string bytes_of(std::uint64_t rounds, const Verdict& verdict);
// It lies in the bytes, which stay as long as `owner`.
std::optional<RememberedVerdict> verdict_of(std::string_view bytes, std::shared_ptr<const void> owner);

}  // namespace terrawright::engine
