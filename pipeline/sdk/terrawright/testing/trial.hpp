// SPDX-License-Identifier: Apache-2.0
// terrawright/testing/trial.hpp: what a test gives, as libterrawright runs it: terrawright/trial.h.
#pragma once
#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "setup.hpp"

namespace terrawright {
inline namespace v1 {
namespace testing {

// The sides of tiles, in cells. 0: as far as the world goes.
struct Tiling {
  Tiling() = default;
  Tiling(std::int64_t side) : width(side), height(side) {}  // a square
  Tiling(std::int64_t across, std::int64_t down) : width(across), height(down) {}
  std::int64_t width = 0, height = 0;
};

// The first difference of two results, in bits: "cell (3, 4) of 'height': 0.5 and NaN". Nothing: they are the same.
inline std::optional<std::string> difference(const Result& a, const Result& b) {
  const std::string where = detail::library().difference(a.made_.get(), b.made_.get());
  return where.empty() ? std::nullopt : std::optional<std::string>(where);
}

namespace detail {

inline terrawright_trial_way way_of(const Tiling& tiling, std::int64_t levels) {
  return {sizeof(terrawright_trial_way),
          TERRAWRIGHT_POISON_NAN,
          std::max<std::int64_t>(tiling.width, 0),
          std::max<std::int64_t>(tiling.height, 0),
          std::clamp<std::int64_t>(levels, 1, 64),
          0,
          0,
          0};
}

// For a setup, which must outlive it. Throws std::invalid_argument where that is not what a stage can be given.
class Trial {
 public:
  explicit Trial(const Setup& setup) : setup_(setup) {
    for (std::size_t i = 0; i < setup.connections.size(); ++i) {
      if (setup.connections[i].kind != 0) add(setup.stage->ports[i]->name, setup.connections[i]);
      if (setup.unwanted[i]) unread_.push_back(setup.stage->ports[i]->name);
    }
    for (const auto& [parameter, file] : setup.files) {
      files_.push_back({sizeof(terrawright_given_file),
                        file.bits,
                        parameter.c_str(),
                        file.width,
                        file.height,
                        file.samples.data(),
                        {file.bytes.data(), file.bytes.size()}});
    }
    for (const terrawright_content& input : inputs_) input_list_.push_back(&input);
    for (const terrawright_given_file& file : files_) file_list_.push_back(&file);
    const terrawright_trial_request request = {sizeof request,      0,
                                               setup.stage,         &setup.world,
                                               setup.seed,          setup.node.c_str(),
                                               setup.values.data(), input_list_.data(),
                                               input_list_.size(),  file_list_.data(),
                                               file_list_.size(),   unread_.data(),
                                               unread_.size(),      setup.stops_at};
    trial_.reset(library().open(&request));
    if (trial_ == nullptr) throw std::bad_alloc();
    const std::string misuse = library().misuse(trial_.get());
    if (!misuse.empty()) throw std::invalid_argument(misuse);
  }

  Result run(const Tiling& tiling, std::int64_t levels) const {
    const terrawright_trial_way way = way_of(tiling, levels);
    terrawright_made* const made = library().run(trial_.get(), &way);
    Result result(made, setup_.world.width, setup_.world.height);
    if (library().answer(made) == TERRAWRIGHT_MISUSED) throw std::invalid_argument(result.failure()->text);
    return result;
  }
  std::optional<std::string> differs(const std::vector<Tiling>& tilings) const {
    std::vector<terrawright_trial_way> ways;
    for (const Tiling& tiling : tilings) ways.push_back(way_of(tiling, 1));
    const std::string found = library().differs(trial_.get(), ways.data(), ways.size());
    return found.empty() ? std::nullopt : std::optional<std::string>(found);
  }

 private:
  void add(const char* port, const Connection& from) {
    terrawright_content plain{};
    plain.size = sizeof plain;
    plain.kind = from.kind;
    plain.port = port;
    plain.unit = from.unit.c_str();
    const auto& legend = legends_.emplace_back(terrawright::detail::plain_legend(from.legend));
    plain.legend = legend.data();
    plain.n_legend = legend.size();
    plain.cells = from.cells.data();
    plain.number = from.number;
    plain.blob = {from.grid.data(), from.grid.size()};
    if (from.table) plain.table = &tables_.emplace_back(*from.table).table();
    plain.places = from.places;
    inputs_.push_back(plain);
  }
  struct Close {
    void operator()(terrawright_trial* trial) const { library().close(trial); }
  };

  const Setup& setup_;
  std::deque<std::vector<terrawright_class>> legends_;
  std::deque<PlainRows> tables_;
  std::vector<terrawright_content> inputs_;
  std::vector<terrawright_given_file> files_;
  std::vector<const terrawright_content*> input_list_;
  std::vector<const terrawright_given_file*> file_list_;
  std::vector<const char*> unread_;
  std::unique_ptr<terrawright_trial, Close> trial_;
};

}  // namespace detail
}  // namespace testing
}  // namespace v1
}  // namespace terrawright
