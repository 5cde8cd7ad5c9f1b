// SPDX-License-Identifier: Apache-2.0
// The first script of the page: it unpacks all others and runs them.
import {addressOf, textOf} from './unpack.js';

document.getElementById('status').textContent = 'starting';
textOf('page-js').then((text) => {
  const script = document.createElement('script');
  script.src = addressOf(text);
  document.head.append(script);
}).catch((error) => {
  document.getElementById('status').textContent = 'the page does not start: ' + error.message;
});
