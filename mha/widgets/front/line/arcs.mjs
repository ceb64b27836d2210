// The encoder's own attention: arcs between letters that read each other.
import { s } from "../shared/dom.mjs";
import { lensOf, stitchOf } from "../shared/lenses.mjs";
import { place, point } from "./geometry.mjs";

const LEAST_ARC = 0.12; // lighter weights are not drawn
const LEAST_SHOWN_ARC = 0.3; // nor shown while all letters are

export function drawArcs({ g, letterWeights, heads, totalHeads }) {
  const arcs = heads.flatMap((head, lane) => letterWeights[head].flatMap((row, reader) =>
    [...row].flatMap((weight, letter) => (letter === reader || weight < LEAST_ARC ? [] : [{
      head, reader, weight,
      node: arc(g, { reader, letter, weight, shift: (lane - (heads.length - 1) / 2) * 2.2, head, totalHeads }),
    }]))));
  const mark = (now) => arcs.forEach(({ node, head, reader, weight }) => {
    const dimmed = now.head !== null && now.head !== head;
    if (now.letter === null) node.dataset.state = weight < LEAST_SHOWN_ARC || dimmed ? "ghost" : "on";
    else node.dataset.state = reader === now.letter && !dimmed ? "lit" : "ghost";
  });
  return { nodes: [s("g", { class: "arcs" }, arcs.map(({ node }) => node))], mark };
}

function arc(g, { reader, letter, weight, shift, head, totalHeads }) {
  const from = g.letterAt[reader] + shift;
  const to = g.letterAt[letter] + shift;
  const reach = Math.abs(reader - letter) / Math.max(2, g.letters - 1);
  const depth = (g.flat ? 1 : -1) * (10 + (g.arcRoom - 16) * reach ** 0.62) * 1.33;
  const [cx, cy] = place(g, from, g.arcEdge);
  const path = `M${point(g, from, g.arcEdge)} C${point(g, from, g.arcEdge + depth)} `
    + `${point(g, to, g.arcEdge + depth)} ${point(g, to, g.arcEdge)}`;
  return s("g", { class: `arc lens-${lensOf(head, totalHeads)}` },
    s("path", { d: path, "stroke-width": (weight * 4.5).toFixed(2), "stroke-dasharray": stitchOf(head, totalHeads) }),
    s("circle", { cx, cy, r: 2.4 }));
}
