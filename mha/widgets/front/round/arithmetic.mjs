// What a belt and a round table cost, and where their stations are.
import { clamp, range } from "../shared/dom.mjs";

const PER_LAYER = 6; // products in a row: project, score, blend and report, then two that think

/** A place counted from the front, or from the back if below zero; never beyond the ends. */
export const placeOf = (place, seats) => clamp(place < 0 ? seats + place : place, 0, seats - 1);

/** Steps between two places, and the longest chain of products, each of which needs the one before. */
export const counts = ({ seats, layers, first, second }) => ({
  belt: { path: Math.abs(first - second), chain: seats },
  table: { path: Number(first !== second), chain: PER_LAYER * layers, pairs: seats * seats },
});

/** How far a message has come after so many rounds, -1 for all that it takes. */
export const carried = (step, path) => (step < 0 ? path : Math.min(step, path));

/** The seats around a table, clockwise from the top: [x, y] on a circle. `turn` moves them on, in seats. */
export const seatsAround = (seats, { x, y, radius }, turn = 0) => range(seats).map((i) => {
  const angle = 2 * Math.PI * ((i + turn) / seats - 0.25);
  return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
});

/** The letters that get most of a row of weights. */
export const strongestOf = (weights, count, least = 0.005) => [...weights]
  .map((weight, letter) => ({ weight, letter })).filter(({ weight }) => weight >= least)
  .sort((a, b) => b.weight - a.weight || a.letter - b.letter).slice(0, count);
