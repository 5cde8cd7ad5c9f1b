// SPDX-License-Identifier: Apache-2.0
// What the 3-D view draws with WebGL 2. The land is squares of 32 x 32 steps whose odd vertices slide onto the even ones with distance, so
// that no cracks appear (CDLOD, Strugar 2010). A ring of vertices around each square hangs down as walls at the map's edge.
import {unshaded} from './cells.js';
import {along, dot, fullLight, sun} from './ground.js';

const steps = 32;
const ring = steps + 3;  // vertices a side, with those of the walls
const most = 4096;  // squares of one picture

const head = `#version 300 es
precision highp float;
precision highp int;
precision highp sampler2D;
`;

// Sky and haze are those of the page of an output \`scene:\`, for its first sun.
const air = `
const vec3 sun = vec3(${sun}), sun_light = vec3(5.22, 4.75, 3.82), zenith = vec3(.075, .217, .592), horizon = vec3(.505, .676, .906);
vec3 sky(vec3 v) {
  float up = max(v.y, 0.), low = exp(-up * 3.2), towards = max(dot(v, sun), 0.);
  return mix(horizon, zenith, 1. - exp(-5.2 * up)) + sun_light * (.016 * pow(towards, 6.) * (.4 + low) + .05 * pow(towards, 40.) * (.35 + low));
}
vec3 sky_at_horizon(vec3 v) { return sky(normalize(vec3(v.x, .012, v.z))); }
vec3 film(vec3 x) {
  x = clamp(x * (2.51 * x + .03) / (x * (2.43 * x + .59) + .14), 0., 1.);
  return mix(12.92 * x, 1.055 * pow(x, vec3(1. / 2.4)) - .055, step(.0031308, x));
}
`;

const landVertex = head + air + `
uniform sampler2D heights;
uniform vec3 eye, right, up, ahead;  // right and up by the size of the view
uniform vec2 depths, range;          // of the depth buffer; lowest and highest km
uniform vec4 form;                   // km of a cell, exaggeration, km at the foot of the walls, where squares are split
uniform float haze;                  // per km
in vec3 node;                        // column, row, cells of a step
out vec3 where;
out vec2 at;
out vec4 fog;
out float under;

float height(ivec2 c) { return texelFetch(heights, min(c, textureSize(heights, 0) - 1), 0).r; }

void main() {
  vec2 span = vec2(textureSize(heights, 0) - 1), grid = vec2(gl_VertexID % ${ring}, gl_VertexID / ${ring}) - 1.;
  vec2 inner = clamp(grid, 0., ${steps}.), beyond = grid - inner, c = min(node.xy + inner * node.z, span);
  vec3 place = vec3((c - span * .5) * form.x, 0.).xzy;
  place.y = clamp(eye.y, range.x, range.y);
  float slide = clamp((distance(eye, place) / (${2 * steps}. * form.w * node.z * form.x) - .72) / .26, 0., 1.);
  at = min(node.xy + (inner - fract(inner * .5) * 2. * slide) * node.z, span);
  ivec2 i = ivec2(at);
  vec2 t = at - vec2(i);
  float ground = mix(mix(height(i), height(i + ivec2(1, 0)), t.x), mix(height(i + ivec2(0, 1)), height(i + 1), t.x), t.y) * form.y;
  bvec4 edges = bvec4(beyond.x < 0. && at.x <= 0., beyond.x > 0. && at.x >= span.x, beyond.y < 0. && at.y <= 0., beyond.y > 0. && at.y >= span.y);
  under = any(edges) ? ground - form.z : 0.;
  where = vec3((at - span * .5) * form.x, ground - under).xzy;
  vec3 to = where - eye;
  float far = dot(to, ahead);
  fog = vec4(film(sky_at_horizon(to / length(to))), .75 * (1. - exp(-length(to) * haze)));
  gl_Position = vec4(dot(to, right), dot(to, up), far * depths.x + depths.y, far);
}
`;

const landFragment = head + `
uniform sampler2D colours, light;
uniform vec2 look;  // 1: lit; 1: cells have edges where they are large
in vec3 where;
in vec2 at;
in vec4 fog;
in float under;
out vec4 painted;

void main() {
  vec2 size = vec2(textureSize(colours, 0)), uv = (at + .5) / vec2(textureSize(light, 0)), right = dFdx(uv), down = dFdy(uv);
  vec3 across = cross(dFdx(where), dFdy(where));
  vec2 cell = max(abs(right), abs(down)) * size;
  vec4 value = textureGrad(colours, look.y > .5 && max(cell.x, cell.y) < 1. ? (floor(uv * size) + .5) / size : uv, right, down);
  vec3 colour = mix(vec3(.55, .63, .68), value.rgb, value.a);
  if (look.x > .5) colour *= texture(light, uv).r * ${fullLight};
  if (under > 0.) colour = vec3(.50, .49, .47) * (.62 + .38 * abs(normalize(across).z)) * mix(1., .8, min(1., under));
  painted = vec4(mix(colour, fog.rgb, fog.a), 1.);
}
`;

// One triangle at the far end.
const skyVertex = head + `
uniform vec3 right, up, ahead;
out vec3 ray;
void main() {
  vec2 corner = vec2(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1);
  gl_Position = vec4(corner, 1., 1.);
  ray = ahead + right / dot(right, right) * corner.x + up / dot(up, up) * corner.y;
}
`;

const skyFragment = head + air + `
in vec3 ray;
out vec4 painted;
void main() {
  vec3 v = normalize(ray);
  painted = vec4(film(v.y < 0. ? mix(sky_at_horizon(v), zenith * .5 + horizon * .22, smoothstep(0., .9, -v.y)) : sky(v)), 1.);
}
`;

function built(gl, vertex, fragment) {
  const program = gl.createProgram();
  for (const [type, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
    const shader = gl.createShader(type);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost())
    throw new Error(gl.getProgramInfoLog(program) + gl.getAttachedShaders(program).map((one) => gl.getShaderInfoLog(one)).join());
  const places = {};
  for (let k = gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS); k-- > 0;) {
    const {name} = gl.getActiveUniform(program, k);
    places[name] = gl.getUniformLocation(program, name);
  }
  return {program, places};
}

// WebGL: what is drawn, and how.
export class Drawing {
  constructor(canvas) {
    const gl = this.gl = canvas.getContext('webgl2', {antialias: false, alpha: false});  // it has more pixels than the screen
    if (!gl) throw new Error('this browser has no WebGL 2, so it cannot draw in three dimensions');
    this.land = built(gl, landVertex, landFragment);
    this.sky = built(gl, skyVertex, skyFragment);
    this.textures = new Map();  // of a ground, its light, an image: by the object
    this.sharp = gl.getExtension('EXT_texture_filter_anisotropic');
    const index = [];
    for (let row = 0; row < ring - 1; ++row) {
      for (let column = 0; column < ring - 1; ++column) {
        const a = row * ring + column, c = a + ring;
        index.push(a, c, a + 1, a + 1, c, c + 1);
      }
    }
    this.count = index.length;
    this.nodes = new Float32Array(3 * most);
    this.squares = gl.createVertexArray();
    gl.bindVertexArray(this.squares);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, new Uint16Array(index), gl.STATIC_DRAW);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, this.nodes.byteLength, gl.DYNAMIC_DRAW);
    const node = gl.getAttribLocation(this.land.program, 'node');
    gl.enableVertexAttribArray(node);
    gl.vertexAttribPointer(node, 3, gl.FLOAT, false, 0, 0);
    gl.vertexAttribDivisor(node, 1);
    this.none = gl.createVertexArray();
    gl.enable(gl.DEPTH_TEST);
    gl.depthFunc(gl.LEQUAL);
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    for (const [unit, name] of ['heights', 'colours', 'light'].entries()) {
      gl.useProgram(this.land.program);
      gl.uniform1i(this.land.places[name], unit);
    }
  }

  // The texture of an object, filled once. `smooth`: between cells and from afar.
  texture(unit, key, smooth, fill) {
    const {gl} = this, known = this.textures.get(key);
    gl.activeTexture(gl.TEXTURE0 + unit);
    gl.bindTexture(gl.TEXTURE_2D, known ?? gl.createTexture());
    this.used.add(key);
    if (known) return;
    this.isFilled = true;
    this.textures.set(key, gl.getParameter(gl.TEXTURE_BINDING_2D));
    fill(gl);
    for (const side of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, side, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, smooth ? gl.LINEAR : gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, smooth ? gl.LINEAR_MIPMAP_LINEAR : gl.NEAREST);
    if (!smooth) return;
    gl.generateMipmap(gl.TEXTURE_2D);
    if (this.sharp) gl.texParameterf(gl.TEXTURE_2D, this.sharp.TEXTURE_MAX_ANISOTROPY_EXT, 8);
  }

  // The squares of a ground that the eye sees, small ones where it is near. Returns how many.
  choose({columns, rows, cell}, {eye, right, up, ahead}, [low, high], split) {
    const width = columns - 1, height = rows - 1, sides = [right, up].flatMap((side) => [1, -1].map((sign) => along(ahead, side, sign)));
    const far = (at, from, to) => Math.max(from - at, 0, at - to);
    let count = 0;
    const visit = (column, row, step) => {
      const side = steps * step;
      if ((column > 0 && column >= width) || (row > 0 && row >= height) || count === most) return;
      const [west, east] = [column, Math.min(column + side, width)].map((at) => (at - width / 2) * cell);
      const [north, south] = [row, Math.min(row + side, height)].map((at) => (at - height / 2) * cell);
      const middle = [(west + east) / 2 - eye[0], (low + high) / 2 - eye[1], (north + south) / 2 - eye[2]];
      const radius = Math.hypot(east - west, high - low, south - north) / 2;
      if (sides.some((plane) => dot(middle, plane) < -radius * Math.hypot(...plane))) return;
      const away = Math.hypot(far(eye[0], west, east), far(eye[1], low, high), far(eye[2], north, south));
      if (step > 1 && away < split * side * cell) {
        for (const [x, y] of [[0, 0], [1, 0], [0, 1], [1, 1]]) visit(column + x * side / 2, row + y * side / 2, step / 2);
      } else {
        this.nodes.set([column, row, step], 3 * count++);
      }
    };
    visit(0, 0, 2 ** Math.max(0, Math.ceil(Math.log2(Math.max(width, height, 1) / steps))));
    return count;
  }

  tell({program, places}, values) {
    this.gl.useProgram(program);
    for (const [name, value] of Object.entries(values)) if (places[name]) this.gl[`uniform${value.length}fv`](places[name], value);
  }

  // One world between two edges of the picture, in pixels.
  world({ground, light, image, exaggeration}, {split, far, ...view}, from, to) {
    const {gl} = this, {layer} = image;
    const foot = ground.range[0] * exaggeration - 0.012 * ground.size;
    const range = [foot, ground.range[1] * exaggeration];
    this.texture(0, ground, false, () => gl.texImage2D(gl.TEXTURE_2D, 0, gl.R32F, ground.columns, ground.rows, 0, gl.RED, gl.FLOAT, ground.heights));
    this.texture(1, image, true, () => gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, unshaded(image)));
    this.texture(2, light, true, () => gl.texImage2D(gl.TEXTURE_2D, 0, gl.R8, ground.columns, ground.rows, 0, gl.RED, gl.UNSIGNED_BYTE, light));
    gl.scissor(from, 0, to - from, gl.drawingBufferHeight);
    const picture = layer.kind === 'colour', count = this.choose(ground, view, range, split);
    this.tell(this.land, {...view, range, form: [ground.cell, exaggeration, foot, split], haze: [(picture ? 0.08 : 0.35) * 1.15 / far],
      look: [picture ? 0 : 1, layer.kind === 'class' || layer.kind === 'mask' ? 1 : 0]});
    gl.bindVertexArray(this.squares);
    gl.bufferSubData(gl.ARRAY_BUFFER, 0, this.nodes, 0, 3 * count);
    gl.drawElementsInstanced(gl.TRIANGLES, this.count, gl.UNSIGNED_SHORT, 0, count);
    this.tell(this.sky, view);
    gl.bindVertexArray(this.none);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  begin() {
    const {gl} = this;
    this.used = new Set();
    this.isFilled = false;
    gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight);
    gl.disable(gl.SCISSOR_TEST);
    gl.clear(gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.SCISSOR_TEST);
  }

  // A white line where two worlds meet. Textures that were not used are gone.
  end(seam) {
    const {gl} = this;
    if (seam) {
      gl.scissor(seam - 1, 0, 2, gl.drawingBufferHeight);
      gl.clearColor(1, 1, 1, 1);
      gl.clear(gl.COLOR_BUFFER_BIT);
    }
    for (const [key, texture] of this.textures) {
      if (this.used.has(key)) continue;
      gl.deleteTexture(texture);
      this.textures.delete(key);
    }
  }

  finish() { this.gl.readPixels(0, 0, 1, 1, this.gl.RGBA, this.gl.UNSIGNED_BYTE, new Uint8Array(4)); }
}
