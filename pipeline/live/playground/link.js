// SPDX-License-Identifier: Apache-2.0
// A world as a link: its text, deflated, behind `#w=`.
const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
const most = 1 << 22;  // characters; a link may come from anyone
const tooLong = new Error('it holds more than 4 MB');

export async function linkOfText(text) {
  if (text.length > most) throw tooLong;
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  let letters = '';
  if (bytes.length > 1.5e6) throw new Error('a browser opens links of at most 2 MB');
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return '#w=' + btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

// null: there is no hash.
async function textOfLink(hash) {
  if (hash.length < 2) return null;
  if (!/^#w=./.test(hash)) throw new Error('it holds no world');
  const letters = atob(hash.slice(3).replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += part.value;
    if (text.length > most) throw tooLong;
  }
  return text;
}

export const isLarge = (text) => !(text.match(/\bsize: *\[ *(\d+)/)?.[1] <= 257);  // a preview comes first

// The world of an address, and why it is not the one that is meant.
export async function worldOf(hash, worlds) {
  let text = null, problem = '';
  try { text = await textOfLink(hash); } catch (error) { problem = /^it /.test(error.message) ? error.message : 'it is broken or cut'; }
  const world = text === null ? {name: 'island.yaml', text: worlds['island.yaml']} : {name: 'linked.yaml', text};
  return {...world, hash, problem, isFirst: isLarge(world.text)};
}
