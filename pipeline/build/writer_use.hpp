// SPDX-License-Identifier: Apache-2.0
// The writer of an output with its parameters, and the libraries that a graph is made with.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "config/parameters.hpp"
#include "graph/graph.hpp"
#include "images/delivery.hpp"

namespace terrawright::build {

// The parameters of `with`, those beside `file` and those beside a port's layer. `units`: of what connects, by port;
// where nothing does, parameters in its unit are not looked at.
config::Parameters parameters_of(const graph::Graph& graph, const graph::Output& output,
                                 const graph::WriterOffer& offer, const std::map<std::string, std::string>& units,
                                 report::Diagnostics& diagnostics);

// An output that goes to a writer: a picture with all its parts, and what the writer says of it; nullptr after an
// error.
std::shared_ptr<const images::Delivery> delivery_of(const graph::Graph& graph, const graph::Output& output,
                                                    const images::Picture& picture, images::Provenance provenance,
                                                    report::Diagnostics& diagnostics);

// For an output whose layers have problems: checks the parameters of the writer.
void check_parameters(const graph::Graph& graph, const graph::Output& output, report::Diagnostics& diagnostics);

// By the first item of each port.
struct Item;
std::map<std::string, std::string> units_of(const terrawright_writer& writer, const std::vector<Item>& items,
                                            const std::vector<std::uint32_t>& ports);

// The writer, "raster.esri_ascii@1", and its parameters as they are after defaults; empty: none.
struct WriterUse {
  std::string name;
  const graph::WriterOffer* offer = nullptr;
  std::shared_ptr<const config::Parameters> parameters;
  std::map<std::string, std::string> units = {};  // of what connects, by port
  bool is_named = false;                          // as goes_by_name() says
};
WriterUse writer_use(const graph::Graph& graph, const graph::Output& output);

// Libraries that nodes and files of the graph come from, each once, by their paths: id, version and SHA-256.
struct Library {
  std::string plugin, version, sha256;
};
std::map<std::string, Library> libraries_of(const graph::Graph& graph);

}  // namespace terrawright::build
