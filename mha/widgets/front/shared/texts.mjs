// What explorers say alike, for translation in one place.

export const COPYING = {
  copy: "Copy",
  link: "link to this view",
  code: "as Python",
  svg: "SVG",
  png: "PNG",
  copied: "Copied.",
  saved: "Your browser does not allow copying here, so the file was saved.",
  notCopied: "Your browser does not allow copying here. Copy this:",
};

export const VIEWS = {
  legend: "View",
  view: { figure: "Figure", table: "Table" },
};

export const ASKING = {
  orTry: "or try",
  fetching: "Fetching the model …",
  notFetched: "The model did not arrive. Type again to try once more.",
  noKernel: "No kernel answers. Run the cell above, then type any word.",
};

export const PROBLEMS = {
  empty: "The line is empty. Type an English word.",
  foreign: (shown) => `${shown}: the models have only ever seen a to z and the apostrophe.`,
  digits: "Digits have no letters to read. Spell the number out: seven, not 7.",
  several: "One word at a time, without spaces or hyphens.",
  long: (letters, most) => `${letters} letters: the line has ${most} stations. Try a shorter word.`,
  apostrophe: "An apostrophe on its own is silent. Add a letter.",
};
