// Symbols in words, set as in print: in "Width d_k" a slanted d with a lowered k. Copied and read aloud it stays d_k.
import { h, s } from "./dom.mjs";

const SYMBOL = /(?<!\w)([B-HJ-Zb-zρ])(?:_(\w+))?(?!\w)/g; // a, A and I are words

/** Text as nodes, `symbol(letter, index)` for every symbol in it. */
function typeset(text, symbol) {
  const nodes = [];
  let end = 0;
  for (const { 0: whole, 1: letter, 2: index, index: at } of text.matchAll(SYMBOL)) {
    nodes.push(text.slice(end, at), symbol(letter, index));
    end = at + whole.length;
  }
  return [...nodes, text.slice(end)];
}

export const withSymbols = (text) => typeset(text, (letter, index) => h("var", {}, letter,
  index && [h("span", { class: "mha-under" }, "_"), h("sub", {}, index)]));

/** The same in a figure, for text that ends with its symbol. */
export const drawnSymbols = (text) => typeset(text, (letter, index) => [
  s("tspan", { class: "mha-var" }, letter),
  index && [s("tspan", { class: "mha-under" }, "_"), s("tspan", { class: "mha-var mha-index", dy: 3 }, index)],
]);
