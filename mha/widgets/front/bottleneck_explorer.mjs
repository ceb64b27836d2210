// BottleneckExplorer: the length of the input and the radius of a matrix, and what is left of each position at the end.
import { choice } from "./shared/choices.mjs";
import { slider } from "./shared/dials.mjs";
import { h, range } from "./shared/dom.mjs";
import { framed } from "./shared/frame.mjs";
import { readAs } from "./shared/links.mjs";
import { LENGTHS, compute } from "./bottleneck/arithmetic.mjs";
import { draw } from "./bottleneck/figure.mjs";
import { TEXTS } from "./bottleneck/texts.mjs";
import { sentence, tables } from "./bottleneck/words.mjs";

const MOST_SEED = 999999;
const RADII = range(29).map((i) => (i + 2) / 20); // 0.1 … 1.5
const SIZES = range(11).map((i) => i / 10); // 0 … 1

const decimal = (least, most) => (text) =>
  (/^\d(\.\d{1,2})?$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined);

function controls(state) {
  const length = slider({ label: TEXTS.length, onChoose: (value) => state.set({ length: value }) });
  const radius = slider({
    label: TEXTS.radius, say: (value) => value.toFixed(2), onChoose: (value) => state.set({ radius: value }),
  });
  const parts = slider({
    label: TEXTS.parts, say: (value) => value.toFixed(1), onChoose: (value) => state.set({ parts: value }),
  });
  const anew = h("button", {
    type: "button", class: "mha-chip", onclick: () => state.set({ seed: (state.get("seed") + 1) % MOST_SEED }),
  }, TEXTS.anew);
  const matrices = choice({
    className: "mha-views", legend: TEXTS.matrix, isNamed: true,
    options: Object.entries(TEXTS.matrices).map(([value, content]) => ({ value, content })),
    onChoose: (matrix) => state.set({ matrix }),
  });
  return {
    dials: [length, radius, parts, { element: h("div", {}, anew) }],
    bar: matrices.element,
    update(traits) {
      length.update(traits.length, LENGTHS);
      radius.update(traits.radius, RADII);
      parts.update(traits.parts, SIZES);
      matrices.update(traits.matrix);
    },
  };
}

export default framed({
  name: "BottleneckExplorer",
  className: "mha-bottleneck",
  usual: { length: 12, radius: 0.9, parts: 0.3, matrix: "rotation", position: 0, seed: 0 },
  data: ["measured"],
  readers: {
    length: readAs.number(LENGTHS[0], LENGTHS.at(-1)), radius: decimal(RADII[0], RADII.at(-1)), parts: decimal(0, 1),
    matrix: readAs.oneOf(Object.keys(TEXTS.matrices)), position: readAs.number(0, LENGTHS.at(-1) - 1),
    seed: readAs.number(0, MOST_SEED),
  },
  title: TEXTS.figure,
  controls, compute, draw, tables, sentence,
});
