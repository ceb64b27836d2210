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
