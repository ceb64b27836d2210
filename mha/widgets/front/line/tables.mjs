// The same weights as tables, for whoever reads better with the ears or wants the numbers.
import { h } from "../shared/dom.mjs";
import { lensOf } from "../shared/lenses.mjs";
import { shortNumber } from "./numbers.mjs";
import { soundName } from "./row_of_sounds.mjs";
import { isEnd, soundOf } from "./sounds.mjs";
import { TEXTS } from "./texts.mjs";

const LARGE = 0.2;

/** `tables` are { head, weights[row][column] }. */
export function tablesOf({ word, tables, rowNames, rowsAreLetters, totalHeads, layers, layer }) {
  if (!tables.length) return [h("p", { class: "mha-none" }, TEXTS.noTable)];
  return tables.map(({ head, weights }) => {
    const about = [
      totalHeads > 1 && TEXTS.head(head + 1),
      layers > 1 && TEXTS.layer(layer + 1),
      rowsAreLetters ? TEXTS.lettersTableOf(word) : TEXTS.tableOf(word),
    ].filter(Boolean).join(", ");
    return h("div", { class: "mha-scroll", tabindex: 0, role: "region", "aria-label": about },
      h("table", { class: `lens-${lensOf(head, totalHeads)}` },
        h("caption", {}, about),
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, rowsAreLetters ? TEXTS.letter : TEXTS.sound),
          [...word, TEXTS.stop].map((letter) => h("th", { scope: "col" }, letter)))),
        h("tbody", {}, rowNames.map((name, i) => h("tr", {}, h("th", { scope: "row" }, rowTitle(name)),
          [...weights[i]].map((weight) => h("td", { class: weight >= LARGE && "large" }, shortNumber(weight))))))));
  });
}

function rowTitle(name) {
  if (name === null) return TEXTS.stop;
  if (name.length === 1 && name === name.toLowerCase()) return name; // a letter
  return [soundName(name), !isEnd(name) && h("span", {}, ` ${soundOf(name).ipa}`)];
}
