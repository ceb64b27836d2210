// Everything that MaskExplorer says, for translation in one place.
import { signed } from "../shared/writing.mjs";

const named = (names) => (names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : `${names[0]}`);

export const TEXTS = {
  queries: "Queries T_q",
  keys: "Keys T_k",
  size: "Window",
  length: "Real keys",
  presets: "Mask",
  preset: {
    everything: "none", causal: "causal", window: "window", padding: "padding", both: "causal and padding",
    front: "padding in front",
  },
  title: ({ T_q, T_k, preset }) => `Mask “${TEXTS.preset[preset]}” for ${T_q} queries and ${T_k} keys`,
  scores: "scores, masked",
  weights: "weights",
  sum: "sum",
  rows: "query",
  query: (i) => `q${i + 1}`,
  key: (j) => `k${j + 1}`,
  forbidden: "−∞",
  cell: (i, j, score) => `Query ${i + 1} may attend to key ${j + 1}, score ${signed(score, 1)}`,
  grid: "Scores; press one to allow or forbid it",
  allows: (pairs, all) => `allows ${pairs} of ${all} pairs.`,
  flipped: (n) => `, with ${n === 1 ? "one pair" : `${n} pairs`} flipped by hand,`,
  sums: "Each row of weights sums to one.",
  empty: (rows) => (rows.length === 1
    ? `Query ${rows[0]} may attend to nothing: its weights are zeros, and it reads zeros.`
    : `Queries ${named(rows)} may attend to nothing: their weights are zeros, and they read zeros.`),
  othersSum: "The other rows sum to one.",
  pair: ({ i, j, score, allowed, weight }) => `Query ${i + 1}, key ${j + 1}: score ${signed(score, 1)}, `
    + `${allowed ? `may attend, weight ${weight.toFixed(3)}` : "may not attend, weight 0"}.`,
};
