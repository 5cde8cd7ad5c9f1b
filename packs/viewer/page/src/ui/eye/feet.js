// SPDX-License-Identifier: Apache-2.0
// An eye that looks around from where it is; walking and flying differ in how it moves.
const radians = Math.PI / 180;

export class Feet {
  constructor(ui) {
    this.ui = ui;
    this.view = ui.view;
    const { heading, tilt } = ui.rig.get();
    this.heading = heading;
    this.pitch = -tilt;
    this.pace = 1;
  }

  get eye() { return this.view.camera.position; }

  // By pixels of a drag: the land follows the pointer.
  glance(dx, dy) {
    this.heading = (this.heading - dx * 0.18 + 360) % 360;
    this.pitch = Math.min(85, Math.max(-85, this.pitch + dy * 0.18));
    this.look();
  }

  face(heading) {
    this.heading = heading;
    this.look();
  }

  faster(notches) {
    this.pace = Math.min(16, Math.max(1 / 16, this.pace * 1.3 ** notches));
  }

  // Kilometres over the ground for seconds of a held key; false where the map ends.
  walk(right, ahead, speed) {
    const { world } = this.ui;
    const sin = Math.sin(this.heading * radians), cos = Math.cos(this.heading * radians);
    const x = this.eye.x + (cos * right + sin * ahead) * speed, z = this.eye.z + (sin * right - cos * ahead) * speed;
    const [width, height] = world.scene.world.size;
    const [west, north] = this.view.km(0, 0), [east, south] = this.view.km(width - 1, height - 1);
    this.eye.x = Math.min(east, Math.max(west, x));
    this.eye.z = Math.min(south, Math.max(north, z));
  }

  look() {
    const { camera, target } = this.view;
    this.stand();
    const far = Math.max(0.05, (camera.position.y - this.view.ground(camera.position.x, camera.position.z)) * 2);
    const cos = Math.cos(this.pitch * radians);
    target.set(
      camera.position.x + Math.sin(this.heading * radians) * cos * far,
      camera.position.y + Math.sin(this.pitch * radians) * far,
      camera.position.z - Math.cos(this.heading * radians) * cos * far);
    camera.up.set(0, 1, 0);
    camera.lookAt(target);
    camera.updateMatrixWorld();
    this.view.draw();
    this.ui.moved?.();
  }
}
