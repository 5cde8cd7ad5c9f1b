// SPDX-License-Identifier: Apache-2.0
// Parts of the page that lie in it compressed: by their ids, as bytes and as text.
const embedded = (id) => Uint8Array.from(atob(document.getElementById(id).textContent), (letter) => letter.charCodeAt(0));

export const unpacked = (id) => new Blob([embedded(id)]).stream().pipeThrough(new DecompressionStream('gzip'));
export const textOf = (id) => new Response(unpacked(id)).text();
export const addressOf = (...parts) => URL.createObjectURL(new Blob(parts, {type: 'text/javascript'}));
