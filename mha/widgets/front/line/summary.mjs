// A model without attention: every letter runs into one summary, and every sound runs out of it.
import { s } from "../shared/dom.mjs";
import { box, curve, point } from "./geometry.mjs";
import { TEXTS } from "./texts.mjs";

export function drawSummary({ g, answer }) {
  const size = g.flat ? { half: 17, length: 176, neck: 30 } : { half: 13, length: 116, neck: 20 };
  const middle = (g.letterAt[0] + g.letterAt.at(-1)) / 2;
  const center = g.letterEdge + (g.soundEdge - g.letterEdge) * 0.46;
  const towards = Math.sign(g.soundEdge - g.letterEdge);
  const entry = center - towards * size.half;
  const exit = center + towards * size.half;
  const feeds = g.letterAt.map((at, i) => s("path", {
    class: "feed",
    d: curve(g, [at, g.letterEdge], [middle + ((i - (g.letters - 1) / 2) / g.letters) * size.length * 0.55, entry]),
    "stroke-width": Math.max(2, (size.length * 0.5) / g.letters),
  }));
  const pipes = g.soundAt.map((at) => s("path", {
    class: "pipe", d: pipe(g, middle, exit, at), "stroke-width": Math.min(size.neck, g.mouth),
  }));
  const summary = s("g", { class: "summary" },
    s("rect", { ...box(g, middle, center - size.half, size.length, 2 * size.half), rx: 5 }),
    barCode(g, answer.summary, middle, center, size),
    g.flat && caption(middle + size.length / 2 + 14, center));
  const layer = s("g", {}, feeds, pipes, summary);
  const mark = (now) => {
    pipes.forEach((node, sound) => { node.dataset.state = pipeState(sound, now); });
    if (now.sound !== null && now.sound >= 0) layer.insertBefore(pipes[now.sound], summary); // above the others
  };
  return { nodes: [layer], mark };
}

function pipeState(sound, now) {
  if (sound >= now.step) return "off";
  if (now.sound === null) return "on";
  return now.sound === sound ? "lit" : "ghost";
}

function pipe(g, middle, exit, at) {
  const way = g.soundEdge - exit;
  const bend = exit + way * 0.3;
  return `M${point(g, middle, exit)} L${point(g, middle, bend - way * 0.14)} `
    + `C${point(g, middle, bend + way * 0.34)} ${point(g, at, bend)} ${point(g, at, g.soundEdge)}`;
}

/** The summary's own numbers, the darker the larger. */
function barCode(g, numbers, middle, center, { half, length }) {
  const step = (length - 16) / numbers.length;
  return numbers.map((number, i) => {
    const at = middle - length / 2 + 8 + (i + 0.5) * step;
    const opacity = (0.12 + 0.88 * Math.min(1, Math.abs(number))).toFixed(2);
    const [from, to] = [point(g, at, center - half + 6), point(g, at, center + half - 6)];
    return s("path", { class: "bar", opacity, d: `M${from} L${to}` });
  });
}

const caption = (x, y) => [
  s("text", { class: "note", x, y: y - 3 }, TEXTS.summary),
  s("text", { class: "note soft", x, y: y + 14 }, TEXTS.summaryNote),
];
