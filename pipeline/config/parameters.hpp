// SPDX-License-Identifier: Apache-2.0
// The values of a node's parameters as the border takes them: checked, converted to the declared units, defaults
// filled in.
#pragma once
#include <terrawright/abi.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "world.hpp"

namespace terrawright::config {

// Owns everything its values point to. Movable.
class Parameters {
 public:
  struct Parameter {
    std::string name;
    std::string text;           // canonical, with its unit: "0.63", "50000 m", "55.5 %", "auto", "[1, 2]"
    report::Position position;  // where it is given, else of the node's name
    bool given = false;
  };

  Parameters();
  // Values as a program has them, one per declared parameter. Targets of their pointers must outlive them.
  explicit Parameters(std::vector<terrawright_value> values);
  Parameters(Parameters&&) noexcept;
  Parameters& operator=(Parameters&&) noexcept;
  ~Parameters();

  // One per declared parameter, in the declared order.
  const terrawright_value* values() const;
  const std::vector<Parameter>& all() const;
  // Position of `name`; that of the node if it is not given or is no parameter.
  const report::Position& position(std::string_view name) const;
  // False: something was refused, which was said, and defaults stand in.
  bool good() const;
  // "name=text" a line, in the declared order: for keys and the manifest.
  std::string canonical() const;

 private:
  friend Parameters read_parameters(const terrawright_stage&, const Node&, double, report::Diagnostics&);
  struct Store;
  std::unique_ptr<Store> store_;
};

// Reads `node.parameters` by what `stage` declares, in a world of cells `cell` metres wide; 0 where no world is known
// yet. Every problem is reported; the default stands in for a bad value.
Parameters read_parameters(const terrawright_stage& stage, const Node& node, double cell,
                           report::Diagnostics& diagnostics);

}  // namespace terrawright::config
