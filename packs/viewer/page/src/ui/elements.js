// SPDX-License-Identifier: Apache-2.0
// Elements of the page. Words go in as text and never as markup: names in tables may hold anything.

function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "on") {
      for (const [event, listener] of Object.entries(value)) node.addEventListener(event, listener);
    } else if (name === "style") {
      for (const [property, is] of Object.entries(value)) node.style.setProperty(property, is);
    } else {
      node.setAttribute(name, value === true ? "" : String(value));
    }
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

export function element(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

export function drawing(tag, attributes = {}, ...children) {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

export function button(label, click, attributes = {}) {
  return element("button", { type: "button", ...attributes, on: { click } }, label);
}

// A button that is pressed or not.
export function toggle(label, click, attributes = {}) {
  return button(label, click, { "aria-pressed": "false", ...attributes });
}

export function press(node, pressed) {
  node.setAttribute("aria-pressed", pressed ? "true" : "false");
}

// Options: [[value, text] or {group, options}, ...]
export function select(name, options, change, attributes = {}) {
  const made = ([value, text]) => element("option", { value }, text);
  const children = options.map((one) =>
    Array.isArray(one) ? made(one) : element("optgroup", { label: one.group }, one.options.map(made)));
  const node = element("select", { "aria-label": name, ...attributes }, children);
  node.addEventListener("change", () => change(node.value));
  return node;
}

// A slider with its name before and its value behind; `say` puts the number into words.
export function slider(name, { min, max, step, mark, title }, say, change) {
  const input = element("input", { type: "range", min, max, step, "aria-label": name, title });
  const output = element("output", {});
  const row = element("div", { class: "slider" }, element("span", { class: "slider-name" }, name), input, output);
  if (mark !== undefined) {
    input.classList.add("marked");
    input.style.setProperty("--mark", String((mark - min) / (max - min)));
  }
  const show = (value) => {
    const words = say(Number(value));
    input.style.setProperty("--share", String((input.value - min) / (max - min)));
    input.setAttribute("aria-valuetext", words);
    output.textContent = words;
  };
  input.addEventListener("input", () => { show(input.value); change(Number(input.value), true); });
  input.addEventListener("change", () => change(Number(input.value), false));
  return {
    row, input,
    set(value) { input.value = String(value); show(value); },
  };
}
