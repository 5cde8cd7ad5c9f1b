// SPDX-License-Identifier: Apache-2.0
// A land mask is a mask output named `land` that something uses, and that no other land mask is made from; where
// nothing uses it, the number `land_share` of its node tells of it. The frame may not cut it if its stage also counts
// `islands`, and no file is behind it: the land of a DEM ends where the DEM does.
#include "graph/implied.hpp"

#include <algorithm>
#include <cstring>

namespace terrawright::graph {
namespace {

// The output of that name, which may have one kind alone.
std::optional<std::uint32_t> named_output(const Node& node, const char* name, std::uint32_t kind) {
  const terrawright_stage& stage = node.stage();
  for (std::uint32_t i = 0; i < stage.n_ports; ++i) {
    const terrawright_port& port = *stage.ports[i];
    if (port.direction == TERRAWRIGHT_PORT_OUTPUT && port.kinds == 1u << kind && std::strcmp(port.name, name) == 0)
      return i;
  }
  return std::nullopt;
}

class Finder {
 public:
  explicit Finder(const Graph& graph) : graph_(graph), frame_(frame_codes(graph)) {}

  std::vector<Implied> all() const {
    const std::size_t n_nodes = graph_.nodes.size();
    std::vector<bool> of_file(n_nodes), feeds_land(n_nodes);
    for (std::size_t n = 0; n < n_nodes; ++n) {
      of_file[n] = !graph_.nodes[n].files.empty();
      for (const auto& input : graph_.nodes[n].inputs) of_file[n] = of_file[n] || (input && of_file[input->node]);
    }
    std::vector<Implied> made;
    for (std::size_t n = n_nodes; n-- > 0;) {
      const Node& node = graph_.nodes[n];
      const auto port = named_output(node, "land", TERRAWRIGHT_KIND_MASK);
      const bool has_land = port && node.flows.size() > *port && node.flows[*port].kind == TERRAWRIGHT_KIND_MASK;
      const auto number = named_output(node, "land_share", TERRAWRIGHT_KIND_NUMBER);
      if (port && !has_land && number && !feeds_land[n]) add({n, *number}, false, made);
      if (has_land && !feeds_land[n]) {
        const Link land{n, *port};
        add(land, false, made);
        const bool has_islands = named_output(node, "islands", TERRAWRIGHT_KIND_NUMBER).has_value();
        if (!frame_.empty() && has_islands && !of_file[n]) add(land, true, made);
      }
      if (!has_land && !feeds_land[n]) continue;
      for (const auto& input : node.inputs) {
        if (input) feeds_land[input->node] = true;
      }
    }
    return made;
  }

 private:
  bool is_written(const Link& land, bool frame) const {
    const auto land_share = named_output(graph_.nodes[land.node], "land_share", TERRAWRIGHT_KIND_NUMBER);
    const auto same = [&](const Measured& other) {
      if (other.from.node != land.node) return false;
      if (other.from.port != land.port || land.port == land_share) return !frame && other.from.port == land_share;
      return frame == (other.codes == frame_);
    };
    return std::any_of(graph_.expectations.begin(), graph_.expectations.end(), [&](const Expectation& expectation) {
      // An upper bound for land holds without land, too.
      const config::Relation relation = expectation.written->relation;
      if (!frame && (relation == config::Relation::less || relation == config::Relation::at_most)) return false;
      return std::any_of(expectation.measured.begin(), expectation.measured.end(), same);
    });
  }

  void add(const Link& land, bool frame, std::vector<Implied>& to) const {
    if (is_written(land, frame)) return;
    const Node& node = graph_.nodes[land.node];
    const std::string name = graph_.name(land);
    auto written = std::make_shared<config::Expectation>();
    config::Term share, none;
    share.is = config::Term::Is::measure;
    none.literal = "0 %";
    config::Measure measure;
    const bool is_number = graph_.flow(land).kind == TERRAWRIGHT_KIND_NUMBER;
    measure.text = is_number ? name : "share(" + name + (frame ? ", frame)" : ")");
    written->position = written->that_position = measure.position = share.position = node.position("land");
    written->name = (frame ? "land within the frame: " : "land: ") + name;
    written->that = measure.text + (frame ? " == 0 %" : " > 0 %");
    written->measures = {measure};
    written->terms = {share, none};
    written->relation = frame ? config::Relation::equal : config::Relation::greater;
    written->right = 1;
    written->warn = true;
    const std::string meant = is_number        ? name
                              : node.is_part() ? "share(LAND" + std::string(frame ? ", frame)" : ")")
                                               : measure.text;
    written->reason = std::string(frame ? "make the land smaller or the world larger"
                                        : "lower the sea, or make the cells or the world larger") +
                      "; if it is meant, add an expectation: that: \"" + meant + (frame ? " <= 100 %\"" : " == 0 %\"") +
                      (node.is_part() ? ", where LAND is this output of the composite" : "");
    Measured measured;
    measured.statistic = is_number ? Statistic::number : Statistic::share;
    measured.from = land;
    if (!is_number) measured.codes = frame ? frame_ : std::vector<std::uint16_t>{1, 3, 5, 7};
    Implied implied{written, {}, frame ? "the frame cuts the land" : "the world has no land"};
    implied.expectation.written = written.get();
    implied.expectation.links = {land};
    implied.expectation.measured = {measured};
    to.push_back(std::move(implied));
  }

  const Graph& graph_;
  const std::vector<std::uint16_t> frame_;
};

}  // namespace

std::vector<std::uint16_t> frame_codes(const Graph& graph) {
  const std::uint32_t wrap = graph.world->wrap;
  std::vector<std::uint16_t> codes;
  for (const std::uint16_t code : {std::uint16_t{3}, std::uint16_t{5}, std::uint16_t{7}}) {
    if ((code & 2 && !(wrap & TERRAWRIGHT_WRAP_X)) || (code & 4 && !(wrap & TERRAWRIGHT_WRAP_Y))) codes.push_back(code);
  }
  return codes;
}

std::vector<Implied> implied_expectations(const Graph& graph) { return Finder(graph).all(); }

}  // namespace terrawright::graph
