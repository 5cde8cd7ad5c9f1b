// SPDX-License-Identifier: Apache-2.0
#include "engine/cache/cached_outcome.hpp"

#include <algorithm>
#include <stdexcept>
#include <type_traits>

#include "engine/tables/stored_table.hpp"
#include "store/record.hpp"

namespace terrawright::engine {
namespace {

// Span of an array: its start, 0: not given; and its bytes.
using ArraySpan = std::uint64_t[2];
constexpr std::size_t aligned_to = 64;  // as memory of stages is

std::size_t places_end(std::size_t count) { return sizeof(std::uint64_t) + count * sizeof(ArraySpan); }

// The first place from `at` on that is aligned in a mapped record.
std::size_t next_place(std::size_t at) {
  return (store::record_head + at + aligned_to - 1) / aligned_to * aligned_to - store::record_head;
}

// Reads one of the numbers at the start of the bytes.
std::uint64_t head_number(std::string_view bytes, std::size_t i) {
  std::uint64_t number = 0;
  std::memcpy(&number, bytes.data() + i * sizeof number, sizeof number);
  return number;
}

}  // namespace

std::string ArraysToPack::all() const {
  std::vector<std::uint64_t> head{arrays_.size()};
  std::size_t end = places_end(arrays_.size());
  for (const std::string_view array : arrays_) {
    const std::size_t begin = next_place(end);
    head.push_back(array.data() == nullptr ? 0 : begin);
    head.push_back(array.size());
    if (!array.empty()) end = begin + array.size();
  }
  std::string bytes;
  bytes.reserve(end);
  bytes.append(reinterpret_cast<const char*>(head.data()), head.size() * sizeof(std::uint64_t));
  for (const std::string_view array : arrays_) {
    if (!array.empty()) bytes.append(next_place(bytes.size()) - bytes.size(), '\0').append(array);
  }
  return bytes;
}

PackedArrays::PackedArrays(std::string_view bytes) : bytes_(bytes) {
  if (bytes.size() < sizeof(std::uint64_t)) throw std::out_of_range("no arrays");
  count_ = head_number(bytes, 0);
  if (count_ > bytes.size() / sizeof(ArraySpan) || places_end(count_) > bytes.size())
    throw std::out_of_range("places of arrays");
}

std::string_view PackedArrays::operator[](std::size_t i) const {
  if (i >= count_) throw std::out_of_range("an array that is not there");
  const std::uint64_t begin = head_number(bytes_, 1 + 2 * i), size = head_number(bytes_, 2 + 2 * i);
  if (begin == 0) return {};
  if (size == 0) return bytes_.substr(0, 0);
  if (begin > bytes_.size() || size > bytes_.size() - begin) throw std::out_of_range("an array beyond the end");
  return bytes_.substr(begin, size);
}

namespace {

// Nothing where read() throws, as it does of bytes that are something else.
template <class Read>
auto unless_it_fails(const Read& read) -> std::optional<decltype(read())> {
  try {
    return read();
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

// ---- tables --------------------------------------------------------------------------------------

struct TableHead {
  std::uint64_t rows = 0, places = 0, columns = 0;
};
constexpr std::size_t table_arrays = 3;   // head, points, ends
constexpr std::size_t column_arrays = 5;  // name, unit, type, values or the number of texts, texts

// Texts one after the other, and where each ends.
std::string ends_and_texts(const std::vector<std::string>& texts) {
  std::string bytes;
  std::uint64_t end = 0;
  for (const std::string& text : texts) {
    end += text.size();
    bytes.append(reinterpret_cast<const char*>(&end), sizeof end);
  }
  for (const std::string& text : texts) bytes += text;
  return bytes;
}

std::vector<std::string> texts_of(std::string_view bytes, std::uint64_t count) {
  if (count > bytes.size() / sizeof(std::uint64_t)) throw std::out_of_range("texts");
  const std::string_view all = bytes.substr(count * sizeof(std::uint64_t));
  std::vector<std::string> texts;
  for (std::uint64_t i = 0, begin = 0, end = 0; i < count; ++i, begin = end) {
    std::memcpy(&end, bytes.data() + i * sizeof end, sizeof end);
    if (end < begin || end > all.size()) throw std::out_of_range("a text");
    texts.emplace_back(all.substr(begin, end - begin));
  }
  return texts;
}

void add(const StoredTable& table, ArraysToPack& to) {
  to.add_value(TableHead{table.rows, static_cast<std::uint64_t>(table.places), table.columns.size()});
  to.add(table.points);
  to.add(table.ends);
  for (const StoredTable::Column& column : table.columns) {
    to.add(column.name);
    to.add(column.unit);
    to.add_value(static_cast<std::uint64_t>(column.values.index()));
    if (const auto* integers = std::get_if<std::vector<std::int64_t>>(&column.values)) {
      to.add(*integers);
    } else if (const auto* reals = std::get_if<std::vector<double>>(&column.values)) {
      to.add(*reals);
    } else {
      const auto& texts = std::get<std::vector<std::string>>(column.values);
      to.add_value(static_cast<std::uint64_t>(texts.size()));
      to.add_text(ends_and_texts(texts));
      continue;
    }
    to.add_nothing();
  }
}

// Reads a table from the arrays from `first` on.
StoredTable table_from(const PackedArrays& from, std::size_t first) {
  const auto head = from.value<TableHead>(first);
  StoredTable table;
  table.rows = head.rows;
  table.places = static_cast<RowGeometry>(head.places);
  table.points = from.numbers<terrawright_point>(first + 1);
  table.ends = from.numbers<std::uint64_t>(first + 2);
  for (std::uint64_t c = 0; c < head.columns; ++c) {
    const std::size_t at = first + table_arrays + c * column_arrays;
    StoredTable::Column column{std::string(from[at]), std::string(from[at + 1]), {}};
    switch (from.value<std::uint64_t>(at + 2)) {
      case 0:
        column.values = from.numbers<std::int64_t>(at + 3);
        break;
      case 1:
        column.values = from.numbers<double>(at + 3);
        break;
      default:
        column.values = texts_of(from[at + 4], from.value<std::uint64_t>(at + 3));
    }
    table.columns.push_back(std::move(column));
  }
  return table;
}

// ---- ports ---------------------------------------------------------------------------------------

struct OutcomeHead {
  Statistics statistics{};
  double number = 0;
  std::uint64_t rows = 0, parts = 0;
  std::uint32_t kind = 0;
  std::uint8_t has_number = 0, has_body = 0;
  Digest digest{};
};
static_assert(std::is_trivially_copyable_v<OutcomeHead>);

struct ClassCount {
  std::uint64_t code, cells;
};

constexpr std::size_t has_grid = 0, of_grid = 1, of_text = 2, of_table = 3;  // arrays of a body

bool has_body(const Product& product) { return product.grid || product.text || product.table || product.long_table; }

// A buffer that lies in the memory of another.
std::shared_ptr<const Buffer> lying_in(std::string_view bytes, std::shared_ptr<const void> owner) {
  struct Lying {
    std::shared_ptr<const void> owner;
    Buffer buffer;
  };
  const auto lying = std::make_shared<Lying>(Lying{std::move(owner), Buffer::lying(bytes.data(), bytes.size())});
  return {lying, &lying->buffer};
}

}  // namespace

std::string bytes_of(const Product& product, const PortRecord& record) {
  OutcomeHead head;
  std::memset(static_cast<void*>(&head), 0, sizeof head);  // what lies between its members too
  head.statistics = record.statistics;
  head.number = product.number.value_or(0);
  head.rows = record.rows;
  head.parts = product.long_table ? product.long_table->parts() : 0;
  head.kind = record.kind;
  head.has_number = product.number.has_value() ? 1 : 0;
  head.has_body = has_body(product) ? 1 : 0;
  head.digest = record.digest;
  std::vector<ClassCount> classes;
  for (const auto& [code, cells] : record.classes) classes.push_back({code, cells});
  ArraysToPack to;
  to.add_value(head);
  to.add(classes);
  return to.all();
}

std::optional<CachedOutcome> outcome_of(std::string_view bytes) {
  return unless_it_fails([&] {
    const PackedArrays from(bytes);
    const auto head = from.value<OutcomeHead>(0);
    CachedOutcome outcome;
    outcome.record.kind = head.kind;
    outcome.record.statistics = head.statistics;
    outcome.record.digest = head.digest;
    outcome.record.rows = head.rows;
    outcome.parts = head.parts;
    outcome.has_body = head.has_body != 0;
    if (head.has_number != 0) outcome.product.number = outcome.record.number = head.number;
    for (const ClassCount& count : from.numbers<ClassCount>(1))
      outcome.record.classes[static_cast<std::uint16_t>(count.code)] = count.cells;
    return outcome;
  });
}

std::string body_of(const Product& product) {
  ArraysToPack to;
  to.add_value(std::uint64_t{product.grid ? 1U : 0U});
  product.grid ? to.add(product.grid->data(), product.grid->size()) : to.add_nothing();
  product.text ? to.add(std::string_view(*product.text)) : to.add_nothing();
  const StoredTable head = product.long_table ? product.long_table->head() : StoredTable();
  if (product.table) add(*product.table, to);
  if (product.long_table) add(head, to);
  return to.all();
}

std::optional<CachedBody> body_of(std::string_view bytes, std::shared_ptr<const void> owner) {
  return unless_it_fails([&] {
    const PackedArrays from(bytes);
    CachedBody body;
    if (from.value<std::uint64_t>(has_grid) != 0) body.grid = lying_in(from[of_grid], std::move(owner));
    if (from[of_text].data() != nullptr) body.text = std::make_shared<const std::string>(from[of_text]);
    if (from.size() > of_table) body.table = table_from(from, of_table);
    return body;
  });
}

void recall(CachedBody body, Product& product) {
  product.grid = std::move(body.grid);
  product.text = std::move(body.text);
  if (body.table) product.table = std::make_shared<const StoredTable>(std::move(*body.table));
}

std::string bytes_of(const StoredTable& table) {
  ArraysToPack to;
  add(table, to);
  return to.all();
}

std::optional<StoredTable> table_of(std::string_view bytes) {
  return unless_it_fails([&] { return table_from(PackedArrays(bytes), 0); });
}

// ---- verdicts ------------------------------------------------------------------------------------

std::string bytes_of(std::uint64_t rounds, const Verdict& verdict) {
  ArraysToPack to;
  to.add_value(rounds);
  to.add(verdict.everybody.data(), verdict.everybody.size());
  for (const Buffer& own : verdict.own) to.add(own.data(), own.size());
  return to.all();
}

std::optional<CachedVerdict> verdict_of(std::string_view bytes, std::shared_ptr<const void> owner) {
  return unless_it_fails([&] {
    const PackedArrays from(bytes);
    const auto lying = [&](std::size_t i) { return Buffer::lying(from[i].data(), from[i].size()); };
    CachedVerdict remembered;
    remembered.rounds = from.value<std::uint64_t>(0);
    remembered.verdict.everybody = lying(1);
    for (std::size_t i = 2; i < from.size(); ++i) remembered.verdict.own.push_back(lying(i));
    remembered.verdict.owner = std::move(owner);
    return remembered;
  });
}

}  // namespace terrawright::engine
