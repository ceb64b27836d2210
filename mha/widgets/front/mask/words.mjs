// What MaskExplorer says in words and in tables.
import { h, range } from "../shared/dom.mjs";
import { table } from "../shared/frame.mjs";
import { signed } from "../shared/writing.mjs";
import { TEXTS } from "./texts.mjs";

export function sentence({ T_q, T_k, scores, allowed, weights, code, flips }, pointed) {
  const count = allowed.flat().filter(Boolean).length;
  const empty = range(T_q).filter((i) => !allowed[i].some(Boolean)).map((i) => i + 1);
  const [i, j] = pointed ?? [T_q, T_k];
  return [
    h("p", {}, h("code", {}, code), flips > 0 && TEXTS.flipped(flips), " ", TEXTS.allows(count, T_q * T_k), " ",
      empty.length ? TEXTS.empty(empty) : TEXTS.sums, empty.length > 0 && empty.length < T_q && ` ${TEXTS.othersSum}`),
    i < T_q && j < T_k && h("p", {}, TEXTS.pair({
      i, j, score: scores[i][j], allowed: allowed[i][j], weight: weights[i][j],
    })),
  ].filter(Boolean);
}

export function tables({ T_q, T_k, scores, allowed, weights }) {
  const keys = range(T_k).map(TEXTS.key);
  const total = (row) => row.reduce((a, b) => a + b, 0).toFixed(0);
  const score = (i) => (number, j) => (allowed[i][j] ? signed(number, 1) : TEXTS.forbidden);
  return [
    table({
      caption: TEXTS.scores, head: [TEXTS.rows, ...keys],
      rows: range(T_q).map((i) => [TEXTS.query(i), ...scores[i].map(score(i))]),
    }),
    table({
      caption: TEXTS.weights, head: [TEXTS.rows, ...keys, TEXTS.sum], className: "lens-2",
      rows: range(T_q).map((i) => [TEXTS.query(i), ...weights[i].map((weight) => weight.toFixed(2)), total(weights[i])]),
    }),
  ];
}
