// SPDX-License-Identifier: Apache-2.0
// Parts of the page that lie in it compressed: by their ids, as bytes and as text.
function embedded(id) {
  const text = document.getElementById(id).textContent;
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const letters = atob(text), bytes = new Uint8Array(letters.length);
  for (let i = 0; i < bytes.length; ++i) bytes[i] = letters.charCodeAt(i);  // Uint8Array.from() takes twenty times as long
  return bytes;
}

export const unpacked = (id) => new Blob([embedded(id)]).stream().pipeThrough(new DecompressionStream('gzip'));
export const textOf = (id) => new Response(unpacked(id)).text();
export const addressOf = (...parts) => URL.createObjectURL(new Blob(parts, {type: 'text/javascript'}));
