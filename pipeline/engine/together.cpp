// SPDX-License-Identifier: Apache-2.0
#include "engine/together.hpp"

#include <algorithm>
#include <stdexcept>

#include "report/json.hpp"

namespace terrawright::engine {
namespace {

using report::Json;

constexpr int fine = 0, stopped = 1, failed = 2;

Json json_of_failure(const FailedTile& failure) {
  const Rect& tile = failure.tile;
  return {failure.node,
          tile.x,
          tile.y,
          tile.width,
          tile.height,
          Json::binary(failure.said.where),
          Json::binary(failure.said.text),
          failure.said.x,
          failure.said.y};
}
FailedTile failure_of(const Json& json) {
  return {json[0], {json[1], json[2], json[3], json[4]}, {json[5].bytes(), json[6].bytes(), json[7], json[8]}};
}

}  // namespace

Together::Together(Ranks& ranks, store::Store& store) : ranks_(ranks), store_(store) {
  if (is_first()) folder_ = store.share();
  const std::string name = ranks_.say(folder_ ? folder_->name() : "").front();
  if (!is_first() && !name.empty()) folder_ = store.share(name);
  const auto all = ranks_.say(folder_ ? "" : "it does not find what the first one made in its folder");
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    if (all[rank].empty()) continue;
    if (name.empty()) throw Apart("the folder of the cache, which all processes share, cannot be written");
    throw Apart("process " + std::to_string(rank) +
                " sees another folder of the cache than the first one, and they go by one");
  }
}

std::vector<std::string> Together::meet(const std::string& mine, int state, const std::optional<FailedTile>& failure) {
  Json json = {state, Json::binary(mine)};
  if (failure) json.push_back(json_of_failure(*failure));
  std::vector<std::string> all;
  int worst = fine;
  for (const std::string& said : ranks_.say(json.to_cbor())) {
    const Json heard = Json::from_cbor(said);
    worst = std::max(worst, heard[0].get<int>());
    all.push_back(heard[1].bytes());
    if (heard.size() > 2) keep_least(failure_, failure_of(heard[2]));
  }
  ended_ = worst != fine;
  if (worst == stopped) failure_.reset();
  return all;
}

std::vector<std::string> Together::say(const std::string& mine) {
  auto all = meet(mine, fine, std::nullopt);
  if (!ended_) return all;
  if (failure_) throw FailedTile(*failure_);
  throw Interrupted{};
}

std::optional<FailedTile> Together::end(const std::optional<FailedTile>& failure) {
  if (!ended_) meet("", failure ? failed : stopped, failure);
  return failure_;
}

std::vector<std::string> Together::give_to_first(const std::string& mine) {
  const std::uint64_t first_number = next_number_;
  next_number_ += count();
  const bool written = is_first() || folder_->write(first_number + rank(), mine);
  const auto good = say(written ? "" : "the folder of the cache, which all processes share, cannot be written");
  for (const std::string& problem : good) {
    if (!problem.empty()) throw std::runtime_error(problem);
  }
  std::vector<std::string> all(count());
  if (!is_first()) return all;
  for (std::size_t other = 1; other < count(); ++other) {
    auto bytes = folder_->read(first_number + other);
    if (!bytes) throw std::runtime_error("what process " + std::to_string(other) + " left in the cache is not there");
    all[other] = std::move(*bytes);
    folder_->remove(first_number + other);
  }
  return all;
}

void Together::give_files_to_first(const UseFile& write, const UseFile& read) {
  const std::uint64_t first_number = next_number_;
  next_number_ += count();
  if (!is_first()) write(folder_->path(first_number + rank()));
  say("");
  if (!is_first()) return;
  for (std::size_t other = 1; other < count(); ++other) {
    read(folder_->path(first_number + other));
    folder_->remove(first_number + other);
  }
}

std::string Together::get_from_first(const std::string& of_first) {
  const std::uint64_t number = next();
  const bool written = !is_first() || folder_->write(number, of_first);
  if (!say(written ? "" : "failed").front().empty())
    throw std::runtime_error("the folder of the cache, which all processes share, cannot be written");
  if (is_first()) return of_first;
  auto bytes = folder_->read(number);
  if (!bytes) throw std::runtime_error("what the first process left in the cache is not there");
  return std::move(*bytes);
}

std::shared_ptr<store::LayerWriter> Together::layer(const std::string& key, const store::Shape& shape) {
  std::shared_ptr<store::LayerWriter> writer = folder_->layer(next(), key, shape);
  if (writer) return writer;
  const auto problem = store_.problem();
  throw std::runtime_error(problem ? problem->reason + "; " + problem->remedy : "the cache cannot be written");
}

}  // namespace terrawright::engine
