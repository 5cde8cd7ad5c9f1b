// SPDX-License-Identifier: Apache-2.0
// shipped.hpp: the worlds of configs/ in tests: built smaller, and what they give away as heights.
#pragma once
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/build.hpp"
#include "support/config_file.hpp"

namespace terrawright::test {

struct Shipped {
  std::string name;
  std::string yaml = config_file("configs/" + name + ".yaml");

  // Text after `key` in the line of the 16-bit heights, up to `end`.
  std::string of_heights(const std::string& key, const std::string& end) const {
    const std::size_t line = yaml.find("-height.png");
    const std::size_t at = line == std::string::npos ? line : yaml.find(key, line);
    if (at == std::string::npos) throw std::runtime_error(name + ": no 16-bit heights with " + key);
    return yaml.substr(at + key.size(), yaml.find_first_of(end, at + key.size()) - at - key.size());
  }
  // The layer: what a composite gives has its part's name.
  std::string heights() const {
    const std::string reference = of_heights("height: ", "}");
    if (reference == "drainage.filled") return "drainage/filled";
    return reference == "eroded" ? "eroded/seabed" : reference;
  }
  float lowest() const { return std::strtof(of_heights("range: [", " ").c_str(), nullptr); }
  float highest() const { return std::strtof(of_heights(" m, ", " ").c_str(), nullptr); }
  // Metres a cell when the world is this many cells wide, in place of 1025.
  double cell(int side) const {
    const std::size_t at = yaml.find("cell: ") + 6;
    const double number = std::strtod(yaml.c_str() + at, nullptr);
    return number * (yaml.compare(yaml.find(' ', at), 3, " km") == 0 ? 1000 : 1) * 1024 / (side - 1);
  }
  // The same land, seen from farther away.
  Built build(int seed, int side, const std::vector<std::string>& set = {},
              const graph::InputFileOpener* opener = nullptr, const std::map<std::string, Given>& given = {}) const {
    Options options;
    options.given = given;
    options.opener = opener;
    options.path = TERRAWRIGHT_ROOT "/configs/" + name + ".yaml";  // what it includes lies beside it
    const std::string cells = std::to_string(side);
    options.set = {"world.seed=" + std::to_string(seed), "world.size=[" + cells + "," + cells + "]",
                   "world.cell=" + std::to_string(cell(side)) + " m"};
    options.set.insert(options.set.end(), set.begin(), set.end());
    return test::build(yaml, options);
  }
  // These layers and what they need, nothing else: "land: land.land, height: metres".
  Built layers(int seed, int side, const std::string& wanted, std::vector<std::string> set = {}) const {
    set.push_back("outputs=[{layers: {" + wanted + "}}]");
    return build(seed, side, set);
  }
  // The heights that go out, as such a layer.
  std::string heights_out() const { return "height: " + of_heights("height: ", "}"); }
};

}  // namespace terrawright::test
