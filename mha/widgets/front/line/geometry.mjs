// Where everything lies. `along` is the direction of the line of letters, `across` leads from letters to sounds.
// With room enough the line lies flat, sounds above it; else it hangs, letters at the left and sounds at the right.
import { clamp, range } from "../shared/dom.mjs";

const LEAST_SLOT = 34; // pixels a letter needs to stand beside others

/** Places for so many letters and sounds, both with the end mark, and so many heads, in a figure of this width. */
export function layOut({ width, letters, sounds, heads, arcs }) {
  const flat = width / letters >= LEAST_SLOT;
  const places = flat ? layFlat(width, letters, sounds, heads, arcs) : hang(width, letters, sounds, heads, arcs);
  return { flat, width, letters, sounds, ...places };
}

function layFlat(width, letters, sounds, heads, arcs) {
  const room = width - (heads ? 44 : 0); // the names of rows of numbers stand at the left
  const letterSlot = Math.min(92, room / letters);
  const soundSlot = Math.min(120, room / sounds);
  const middle = (width + (heads > 1 ? 20 : 0)) / 2;
  const soundEdge = 84;
  const letterEdge = soundEdge + clamp(width * 0.3, 170, 270);
  const letterSize = clamp(letterSlot * 0.62, 18, 36);
  const ledger = letterEdge + letterSize * 1.28 + 18;
  const arcEdge = ledger + 15;
  const arcRoom = arcs ? 78 : 0;
  const rows = arcEdge + arcRoom + 18;
  const letterAt = evenly(letters, letterSlot, middle);
  return {
    letterAt, letterSlot, letterSize, soundSlot, soundEdge, letterEdge, ledger, arcEdge, arcRoom, rows,
    soundAt: evenly(sounds, soundSlot, middle),
    soundSize: clamp(soundSlot * 0.34, 13, 20),
    rowStep: 17,
    rowName: letterAt[0] - letterSlot / 2 - 6,
    rail: letterEdge + letterSize * 1.28,
    mouth: clamp(soundSlot * 0.66, 10, 32 + 12 * Math.max(1, heads)),
    height: rows + Math.max(1, heads) * 17 + 2,
  };
}

function hang(width, letters, sounds, heads, arcs) {
  const rowsWidth = arcs ? 0 : Math.max(1, heads) * 22; // arcs take the room of the numbers, which are read out below
  const arcRoom = arcs ? 56 : 0;
  const letterSlot = clamp(560 / letters, 30, 44);
  const top = 22;
  const length = letterSlot * letters;
  const soundSlot = length / Math.max(sounds, letters * 0.72);
  const arcEdge = rowsWidth + 4 + arcRoom;
  const ledger = arcEdge + 17;
  const letterEdge = ledger + 52;
  return {
    letterAt: evenly(letters, letterSlot, top + length / 2),
    soundAt: evenly(sounds, soundSlot, top + length / 2),
    letterSlot, soundSlot, arcEdge, arcRoom, ledger, letterEdge,
    letterSize: 24,
    soundSize: 17,
    soundEdge: width - 80,
    rows: 10,
    rowStep: 22,
    rowName: 8,
    rail: letterEdge - 36,
    mouth: clamp(soundSlot * 0.72, 10, 34),
    height: top + length + 6,
  };
}

const evenly = (count, slot, middle) => range(count).map((i) => middle + (i - (count - 1) / 2) * slot);

/** A point on the screen, [x, y]. */
export const place = (g, along, across) => (g.flat ? [along, across] : [across, along]);

/** The same for a path. */
export const point = (g, along, across) => place(g, along, across).map((value) => value.toFixed(1)).join(" ");

/** A line that leaves and arrives straight across. */
export function curve(g, [along0, across0], [along1, across1]) {
  const half = (across0 + across1) / 2;
  const [from, to] = [point(g, along0, across0), point(g, along1, across1)];
  return `M${from} C${point(g, along0, half)} ${point(g, along1, half)} ${to}`;
}

/** Attributes of a rectangle that begins at `across` and has `along` for its middle. */
export function box(g, along, across, alongSize, acrossSize) {
  return g.flat
    ? { x: along - alongSize / 2, y: across, width: alongSize, height: acrossSize }
    : { x: across, y: along - alongSize / 2, width: acrossSize, height: alongSize };
}

const LEAST_RIBBON = 0.015; // lighter weights are not drawn

/**
 * The ribbons from sounds to letters. Each sound has a mouth of fixed width, divided evenly among the heads and then by
 * the weights, so that width is weight and a full mouth is one. `weights` is [head][sound][letter].
 */
export function ribbonsOf(g, weights, heads) {
  const share = g.mouth / heads.length;
  const loads = g.letterAt.map(() => 0);
  const strands = range(g.sounds).flatMap((sound) => heads.flatMap((head, lane) => {
    let mouth = g.soundAt[sound] - g.mouth / 2 + lane * share;
    return [...weights[head][sound]].flatMap((weight, letter) => {
      if (weight < LEAST_RIBBON) return [];
      const width = weight * share;
      const strand = { sound, head, letter, weight, width, from: mouth + width / 2, load: loads[letter] + width / 2 };
      mouth += width;
      loads[letter] += width;
      return [strand];
    });
  }));
  return strands.map((strand) => {
    const total = loads[strand.letter];
    const squeeze = Math.min(1, (g.letterSlot * 0.66) / total); // so that they do not reach the next letter
    const to = g.letterAt[strand.letter] + (strand.load - total / 2) * squeeze;
    return { ...strand, path: curve(g, [to, g.letterEdge], [strand.from, g.soundEdge]) };
  });
}
