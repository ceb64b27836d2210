// The choices around the figure: the model, the view, heads and layers, a second word, what to copy.
import { choice } from "../shared/choices.mjs";
import { h, icon, newId, range, s } from "../shared/dom.mjs";
import { lensButtons } from "../shared/lenses.mjs";
import { TEXTS } from "./texts.mjs";

const MODEL_DRAWINGS = {
  none: "M2 18 C2 11 12 13 12 10 M22 18 C22 11 12 13 12 10 M12 18 V2 M12 10 C12 7 2 9 2 2 M12 10 C12 7 22 9 22 2",
  additive: "M12 2 C12 11 2 9 2 18 M12 2 V18 M12 2 C12 11 22 9 22 18",
  heads: "M7 2 C7 11 2 9 2 18 M10.3 2 C10.3 10 9 10 9 18 M13.7 2 C13.7 10 15 10 15 18 M17 2 C17 11 22 9 22 18",
  letters: "M7 2 V18 M17 2 C17 11 22 9 22 18",
  transformer: "M2 1 V8 M12 1 V8 M22 1 V8 M2 11 C2 16 12 16 12 11 M12 11 C12 16 22 16 22 11 M2 11 C2 21 22 21 22 11",
};

export const modelChoice = (models, onChoose) => choice({
  className: "mha-models",
  legend: TEXTS.models,
  options: models.map(({ name, title, kind }) => ({
    value: name, content: [icon(MODEL_DRAWINGS[kind], { box: "0 0 24 20", className: "wide" }), title],
  })),
  onChoose,
});

export const viewChoice = (onChoose) => choice({
  className: "mha-views",
  legend: TEXTS.views,
  options: Object.entries(TEXTS.view).map(([value, content]) => ({ value, content })),
  onChoose,
});

/** The model of the second word: the same unless chosen. */
export function secondModelChoice(models, onChoose) {
  const id = newId();
  const select = h("select", { id, onchange: () => onChoose(select.value) },
    h("option", { value: "" }, TEXTS.sameModel), models.map(({ name, title }) => h("option", { value: name }, title)));
  const element = h("p", { class: "mha-said-by" }, h("label", { for: id }, TEXTS.secondModel), " ", select);
  return { element, update: (chosen) => { select.value = chosen; } };
}

/** Heads, layers, the encoder's own attention, and the width of a whole weight. */
export function looking({ onHead, onPoint, onLayer, onLettersRead }) {
  const heads = lensButtons({ label: TEXTS.heads, onChoose: onHead, onPoint });
  const layers = h("div", { class: "mha-layers", role: "group" });
  const lettersRead = h("button", { type: "button", class: "mha-chip", onclick: onLettersRead }, TEXTS.lettersRead);
  const scale = h("span", { class: "mha-scale" });
  const element = h("div", { class: "mha-looking" }, heads.element, layers, lettersRead, scale);
  const update = ({ chosen, totalHeads, layer, layerCount, isLettersRead, hasEncoder, weightOne }) => {
    heads.update(chosen, totalHeads);
    if (layers.childElementCount !== layerCount) {
      layers.replaceChildren(...range(layerCount).map((n) =>
        h("button", { type: "button", class: "mha-chip", onclick: () => onLayer(n) }, TEXTS.layer(n + 1))));
    }
    [...layers.children].forEach((one, n) => one.setAttribute("aria-pressed", String(n === layer)));
    lettersRead.hidden = !hasEncoder;
    lettersRead.setAttribute("aria-pressed", String(isLettersRead));
    scale.replaceChildren(...(weightOne ? ruler(weightOne) : []));
  };
  return { element, update };
}

/** As on a map: so wide is a weight of one. */
const ruler = (width) => [
  s("svg", { width: Math.ceil(width) + 2, height: 11, "aria-hidden": "true" },
    s("path", { d: `M1 1 V10 M1 5.5 h${width.toFixed(1)} m0 -4.5 v9` })),
  TEXTS.scale,
];

/** A second word, and what to copy. `update({ two, figure })` tells whether there is one, and a figure to copy. */
export function tools({ onCompare, copies }) {
  const compare = h("button", { type: "button", class: "mha-chip", onclick: onCompare });
  const element = h("div", { class: "mha-tools" }, compare, copies.elements);
  const update = ({ two, figure }) => {
    compare.textContent = two ? TEXTS.closeSecond : TEXTS.compare;
    copies.update(figure);
  };
  return { element, update };
}
