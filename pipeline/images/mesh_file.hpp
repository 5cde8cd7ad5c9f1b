// SPDX-License-Identifier: Apache-2.0
// What files of meshes share: where their vertices are, the texture, and bytes one after the other.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "encode/terrain_mesh.hpp"
#include "images/writers.hpp"

namespace terrawright::images {

// Bytes of memory that writing the picture's mesh takes; 0 where it is none.
std::uint64_t bytes_of_mesh(const Picture& picture);

// "folder/isle.texture.png", "folder/isle.mtl" of "folder/isle.obj".
std::filesystem::path texture_path(std::filesystem::path mesh);
std::filesystem::path material_path(std::filesystem::path mesh);

// Metres east, up and south of the world's middle at height 0: glTF's axes, and those of most engines. Of a window the
// vertices are told from its own middle, so that floats tell them apart, and `middle` is where that is.
class MeshFrame {
 public:
  explicit MeshFrame(const MadePicture& from);
  double east(std::int64_t column) const { return (static_cast<double>(column) - middle_column_) * cell_; }
  double south(std::int64_t row) const { return (static_cast<double>(row) - middle_row_) * cell_; }
  double cell() const { return cell_; }
  double middle_east() const { return middle_east_; }
  double middle_south() const { return middle_south_; }
  // Of the texture: from its left upper corner, 0 to 1.
  double along(std::int64_t column) const { return (static_cast<double>(column) + 0.5) / columns_; }
  double down(std::int64_t row) const { return (static_cast<double>(row) + 0.5) / rows_; }

 private:
  double cell_, columns_, rows_, middle_column_, middle_row_, middle_east_, middle_south_;
};

// Of the picture's heights. Throws WriteFailed where a cell is no number.
encode::TerrainMesh mesh_of(const MadePicture& from);
// Fewer vertices than 32 bits can tell apart, or WriteFailed.
encode::MeshCounts counts_of(const MadePicture& from, const encode::TerrainMesh& mesh, double error);
[[noreturn]] void refuse_size(const MadePicture& from, const std::string& reason);

// A settled PNG of the picture's texture.
Written texture_of(const MadePicture& from);

// Bytes to a place in a file, a lot of them at a time.
class ByteStream {
 public:
  ByteStream(WholeFile& file, std::uint64_t offset) : file_(file), offset_(offset) {}
  void put(float number) { append(&number, sizeof number); }
  void put(std::uint32_t number) { append(&number, sizeof number); }
  void put(std::string_view text) { append(text.data(), text.size()); }
  // Throws WriteFailed.
  void flush();

 private:
  void append(const void* bytes, std::size_t size);

  WholeFile& file_;
  std::uint64_t offset_;
  std::vector<char> bytes_;
};

}  // namespace terrawright::images
