// SPDX-License-Identifier: Apache-2.0
// Runs a stage on what it is given, watched, in any tiling and order.
#pragma once
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "border/host.hpp"
#include "config/world.hpp"
#include "engine/layers/memory.hpp"
#include "engine/nodes/stage_inputs.hpp"
#include "graph/graph.hpp"
#include "graph/linking.hpp"
#include "terrawright/trial.h"
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

// A stage with all that it is given, checked: a request of terrawright/trial.h as the engine takes it.
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
  std::unique_ptr<const DataStage> source_;
};

// Result of one run of a stage under trial.

// "height: it is too high at cell (3, 4)"
std::string sentence_of(const terrawright_message& said);

class Made {
 public:
  std::int32_t answer = TERRAWRIGHT_DONE;

  void fail(const border::Message& said) { say(failures_, said); }
  void warn(const border::Message& said);
  void line(const std::string& said) { say(lines_, {"", said}); }
  void end(std::int32_t how, const border::Message& said);  // with a failure
  // The outputs of the node: `products` in the order of `links`, which are of it.
  void take(const graph::Node& node, const std::vector<graph::Link>& links, std::vector<engine::Product> products);

  const std::vector<terrawright_message>& messages(std::uint32_t sort) const;
  const std::vector<terrawright_content>& outputs() const { return outputs_; }
  // Cells of an output that have this byte everywhere, as whole cells: numbers of cells, rising.
  std::vector<std::size_t> cells_of(std::size_t output, unsigned char byte) const;
  // First difference of two, in bits, as "cell (3, 4) of 'height': 0.5 and NaN"; empty: they are the same.
  std::string difference(const Made& other) const;
  std::int64_t width() const { return width_; }
  const char* keep(const std::string& text) { return texts_.emplace_back(text).c_str(); }

 private:
  void say(std::vector<terrawright_message>& to, const border::Message& said);
  std::size_t cells(std::size_t output) const;
  std::string end_text() const;
  std::string output_difference(std::size_t output, const Made& other) const;
  std::string cells_difference(std::size_t output, const Made& other) const;

  std::deque<std::string> texts_;
  std::vector<terrawright_message> failures_, warnings_, lines_;
  std::int64_t width_ = 0, height_ = 0;
  std::deque<std::vector<unsigned char>> cells_;
  std::deque<std::vector<LegendEntry>> entries_;
  std::deque<std::vector<terrawright_class>> legends_;  // of the same
  std::vector<engine::Product> products_;               // one per output
  std::unique_ptr<engine::InputTables> tables_;
  std::vector<terrawright_content> outputs_;
};

// As terrawright_trial_way has it.
struct Way {
  std::int64_t width = 0, height = 0;
  std::uint64_t order = 0;
  std::uint32_t poison = TERRAWRIGHT_POISON_NAN;
  std::int64_t levels = 1;
  int threads = 1;
};

class Trial {
 public:
  explicit Trial(const terrawright_trial_request& request) : given_(request) {}

  std::unique_ptr<Made> run(const Way& way) const;
  // First difference in these tilings; empty: none. Without any in the usual ones.
  std::string differs(std::vector<Way> tilings) const;

 private:
  std::unique_ptr<Made> run_once(const Way& way) const;
  void require_written(const Way& way, Made& made) const;
  std::vector<Way> usual_tilings() const;
  std::string compare(const Made& first, const Way& way) const;

  const Given given_;
  const std::shared_ptr<engine::Memory> memory_ = std::make_shared<engine::Memory>();  // of all runs
};

// The functions of terrawright/trial.h, by TERRAWRIGHT_TRIAL_API; null by any other name.
const terrawright_trial_api* api(const char* name);

}  // namespace terrawright::trial
