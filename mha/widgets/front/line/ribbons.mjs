// From every sound to the letters it looked at: ribbons as wide as the weights, stitched in the pattern of their lens.
import { s } from "../shared/dom.mjs";
import { lensOf, stitchOf } from "../shared/lenses.mjs";
import { ribbonsOf } from "./geometry.mjs";

const ROOM_FOR_STITCHES = 4; // pixels; a narrower ribbon is dashed itself
const FAINT = { one: 0.04, several: 0.08 }; // what is not shown while all sounds are

export function drawRibbons({ g, weights, heads, totalHeads }) {
  const strands = ribbonsOf(g, weights, heads).map((strand) => ({ ...strand, node: ribbon(strand, totalHeads) }));
  const faint = totalHeads > 1 ? FAINT.several : FAINT.one;
  const wideFirst = strands.toSorted((a, b) => b.weight - a.weight);
  const mark = (now) => strands.forEach((strand) => { strand.node.dataset.state = ribbonState(strand, now, faint); });
  return { nodes: [s("g", { class: "ribbons" }, wideFirst.map(({ node }) => node))], mark };
}

function ribbonState({ sound, head, letter, weight }, now, faint) {
  const overview = now.sound === null && now.letter === null;
  if (sound >= now.step || (overview && weight < faint)) return "off";
  const singledOut = now.sound === null ? now.letter === null || now.letter === letter : now.sound === sound;
  if (!singledOut || (now.head !== null && now.head !== head)) return "ghost";
  return overview ? "on" : "lit";
}

function ribbon({ head, width, path }, totalHeads) {
  const stitch = stitchOf(head, totalHeads);
  const wide = width >= ROOM_FOR_STITCHES;
  return s("g", { class: `ribbon lens-${lensOf(head, totalHeads)}` },
    s("path", {
      class: "band", d: path, "stroke-width": Math.max(width, 1.1).toFixed(2), "stroke-dasharray": wide ? null : stitch,
    }),
    wide && stitch && s("path", { class: "thread", d: path, "stroke-dasharray": stitch }));
}
