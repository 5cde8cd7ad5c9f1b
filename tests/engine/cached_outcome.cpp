// SPDX-License-Identifier: Apache-2.0
// The remembered outcome equals the original. Truncated or changed bytes give nothing, or something that can be read.
#include "engine/cache/cached_outcome.hpp"

#include <cstring>

#include "store/record.hpp"
#include "support/catch.hpp"
#include "terrawright/abi.h"

using namespace terrawright;

namespace {

engine::Buffer buffer_of(const std::string& text) {
  engine::Buffer buffer;
  std::memcpy(buffer.resize(text.size()), text.data(), text.size());
  return buffer;
}

std::string text_in(const engine::Buffer& buffer) { return {static_cast<const char*>(buffer.data()), buffer.size()}; }

engine::StoredTable table_of_three() {
  engine::StoredTable table;
  table.rows = 3;
  table.places = engine::RowGeometry::lines;
  table.points = {{1, 2}, {3, 4}, {5, 6}, {7, 8}};
  table.ends = {1, 1, 4};
  table.columns = {{"name", "1", std::vector<std::string>{"", "two", std::string("a\0b", 3)}},
                   {"length", "km", std::vector<double>{0.5, -1, 1e300}},
                   {"rank", "1", std::vector<std::int64_t>{1, -2, 3}}};
  return table;
}

// Places are where any type may stand in a record that is mapped.
void all_are_aligned(const std::string& bytes) {
  const engine::PackedArrays arrays(bytes);
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    if (arrays[i].empty()) continue;
    CHECK((static_cast<std::size_t>(arrays[i].data() - bytes.data()) + store::record_head) % 64 == 0);
  }
}

}  // namespace

TEST_CASE("Verdicts are remembered in place, with what tiles were not told", "[engine.remembered]") {
  engine::Verdict verdict;
  verdict.everybody = buffer_of("all");
  verdict.own.resize(4);
  verdict.own[1] = buffer_of(std::string(1000, 'x'));
  verdict.own[3] = buffer_of("");
  const auto bytes = std::make_shared<const std::string>(engine::bytes_of(2, verdict));
  all_are_aligned(*bytes);
  const auto again = engine::verdict_of(*bytes, bytes);
  REQUIRE(again);
  CHECK(again->rounds == 2);
  CHECK(text_in(again->verdict.everybody) == "all");
  REQUIRE(again->verdict.own.size() == 4);
  CHECK(again->verdict.own[0].data() == nullptr);
  CHECK(text_in(again->verdict.own[1]) == std::string(1000, 'x'));
  CHECK(again->verdict.own[3].data() != nullptr);
  CHECK(again->verdict.own[3].empty());
  // They lie in the bytes.
  const auto* const begin = static_cast<const char*>(again->verdict.own[1].data());
  CHECK((begin > bytes->data() && begin < bytes->data() + bytes->size()));
}

TEST_CASE("What a port came to is remembered, its grid, text and table apart", "[engine.remembered]") {
  engine::Product product;
  product.number = 0.1;
  product.grid = std::make_shared<const engine::Buffer>(buffer_of("grid"));
  product.text = std::make_shared<const std::string>("text");
  product.table = std::make_shared<const engine::StoredTable>(table_of_three());
  engine::PortRecord record;
  record.kind = TERRAWRIGHT_KIND_CLASS;
  record.statistics = {-1, 2, 3};
  record.classes = {{0, 5}, {65535, std::uint64_t{1} << 40}};
  record.digest[15] = 7;
  record.rows = 3;
  const auto outcome = engine::outcome_of(engine::bytes_of(product, record));
  REQUIRE(outcome);
  CHECK(outcome->product.number == 0.1);
  CHECK(outcome->has_body);
  CHECK(outcome->record.kind == record.kind);
  CHECK(outcome->record.statistics.maximum == 2);
  CHECK(outcome->record.classes == record.classes);
  CHECK(outcome->record.digest == record.digest);
  const auto bytes = std::make_shared<const std::string>(engine::body_of(product));
  all_are_aligned(*bytes);
  auto body = engine::body_of(*bytes, bytes);
  REQUIRE(body);
  engine::Product again;
  engine::recall(std::move(*body), again);
  CHECK(text_in(*again.grid) == "grid");
  CHECK(*again.text == "text");
  CHECK(engine::digest_of(*again.table) == engine::digest_of(*product.table));
  CHECK_FALSE(engine::outcome_of(engine::bytes_of(engine::Product(), record))->has_body);
}

TEST_CASE("Bytes that are cut or changed are no table, or one that can be read", "[engine.remembered]") {
  const std::string whole = engine::bytes_of(table_of_three());
  REQUIRE(engine::table_of(whole));
  CHECK(engine::digest_of(*engine::table_of(whole)) == engine::digest_of(table_of_three()));
  int none = 0;
  for (std::size_t size = 0; size < whole.size(); ++size) {
    if (const auto cut = engine::table_of(std::string(whole, 0, size)); !cut) ++none;
  }
  CHECK(none > static_cast<int>(whole.size() / 2));
  for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
    std::string changed = whole;
    changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ (1 << bit % 8));
    const std::string copy(changed.data(), changed.size());
    if (!engine::table_of(copy)) ++none;
  }
  CHECK(none > 0);
}
