// The line: a letter and its ledger at every station, the end mark at the last.
import { s } from "../shared/dom.mjs";
import { box, place, point } from "./geometry.mjs";
import { TEXTS } from "./texts.mjs";

export function drawLetters({ g, answer, hands: { letters: on } }) {
  const letters = [...answer.word, null];
  const peak = Math.max(...answer.notes.flatMap((notes) => [...notes]).map(Math.abs)) || 1;
  const stations = letters.map((letter, i) => station(g, letter, i, answer.notes[i], peak, on));
  const [first, last] = [g.letterAt[0] - g.letterSlot / 2, g.letterAt.at(-1) + g.letterSlot / 2];
  const rail = s("path", { class: "rail", d: `M${point(g, first, g.rail)} L${point(g, last, g.rail)}` });
  const line = s("g", { role: "group", "aria-label": TEXTS.letters }, stations.map(({ node }) => node));
  const mark = (now) => stations.forEach(({ node, key }, i) => {
    node.classList.toggle("current", i === now.letter);
    node.dataset.read = now.read === null ? "" : now.read[i] >= 0.05;
    key.setAttribute("tabindex", i === (now.letter ?? 0) ? 0 : -1);
  });
  return { nodes: [rail, line], keys: stations.map(({ key }) => key), mark };
}

function station(g, letter, i, notes, peak, on) {
  const [x, y] = place(g, g.letterAt[i], g.flat ? g.letterEdge + g.letterSize * 0.92 : g.letterEdge - 22);
  const key = s("rect", {
    class: "key", rx: 6, role: "button", "data-letter": i, "aria-label": letter ?? TEXTS.end,
    ...(g.flat ? box(g, g.letterAt[i], g.letterEdge + 2, g.letterSlot - 2, g.ledger - g.letterEdge + 20)
      : box(g, g.letterAt[i], g.ledger - 18, g.letterSlot - 2, 68)),
    onfocus: ({ target }) => target.matches(":focus-visible") && on.pointAt(i),
    onblur: () => on.pointAt(null),
  });
  const glyph = letter === null
    ? stopMark(x, g.flat ? y - g.letterSize * 0.3 : y, 10)
    : s("text", { class: "glyph", x, y: g.flat ? y : y + 8, "font-size": g.letterSize, "aria-hidden": "true" }, letter);
  const node = s("g", {
    class: "letter",
    onpointerenter: ({ pointerType }) => pointerType === "mouse" && on.pointAt(i),
    onpointerleave: ({ pointerType }) => pointerType === "mouse" && on.pointAt(null),
    onclick: (event) => on.press(event, i),
  }, key, glyph, ledger(g, i, notes, peak));
  return { node, key };
}

/** A card with a few of the numbers that this station wrote down, by a square root so that small ones show. */
function ledger(g, i, notes, peak) {
  const [x, y] = place(g, g.letterAt[i], g.ledger);
  const width = Math.min(g.flat ? g.letterSlot * 0.56 : 26, 40);
  const step = (width - 8) / notes.length;
  const bars = [...notes].map((number, n) => {
    const height = -Math.sign(number) * Math.sqrt(Math.abs(number) / peak) * 8;
    return `M${(x - width / 2 + 4 + (n + 0.5) * step).toFixed(1)} ${y.toFixed(1)} v${height.toFixed(1)}`;
  });
  return s("g", { class: "ledger" },
    s("rect", { class: "page", x: x - width / 2, y: y - 10.5, width, height: 21, rx: 2.5 }),
    s("path", { class: "bars", d: bars.join(" "), "stroke-width": Math.max(1.2, step * 0.55).toFixed(1) }));
}

/** What stands for the end of a word, and for the sound that ends it. */
export const stopMark = (x, y, size) =>
  s("rect", { class: "stop", x: x - size / 2, y: y - size / 2, width: size, height: size, rx: 1.5 });
