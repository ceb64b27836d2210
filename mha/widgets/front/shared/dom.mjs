// Elements in one expression. Text is always text: a string becomes a text node, whatever stands in it.

const SVG_NAMES = "http://www.w3.org/2000/svg";

/** An HTML element. `on…` attributes are listeners; false, null and undefined leave an attribute or a child out. */
export const h = (tag, attributes, ...children) => filled(document.createElement(tag), attributes, children);

/** An SVG element. */
export const s = (tag, attributes, ...children) =>
  filled(document.createElementNS(SVG_NAMES, tag), attributes, children);

function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === false || value == null) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== false && child != null));
  return node;
}

/** A small line drawing, for a button that has a name. */
export const icon = (path, { box = "0 0 20 20", className = "" } = {}) =>
  s("svg", { viewBox: box, class: `mha-icon ${className}`, "aria-hidden": "true" }, s("path", { d: path }));

export const clamp = (x, low, high) => Math.max(low, Math.min(high, x));

/** Numbers from 0 to n − 1. */
export const range = (n) => [...Array(n).keys()];

let ids = 0;
/** An id for what must refer to an element by id, such as a label; no two are the same. */
export const newId = () => `mha-${(ids += 1)}-${Math.random().toString(36).slice(2, 8)}`;
