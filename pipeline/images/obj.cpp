// SPDX-License-Identifier: Apache-2.0
// Wavefront's text of vertices and faces, its materials beside it.
#include <charconv>

#include "images/mesh_file.hpp"
#include "images/metadata.hpp"

namespace terrawright::images {
namespace {

// With at most so many places, and none that say nothing.
std::string at_most(double number, int places) {
  char text[400];
  std::string digits(text, std::to_chars(text, text + sizeof text, number, std::chars_format::fixed, places).ptr);
  while (digits.back() == '0') digits.pop_back();
  if (digits.back() == '.') digits.pop_back();
  return digits == "-0" ? "0" : digits;
}

std::string shortest_of(float number) {
  char text[64];
  return std::string(text, std::to_chars(text, text + sizeof text, number).ptr);
}

std::string heading(const MadePicture& from) {
  std::string text;
  for (const auto& [name, value] : attributes_of(from.name(), from.layer(), from.provenance))
    text += "# " + name + ": " + value + "\n";
  return text;
}

std::unique_ptr<WholeFile> write_mesh(const MadePicture& from) {
  const MeshFrame frame(from);
  const encode::TerrainMesh mesh = mesh_of(from);
  const double error = from.picture.errors.front();
  counts_of(from, mesh, error);
  auto file = std::make_unique<WholeFile>(from.picture.file);
  ByteStream text(*file, 0);
  text.put(heading(from) + "# error: " + at_most(error, 6) + " m\n");
  if (from.picture.texture) text.put("mtllib " + material_path(from.picture.file).filename().string() + "\n");
  text.put("o " + from.provenance.world + "\n");
  // A tenth of a millimetre: half of the smallest cell.
  mesh.each_vertex(error, frame.cell(), [&](const encode::MeshVertex& vertex) {
    text.put("v " + at_most(frame.middle_east() + frame.east(vertex.x), 4) + ' ' + shortest_of(vertex.height) + ' ' +
             at_most(frame.middle_south() + frame.south(vertex.y), 4) + "\nvt " + at_most(frame.along(vertex.x), 7) +
             ' ' + at_most(1 - frame.down(vertex.y), 7) + "\nvn " + at_most(vertex.normal[0], 7) + ' ' +
             at_most(vertex.normal[1], 7) + ' ' + at_most(vertex.normal[2], 7) + "\n");
  });
  if (from.picture.texture) text.put(std::string_view("usemtl land\n"));
  mesh.each_triangle(error, [&](const std::array<std::uint32_t, 3>& corners) {
    std::string face = "f";
    for (const std::uint32_t corner : corners) {
      const std::string number = std::to_string(std::uint64_t{corner} + 1);
      face += ' ' + number + '/' + number + '/' + number;
    }
    text.put(face + "\n");
  });
  text.flush();
  return file;
}

}  // namespace

std::vector<Written> write_obj(const MadePicture& from) {
  std::vector<Written> written;
  written.emplace_back(write_mesh(from));
  if (!from.picture.texture) return written;
  written.emplace_back(text_file(material_path(from.picture.file),
                                 heading(from) + "newmtl land\nKa 0 0 0\nKd 1 1 1\nKs 0 0 0\nillum 1\nmap_Kd " +
                                     texture_path(from.picture.file).filename().string() + "\n"));
  written.push_back(texture_of(from));
  return written;
}

}  // namespace terrawright::images
