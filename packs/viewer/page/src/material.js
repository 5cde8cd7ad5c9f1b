// SPDX-License-Identifier: Apache-2.0
// Materials: their shaders of parts, and uniforms that all of them share by reference.
import { DoubleSide, FrontSide, GLSL3, NormalBlending, NoBlending, RawShaderMaterial } from "three";

export function material({ uniforms, vertex, fragment, defines = {}, blend = false, both_sides = false, test = true, write = true }) {
  return new RawShaderMaterial({
    glslVersion: GLSL3,
    uniforms,
    defines,
    vertexShader: "precision highp float;\nprecision highp int;\n" + vertex.join("\n"),
    fragmentShader: "precision highp float;\nprecision highp int;\n" + fragment.join("\n"),
    transparent: blend,
    blending: blend ? NormalBlending : NoBlending,
    side: both_sides ? DoubleSide : FrontSide,
    depthTest: test,
    depthWrite: write,
  });
}
