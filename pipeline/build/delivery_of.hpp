// SPDX-License-Identifier: Apache-2.0
// An output that goes to a writer of a plugin.
#pragma once
#include <map>

#include "config/parameters.hpp"
#include "graph/graph.hpp"
#include "images/delivery.hpp"
#include "images/picture.hpp"

namespace terrawright::build {

// Whether an output is for one: it names it, or gives parameters, or its file's ending is none of the program's and
// that of a writer.
bool is_for_writer(const graph::Graph& graph, const graph::Output& output);

// Keys beside `file` that are parameters or ports of writers, but not of `own`; nullptr: of none.
void refuse_keys_of_writers(const graph::Graph& graph, const graph::Output& output, const graph::WriterOffer* own,
                            report::Diagnostics& diagnostics);

// What helps where a file's ending names no format.
std::string known_endings(const graph::Graph& graph);

// What helps where a part is of a kind that its file does not take: the endings of files that take it.
std::string other_files(const graph::Graph& graph, const images::Part& part);

// A picture with all its parts, and what the writer says of it; nullptr after an error.
std::shared_ptr<const images::Delivery> delivery_of(const graph::Graph& graph, const graph::Output& output,
                                                    const images::Picture& picture, images::Provenance provenance,
                                                    report::Diagnostics& diagnostics);

// Of an output for a writer whose layers have problems: what is wrong with the parameters.
void check_parameters(const graph::Graph& graph, const graph::Output& output, report::Diagnostics& diagnostics);

// The writer, "raster.esri_ascii@1", and its parameters as they are after defaults; empty: none.
struct WriterUse {
  std::string name;
  const graph::WriterOffer* offer = nullptr;
  std::shared_ptr<const config::Parameters> parameters;
  std::map<std::string, std::string> units = {};  // of what connects, by port
  // Manifests tell it: the config names it, or it is a plugin's. The program's own formats go without saying.
  bool is_named() const { return offer != nullptr && (!offer->file.empty() || by_name); }
  bool by_name = false;
};
WriterUse writer_use(const graph::Graph& graph, const graph::Output& output);

// Libraries that nodes and files of the graph come from, each once, by their paths: id, version and SHA-256.
struct Library {
  std::string plugin, version, build;
};
std::map<std::string, Library> libraries_of(const graph::Graph& graph);

}  // namespace terrawright::build
