// A view in a link and in Python: which traits it takes, and what of an address may be believed.
import { linkTo, traitsIn } from "../shared/links.mjs";
import { checkWord } from "./typing.mjs";

/** The traits of a view with their usual values, in the order of the Python class. */
const USUAL = {
  word: null, model: null, second: "", second_model: "", view: "ribbons", step: -1, heads: [], layer: 0,
  letters_read: false,
};

export const TRAITS = Object.keys(USUAL);

const isUsual = (name, value) => String(value) === String(USUAL[name]);

/** The address of the page that shows this. */
export function linkOf(state, address, key) {
  const told = (name, value) => (isUsual(name, value) ? null : String(value));
  return linkTo(address, key, Object.fromEntries(TRAITS.map((name) => [name, told(name, state.get(name))])));
}

/** The Python expression that shows this. */
export function codeOf(state) {
  const values = TRAITS.map((name) => [name, state.get(name)]).filter(([name, value]) => !isUsual(name, value));
  const literal = (value) => (typeof value === "boolean" ? (value ? "True" : "False") : JSON.stringify(value));
  return `LineExplorer(${values.map(([name, value]) => `${name}=${literal(value)}`).join(", ")})`;
}

/** What an address asks for. An address is typed text: whatever in it is no possible value is left out. */
export function viewIn(address, key, models) {
  const asked = traitsIn(address, key);
  const number = (text, least) => (/^-?\d{1,2}$/.test(text) && Number(text) >= least ? Number(text) : undefined);
  const oneOf = (text, values) => (values.includes(text) ? text : undefined);
  const word = (text) => (text && !checkWord(text).problem ? checkWord(text).word : undefined);
  const heads = (text) => (/^\d{1,2}(,\d{1,2})*$/.test(text) ? text.split(",").map(Number) : undefined);
  const readers = {
    word,
    model: (text) => oneOf(text, models),
    second: word,
    second_model: (text) => oneOf(text, models),
    view: (text) => oneOf(text, ["ribbons", "map", "table"]),
    step: (text) => number(text, -1),
    heads,
    layer: (text) => number(text, 0),
    letters_read: (text) => text === "true",
  };
  const known = Object.keys(asked).filter((name) => Object.hasOwn(readers, name));
  const values = known.map((name) => [name, readers[name](asked[name])]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}
