// SoftmaxExplorer: the width of a head, the division by its root, and what both do to weights and gradients.
import { choice } from "./shared/choices.mjs";
import { slider } from "./shared/dials.mjs";
import { h } from "./shared/dom.mjs";
import { framed } from "./shared/frame.mjs";
import { readAs } from "./shared/links.mjs";
import { withSymbols } from "./shared/symbols.mjs";
import { QUERIES, WIDTHS, compute } from "./softmax/arithmetic.mjs";
import { draw } from "./softmax/figure.mjs";
import { TEXTS } from "./softmax/texts.mjs";
import { sentence, tables } from "./softmax/words.mjs";

const MOST_SEED = 999999;

function controls(state) {
  const width = slider({ label: TEXTS.width, onChoose: (d_k) => state.set({ d_k }) });
  const anew = h("button", {
    type: "button", class: "mha-chip", onclick: () => state.set({ seed: (state.get("seed") + 1) % MOST_SEED }),
  }, TEXTS.anew);
  const division = choice({
    className: "mha-views", legend: TEXTS.scores, isNamed: true,
    options: [{ value: "false", content: TEXTS.without }, { value: "true", content: withSymbols(TEXTS.divided) }],
    onChoose: (value) => state.set({ divided: value === "true" }),
  });
  return {
    dials: [width, { element: h("div", {}, anew) }],
    bar: division.element,
    update({ d_k, divided }) {
      width.update(d_k, WIDTHS);
      division.update(String(divided));
    },
  };
}

export default framed({
  name: "SoftmaxExplorer",
  className: "mha-softmax",
  usual: { d_k: 64, divided: true, query: 0, seed: 0 },
  readers: {
    d_k: readAs.number(1, WIDTHS.at(-1)), divided: readAs.flag, query: readAs.number(0, QUERIES - 1),
    seed: readAs.number(0, MOST_SEED),
  },
  title: ({ d_k }) => TEXTS.figure(d_k),
  controls, compute, draw, tables, sentence,
});
