// SPDX-License-Identifier: Apache-2.0
// Code that files of meshes share: ports and parameters, positions of vertices, the texture, and bytes one after the
// other.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "encode/delivered.hpp"
#include "mesh/terrain/terrain_mesh.hpp"
#include "terrawright/writer.hpp"

namespace terrawright::encode {

// Heights in metres as triangles, with a texture or without.
struct MeshFile {
  std::vector<double> error;  // how far a cell may be from the mesh, in metres; of each level of detail

  template <class Writer>
  static void describe_mesh(WriterSpec<Writer>& s) {
    s.port("height", Field::kinds,
           "Heights in metres, in all cells; shape.metres makes such heights of those without unit.")
        .unit("m");
    s.port("texture", Picture::kinds | Class::kinds,
           "Colours on the mesh, as view.relief makes them, or classes with a legend.")
        .optional();
    s.parameter(
         static_cast<std::vector<double> Writer::*>(&MeshFile::error), "error",
         "How far a cell may be from the mesh, as 5 m: the triangles are as few as that allows. Of several levels "
         "of detail the finest first: [2 m, 10 m, 50 m].")
        .unit("m")
        .range(0, 1e6);
  }

  // Number of levels of detail in a file, and the remedy if there are more.
  struct Levels {
    std::size_t most;
    const char *holds, *remedy;
  };
  // Refuses what cannot be a mesh, and counts its memory.
  void arrange(Delivery& delivery, const Levels& levels) const;
};

// For describe_mesh().
enum class MeshPort : std::uint32_t { height = 0, texture = 1 };

// Metres east, up and south of the world's middle at height 0: glTF's axes, and those of most engines. For a window the
// vertices are relative to its own middle, so that floats can separate them; `middle` is its position.
class MeshFrame {
 public:
  explicit MeshFrame(const terrawright_delivery& delivery);
  double east(std::int64_t column) const { return (static_cast<double>(column) - middle_column_) * cell_; }
  double south(std::int64_t row) const { return (static_cast<double>(row) - middle_row_) * cell_; }
  double cell() const { return cell_; }
  std::int64_t columns() const { return columns_; }
  std::int64_t rows() const { return rows_; }
  double middle_east() const { return middle_east_; }
  double middle_south() const { return middle_south_; }
  // Position on the texture: from its left upper corner, 0 to 1.
  double along(std::int64_t column) const {
    return (static_cast<double>(column) + 0.5) / static_cast<double>(columns_);
  }
  double down(std::int64_t row) const { return (static_cast<double>(row) + 0.5) / static_cast<double>(rows_); }

 private:
  std::int64_t columns_, rows_;
  double cell_, middle_column_, middle_row_, middle_east_, middle_south_;
};

// Mesh of the heights. Fails where a cell is no number.
TerrainMesh mesh_of(const Writing& writing);
// Fewer vertices than 32 bits can tell apart, or it fails.
MeshCounts counts_of(const Writing& writing, const TerrainMesh& mesh, double error);
[[noreturn]] void refuse_size(const Writing& writing, const std::string& reason);

// Bytes to a place in a file, a lot of them at a time.
class ByteStream {
 public:
  ByteStream(Writing::File& file, std::uint64_t offset) : file_(file), offset_(offset) {}
  void put(float number) { append(&number, sizeof number); }
  void put(std::uint32_t number) { append(&number, sizeof number); }
  void put(std::string_view text) { append(text.data(), text.size()); }
  void flush();

 private:
  void append(const void* bytes, std::size_t size);

  Writing::File& file_;
  std::uint64_t offset_;
  std::vector<char> bytes_;
};

}  // namespace terrawright::encode
