// SPDX-License-Identifier: Apache-2.0
// The program behind the page: its states, requests to it, and the cells of layers. `watch` is a server.
class Server {
  listen(onState, onSilence) {
    const source = new EventSource('news');
    source.onmessage = (event) => onState(JSON.parse(event.data));
    source.onerror = () => onSilence();
  }

  async ask(what, body) {
    try {
      const answer = await fetch('do/' + what, {method: 'POST', body: JSON.stringify(body)});
      if (answer.ok) return '';
      const text = await answer.text();
      try { return JSON.parse(text).problem; } catch { return text; }
    } catch {
      return 'the program does not answer: is it still running?';
    }
  }

  async cells(world, layer) {
    const answer = await fetch(`cells/${world}/${layer}`);
    if (answer.status !== 200) throw new Error('the layer is gone');
    return answer.arrayBuffer();
  }

  scene(world) { return 'scene/' + world; }
}

let program = new Server();
// Another program with the same functions.
export const use = (other) => { program = other; };

export const listen = (onState, onSilence) => program.listen(onState, onSilence);
// Nothing, or the sentence that says why it was refused.
export const ask = (what, body = {}) => program.ask(what, body);
// Of a layer of a world, by their numbers.
export const cells = (world, layer) => program.cells(world, layer);
// Address of the 3-D view of a world.
export const scene = (world) => program.scene(world);
