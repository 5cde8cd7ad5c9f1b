// SPDX-License-Identifier: Apache-2.0
// The view: owns the renderer, the camera and the state, and draws when it is asked to.
import { PerspectiveCamera, Vector3, WebGLRenderer } from "three";
import { legend_of } from "./ground/ramps.js";
import { Scenery } from "./scenery.js";
import { defaults_of, has_of, layers_of, sensible, statistics_of } from "./state.js";

// How near and how far the camera sees, and where it stands to see the whole world.
function set_lens(view) {
  const { camera, world } = view;
  const { x, y, z } = camera.position;
  const above = Math.max(0.0005, y - view.ground(x, z));
  camera.near = Math.min(5, Math.max(0.0004, above < 0.1 ? 0.4 * above : Math.max(0.04, 0.12 * above)));
  const size = Math.max(world.width, world.depth);
  camera.far = 9 * size + 2 * Math.hypot(x, y, z);
  camera.updateProjectionMatrix();
}

// From the south and above, over the middle of the land.
function whole_world(view) {
  const { world, camera, state } = view;
  const { columns, rows } = world;
  const size = Math.max(world.width, world.depth);
  let [sum, west, south] = [0, 0, 0];
  const stride = Math.max(1, Math.floor(Math.max(columns, rows) / 128));
  for (let j = 0; j < rows; j += stride) {
    for (let i = 0; i < columns; i += stride) {
      if (world.sea && world.heights.at(i, j) <= 0) continue;
      sum++;
      west += i;
      south += j;
    }
  }
  const middle = sum ? world.km_of(west / sum, south / sum) : [0, 0];
  const [x, z] = middle.map((at) => 0.6 * at);
  const base = world.sea ? 0 : world.up((world.lowest + world.highest) / 2) * state.exaggeration;
  const away = size * 0.94 * Math.max(1, 1.15 / camera.aspect);
  return { position: [x, base + away * 0.62, z + away * 0.78], target: [x, base, z + 0.02 * size] };
}

// How sharp a frame is: at rest all pixels up to 1.5 a point, half of them while something moves and frames take long.
const slow = 24; // ms between frames
const rest = 180; // ms without a frame asked for

class Pace {
  #last = 0;
  #mean = 0;
  #half = false;
  #timer = 0;

  constructor(renderer, again) {
    this.renderer = renderer;
    this.again = again;
  }

  get full() {
    return Math.min(window.devicePixelRatio || 1, 1.5);
  }

  // Before a frame: `moving` when it is one of many.
  begin(moving) {
    const now = performance.now();
    const since = now - this.#last;
    this.#last = now;
    if (moving && since < 1000) this.#mean = this.#mean ? 0.7 * this.#mean + 0.3 * since : since;
    const half = moving && (this.#half || this.#mean > slow);
    this.#set(half);
    clearTimeout(this.#timer);
    if (half) this.#timer = setTimeout(() => {
      this.#mean = 0;
      this.#set(false);
      this.again();
    }, rest + 2 * this.#mean);
  }

  #set(half) {
    this.#half = half;
    const ratio = half ? this.full / 2 : this.full;
    if (this.renderer.getPixelRatio() !== ratio) this.renderer.setPixelRatio(ratio);
  }
}

export class View {
  #asked = 0;
  #listeners = new Set();
  #painted = [];
  #continuous = false;
  #moving = false;
  #last_eye = "";

  constructor(canvas, world) {
    this.canvas = canvas;
    this.world = world;
    if (!document.createElement("canvas").getContext("webgl2"))
      throw new Error("This browser or device cannot draw in three dimensions: it has no WebGL 2.");
    this.renderer = new WebGLRenderer({ canvas, antialias: true, powerPreference: "high-performance" });
    this.renderer.autoClear = false;
    this.renderer.info.autoReset = false;
    this.camera = new PerspectiveCamera(42, 1, 0.1, 5000);
    this.target = new Vector3();
    this.relief_statistics = statistics_of(world);
    this.has = has_of(world);
    this.defaults = defaults_of(world, this.relief_statistics);
    this.state = structuredClone(this.defaults);
    this.limits = { minimum: Math.max(0.002, 0.48 * world.cell) };
    this.statistics = { calls: 0, triangles: 0, nodes: 0, milliseconds: 0 };
    this.pace = new Pace(this.renderer, () => this.draw());
    this.ready = this.#begin();  // nothing is drawn before whoever waits has said what
  }

  async #begin() {
    const { world } = this;
    await Promise.all([world.role("lake"), ...layers_of(world, this.state)].map((layer) => layer?.ready));
    this.scenery = new Scenery(world, this.relief_statistics, this.renderer);
    this.canvas.addEventListener("webglcontextlost", (event) => event.preventDefault());
    this.canvas.addEventListener("webglcontextrestored", () => {
      this.scenery.forget_bakes();
      this.draw();
    });
    new ResizeObserver(() => this.#resize()).observe(this.canvas);
    this.#resize();
    const { position, target } = this.overview();
    this.camera.position.set(...position);
    this.target.set(...target);
    this.camera.lookAt(this.target);
    world.all.then(() => {
      this.scenery.add_rivers();
      this.draw();
    });
  }

  // Merges at once; the Promise settles when what changed is painted. `moving`: one of many changes, a quick frame will do.
  set(partial, { moving = false } = {}) {
    this.state = sensible(this.world, { ...this.state, ...partial });
    this.#moving = moving;
    clearTimeout(this.settling);
    if (moving) this.settling = setTimeout(() => this.draw(), 250);
    return new Promise((resolve, reject) => {
      this.#painted.push({ resolve, reject });
      this.draw();
    });
  }

  draw() {
    if (!this.#asked) this.#asked = requestAnimationFrame(() => this.#frame());
  }

  continuous(on) {
    this.#continuous = on;
    if (on) this.draw();
  }

  frame(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #frame() {
    this.#asked = 0;
    if (!this.scenery) return;
    const eye = this.camera.position.toArray().join() + this.camera.quaternion.toArray().join();
    const travelling = this.#continuous || this.#moving || (eye !== this.#last_eye && this.#last_eye !== "");
    this.#last_eye = eye;
    this.pace.begin(travelling || this.state.waves);
    try {
      this.#paint(this.#moving);
    } catch (error) {
      for (const { reject } of this.#painted.splice(0)) reject(error);
      throw error;
    }
    this.#moving = false;
    for (const listener of this.#listeners) listener(this);
    const missing = [this.state, this.state.compare].flatMap((painted) => (painted ? layers_of(this.world, painted) : []))
      .filter(({ decoded }) => !decoded);
    if (missing.length) Promise.all(missing.map(({ ready }) => ready)).then(() => this.draw());
    else for (const { resolve } of this.#painted.splice(0)) resolve();
    if (this.#continuous || this.state.waves) this.draw();
  }

  #paint(quick) {
    const started = performance.now();
    const { scenery, camera, renderer, state } = this;
    const { uniforms } = scenery;
    const wanted = scenery.tell(state);
    camera.updateMatrixWorld();
    set_lens(this);
    scenery.bake(wanted, quick);
    uniforms.eye.value.copy(camera.position);
    uniforms.pixel.value = (2 * Math.tan((camera.fov * Math.PI) / 360)) / renderer.domElement.height;
    uniforms.to_world.value.multiplyMatrices(camera.matrixWorld, camera.projectionMatrixInverse);
    uniforms.time.value = state.waves ? (performance.now() / 1000) % 3600 : 0;
    const above = camera.position.y - this.ground(camera.position.x, camera.position.z);
    uniforms.arrows.value.y = 2 ** Math.max(1, Math.round(Math.log2((camera.position.distanceTo(this.target) / this.world.grid_cell) / 22)));
    scenery.land.choose(camera, state.exaggeration, scenery.limits);
    scenery.walls.choose(scenery.land.nodes.array, scenery.walled ? scenery.land.count : 0);
    if (scenery.rivers) scenery.rivers.choose(above);
    renderer.info.reset();
    renderer.setScissorTest(false);
    renderer.clear();
    const [width, height] = [this.canvas.clientWidth, this.canvas.clientHeight];
    const compared = state.compare;
    if (compared) renderer.setScissorTest(true);
    for (const painted of compared ? [state, compared] : [state]) {
      if (!scenery.put_on(painted, state)) scenery.put_on({ look: "clay" }, state);
      const from = painted === compared ? Math.round(width * compared.at) : 0;
      if (compared) renderer.setScissor(from, 0, painted === compared ? width - from : Math.round(width * compared.at), height);
      renderer.render(scenery.scene, camera);
    }
    renderer.setScissorTest(false);
    const { calls, triangles } = renderer.info.render;
    this.statistics = { calls, triangles, nodes: scenery.land.count, milliseconds: performance.now() - started };
  }

  #resize() {
    const [width, height] = [this.canvas.clientWidth || 1, this.canvas.clientHeight || 1];
    this.renderer.setPixelRatio(this.pace.full);
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.draw();
  }

  km(column, row) {
    return this.world.km_of(...this.world.to_grid(column, row));
  }

  cell(x, z) {
    const { every, origin } = this.world;
    return this.world.grid_of(x, z).map((at, axis) => origin[axis] + every * at);
  }

  // The ground's height in km as it is drawn, or the sea's surface above it.
  ground(x, z) {
    const { world, state } = this;
    const within = world.grid_of(x, z).map((at, axis) => Math.min(Math.max(at, 0), world.spans[axis]));
    const wet = state.sea && world.sea;
    const height = world.up(world.heights.bicubic(...within, wet ? -0.04 / world.scale : -Infinity));
    return (wet ? Math.max(0, height) : height) * state.exaggeration;
  }

  project(place) {
    const { x, y, z } = new Vector3().copy(place).project(this.camera);
    const [width, height] = [this.canvas.clientWidth, this.canvas.clientHeight];
    return { x: ((x + 1) / 2) * width, y: ((1 - y) / 2) * height, visible: z > -1 && z < 1 && Math.abs(x) <= 1 && Math.abs(y) <= 1 };
  }

  overview() {
    return whole_world(this);
  }

  section(points) {
    this.scenery?.section.set(points, this.scenery.scene);
    this.draw();
  }

  ramp(name) {
    return legend_of(this.world, name);
  }

  // A picture as sharp as one at rest.
  async blob() {
    this.pace.begin(false);
    this.#paint(false);
    return new Promise((resolve) => this.canvas.toBlob(resolve, "image/png"));
  }
}
