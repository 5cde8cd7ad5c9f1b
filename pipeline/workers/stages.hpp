// SPDX-License-Identifier: Apache-2.0
// Stages as their workers describe them. Workers paint them.
#pragma once
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "workers/worker.hpp"

namespace terrawright::workers {

// Python, numpy and the file's own imports need some time on a busy machine.
constexpr double seconds_of_a_start = 60;

// A description that its stages share, and keep.
struct Stages {
  explicit Stages(std::vector<std::string> command) : pool(std::move(command)) {}

  const char* text(const std::string& text) { return texts.emplace_back(text).c_str(); }

  Pool pool;
  std::deque<std::string> texts;
  std::deque<terrawright_port> ports;
  std::deque<terrawright_parameter> parameters;
  std::deque<std::vector<const terrawright_port*>> port_lists;
  std::deque<std::vector<const terrawright_parameter*>> parameter_lists;
  struct Stage {
    Stages* owner;
    std::string id;
    std::uint32_t version;
    std::int64_t halo;
    double seconds;
    std::map<std::uint32_t, std::vector<terrawright_class>> legends;
    terrawright_stage plain;
  };
  std::deque<Stage> stages;
  std::vector<const terrawright_stage*> list;
  terrawright_plugin plugin{};
};

// Adds the stages of an answer to TERRAWRIGHT_WORKER_DESCRIBE. Returns the versions that decide their bits beside the
// code. Throws Failed; std::out_of_range if a line is too short.
std::string add_described(Stages& all, const std::string& text);

}  // namespace terrawright::workers
