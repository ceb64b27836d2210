// A view in a link and in Python: which traits it takes, and what of an address may be believed.
import { codeForView, linkToView, readAs, traitsAsked } from "../shared/links.mjs";
import { checkWord } from "../shared/typing.mjs";

/** The traits of a view with their usual values, in the order of the Python class. */
const USUAL = {
  word: null, model: null, second: "", second_model: "", view: "ribbons", step: -1, heads: [], layer: 0,
  letters_read: false, every_model: false,
};

export const TRAITS = Object.keys(USUAL);

/** The address of the page that shows this. */
export const linkOf = (state, address, key) => linkToView(state, USUAL, address, key);

/** The Python expression that shows this. */
export const codeOf = (state) => codeForView("LineExplorer", state, USUAL);

/** What an address asks for. */
export function viewIn(address, key, models) {
  const word = (text) => (text && !checkWord(text).problem ? checkWord(text).word : undefined);
  return traitsAsked(address, key, {
    word,
    model: readAs.oneOf(models),
    second: (text) => (text === "" ? "" : word(text)),
    second_model: readAs.oneOf(["", ...models]),
    view: readAs.oneOf(["ribbons", "map", "table"]),
    step: readAs.number(-1, 99),
    heads: readAs.numbers,
    layer: readAs.number(0, 99),
    letters_read: readAs.flag,
    every_model: readAs.flag,
  });
}
