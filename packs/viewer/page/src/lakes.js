// SPDX-License-Identifier: Apache-2.0
// Lakes: flat squares at their levels, grown by a cell, so that the ground itself cuts their shores.
import { BufferAttribute, BufferGeometry, Mesh } from "three";

export class Lakes {
  constructor(world, relief, found, materials) {
    const geometry = lake_geometry(world, relief, found);
    this.materials = materials;
    this.mesh = new Mesh(geometry, materials.natural);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 3;
    this.triangles = geometry.index.count / 3;
  }
}

function lake_geometry(world, relief, { lakes }) {
  const { columns, rows } = world;
  const position = [];
  const inside = [];
  const index = [];
  for (const { cells, level } of lakes) {
    const surface = world.up(level);
    const own = new Set(cells);
    const squares = new Set();
    for (const at of cells) {
      const i = at % columns;
      const j = (at - i) / columns;
      for (const b of [j - 1, j]) for (const a of [i - 1, i]) if (a >= 0 && b >= 0 && a < columns - 1 && b < rows - 1) squares.add(b * columns + a);
    }
    const vertices = new Map();
    const vertex = (at) => {
      if (!vertices.has(at)) {
        vertices.set(at, inside.length);
        const i = at % columns;
        const j = (at - i) / columns;
        const [x, z] = world.km_of(i, j);
        position.push(x, surface, z);
        // Ground below the lake's level that is not of the lake lies beyond its outlet: the water ends before it.
        inside.push(own.has(at) || relief.cell(i, j) >= surface - 0.0002 ? 1 : 0);
      }
      return vertices.get(at);
    };
    for (const at of squares) {
      const [a, b, c, d] = [vertex(at), vertex(at + 1), vertex(at + columns), vertex(at + columns + 1)];
      index.push(a, c, b, b, c, d);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(position), 3));
  geometry.setAttribute("inside", new BufferAttribute(new Float32Array(inside), 1));
  geometry.setIndex(new BufferAttribute(new Uint32Array(index), 1));
  return geometry;
}
