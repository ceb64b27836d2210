// The line with its letters below, the sounds above, and between them what the model looked at.
import { drawArcs } from "./arcs.mjs";
import { layOut } from "./geometry.mjs";
import { drawLetters } from "./letters.mjs";
import { drawNumbers } from "./numbers.mjs";
import { drawRibbons } from "./ribbons.mjs";
import { drawSounds } from "./row_of_sounds.mjs";
import { drawSummary } from "./summary.mjs";

/** Nodes of the figure, its height, its buttons, and how to mark what is singled out. */
export function drawFlow(view) {
  const { answer, heads, width, lettersRead } = view;
  const arcs = lettersRead && answer.encoder.length > 0;
  const g = layOut({ width, letters: answer.word.length + 1, sounds: answer.sounds.length, heads: heads.length, arcs });
  const scene = { ...view, g };
  const letters = drawLetters(scene);
  const sounds = drawSounds(scene);
  const parts = [heads.length ? drawRibbons(scene) : drawSummary(scene), sounds, letters];
  if (arcs) parts.splice(1, 0, drawArcs(scene));
  if (heads.length && (g.flat || !arcs)) parts.push(drawNumbers(scene));
  return {
    nodes: parts.flatMap(({ nodes }) => nodes),
    height: g.height,
    flat: g.flat,
    weightOne: heads.length ? g.mouth / heads.length : null,
    keys: { sound: sounds.keys, letter: letters.keys },
    mark: (now) => parts.forEach((part) => part.mark(now)),
  };
}
