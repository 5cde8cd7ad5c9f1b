// SPDX-License-Identifier: Apache-2.0
// A service worker that isolates a hosted page whose host does not: it adds two headers to each answer.
const headers = {'Cross-Origin-Embedder-Policy': 'require-corp', 'Cross-Origin-Opener-Policy': 'same-origin'};
self.addEventListener('fetch', (event) => event.respondWith(fetch(event.request).then((answer) =>
  new Response(answer.body, {status: answer.status, headers: {...Object.fromEntries(answer.headers), ...headers}}))));
