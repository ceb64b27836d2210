// A view in a link and in Python. A link is the page's address with the explorer's traits, as ?line.word=rhythm.

/** The address of this page with these traits; what others have put into it stays. */
function linkTo(address, key, traits) {
  const url = new URL(address);
  for (const [name, value] of Object.entries(traits)) {
    if (value === null) url.searchParams.delete(`${key}.${name}`);
    else url.searchParams.set(`${key}.${name}`, value);
  }
  url.hash = "";
  return url.href;
}

/** The traits in an address, as text by name. */
function traitsIn(address, key) {
  const found = [...new URL(address).searchParams].filter(([name]) => name.startsWith(`${key}.`));
  return Object.fromEntries(found.map(([name, value]) => [name.slice(key.length + 1), value]));
}

const isUsual = (value, usual) => String(value) === String(usual);

/**
 * The address of the page that shows this. `usual` has the traits with their usual values, which are left out unless the
 * page itself begins with others.
 */
export function linkToView(state, usual, address, key) {
  const isLeftOut = (name) => [state.get(name), state.preset(name)].every((value) => isUsual(value, usual[name]));
  const told = Object.keys(usual).map((name) => [name, isLeftOut(name) ? null : String(state.get(name))]);
  return linkTo(address, key, Object.fromEntries(told));
}

/** The Python expression that shows this. */
export function codeForView(explorer, state, usual) {
  const literal = (value) => (typeof value === "boolean" ? (value ? "True" : "False") : JSON.stringify(value));
  const told = Object.keys(usual).map((name) => [name, state.get(name)])
    .filter(([name, value]) => !isUsual(value, usual[name]));
  return `${explorer}(${told.map(([name, value]) => `${name}=${literal(value)}`).join(", ")})`;
}

/** What an address asks for. An address is typed text: what its reader does not know as a value is left out. */
export function traitsAsked(address, key, readers) {
  const values = Object.entries(traitsIn(address, key))
    .filter(([name]) => Object.hasOwn(readers, name))
    .map(([name, text]) => [name, readers[name](text)]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** How the values of traits are read from text. */
export const readAs = {
  number: (least, most) => (text) =>
    (/^-?\d{1,6}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined),
  oneOf: (values) => (text) => (values.includes(text) ? text : undefined),
  numbers: (text) => {
    if (text === "") return [];
    return /^\d{1,2}(,\d{1,2})*$/.test(text) ? text.split(",").map(Number) : undefined;
  },
  flag: (text) => ({ true: true, false: false })[text],
};

/** Show what an address asks for, and bring the explorer into sight. */
export function follow(asked, state, root) {
  if (!Object.keys(asked).length) return;
  state.set(asked);
  requestAnimationFrame(() => root.scrollIntoView({ block: "start" }));
}
