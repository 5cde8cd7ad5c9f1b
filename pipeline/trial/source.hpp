// SPDX-License-Identifier: Apache-2.0
// A stage whose outputs are data in memory.
#pragma once
#include <cstdint>
#include <deque>
#include <stdexcept>
#include <string>
#include <vector>

#include "terrawright/trial.h"

namespace terrawright::trial {

// A request's violation of a header, in a sentence.
struct Misuse : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// A content that is there, with its unit; throws Misuse, which names it.
terrawright_content checked_content(const terrawright_content& given, const std::string& name);

// An output for each content, named by its `port`. A world that has not `width` x `height` cells is an error.
class DataStage {
 public:
  // Targets of the contents must outlive it. Recipes of its outputs contain `identity`, if there is one.
  DataStage(std::string id, std::string identity, std::vector<terrawright_content> contents, std::int64_t width,
            std::int64_t height);
  DataStage(const DataStage&) = delete;
  DataStage& operator=(const DataStage&) = delete;
  const terrawright_stage* stage() const { return &described_; }

 private:
  struct Described : terrawright_stage {
    const DataStage* source;
  };
  bool begin(const terrawright_host& host, void* handle, const terrawright_world_facts& world) const;
  void paint(const terrawright_job& job) const;
  void resolve(const terrawright_job& job) const;

  std::string id_, identity_;
  std::vector<terrawright_content> contents_;
  std::int64_t width_, height_;
  terrawright_parameter identifies_{};
  const terrawright_parameter* parameter_ = &identifies_;
  std::deque<terrawright_port> ports_;
  std::vector<const terrawright_port*> list_;
  Described described_{};
};

}  // namespace terrawright::trial
