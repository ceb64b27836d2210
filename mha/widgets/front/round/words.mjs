// What RoundTable says in words and in tables.
import { h } from "../shared/dom.mjs";
import { table } from "../shared/frame.mjs";
import { lensOf } from "../shared/lenses.mjs";
import { carried, strongestOf } from "./arithmetic.mjs";
import { TEXTS } from "./texts.mjs";

const NONE = "·";
const LOWERED = "₀₁₂₃₄₅₆₇₈₉";
const LEAST = 0.005; // what would round to nothing
const short = (weight) => (weight < LEAST ? NONE : weight.toFixed(2));

/** A letter; one that the word has several times with its place, as in a₅. */
function nameOf({ letters }, i) {
  const letter = letters[i];
  if (letter === null) return TEXTS.stop;
  const isRepeated = letters.indexOf(letter) !== letters.lastIndexOf(letter);
  return isRepeated ? letter + [...String(i + 1)].map((digit) => LOWERED[digit]).join("") : letter;
}

/** `asking` is the letter whose weights are told, `isPicking` whether only the first of two places is chosen. */
export function sentenceOf(view, asking, isPicking) {
  const { belt, first, second, layers, step } = view;
  const between = first === second ? TEXTS.same(nameOf(view, first))
    : TEXTS.between(nameOf(view, first), nameOf(view, second), belt, view.table);
  const rounds = step >= 0 && first !== second ? TEXTS.round(step, belt.path, carried(step, belt.path)) : "";
  return [
    h("p", {}, isPicking ? `${between} ${TEXTS.chooseOther}` : `${between} ${rounds}`),
    reads(view, asking),
    h("p", {}, TEXTS.chains(belt, view.table, layers)),
  ];
}

/** What a letter reads most through each head, and how much of the letter that is asked. */
function reads(view, asking) {
  const { heads, totalHeads, weights, second } = view;
  const one = (letter, weight) => h("span", {}, h("b", {}, nameOf(view, letter)), ` ${short(weight)} `);
  return h("p", { class: "mha-looks" }, h("span", {}, `${TEXTS.reads(nameOf(view, asking))} `), heads.map((head) => {
    const row = weights[head][asking];
    const most = strongestOf(row, 3);
    const isTold = second === asking || most.some(({ letter }) => letter === second);
    return h("span", { class: `mha-look lens-${lensOf(head, totalHeads)}` },
      h("span", { class: "mha-head" }, head + 1), " ",
      most.map(({ letter, weight }) => one(letter, weight)), !isTold && ["… ", one(second, row[second])]);
  }));
}

export function tablesOfBoth(view) {
  const { letters, word, belt, heads, totalHeads, layer, weights } = view;
  return [
    table({
      caption: TEXTS.costsTable, head: TEXTS.costsHead,
      rows: [
        [TEXTS.belt, belt.path, belt.chain, "–"],
        [TEXTS.table, view.table.path, view.table.chain, view.table.pairs],
      ],
    }),
    ...heads.map((head) => table({
      caption: TEXTS.weightsTable(head, layer, word), className: `lens-${lensOf(head, totalHeads)}`,
      head: [TEXTS.letter, ...letters.map((_, i) => nameOf(view, i))],
      rows: letters.map((_, i) => [nameOf(view, i), ...[...weights[head][i]].map(short)]),
    })),
  ];
}
