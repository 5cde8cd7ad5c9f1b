// SPDX-License-Identifier: Apache-2.0
// Elements: make('button', {type: 'button', onclick}, 'text', child).
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith('aria-') || name.startsWith('data-') || name === 'for' || name === 'role') {
      element.setAttribute(name, value);
    } else {
      element[name] = value;
    }
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

export const button = (text, onclick, more = {}) => make('button', {type: 'button', onclick, ...more}, text);
