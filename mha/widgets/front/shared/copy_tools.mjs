// Buttons that copy what is shown: a link on a page, code in a notebook, the figure as SVG and as PNG.
import { copyPng, copySvg, copyText, standalone } from "./copying.mjs";
import { h } from "./dom.mjs";
import { COPYING } from "./texts.mjs";

/**
 * `link`, `code` and `name`, that of a file, are functions that give text, `figures` gives the drawings, `headings` what
 * stands over each.
 * `update(hasFigure)` tells whether there is a figure to copy.
 */
export function copyTools({ isLive: live, link, code, figures, headings, name }) {
  const said = h("p", { class: "mha-copied", role: "status" });
  const text = (what) => async () => {
    const done = await copyText(what());
    said.replaceChildren(...(done ? [COPYING.copied] : [COPYING.notCopied, " ", h("code", {}, what())]));
  };
  const figure = (copy) => async () => {
    const done = await copy(standalone(figures(), headings()), name());
    said.replaceChildren(done ? COPYING.copied : COPYING.saved);
  };
  const button = (label, onclick) => h("button", { type: "button", class: "mha-chip", onclick }, label);
  const pictures = [button(COPYING.svg, figure(copySvg)), button(COPYING.png, figure(copyPng))];
  const group = h("div", { class: "mha-copies", role: "group", "aria-label": COPYING.copy },
    h("span", { class: "mha-soft", "aria-hidden": "true" }, COPYING.copy),
    live ? button(COPYING.code, text(code)) : button(COPYING.link, text(link)), pictures);
  const update = (hasFigure) => pictures.forEach((one) => { one.disabled = !hasFigure; });
  return { elements: [group, said], update };
}
