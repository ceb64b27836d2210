// What HeadSplitter says in words and in a table.
import { h } from "../shared/dom.mjs";
import { table } from "../shared/frame.mjs";
import { withSymbols } from "../shared/symbols.mjs";
import { grouped } from "../shared/writing.mjs";
import { costsOf, nearest } from "./arithmetic.mjs";
import { TEXTS } from "./texts.mjs";

export function sentence(numbers, _, state) {
  if (numbers.error) return refusal(numbers, state);
  const code = TEXTS.inCode(numbers.head).map((name) => [h("code", {}, name), " "]);
  return [
    h("p", {}, h("b", {}, withSymbols(TEXTS.width(numbers))), " ", withSymbols(TEXTS.slice(numbers)), ` ${TEXTS.inMha} `, code),
    h("p", {}, withSymbols(TEXTS.costs(numbers.T, numbers.costs))),
  ];
}

function refusal(numbers, state) {
  const { error, d_k, fitting, num_heads } = numbers;
  const use = (n) => h("button", { type: "button", class: "mha-chip", onclick: () => state.set({ num_heads: n }) }, TEXTS.use(n));
  return [
    h("p", { class: "mha-error" }, h("code", {}, TEXTS.raises + error)),
    h("p", {}, TEXTS.refused(numbers), " ", d_k > 0 && TEXTS.ownWidth(d_k)),
    h("p", { class: "mha-take" }, TEXTS.take, " ", nearest(fitting, num_heads).map(use)),
  ];
}

export function tables(numbers) {
  const { d_model, T, fitting } = numbers;
  const row = (n) => {
    const { parameters, flops, weights } = costsOf(d_model, n, T);
    return [grouped(n), grouped(d_model / n), grouped(parameters), grouped(flops), grouped(weights)];
  };
  return [table({ caption: TEXTS.caption(numbers), head: TEXTS.columns.map(withSymbols), rows: fitting.map(row) })];
}
