// SPDX-License-Identifier: Apache-2.0
#include "engine/nodes/stage_inputs.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "terrawright/table.hpp"

namespace terrawright::engine {
namespace {

terrawright_column plain_column(const StoredTable::Column& column, std::vector<const char*>& words) {
  terrawright_column plain{};
  plain.size = sizeof plain;
  plain.name = column.name.c_str();
  plain.unit = column.unit.c_str();
  if (const auto* integers = std::get_if<std::vector<std::int64_t>>(&column.values)) {
    plain.kind = TERRAWRIGHT_COLUMN_INTEGERS;
    plain.integers = integers->data();
  } else if (const auto* reals = std::get_if<std::vector<double>>(&column.values)) {
    plain.kind = TERRAWRIGHT_COLUMN_REALS;
    plain.reals = reals->data();
  } else {
    plain.kind = TERRAWRIGHT_COLUMN_TEXTS;
    for (const std::string& text : std::get<std::vector<std::string>>(column.values)) words.push_back(text.c_str());
    plain.texts = words.data();
  }
  return plain;
}

}  // namespace

InputTables::InputTables(const std::vector<Product>& inputs) : list_(inputs.size(), nullptr) {
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (!is_table(inputs[i])) continue;
    auto table = std::make_unique<Table>();
    table->rows = whole_table(inputs[i]);
    const StoredTable& rows = *table->rows;
    table->texts.resize(rows.columns.size());
    for (std::size_t c = 0; c < rows.columns.size(); ++c)
      table->columns.push_back(plain_column(rows.columns[c], table->texts[c]));
    const bool points = rows.places != RowGeometry::none && !rows.points.empty();
    table->list = detail::addresses(table->columns);
    table->plain = {sizeof(terrawright_table),
                    0,
                    table->list.size(),
                    rows.rows,
                    table->list.data(),
                    points ? rows.points.data() : nullptr,
                    rows.ends.empty() ? nullptr : rows.ends.data()};
    list_[i] = &table->plain;
    tables_.push_back(std::move(table));
  }
}

void NodeFiles::read(std::int64_t file, const terrawright_rect& area, float* samples, std::int64_t stride) {
  if (file < 0 || static_cast<std::size_t>(file) >= files_.size())
    throw std::runtime_error("its code is wrong: it reads a file that it has not opened");
  const auto place = static_cast<std::size_t>(file);
  const terrawright_file_facts& facts = files_[place]->facts();
  const bool inside = area.x >= 0 && area.y >= 0 && area.width >= 0 && area.height >= 0 && area.width <= facts.width &&
                      area.height <= facts.height && area.x <= facts.width - area.width &&
                      area.y <= facts.height - area.height;
  if (!inside) throw std::runtime_error("its code is wrong: it reads samples outside its file");
  std::vector<float>& all = samples_[place];
  {
    const std::lock_guard lock(decoding_);
    if (all.empty()) {
      std::vector<float> decoded(static_cast<std::size_t>(facts.width * facts.height));
      files_[place]->read(decoded.data());
      all = std::move(decoded);
    }
  }
  for (std::int64_t y = 0; y < area.height; ++y) {
    std::copy_n(all.data() + (area.y + y) * facts.width + area.x, area.width, samples + y * stride);
  }
}

}  // namespace terrawright::engine
