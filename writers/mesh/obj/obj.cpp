// SPDX-License-Identifier: Apache-2.0
// Wavefront's text of vertices and faces, its materials beside it.

#include "encode/png.hpp"
#include "mesh/terrain/terrain_mesh.hpp"
#include "terrawright/numbers.hpp"

namespace terrawright::mesh {
namespace {

// With at most so many places, and none that say nothing.
std::string at_most(double number, int places) {
  char text[400];
  std::string digits(text, write_fixed(text, text + sizeof text, number, places).ptr);
  while (digits.back() == '0') digits.pop_back();
  if (digits.back() == '.') digits.pop_back();
  return digits == "-0" ? "0" : digits;
}

std::string material_name(const terrawright_delivery& delivery) { return encode::name_beside(delivery, ".mtl"); }
std::string texture_name(const terrawright_delivery& delivery) { return encode::name_beside(delivery, ".texture.png"); }
std::uint64_t texture_of(const terrawright_delivery& delivery) {
  return encode::item_of(delivery, encode::MeshPort::texture);
}

std::string heading(const Writing& writing) {
  std::string text;
  for (const auto& [name, value] : writing.attributes(encode::item_of(writing.plain(), encode::MeshPort::height)))
    text += "# " + name + ": " + value + "\n";
  return text;
}

void write_mesh(const Writing& writing, double error) {
  const bool has_texture = texture_of(writing.plain()) != encode::no_item;
  const encode::MeshFrame frame(writing.plain());
  const encode::TerrainMesh mesh = encode::mesh_of(writing);
  encode::counts_of(writing, mesh, error);
  Writing::File file = writing.open();
  encode::ByteStream text(file, 0);
  text.put(heading(writing) + "# error: " + at_most(error, 6) + " m\n");
  if (has_texture) text.put("mtllib " + material_name(writing.plain()) + "\n");
  text.put(std::string("o ") + writing.plain().world_name + "\n");
  // A tenth of a millimetre: half of the smallest cell.
  mesh.each_vertex(error, frame.cell(), [&](const encode::MeshVertex& vertex) {
    text.put("v " + at_most(frame.middle_east() + frame.east(vertex.x), 4) + ' ' + number_text(vertex.height) + ' ' +
             at_most(frame.middle_south() + frame.south(vertex.y), 4) + "\nvt " + at_most(frame.along(vertex.x), 7) +
             ' ' + at_most(1 - frame.down(vertex.y), 7) + "\nvn " + at_most(vertex.normal[0], 7) + ' ' +
             at_most(vertex.normal[1], 7) + ' ' + at_most(vertex.normal[2], 7) + "\n");
  });
  if (has_texture) text.put(std::string_view("usemtl land\n"));
  mesh.each_triangle(error, [&](const std::array<std::uint32_t, 3>& corners) {
    std::string face = "f";
    for (const std::uint32_t corner : corners) {
      const std::string number = std::to_string(std::uint64_t{corner} + 1);
      face += ' ' + number + '/' + number + '/' + number;
    }
    text.put(face + "\n");
  });
  text.flush();
}

struct Obj : encode::MeshFile {
  static void describe(WriterSpec<Obj>& s) {
    s.writer("mesh.obj", "Heights as triangles, as text, with its material and texture in files beside it.");
    s.source("Wavefront, Object Files and Material Library File Formats, 1995");
    s.ending(".obj");
    describe_mesh(s);
  }

  void arrange(Delivery& delivery) {
    MeshFile::arrange(delivery, {1, "an .obj file holds one level of detail",
                                 "write one `error`, and an output for each level, or a .glb file"});
    if (texture_of(delivery.plain()) == encode::no_item) return;
    delivery.will_write(material_name(delivery.plain()));
    delivery.will_write(texture_name(delivery.plain()));
  }

  void write(Writing& writing) const {
    write_mesh(writing, error.front());
    const std::uint64_t texture = texture_of(writing.plain());
    if (texture == encode::no_item) return;
    writing.open(material_name(writing.plain()))
        .add(heading(writing) + "newmtl land\nKa 0 0 0\nKd 1 1 1\nKs 0 0 0\nillum 1\nmap_Kd " +
             texture_name(writing.plain()) + "\n");
    Writing::File file = writing.open(texture_name(writing.plain()));
    encode::write_colours(writing, texture, nullptr, file);
  }
};

}  // namespace
}  // namespace terrawright::mesh

TERRAWRIGHT_WRITER(mesh, obj, terrawright::mesh::Obj)
