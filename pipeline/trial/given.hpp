// SPDX-License-Identifier: Apache-2.0
// A stage with all that it is given, checked: a request of terrawright/trial.h as the engine takes it.
#pragma once
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "config/world.hpp"
#include "graph/linking.hpp"
#include "trial/source.hpp"

namespace terrawright::trial {

// Files of the request, by what the parameters say of them.
class GivenFiles final : public graph::InputFileOpener {
 public:
  void add(const std::string& written, const terrawright_given_file& file) { files_[written] = file; }
  std::string path(const config::World&, const std::string& written, const report::Position&) const override {
    return written;
  }
  std::shared_ptr<const graph::InputFile> open(const std::string& path,
                                               const terrawright_file_request& request) const override;

 private:
  std::map<std::string, terrawright_given_file> files_;
};

class Given {
 public:
  // Throws Misuse. Targets of the request must outlive it.
  explicit Given(const terrawright_trial_request& request);
  Given(const Given&) = delete;
  Given& operator=(const Given&) = delete;

  const terrawright_stage& stage() const { return *tested_.stage; }
  const terrawright_world_facts& facts() const { return facts_; }
  std::uint64_t stops_at() const { return stops_at_; }
  // Those that can run; the last one is the stage's. Throws Misuse. `heard`: what the stage says meanwhile; it is not
  // arranged where that is why it cannot run.
  graph::Graph arranged(const graph::Heard& heard) const;

 private:
  void add_input(const terrawright_content* given);
  void add_file(const terrawright_given_file* given);
  void require_inputs() const;
  std::shared_ptr<const config::World> world() const;
  std::uint32_t port(const char* name, std::uint32_t direction) const;
  graph::Node node(const config::Node& written, const graph::Offer& offer) const;

  terrawright_world_facts facts_;
  std::uint64_t seed_ = 0, stops_at_ = 0;
  std::string node_;
  graph::Offer tested_, handed_out_;
  std::vector<terrawright_value> values_;
  std::map<std::uint32_t, terrawright_content> inputs_;  // by port
  std::vector<bool> unread_;
  GivenFiles files_;
  std::unique_ptr<const Source> source_;
};

}  // namespace terrawright::trial
