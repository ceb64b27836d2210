// Who may look at whom, and what is left of the weights: mha.masks and the masked softmax of mha.ops.
import { range } from "../shared/dom.mjs";
import { normals } from "../shared/draws.mjs";
import { softmax, zeros } from "../shared/linear.mjs";

export const MOST = 8; // queries, keys

/** Each rule tells whether query i may attend to key j; `back` is how far the key lies behind the query. */
const RULES = {
  everything: () => true,
  causal: ({ back }) => back >= 0,
  window: ({ back, size }) => back >= 0 && back < size,
  padding: ({ j, length }) => j < length,
  both: ({ back, j, length }) => back >= 0 && j < length,
  front: ({ back, j, length, T_k }) => back >= 0 && j >= T_k - length,
};
export const PRESETS = Object.keys(RULES);

/** What is allowed, row by row. The last query is aligned with the last key; `flipped` are pairs changed by hand. */
function allowedBy({ preset, T_q, T_k, size, length, flipped }) {
  const rule = RULES[preset];
  const isFlipped = (i, j) => flipped.some(([query, key]) => query === i && key === j);
  const real = Math.min(length, T_k);
  return range(T_q).map((i) => range(T_k).map((j) =>
    rule({ back: i + T_k - T_q - j, j, size, length: real, T_k }) !== isFlipped(i, j)));
}

/** Weights that leave out what is not allowed. Where nothing is, there is no weight to give: zeros. */
const maskedSoftmax = (scores, allowed) => (allowed.some(Boolean)
  ? softmax(scores.map((score, j) => (allowed[j] ? score : -Infinity)))
  : zeros(scores.length));

/** The same scores for every size, with one decimal, so that they can be checked by hand. */
function drawScores({ T_q, T_k, seed }) {
  const numbers = normals(seed, MOST * MOST);
  return range(T_q).map((i) => range(T_k).map((j) => Math.round(15 * numbers[i * MOST + j]) / 10));
}

export function compute(traits) {
  const [scores, allowed] = [drawScores(traits), allowedBy(traits)];
  const weights = scores.map((row, i) => [...maskedSoftmax(row, allowed[i])]);
  const inside = traits.flipped.filter(([i, j]) => i < traits.T_q && j < traits.T_k);
  return { ...traits, scores, allowed, weights, flips: inside.length, code: codeOf(traits) };
}

/** The expression with which mha makes this mask; what was flipped by hand is not in it. */
function codeOf({ preset, T_q, T_k, size, length }) {
  const sizes = T_q === T_k ? `${T_q}` : `${T_q}, ${T_k}`;
  const real = Math.min(length, T_k);
  return {
    everything: `np.ones((${T_q}, ${T_k}), dtype=bool)`,
    causal: `causal_mask(${sizes})`,
    window: `window_mask(${sizes}, size=${size})`,
    padding: `padding_mask([${real}], ${T_k})[0]`,
    both: `causal_mask(${sizes}) & padding_mask([${real}], ${T_k})[0]`,
    front: `causal_mask(${sizes}) & (np.arange(${T_k}) >= ${T_k - real})`,
  }[preset];
}

/** The pairs that are flipped after a press on query i and key j. */
export function toggledPair(flipped, i, j) {
  const others = flipped.filter(([query, key]) => query !== i || key !== j);
  return others.length < flipped.length ? others : [...flipped, [i, j]];
}
