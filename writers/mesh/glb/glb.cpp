// SPDX-License-Identifier: Apache-2.0
// glTF 2.0 (ISO/IEC 12113) in one binary file: https://registry.khronos.org/glTF/specs/2.0/glTF-2.0.html. Levels of
// detail are nodes by the extension MSFT_lod: who does not know it shows the first, which alone is in the scene.
#include <algorithm>

#include "encode/png.hpp"
#include "mesh/terrain/terrain_mesh.hpp"
#include "report/json.hpp"

namespace terrawright::mesh {
namespace {

using report::Json;

// Numbers of glTF, which has them from OpenGL.
constexpr int of_float = 5126, of_uint32 = 5125, vertices_target = 34962, indices_target = 34963;
constexpr int linear = 9729, linear_of_levels = 9987, to_edge = 33071;
constexpr std::uint64_t most_bytes = 0xffffffff;

// Start of an array in the file's second half.
struct Level {
  double error = 0;
  encode::MeshCounts counts;
  std::uint64_t positions = 0, normals = 0, places = 0, triangles = 0;
};

class GlbFile {
 public:
  GlbFile(const Writing& writing, const std::vector<double>& errors)
      : writing_(writing),
        frame_(writing.plain()),
        texture_(encode::item_of(writing.plain(), encode::MeshPort::texture)),
        mesh_(encode::mesh_of(writing)) {
    for (const double error : errors) add_level(error);
  }

  void write() {
    std::optional<Writing::File> texture;
    if (has_texture()) {
      texture.emplace(writing_.open_temporary());
      encode::write_colours(writing_, texture_, nullptr, *texture);
      image_bytes_ = texture->size();
    }
    const std::uint64_t data = bytes_ + padded(image_bytes_);
    if (data > most_bytes / 16 * 15) {
      encode::refuse_size(
          writing_, "the mesh would take " + std::to_string(data / 1000000) + " MB, and a .glb file holds 4,000 MB");
    }
    std::string json = report::json_line(describe());
    json.resize(padded(json.size()), ' ');
    Writing::File file = writing_.open();
    const std::uint64_t begin = 12 + 8 + json.size() + 8;
    file.reserve(begin + data);
    encode::ByteStream head(file, 0);
    head.put(std::string_view("glTF"));
    for (const std::uint64_t number : {std::uint64_t{2}, begin + data, std::uint64_t{json.size()}})
      head.put(static_cast<std::uint32_t>(number));
    head.put(std::string_view("JSON"));
    head.put(std::string_view(json));
    head.put(static_cast<std::uint32_t>(data));
    head.put(std::string_view("BIN\0", 4));
    head.flush();
    for (const Level& level : levels_) write_level(file, begin, level);
    if (texture) copy(*texture, file, begin + bytes_);
  }

 private:
  bool has_texture() const { return texture_ != encode::no_item; }
  static std::uint64_t padded(std::uint64_t bytes) { return (bytes + 3) / 4 * 4; }

  void add_level(double error) {
    Level level;
    level.error = error;
    level.counts = encode::counts_of(writing_, mesh_, error);
    const auto room = [&](std::uint64_t bytes) {
      const std::uint64_t begin = bytes_;
      bytes_ += bytes;
      return begin;
    };
    level.positions = room(12 * level.counts.vertices);
    level.normals = room(12 * level.counts.vertices);
    level.places = room(8 * level.counts.vertices);
    level.triangles = room(12 * level.counts.triangles);
    levels_.push_back(level);
  }

  void write_level(Writing::File& file, std::uint64_t begin, const Level& level) const {
    using encode::ByteStream;
    ByteStream positions(file, begin + level.positions), normals(file, begin + level.normals);
    ByteStream places(file, begin + level.places), triangles(file, begin + level.triangles);
    mesh_.each_vertex(level.error, frame_.cell(), [&](const encode::MeshVertex& vertex) {
      positions.put(static_cast<float>(frame_.east(vertex.x)));
      positions.put(vertex.height);
      positions.put(static_cast<float>(frame_.south(vertex.y)));
      for (const float part : vertex.normal) normals.put(part);
      places.put(static_cast<float>(frame_.along(vertex.x)));
      places.put(static_cast<float>(frame_.down(vertex.y)));
    });
    mesh_.each_triangle(level.error, [&](const std::array<std::uint32_t, 3>& corners) {
      for (const std::uint32_t corner : corners) triangles.put(corner);
    });
    for (ByteStream* stream : {&positions, &normals, &places, &triangles}) stream->flush();
  }

  void copy(const Writing::File& image, Writing::File& file, std::uint64_t offset) const {
    std::string bytes(std::size_t{1} << 20, '\0');
    encode::ByteStream to(file, offset);
    for (std::uint64_t at = 0; at < image_bytes_; at += bytes.size()) {
      writing_.go_on();
      const std::uint64_t count = std::min<std::uint64_t>(bytes.size(), image_bytes_ - at);
      image.get(at, bytes.data(), count);
      to.put(std::string_view(bytes).substr(0, count));
    }
    to.put(std::string_view("\0\0\0", padded(image_bytes_) - image_bytes_));
    to.flush();
  }

  Json describe() const {
    const std::string world = writing_.plain().world_name;
    Json json = {{"asset", {{"version", "2.0"}, {"generator", writing_.plain().generator}}}};
    for (const auto& [name, value] : writing_.attributes(encode::item_of(writing_.plain(), encode::MeshPort::height)))
      if (name != "Software") json["asset"]["extras"][name] = value;
    if (levels_.size() > 1) json["extensionsUsed"] = {"MSFT_lod"};
    json["scene"] = 0;
    json["scenes"] = {{{"name", world}, {"nodes", {0}}}};
    for (std::size_t i = 0; i < levels_.size(); ++i) {
      const std::string name = levels_.size() > 1 ? world + "_LOD" + std::to_string(i) : world;
      Json node = {{"name", name}, {"mesh", i}};
      if (frame_.middle_east() != 0 || frame_.middle_south() != 0)
        node["translation"] = {frame_.middle_east(), 0, frame_.middle_south()};
      if (i == 0 && levels_.size() > 1) {
        Json& others = node["extensions"]["MSFT_lod"]["ids"];
        for (std::size_t k = 1; k < levels_.size(); ++k) others.push_back(k);
      }
      json["nodes"].push_back(std::move(node));
      add_mesh(json, name, levels_[i]);
    }
    Json surface = {{"metallicFactor", 0}, {"roughnessFactor", 1}};
    if (has_texture()) {
      surface["baseColorTexture"] = {{"index", 0}};
      json["textures"] = {{{"sampler", 0}, {"source", 0}}};
      json["samplers"] = {
          {{"magFilter", linear}, {"minFilter", linear_of_levels}, {"wrapS", to_edge}, {"wrapT", to_edge}}};
      json["images"] = {{{"name", "texture"}, {"mimeType", "image/png"}, {"bufferView", json["bufferViews"].size()}}};
      json["bufferViews"].push_back({{"buffer", 0}, {"byteOffset", bytes_}, {"byteLength", image_bytes_}});
    } else {
      surface["baseColorFactor"] = {0.5, 0.5, 0.5, 1};
    }
    json["materials"] = {{{"name", "land"}, {"pbrMetallicRoughness", surface}}};
    json["buffers"] = {{{"byteLength", bytes_ + padded(image_bytes_)}}};
    return json;
  }

  void add_mesh(Json& json, const std::string& name, const Level& level) const {
    const auto add = [&](std::uint64_t begin, std::uint64_t count, int component, const char* type, std::uint64_t bytes,
                         int target) -> Json& {
      json["bufferViews"].push_back(
          {{"buffer", 0}, {"byteOffset", begin}, {"byteLength", count * bytes}, {"target", target}});
      json["accessors"].push_back({{"bufferView", json["bufferViews"].size() - 1},
                                   {"componentType", component},
                                   {"count", count},
                                   {"type", type}});
      return json["accessors"].back();
    };
    const std::size_t first = json["accessors"].size();
    const encode::MeshCounts& counts = level.counts;
    Json& positions = add(level.positions, counts.vertices, of_float, "VEC3", 12, vertices_target);
    positions["min"] = {static_cast<float>(frame_.east(0)), counts.lowest, static_cast<float>(frame_.south(0))};
    positions["max"] = {static_cast<float>(frame_.east(frame_.columns() - 1)), counts.highest,
                        static_cast<float>(frame_.south(frame_.rows() - 1))};
    add(level.normals, counts.vertices, of_float, "VEC3", 12, vertices_target);
    add(level.places, counts.vertices, of_float, "VEC2", 8, vertices_target);
    add(level.triangles, 3 * counts.triangles, of_uint32, "SCALAR", 4, indices_target);
    Json mesh = {{"name", name}, {"extras", {{"error_metres", level.error}}}};
    mesh["primitives"] = {{{"attributes", {{"POSITION", first}, {"NORMAL", first + 1}, {"TEXCOORD_0", first + 2}}},
                           {"indices", first + 3},
                           {"material", 0}}};
    json["meshes"].push_back(std::move(mesh));
  }

  const Writing& writing_;
  const encode::MeshFrame frame_;
  const std::uint64_t texture_;
  const encode::TerrainMesh mesh_;
  std::vector<Level> levels_;
  std::uint64_t bytes_ = 0, image_bytes_ = 0;  // of all arrays; of the texture behind them
};

struct Glb : encode::MeshFile {
  static void describe(WriterSpec<Glb>& s) {
    s.writer("mesh.glb", "Heights as triangles, with levels of detail and a texture, in glTF's binary form.");
    s.source("ISO/IEC 12113 (glTF 2.0); levels of detail by its extension MSFT_lod.");
    s.ending(".glb");
    describe_mesh(s);
  }

  void arrange(Delivery& delivery) {
    MeshFile::arrange(delivery,
                      {8, "a .glb file holds 8 levels of detail", "write fewer, as error: [2 m, 10 m, 50 m]"});
  }
  void write(Writing& writing) const { GlbFile(writing, error).write(); }
};

}  // namespace
}  // namespace terrawright::mesh

TERRAWRIGHT_WRITER(mesh, glb, terrawright::mesh::Glb)
