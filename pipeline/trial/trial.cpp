// SPDX-License-Identifier: Apache-2.0
#include "trial/trial.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <utility>

#include "border/description.hpp"
#include "engine/tables/stored_table.hpp"
#include "terrawright/cells.hpp"

namespace terrawright::trial {
namespace {

std::string shown(double number) {
  if (std::isnan(number)) return "NaN";
  char text[40];
  std::snprintf(text, sizeof text, "%.9g", number);
  return text;
}
// "0.5 and NaN", both as they are told apart.
std::string both(double a, double b) {
  if (shown(a) != shown(b)) return shown(a) + " and " + shown(b);
  return shown(a) + " and one that differs in its last bits";
}

// Every NaN is one value.
template <class Number>
bool same_number(const Number& a, const Number& b) {
  return (a == b && std::signbit(a) == std::signbit(b)) || (std::isnan(a) && std::isnan(b));
}
bool same_cell(std::uint32_t kind, const unsigned char* a, const unsigned char* b) {
  const std::size_t bytes = border::cell_bytes(kind);
  if (std::memcmp(a, b, bytes) == 0) return true;
  for (std::size_t i = 0; border::has_floats(kind) && i < bytes; i += sizeof(float)) {
    float one, other;
    std::memcpy(&one, a + i, sizeof one);
    std::memcpy(&other, b + i, sizeof other);
    if (!same_number(one, other)) return false;
  }
  return border::has_floats(kind);
}

// The first row in which two columns of as many rows differ; `rows` where none does.
std::size_t first_row(const engine::StoredTable::Column& a, const engine::StoredTable::Column& b) {
  return std::visit(
      [&](const auto& values) -> std::size_t {
        const auto& others = std::get<std::decay_t<decltype(values)>>(b.values);
        std::size_t i = 0;
        const auto equal = [](const auto& one, const auto& other) {
          if constexpr (std::is_same_v<std::decay_t<decltype(one)>, double>) {
            return same_number(one, other);
          } else {
            return one == other;
          }
        };
        while (i < values.size() && equal(values[i], others[i])) ++i;
        return i;
      },
      a.values);
}

std::string table_difference(const engine::StoredTable& a, const engine::StoredTable& b) {
  if (!engine::same_columns(a, b)) return "the columns";
  if (a.rows != b.rows) return "its " + std::to_string(a.rows) + " and " + std::to_string(b.rows) + " rows";
  for (std::size_t c = 0; c < a.columns.size(); ++c) {
    const std::size_t row = first_row(a.columns[c], b.columns[c]);
    if (row < a.rows) return "row " + std::to_string(row) + " of the column '" + a.columns[c].name + "'";
  }
  const auto same_place = [](const terrawright_point& one, const terrawright_point& other) {
    return one.x == other.x && one.y == other.y;
  };
  const bool same =
      a.ends == b.ends && std::equal(a.points.begin(), a.points.end(), b.points.begin(), b.points.end(), same_place);
  return same ? "" : "the places of its rows";
}

}  // namespace

std::string sentence_of(const terrawright_message& said) {
  std::string all = *said.where == 0 ? said.text : std::string(said.where) + ": " + said.text;
  if (said.x >= 0) all += " at cell (" + std::to_string(said.x) + ", " + std::to_string(said.y) + ")";
  return all;
}

void Made::say(std::vector<terrawright_message>& to, const border::Message& said) {
  to.push_back({keep(said.where), keep(said.text), said.x, said.y});
}

void Made::warn(const border::Message& said) {
  const bool known = std::any_of(warnings_.begin(), warnings_.end(), [&](const terrawright_message& before) {
    return before.where == said.where && before.text == said.text && before.x == said.x && before.y == said.y;
  });
  if (!known) say(warnings_, said);
}

void Made::end(std::int32_t how, const border::Message& said) {
  answer = how;
  fail(said);
}

void Made::take(const graph::Node& node, const std::vector<graph::Link>& links, std::vector<engine::Product> products) {
  const terrawright_stage& stage = node.stage();
  for (std::uint32_t i = 0; i < stage.n_ports; ++i) {
    if (stage.ports[i]->direction != TERRAWRIGHT_PORT_OUTPUT) continue;
    const graph::Flow& flow = node.flows[i];
    engine::Product made;
    for (std::size_t k = 0; k < links.size(); ++k) {
      if (links[k].port == i) made = std::move(products[k]);
    }
    terrawright_content plain{};
    plain.size = sizeof plain;
    plain.kind = flow.kind;
    plain.port = keep(stage.ports[i]->name);
    plain.unit = keep(flow.unit);
    const auto& legend = legends_.emplace_back(detail::plain_legend(entries_.emplace_back(flow.legend)));
    plain.legend = legend.data();
    plain.n_legend = legend.size();
    plain.places = flow.places;
    if (made.layer) {
      const engine::Layer& layer = *made.layer;
      width_ = layer.facts().width;
      height_ = layer.facts().height;
      auto& all = cells_.emplace_back(static_cast<std::size_t>(width_ * height_) * layer.cell_bytes());
      layer.read(layer.area(), all.data(), width_);
      plain.cells = all.data();
      made.layer.reset();
    }
    plain.number = made.number.value_or(0.0);
    if (made.grid) plain.blob = {made.grid->data(), made.grid->size()};
    if (made.text) plain.blob = {made.text->data(), made.text->size()};
    if (engine::is_table(made)) made.table = engine::whole_table(made);
    made.long_table.reset();
    products_.push_back(std::move(made));
    outputs_.push_back(plain);
  }
  tables_ = std::make_unique<engine::InputTables>(products_);
  for (std::uint32_t i = 0; i < outputs_.size(); ++i) outputs_[i].table = tables_->of(i);
}

const std::vector<terrawright_message>& Made::messages(std::uint32_t sort) const {
  static const std::vector<terrawright_message> none;
  return sort == TERRAWRIGHT_MESSAGE_FAILURE   ? failures_
         : sort == TERRAWRIGHT_MESSAGE_WARNING ? warnings_
         : sort == TERRAWRIGHT_MESSAGE_LINE    ? lines_
                                               : none;
}

std::size_t Made::cells(std::size_t output) const {
  return outputs_[output].cells == nullptr ? 0 : static_cast<std::size_t>(width_ * height_);
}

std::vector<std::size_t> Made::cells_of(std::size_t output, unsigned char byte) const {
  const std::size_t bytes = border::cell_bytes(outputs_[output].kind);
  const auto* const all = static_cast<const unsigned char*>(outputs_[output].cells);
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < cells(output); ++i) {
    const unsigned char* const cell = all + i * bytes;
    if (std::all_of(cell, cell + bytes, [&](unsigned char one) { return one == byte; })) found.push_back(i);
  }
  return found;
}

std::string Made::end_text() const {
  if (!failures_.empty()) return "'" + sentence_of(failures_.front()) + "'";
  return answer == TERRAWRIGHT_STOPPED ? "it stopped" : "it is done";
}

std::string Made::cells_difference(std::size_t output, const Made& other) const {
  const std::uint32_t kind = outputs_[output].kind;
  const std::size_t bytes = border::cell_bytes(kind);
  const auto* const ours = static_cast<const unsigned char*>(outputs_[output].cells);
  const auto* const theirs = static_cast<const unsigned char*>(other.outputs_[output].cells);
  for (std::size_t i = 0; i < cells(output); ++i) {
    const unsigned char *one = ours + i * bytes, *two = theirs + i * bytes;
    if (same_cell(kind, one, two)) continue;
    const auto at = static_cast<std::int64_t>(i);
    std::string where = "cell (" + std::to_string(at % width_) + ", " + std::to_string(at / width_) + ") of '" +
                        outputs_[output].port + "'";
    if (kind == TERRAWRIGHT_KIND_VECTOR || kind == TERRAWRIGHT_KIND_COLOUR) return where;
    return where + ": " + both(cell_number(kind, one), cell_number(kind, two));
  }
  return "";
}

std::string Made::output_difference(std::size_t output, const Made& other) const {
  const terrawright_content &a = outputs_[output], &b = other.outputs_[output];
  const std::string of = std::string(" of '") + a.port + "'";
  if (a.kind != b.kind || std::strcmp(a.unit, b.unit) != 0) return "kind or unit" + of;
  if (a.cells != nullptr) return cells_difference(output, other);
  if (a.kind == TERRAWRIGHT_KIND_NUMBER && !same_number(a.number, b.number))
    return std::string("the number '") + a.port + "': " + both(a.number, b.number);
  const bool same_bytes =
      a.blob.size == b.blob.size && (a.blob.size == 0 || std::memcmp(a.blob.bytes, b.blob.bytes, a.blob.size) == 0);
  if (!same_bytes) return (a.kind == TERRAWRIGHT_KIND_TEXT ? "the text" : "the bytes") + of;
  if (a.table == nullptr) return "";
  const std::string where = table_difference(*products_[output].table, *other.products_[output].table);
  return where.empty() ? "" : where + of;
}

std::string Made::difference(const Made& other) const {
  if (end_text() != other.end_text()) return end_text() + " and " + other.end_text();
  if (answer != TERRAWRIGHT_DONE) return "";
  if (width_ != other.width_ || height_ != other.height_ || outputs_.size() != other.outputs_.size())
    return "the size of the world";
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    std::string where = output_difference(i, other);
    if (!where.empty()) return where;
  }
  return "";
}

}  // namespace terrawright::trial
