// SPDX-License-Identifier: Apache-2.0
// Messages of the processes of one run about a node's rounds.
#include <algorithm>
#include <cstring>

#include "engine/cache/cached_outcome.hpp"
#include "engine/nodes/node_run.hpp"
#include "report/json.hpp"

namespace terrawright::engine {
namespace {

using report::Json;

// A number of bytes, then these.
void append(std::string& to, std::uint64_t number) { to.append(reinterpret_cast<const char*>(&number), sizeof number); }
std::uint64_t number_at(const std::string& bytes, std::size_t& at) {
  std::uint64_t number = 0;
  std::memcpy(&number, bytes.data() + at, sizeof number);
  at += sizeof number;
  return number;
}

}  // namespace

// If notes merge, all of them as one.
std::string NodeRun::notes_as_bytes(Workspace& space) {
  std::string bytes;
  const auto add = [&](std::uint64_t tile, const Buffer& note) {
    append(bytes, tile);
    append(bytes, note.size());
    bytes.append(static_cast<const char*>(note.data()), note.size());
  };
  if (!surveys()) return bytes;
  if (notes_.empty()) {
    for (const Buffer& one : collected(space)) add(0, one);
    return bytes;
  }
  for (std::size_t i = 0; i < visited(); ++i) {
    const std::size_t tile = visited(i);
    if (is_surveyed_[tile]) add(tile, notes_[tile]);
    notes_[tile] = Buffer();
  }
  std::fill(is_surveyed_.begin(), is_surveyed_.end(), 0);
  return bytes;
}

void NodeRun::hear_notes(const std::string& bytes, Workspace& space) {
  for (std::size_t at = 0; at < bytes.size();) {
    const std::uint64_t tile = number_at(bytes, at), size = number_at(bytes, at);
    Buffer note;
    if (size > 0) std::memcpy(note.resize(size), bytes.data() + at, size);
    at += size;
    if (levels_) {
      levels_->add(tile, std::move(note), [&](const Union& parts) { return combined(parts, space); });
    } else if (notes_.empty()) {
      folded_.emplace_back(std::move(note));
    } else {
      notes_.at(tile) = std::move(note);
    }
  }
}

std::string NodeRun::resolved_as_bytes(bool more) const {
  Json json = {more, Json::binary(bytes_of(rounds_, resolved_.verdict)), visited_, Json::array()};
  for (const Product& product : products_)
    json[3].push_back({Json::binary(bytes_of(product, PortRecord())), Json::binary(body_of(product))});
  return json.to_cbor();
}

bool NodeRun::hear_resolved(const std::string& bytes, bool is_own) {
  const Json json = Json::from_cbor(bytes);
  const bool more = json[0];
  if (is_own) return more;
  const auto owned = [](const Json& of) { return std::make_shared<const std::string>(of.bytes()); };
  const auto of_rounds = owned(json[1]);
  auto verdict = verdict_of(*of_rounds, of_rounds).value();
  recall_verdict(verdict.rounds, std::move(verdict.verdict));
  visited_ = json[2].get<std::vector<std::size_t>>();
  visits_all_ = visited_.empty();
  for (std::size_t i = 0; i < products_.size(); ++i) {
    Product product = outcome_of(json[3].at(i)[0].bytes()).value().product;
    const auto of_body = owned(json[3].at(i)[1]);
    engine::recall(body_of(*of_body, of_body).value(), product);
    product.layer = std::move(products_[i].layer);
    products_[i] = std::move(product);
  }
  if (!more) {
    notes_.clear();
    notes_.shrink_to_fit();
  }
  return more;
}

std::size_t NodeRun::tables_by_tile() const {
  return static_cast<std::size_t>(
      std::count_if(collected_.begin(), collected_.end(), [](const auto& rows) { return rows != nullptr; }));
}

void NodeRun::write_rows(std::size_t table, const std::filesystem::path& file) {
  for (const auto& rows : collected_) {
    if (rows && table-- == 0) rows->write(file);
  }
}

void NodeRun::read_rows(std::size_t table, const std::filesystem::path& file) {
  for (const auto& rows : collected_) {
    if (rows && table-- == 0) rows->read(file);
  }
}

}  // namespace terrawright::engine
