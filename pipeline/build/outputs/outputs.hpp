// SPDX-License-Identifier: Apache-2.0
// Outputs of a world: their writers with their parameters, and their pictures.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "config/parameters.hpp"
#include "graph/graph.hpp"
#include "images/delivery.hpp"
#include "images/picture.hpp"

namespace terrawright::build {

// A part to be written. For kind 0 nothing is known.
struct Item {
  std::string name, unit;
  std::uint32_t kind;
  std::uint32_t places = 0;  // of a table, as images::geometry_flag() has them
  std::string port = {};     // that the config names
};
std::vector<Item> items_of(const graph::Graph& graph, const graph::Output& output);
// The port that the config names for a layer: in a list, or as a key of the output; empty: its name may be one.
inline const std::string& named_port(const config::Layer& layer) {
  return layer.port.empty() && layer.is_key ? layer.name : layer.port;
}
// The target of `sheet`, of any kind.
Item drawing();

// ".png", in lower case; empty: the file has none.
std::string ending_of(const graph::Output& output);
// Whether a port takes its kind; of a grid the unit is its form.
bool takes(const terrawright_writer& writer, const Item& item);
constexpr std::uint32_t any_places = TERRAWRIGHT_PORT_POINTS | TERRAWRIGHT_PORT_LINES;
// The same, and the places of a table's rows.
bool suits(const terrawright_port& port, const Item& item);
// The port of each item; n_ports: none. First those that are named, then the others; of rows at other places the first
// port of tables says what it takes.
std::vector<std::uint32_t> connected(const terrawright_writer& writer, const std::vector<Item>& items);
bool has_parameter(const graph::WriterOffer& offer, const std::string& name);

// The writers that an output may be for: the one that is named, or those of the ending. Kinds choose among several;
// none fits: all.
std::vector<const graph::WriterOffer*> writers_of(const graph::Graph& graph, const graph::Output& output);

// Whether messages and manifests name it: the config does, or it is a plugin's. The program's own formats go without
// saying.
bool goes_by_name(const graph::WriterOffer& offer, const graph::Output& output);

// Whether an output is for one: it names it, or gives parameters, or its file's ending is none of the program's and
// that of a writer.
bool is_for_writer(const graph::Graph& graph, const graph::Output& output);

// Keys beside `file` that are parameters or ports of writers, but not of `own`; nullptr: of none.
void refuse_keys_of_writers(const graph::Graph& graph, const graph::Output& output, const graph::WriterOffer* own,
                            report::Diagnostics& diagnostics);

// Endings of all wanted writers, each once.
std::vector<std::string> endings_of(const graph::Catalogue& catalogue,
                                    const std::function<bool(const graph::WriterOffer&)>& wanted);
// ".exr, .png or .tif" with `last` " or ".
std::string one_of(const std::vector<std::string>& endings, const char* last);
// Remedy if a file's ending names no format.
std::string known_endings(const graph::Graph& graph);
// "an .exr or .zarr file", sorted.
std::string a_file_of(std::vector<std::string> endings, const char* last);
// That of files that hold any number of items of a kind; empty: there are none.
std::string files_of_many(const graph::Graph& graph, std::uint32_t kind);
// Remedy if a sheet's file has none of these.
std::string endings_of_sheets(const graph::Graph& graph);
// Remedy if a file does not accept the kind of a part: the endings of files that do.
std::string other_files(const graph::Graph& graph, const images::Part& part);

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

// An output's files as the image room sees them. Paths lie inside `folder`. Every reason why it cannot be written is an
// error; of an output whose layers are not known, as they have problems of their own, only what its name tells. Without
// a window: of the whole world.
images::Picture picture_of(const graph::Graph& graph, const graph::Output& output, const std::string& folder,
                           const std::optional<Rect>& window, report::Diagnostics& diagnostics);

// Metadata for the output's files.
images::Provenance provenance_of(const graph::Graph& graph, const graph::Output& output,
                                 const std::optional<Rect>& window);

}  // namespace terrawright::build
