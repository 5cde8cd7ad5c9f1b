// SPDX-License-Identifier: Apache-2.0
// The stages a graph can be made of, built-in and third-party alike.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "terrawright/abi.h"

namespace terrawright::graph {

// One stage with where it comes from. Plugins stay loaded until the program ends.
struct Offer {
  const terrawright_stage* stage = nullptr;
  std::string plugin;   // "org.example.hills"
  std::string version;  // of the plugin
  std::string file;     // of the library; empty: built in
  std::string build;    // identity of the code, for keys
};

class Catalogue {
 public:
  // False if the id is taken; the first one stays.
  bool add(Offer offer);
  const Offer* find(const std::string& id) const;
  std::vector<std::string> ids() const;  // sorted
  // "heights.diamond_square@1"
  static std::string name(const terrawright_stage& stage);

 private:
  std::map<std::string, Offer> offers_;
};

// A port or parameter of a stage by name; nullptr if there is none.
const terrawright_port* find_port(const terrawright_stage& stage, const std::string& name, std::uint32_t direction);
std::vector<std::string> port_names(const terrawright_stage& stage, std::uint32_t direction);
// What `node` alone can mean: the outputs that are not by name only.
std::vector<std::string> main_outputs(const terrawright_stage& stage);
std::uint32_t port_index(const terrawright_stage& stage, const terrawright_port& port);

}  // namespace terrawright::graph
