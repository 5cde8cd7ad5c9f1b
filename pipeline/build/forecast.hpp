// SPDX-License-Identifier: Apache-2.0
// Predicts the nodes that a build runs, and the reasons: compares the inputs of nodes with those of the last build.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "build/load.hpp"
#include "images/write.hpp"
#include "schedule/reuse.hpp"
#include "store/store.hpp"

namespace terrawright::build {

// Texts of changes.

// "percentile 60 % -> 55 %"; of what is long only that it changed.
inline std::string change(const std::string& name, const std::string& from, const std::string& to) {
  constexpr std::size_t most = 40;
  if (from.size() > most || to.size() > most) return name + " changed";
  return name + " " + from + " -> " + to;
}

struct Forecast {
  schedule::Doing doing = schedule::Doing::runs;
  std::string because;  // of a node that runs: "percentile 60 % -> 55 %"; empty: nothing was known of it
};
// By node. Without a store all run.
std::vector<Forecast> forecast(const Plan& plan, const std::shared_ptr<store::Store>& store);

// For the next time: the world is known by its config's path and its name.
void remember_what_it_was_made_of(const Plan& plan, store::Store& store);
// Reads it, so that its damage is known before any file has its name.
void look_at_what_it_was_made_of(const Plan& plan, store::Store& store);

// Cached encodings of layers by the writer of an output, in the store. A layer of which it finds something need not be
// made for the output.

class KeptOfOutput final : public images::KeptOfParts {
 public:
  // `store`: none: nothing is found or kept.
  KeptOfOutput(const Plan& plan, std::shared_ptr<store::Store> store, std::size_t output);

  std::optional<std::string> find(std::size_t part) override;
  void keep(std::size_t part, std::string_view bytes) override;
  bool is_left_out(std::size_t part) const override { return left_out_[part]; }
  // Whether an encoding of all of its layers is cached: the file is then quickly rebuilt.
  bool has_all() const;
  const std::vector<bool>& left_out() const { return left_out_; }
  void leave_out_nothing() { left_out_.assign(left_out_.size(), false); }

 private:
  const std::shared_ptr<store::Store> store_;
  const std::uint64_t most_bytes_;
  std::vector<bool> layers_;       // parts that are layers
  std::vector<std::string> keys_;  // by part; empty: nothing is kept of it
  std::vector<bool> left_out_;
};

}  // namespace terrawright::build
