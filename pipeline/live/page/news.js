// SPDX-License-Identifier: Apache-2.0
// The program's state as it changes, and what is asked of it.
export function listen(onState, onSilence) {
  const source = new EventSource('news');
  source.onmessage = (event) => onState(JSON.parse(event.data));
  source.onerror = () => onSilence();
}

// Nothing, or the sentence that says why it was refused.
export async function ask(what, body = {}) {
  try {
    const answer = await fetch('do/' + what, {method: 'POST', body: JSON.stringify(body)});
    if (answer.ok) return '';
    const text = await answer.text();
    try { return JSON.parse(text).problem; } catch { return text; }
  } catch {
    return 'the program does not answer: is it still running?';
  }
}
