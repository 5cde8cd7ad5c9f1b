// SPDX-License-Identifier: Apache-2.0
// Everything that is drawn, and how a state and a look are put on it.
import { Scene } from "three";
import { Drapes, sea_part, vector_map } from "./ground/drapes.js";
import { find_lakes, Lakes, Rivers, Sea, SectionLine, water_materials } from "./water.js";
import { Land, Relief, Walls } from "./ground/land.js";
import { Light, shore_map, Slopes } from "./ground/bake.js";
import { noise_map, shared_uniforms } from "./material.js";
import { Sky, sun_of } from "./sky.js";
import { is_picture, layers_of } from "./state.js";

// km: the lowest ground drawn under a sea, else cliffs at the coast overshoot; and from where on nothing is seen of it.
const shallow = -0.04;
const opaque = -0.25;

export class Scenery {
  constructor(world, statistics, renderer) {
    Object.assign(this, { world, statistics, renderer, baked: {} });
    this.defines = { ...(world.round("x") && { WRAP_X: 1 }), ...(world.round("y") && { WRAP_Y: 1 }) };
    this.uniforms = shared_uniforms(world);
    const { uniforms, defines } = this;
    const found = find_lakes(world);
    this.relief = new Relief(world, found);
    this.drapes = new Drapes(world);
    this.vectors = new Map();
    this.land = new Land(world, this.relief, uniforms, defines);
    this.walls = new Walls(world, uniforms, defines);
    this.sky = new Sky(uniforms);
    this.sea = world.sea ? new Sea(world, uniforms, defines) : null;
    this.lakes = found ? new Lakes(world, this.relief, found, water_materials(uniforms, { ...defines, LAKE: 1 })) : null;
    this.rivers = null;
    this.section = new SectionLine(world, uniforms, defines);
    this.slopes = new Slopes(world, uniforms, defines);
    this.light = new Light(world, uniforms, defines, renderer.capabilities.maxTextureSize);
    this.scene = new Scene();
    this.scene.matrixWorldAutoUpdate = false;
    for (const part of [this.land, this.walls, this.sky, this.sea, this.lakes]) if (part) this.scene.add(part.mesh);
    uniforms.heights.value = this.relief.texture;
    uniforms.noise_map.value = noise_map();
    uniforms.shores.value = shore_map(world);
    uniforms.scale.value.x = this.relief.low;
    uniforms.scale.value.y = this.relief.step;
    uniforms.beyond.value = Math.max(0.3, Math.min(3, -world.lowest * world.scale));
    const part = sea_part(world);
    uniforms.ramp.value.set(world.up(world.lowest), world.up(world.highest), part, 0);
    const { p87, p985 } = statistics;
    Object.assign(uniforms.steep.value, { x: p87, y: Math.max(1.1 * p985, p87 * 1.2) });
  }

  add_rivers() {
    const table = this.world.lines.find(({ rows }) => rows > 0);
    if (!table || this.rivers) return;
    this.rivers = new Rivers(this.world, table, this.uniforms, this.defines);
    this.scene.add(this.rivers.mesh);
  }

  // What all looks share. Returns what has to be baked again.
  tell(state) {
    const { uniforms, world } = this;
    const { towards, light, zenith, horizon } = sun_of(state.sun);
    uniforms.sun.value.set(...towards);
    uniforms.sun_light.value.set(...light);
    uniforms.zenith.value.set(...zenith);
    uniforms.horizon.value.set(...horizon);
    uniforms.exaggeration.value = state.exaggeration;
    const relief = (world.highest - (world.sea ? 0 : world.lowest)) * world.scale;
    const thick = Math.min(1.25 * relief * Math.sqrt(state.exaggeration), 0.02 * Math.max(world.width, world.depth)) || 0.001;
    uniforms.air.value.set((1.15 / Math.max(world.width, world.depth)) * state.haze, thick);
    uniforms.contours.value = state.contours > 0 ? state.contours * world.scale : 0;
    uniforms.sea_shown.value = state.sea && world.sea ? 1 : 0;
    uniforms.scale.value.z = state.sea && world.sea ? shallow : -1e9;
    uniforms.steep.value.z = state.snow ? 1 : 0;
    uniforms.steep.value.w = state.grain ? 1 : 0;
    uniforms.sandy.value = world.sea ? 1 : 0;
    uniforms.wire_shown.value = state.wire ? 1 : 0;
    uniforms.grid_km.value = state.grid ? grid_size(world) : 0;
    const wet = state.sea && world.sea;
    const meshed = [state, state.compare].some((painted) => painted?.look === "wireframe");
    const base = wet && !meshed ? -0.05 * state.exaggeration
      : world.up(world.lowest) * state.exaggeration - 0.02 * Math.max(world.width, world.depth);
    uniforms.base.value = base;
    this.walled = !wet || meshed || this.statistics.land_at_edge;
    this.limits = { lowest: uniforms.scale.value.z, hidden: wet && !meshed ? opaque : -Infinity, base };
    const slopes = String(state.sea);
    const lit = [state, state.compare].some((painted) => painted && !is_picture(world, painted));
    return { slopes, light: lit ? JSON.stringify([slopes, state.sun, state.exaggeration]) : this.baked.light };
  }

  // Slopes and light, where what they come from has changed: light coarse while that goes on.
  bake({ slopes, light }, quick) {
    if (this.baked.slopes !== slopes) this.slopes.make(this.renderer);
    if (light && (this.baked.light !== light || (this.baked.quick && !quick))) {
      this.light.make(this.renderer, quick ? 512 : 2048);
      Object.assign(this.baked, { light, quick });
    }
    this.baked.slopes = slopes;
  }

  forget_bakes() {
    this.baked = {};
  }

  // One look: materials and its drape. False where its layer is not decoded yet.
  put_on({ look, layer: name }, state) {
    const { uniforms, world } = this;
    const layer = look === "layer" ? world.layer(name) : null;
    if (layers_of(world, { look, layer: name }).some(({ decoded }) => !decoded)) return false;
    const kind = { natural: "natural", hypsometric: "height", greys: "height", clay: "clay", wireframe: "wireframe", layer: "data" }[look];
    this.land.mesh.material = this.land.materials[kind];
    this.land.mesh.material.depthWrite = !(look === "wireframe" && !state.shading);
    const wet = look !== "wireframe";
    if (this.sea) {
      this.sea.mesh.visible = state.sea && wet;
      if (wet) this.sea.mesh.material = this.sea.materials[kind];
    }
    if (this.lakes) {
      this.lakes.mesh.visible = state.lakes && wet;
      if (wet) this.lakes.mesh.material = this.lakes.materials[kind];
    }
    if (this.rivers) this.rivers.mesh.visible = state.rivers && wet;
    if (look === "natural" || kind === "height") uniforms.drape.value = this.drapes.get(look);
    else if (layer) uniforms.drape.value = this.drapes.get("layer:" + name);
    uniforms.classes.value = { class: 1, mask: 1, colour: -1 }[layer?.kind] ?? 0;
    uniforms.data_look.value = look === "natural" ? 0 : 1;
    uniforms.wall_look.value = { natural: 0, wireframe: 2 }[look] ?? 1;
    uniforms.black.value = look === "wireframe" ? 1 : 0;
    // A picture has its own shades: no second ones.
    uniforms.shading.value = state.shading && layer?.kind !== "colour" ? 1 : 0;
    this.#point_arrows(layer?.kind === "vector" ? layer : null);
    return true;
  }

  #point_arrows(layer) {
    const { uniforms, world } = this;
    uniforms.arrows.value.x = layer ? 1 : 0;
    if (!layer) return;
    if (!this.vectors.has(layer.name)) this.vectors.set(layer.name, vector_map(layer, world));
    const { texture, largest } = this.vectors.get(layer.name);
    uniforms.vectors.value = texture;
    uniforms.arrows.value.z = largest;
  }
}

// Squares of about a tenth of the world, of 1, 2.5 or 5 times a power of ten km.
export function grid_size(world) {
  const about = Math.max(world.width, world.depth) / 10;
  const power = 10 ** Math.floor(Math.log10(about));
  return [1, 2.5, 5, 10].map((x) => x * power).reduce((best, x) => (Math.abs(x - about) < Math.abs(best - about) ? x : best));
}
