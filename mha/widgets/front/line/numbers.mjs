// The exact weights of one sound, or of one letter that reads others: a row for each head, each number at its letter.
import { s } from "../shared/dom.mjs";
import { lensOf } from "../shared/lenses.mjs";
import { place } from "./geometry.mjs";
import { TEXTS } from "./texts.mjs";

const NONE = "·";
const LEAST = 0.005; // what would round to nothing

export const shortNumber = (weight) => (weight < LEAST ? NONE : weight.toFixed(2));

/** In a narrow column .07 and 1.0 */
const narrowNumber = (weight) => {
  if (weight < LEAST) return NONE;
  return weight > 0.995 ? "1.0" : weight.toFixed(2).slice(1);
};

export function drawNumbers({ g, heads, totalHeads }) {
  const format = g.flat ? shortNumber : narrowNumber;
  const write = (along, across, className) => {
    const [x, y] = place(g, along, across);
    return s("text", { class: className, x, y: y + 4 });
  };
  const rows = heads.map((head, n) => {
    const across = g.rows + n * g.rowStep;
    const lens = `lens-${lensOf(head, totalHeads)}`;
    const name = write(g.rowName, across, `row-name ${lens}`);
    if (totalHeads > 1) name.textContent = head + 1;
    return { head, lens, name, cells: g.letterAt.map((at) => write(at, across, lens)) };
  });
  const hint = g.flat && s("text", {
    class: "hint", x: (g.letterAt[0] + g.letterAt.at(-1)) / 2, y: g.rows + 5 + ((heads.length - 1) * g.rowStep) / 2,
  }, matchMedia("(hover: none)").matches ? TEXTS.hintTap : TEXTS.hintPoint);
  const mark = (now) => {
    if (hint) hint.dataset.state = now.numbers ? "off" : "on";
    for (const { head, lens, name, cells } of rows) {
      name.dataset.state = now.numbers ? "on" : "off";
      cells.forEach((cell, letter) => {
        const weight = now.numbers?.(head)[letter];
        cell.textContent = weight === undefined ? "" : format(weight);
        cell.setAttribute("class", weight < 0.05 ? `${lens} low` : lens);
      });
    }
  };
  const cells = rows.map((row) => [row.name, ...row.cells]);
  return { nodes: [s("g", { class: "numbers", "aria-hidden": "true" }, cells, hint)], mark };
}
