// MaskExplorer: forbid pairs of queries and keys, by a rule or by hand, and see what is left of the weights.
import { choice } from "./shared/choices.mjs";
import { slider } from "./shared/dials.mjs";
import { range } from "./shared/dom.mjs";
import { framed } from "./shared/frame.mjs";
import { readAs } from "./shared/links.mjs";
import { MOST, PRESETS, compute } from "./mask/arithmetic.mjs";
import { draw } from "./mask/figure.mjs";
import { TEXTS } from "./mask/texts.mjs";
import { sentence, tables } from "./mask/words.mjs";

const counted = (least, most) => range(most - least + 1).map((n) => n + least);
const NEEDED = { size: ["window"], length: ["padding", "both", "front"] }; // by which presets

function controls(state) {
  const dial = (name) => slider({ label: TEXTS[name], onChoose: (value) => state.set({ [name]: value }) });
  const queries = slider({ label: TEXTS.queries, onChoose: (T_q) => state.set({ T_q, pointed: null }) });
  const keys = slider({ label: TEXTS.keys, onChoose: (T_k) => state.set({ T_k, pointed: null }) });
  const [size, length] = [dial("size"), dial("length")];
  const presets = choice({
    className: "mha-views", legend: TEXTS.presets, isNamed: true,
    options: PRESETS.map((value) => ({ value, content: TEXTS.preset[value] })),
    onChoose: (preset) => state.set({ preset, flipped: [] }),
  });
  return {
    dials: [queries, keys, size, length],
    bar: presets.element,
    update(traits) {
      queries.update(traits.T_q, counted(1, MOST));
      keys.update(traits.T_k, counted(1, MOST));
      size.update(Math.min(traits.size, traits.T_k), counted(1, traits.T_k));
      length.update(Math.min(traits.length, traits.T_k), counted(0, traits.T_k));
      size.element.hidden = !NEEDED.size.includes(traits.preset);
      length.element.hidden = !NEEDED.length.includes(traits.preset);
      presets.update(traits.preset);
    },
  };
}

/** Pairs in a link are one number after the other. */
function pairsIn(text) {
  const numbers = readAs.numbers(text);
  if (!numbers || numbers.length % 2 || numbers.some((n) => n >= MOST)) return undefined;
  return range(numbers.length / 2).map((n) => numbers.slice(2 * n, 2 * n + 2));
}

export default framed({
  name: "MaskExplorer",
  className: "mha-mask",
  usual: { preset: "causal", T_q: 5, T_k: 5, size: 3, length: 3, flipped: [], seed: 0 },
  readers: {
    preset: readAs.oneOf(PRESETS), T_q: readAs.number(1, MOST), T_k: readAs.number(1, MOST),
    size: readAs.number(1, MOST), length: readAs.number(0, MOST), flipped: pairsIn, seed: readAs.number(0, 999999),
  },
  title: TEXTS.title,
  controls, compute, draw, tables, sentence,
});
