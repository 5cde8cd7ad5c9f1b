// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "graph/linking.hpp"

namespace terrawright::graph {
namespace {

// Depth first from the outputs, so that a layer is read soon after it is made.
class Orderer {
 public:
  Orderer(const Linked& linked, report::Diagnostics& diagnostics)
      : linked_(linked), diagnostics_(diagnostics), state_(linked.nodes.size(), State::unseen) {}

  void visit(std::size_t place) {
    if (state_[place] == State::done) return;
    if (state_[place] == State::open) {
      report_cycle(place);
      return;
    }
    state_[place] = State::open;
    path_.push_back(place);
    for (const auto& input : linked_.nodes[place].inputs) {
      if (input) visit(input->node);
    }
    path_.pop_back();
    state_[place] = State::done;
    order_.push_back(place);
  }
  std::vector<std::size_t> order() { return std::move(order_); }

 private:
  enum class State { unseen, open, done };

  void report_cycle(std::size_t place) {
    const auto begin = std::find(path_.begin(), path_.end(), place);
    std::string loop;
    for (auto node = path_.end(); node != begin;) loop += linked_.nodes[*--node].name + " -> ";
    const std::string& name = linked_.nodes[place].name;
    loop = name + " -> " + loop;
    loop.erase(loop.size() - 4);
    // Said at the input that closes the loop.
    const Node& closing = linked_.nodes[path_.back()];
    report::Position position = closing.written->position;
    for (const config::Input& input : closing.written->inputs) {
      if (input.from.node == name) position = input.from.position;
    }
    const bool itself = path_.back() == place;
    diagnostics_.error(
        position, itself ? "the node '" + name + "' needs itself" : "these nodes need one another in a circle: " + loop,
        itself ? "a node can only use what other nodes make"
               : "a node can only use what is made before it; feed one of them from elsewhere");
  }

  const Linked& linked_;
  report::Diagnostics& diagnostics_;
  std::vector<State> state_;
  std::vector<std::size_t> path_, order_;
};

}  // namespace

std::vector<std::size_t> running_order(const Linked& linked, bool all, report::Diagnostics& diagnostics) {
  Orderer orderer(linked, diagnostics);
  for (const Output& output : linked.outputs) {
    for (const OutputLayer& layer : output.layers) orderer.visit(layer.from.node);
  }
  auto needed = orderer.order();
  // A circle among nodes that nothing needs is still a mistake.
  for (std::size_t place = 0; place < linked.nodes.size(); ++place) orderer.visit(place);
  const auto others = orderer.order();
  if (all) needed.insert(needed.end(), others.begin(), others.end());
  return needed;
}

}  // namespace terrawright::graph
