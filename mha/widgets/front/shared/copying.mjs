// To the clipboard, or to a file where the browser does not allow that: text, a figure as SVG, a figure as PNG.

const STYLES = [
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "opacity",
  "font-family", "font-size", "font-style", "font-weight", "text-anchor", "letter-spacing",
];
const LEFT_OUT = ["class", "style", "tabindex", "role"];
const MARGIN = 24;
const NAMESPACE = "http://www.w3.org/2000/svg";

/** Whether the text is in the clipboard now. */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether the picture is in the clipboard now; else it was saved as a file. */
export async function copyPng(svg, name) {
  const picture = drawn(svg); // a promise: Safari wants the clipboard asked before anything is waited for
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
    return true;
  } catch {
    save(await picture, `${name}.png`);
    return false;
  }
}

export async function copySvg(svg, name) {
  const done = await copyText(svg);
  if (!done) save(new Blob([svg], { type: "image/svg+xml" }), `${name}.svg`);
  return done;
}

/** Figures side by side as one SVG that needs no style sheet, each under its heading. */
export function standalone(figures, headings) {
  const sizes = figures.map((svg) => svg.viewBox.baseVal);
  const width = sizes.reduce((total, size) => total + size.width + MARGIN, MARGIN);
  const height = Math.max(...sizes.map((size) => size.height)) + 3 * MARGIN;
  const page = getComputedStyle(figures[0].closest(".mha"));
  const sheet = element("svg", { xmlns: NAMESPACE, viewBox: `0 0 ${width} ${height}`, width, height });
  sheet.append(element("rect", { width, height, fill: page.backgroundColor }));
  let x = MARGIN;
  figures.forEach((figure, i) => {
    const size = { width: sizes[i].width, height: sizes[i].height };
    const words = element("text", {
      x, y: 1.6 * MARGIN, fill: page.color, "font-family": page.fontFamily,
      "font-size": fitting(headings[i], size.width, page.fontFamily),
    });
    words.textContent = headings[i];
    sheet.append(words);
    const part = element("svg", { x, y: 2 * MARGIN, ...size, overflow: "visible" });
    [...figure.children].forEach((child) => part.append(...styled(child)));
    sheet.append(part);
    x += sizes[i].width + MARGIN;
  });
  return new XMLSerializer().serializeToString(sheet);
}

/** Size of type at which a heading is as wide as its figure, or smaller. */
function fitting(heading, width, family) {
  const brush = document.createElement("canvas").getContext("2d");
  brush.font = `15px ${family}`;
  return Math.min(15, (15 * width) / brush.measureText(heading).width).toFixed(1);
}

function element(name, attributes) {
  const node = document.createElementNS(NAMESPACE, name);
  Object.entries(attributes).forEach(([key, value]) => key === "xmlns" || node.setAttribute(key, value));
  return node;
}

/** A copy that carries its look with it, or nothing if it cannot be seen. */
function styled(node) {
  const look = getComputedStyle(node);
  if (look.display === "none" || look.opacity === "0" || node.matches(".key, .ground, title")) return [];
  const copy = node.cloneNode(false);
  for (const { name } of [...copy.attributes]) {
    if (LEFT_OUT.includes(name) || /^(aria|data)-/.test(name)) copy.removeAttribute(name);
  }
  if (node.localName !== "g") STYLES.forEach((style) => copy.setAttribute(style, look.getPropertyValue(style)));
  else if (look.opacity !== "1") copy.setAttribute("opacity", look.opacity);
  const copied = (child) => (child.nodeType === Node.TEXT_NODE ? [child.cloneNode()] : styled(child));
  copy.append(...[...node.childNodes].flatMap(copied));
  return [copy];
}

/** The PNG of an SVG at twice its size. */
async function drawn(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: 2 * image.width, height: 2 * image.height });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

function save(blob, name) {
  const address = URL.createObjectURL(blob);
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000); // the browser needs it a little longer
}
