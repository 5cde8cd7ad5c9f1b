// SPDX-License-Identifier: Apache-2.0
// Cached encodings of layers by the writer of an output, in the store. A layer of which it finds something need not be
// made for the output.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "build/load.hpp"
#include "images/write.hpp"
#include "store/store.hpp"

namespace terrawright::build {

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
