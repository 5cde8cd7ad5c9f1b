// SPDX-License-Identifier: Apache-2.0
// What the colours of a layer mean, and the value under the pointer.
import {make} from './make.js';
import {camera, onChange} from './map.js';
import {rounded, withUnit} from './numbers.js';

export function valueAt(image, {x, y}) {
  const {layer, values} = image;
  const i = Math.floor(y * layer.height) * layer.width + Math.floor(x * layer.width);
  const span = (layer.maximum ?? 1) - (layer.minimum ?? 0);
  if (layer.kind === 'colour') return '';
  if (layer.kind === 'mask') return values[i] ? 'yes' : 'no';
  if (layer.kind === 'class')
    return (layer.legend || []).find((entry) => entry.value === values[i])?.name.replaceAll('_', ' ') ?? String(values[i]);
  if (layer.kind === 'vector') {
    const [right, down] = [values[2 * i], values[2 * i + 1]];
    const to = (Math.atan2(right, -down) * 180 / Math.PI + 360) % 360;
    return withUnit(rounded(Math.hypot(right, down), span), layer.unit) + ' towards ' + Math.round(to) + '\u00b0';
  }
  return Number.isNaN(values[i]) ? 'no value' : withUnit(rounded(values[i], span), layer.unit);
}

export class Legend {
  constructor() {
    this.value = make('span', {className: 'value', 'aria-live': 'off'});
    this.scale = make('div');
    this.element = make('div', {className: 'legend'}, this.value, this.scale);
    this.forgetCamera = onChange(() => this.read());
  }

  show(image) {
    this.image = image;
    const {layer} = image, {unit} = layer;
    const key = JSON.stringify(layer);
    if (key !== this.key) {
      this.key = key;
      this.scale.replaceChildren();
      if (layer.legend) {
        const there = layer.legend.filter((entry) => entry.cells > 0).sort((a, b) => b.cells - a.cells);
        this.scale.append(make('ul', {}, ...there.map((entry) => {
          const swatch = make('i');
          swatch.style.background = entry.colour;
          const share = 100 * entry.cells / there.reduce((sum, one) => sum + one.cells, 0);
          return make('li', {title: share.toFixed(1) + ' %'}, swatch, entry.name.replaceAll('_', ' '));
        })));
      } else if (image.css) {
        const bar = make('span', {className: 'bar'});
        bar.style.background = `linear-gradient(to right, ${image.css.join(', ')})`;
        const span = image.ends[1] - image.ends[0];
        const [low, high] = image.ends.map((end) => withUnit(rounded(end, span), unit));
        const below = image.low < image.ends[0] ? make('span', {}, 'sea to ' + withUnit(rounded(image.low, span), unit)) : null;
        this.scale.append(bar, make('div', {className: 'ends'}, make('span', {}, low), below,
          image.log ? make('span', {}, 'logarithmic') : null, make('span', {}, high)));
      }
    }
    this.read();
  }

  read() {
    const text = this.image && camera.pointer ? valueAt(this.image, camera.pointer) : '';
    if (this.value.textContent !== text) this.value.textContent = text || '\u00a0';
  }

  remove() { this.forgetCamera(); }
}
