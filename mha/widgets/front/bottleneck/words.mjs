// What BottleneckExplorer says in words and in a table.
import { h, range } from "../shared/dom.mjs";
import { table } from "../shared/frame.mjs";
import { TEXTS, size } from "./texts.mjs";

const SHARES = ["whole", "forward", "backward", "habit"];

export function sentence({ length, position, largest, average, bound, factor, step, measured, shares }, pointed) {
  const i = Math.min(pointed ?? position, length - 1);
  const read = shares ? TEXTS.named(shares, i) : TEXTS.unmeasured(length);
  return [
    h("p", {}, `${TEXTS.where(i, length)} ${TEXTS.arrives(largest[i], average[i], bound[i])}`),
    h("p", {}, `${TEXTS.rate(factor, step)} ${measured.length ? read : ""}`),
  ];
}

export function tables({ length, largest, average, bound, shares }) {
  const named = (i) => (shares ? SHARES.map((name) => TEXTS.percent(shares[name][i])) : []);
  return [table({
    caption: TEXTS.table,
    head: [...TEXTS.tableHead, ...(shares ? SHARES.map((name) => TEXTS[name]) : [])],
    rows: range(length).map((i) => [i + 1, ...[largest, average, bound].map((all) => size(all[i])), ...named(i)]),
  })];
}
