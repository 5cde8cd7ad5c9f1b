// SPDX-License-Identifier: Apache-2.0
// Pictures that the graphics card makes once and the land's shaders read: slopes, sun and openness.
import { BufferAttribute, BufferGeometry, Camera, HalfFloatType, LinearFilter, LinearMipmapLinearFilter, Mesh, RGFormat, RepeatWrapping,
  ClampToEdgeWrapping, Scene, UnsignedByteType, WebGLRenderTarget } from "three";
import { material } from "../material.js";

const whole = new BufferGeometry();
whole.setAttribute("position", new BufferAttribute(new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]), 3));
const camera = new Camera();

const vertex = /* glsl */ `
in vec3 position;
out vec2 uv;
void main() {
  uv = position.xy * .5 + .5;
  gl_Position = vec4(position.xy, 0., 1.);
}
`;

export function bake_target(world, width, height, { half = false, mips = false, format = RGFormat } = {}) {
  const target = new WebGLRenderTarget(width, height, {
    format,
    type: half ? HalfFloatType : UnsignedByteType,
    minFilter: mips ? LinearMipmapLinearFilter : LinearFilter,
    magFilter: LinearFilter,
    generateMipmaps: mips,
    anisotropy: mips ? 8 : 1,
    depthBuffer: false,
    wrapS: world.round("x") ? RepeatWrapping : ClampToEdgeWrapping,
    wrapT: world.round("y") ? RepeatWrapping : ClampToEdgeWrapping,
  });
  return target;
}

export class Bake {
  constructor(uniforms, fragment, defines) {
    this.mesh = new Mesh(whole, material({ uniforms, vertex: [vertex], fragment, defines, test: false, write: false }));
    this.mesh.frustumCulled = false;
    this.scene = new Scene().add(this.mesh);
  }

  into(renderer, target) {
    renderer.setRenderTarget(target);
    renderer.render(this.scene, camera);
    renderer.setRenderTarget(null);
  }
}
