// The belt with its stations in a line, and the same stations around a table, where anyone may ask anyone.
import { clamp, range, s } from "../shared/dom.mjs";
import { lensOf, stitchOf } from "../shared/lenses.mjs";
import { carried, seatsAround } from "./arithmetic.mjs";
import { TEXTS } from "./texts.mjs";

const BELT = { letters: 52, rail: 70 };
const TABLE_TOP = 118;
const MOST_RADIUS = 150;
const ROOM = 36; // around the table, for the letters
const LEAST_ARC = 0.12; // lighter weights are not drawn, except those of the letter that asks
const LEAST_ASKED = 0.02;
const WIDEST = 7; // pixels of a weight of one
const STITCHED = 2.5; // on a wider band the stitches of a head are sewn, a narrower one consists of them
const LANE = 0.08; // seats between the arcs of two heads

/** `hands` are pick(i) and point(i or null). `mark(asking, current)`: who asks, and what the tabulator key finds. */
export function drawBoth(view, width, hands) {
  const radius = Math.min(MOST_RADIUS, width / 2 - ROOM);
  const table = { x: width / 2, y: TABLE_TOP + ROOM + radius, radius };
  const arcs = arcsOf(view, table);
  const seats = seatsOf(view, table, hands);
  const nodes = [
    ...belt(view, width, hands),
    s("text", { class: "label start", x: 0, y: TABLE_TOP }, s("tspan", { class: "name" }, TEXTS.table), TEXTS.costs(view.table)),
    s("circle", { class: "board", cx: table.x, cy: table.y, r: radius - 4 }),
    s("g", { class: "arcs" }, arcs.map(({ node }) => node)),
    ...direct(view, table),
    s("g", { role: "group", "aria-label": TEXTS.seats }, seats.map(({ node }) => node)),
  ];
  const mark = (asking, current) => {
    seats.forEach(({ key }, i) => key.setAttribute("tabindex", i === current ? 0 : -1));
    arcs.forEach(({ node, reader, weight }) => {
      const light = weight < LEAST_ARC ? "off" : "ghost";
      node.dataset.state = view.step === 0 ? "off" : reader === asking ? "lit" : light;
    });
  };
  return { nodes, height: table.y + radius + ROOM, mark };
}

const shown = (letter, x, y, size, className) => (letter === null
  ? s("rect", { class: `stop ${className}`, x: x - size * 0.25, y: y - size * 0.25, width: size * 0.5, height: size * 0.5 })
  : s("text", { class: `glyph ${className}`, x, y: y + size * 0.34, "font-size": size }, letter));

const roleOf = ({ first, second }, i) => (i === first ? "asks" : i === second ? "asked" : "");

function belt(view, width, hands) {
  const { letters, first, second, step } = view;
  const slot = Math.min(40, width / letters.length);
  const start = (width - slot * letters.length) / 2;
  const at = (i) => start + (i + 0.5) * slot;
  const end = first + Math.sign(second - first) * carried(step, view.belt.path);
  const nearest = ({ clientX, currentTarget }) => {
    const frame = currentTarget.ownerSVGElement.getBoundingClientRect();
    return clamp(Math.floor((clientX - frame.left - start) / slot), 0, letters.length - 1);
  };
  return [
    s("text", { class: "label start", x: 0, y: 14 }, s("tspan", { class: "name" }, TEXTS.belt), TEXTS.costs(view.belt)),
    s("path", { class: "rail", d: `M${at(0).toFixed(1)} ${BELT.rail} H${at(letters.length - 1).toFixed(1)}` }),
    s("path", { class: "path", d: `M${at(first).toFixed(1)} ${BELT.rail} H${at(end).toFixed(1)}` }),
    letters.map((_, i) => s("circle", {
      class: `station ${roleOf(view, i)}`, cx: at(i), cy: BELT.rail, r: roleOf(view, i) ? 5 : 2.6,
    })),
    letters.map((letter, i) => shown(letter, at(i), BELT.letters - 8, clamp(slot * 0.9, 12, 24), roleOf(view, i))),
    s("rect", {
      class: "ground", x: start, y: 24, width: slot * letters.length, height: 60,
      onclick: (event) => hands.pick(nearest(event)),
      onpointermove: (event) => event.pointerType === "mouse" && hands.point(nearest(event)),
      onpointerleave: () => hands.point(null),
    }),
  ].flat();
}

/** The one step between the two. */
function direct({ letters, first, second, step }, table) {
  if (first === second || step === 0) return [];
  const seats = seatsAround(letters.length, { ...table, radius: table.radius - 7 });
  const [[x0, y0], [x1, y1]] = [seats[first], seats[second]];
  return [s("path", { class: "path", d: `M${x0.toFixed(1)} ${y0.toFixed(1)} L${x1.toFixed(1)} ${y1.toFixed(1)}` })];
}

/** An arc from each letter to each other, as wide as its weight, for every head that is shown. */
function arcsOf({ letters, heads, totalHeads, weights }, table) {
  const count = letters.length;
  return heads.flatMap((head, lane) => {
    const ends = seatsAround(count, { ...table, radius: table.radius - 7 }, (lane - (heads.length - 1) / 2) * LANE);
    return range(count).flatMap((reader) => range(count).flatMap((letter) => {
      const weight = weights[head][reader][letter];
      if (letter === reader || weight < LEAST_ASKED) return [];
      return [{ reader, weight, node: arcBetween(ends[reader], ends[letter], table, { head, totalHeads, weight }) }];
    }));
  });
}

function arcBetween([x0, y0], [x1, y1], { x, y }, { head, totalHeads, weight }) {
  const bend = (a, b, middle) => (middle + 0.3 * ((a + b) / 2 - middle)).toFixed(1);
  const d = `M${x0.toFixed(1)} ${y0.toFixed(1)} Q${bend(x0, x1, x)} ${bend(y0, y1, y)} ${x1.toFixed(1)} ${y1.toFixed(1)}`;
  const [width, stitch] = [weight * WIDEST, stitchOf(head, totalHeads)];
  const isWide = width >= STITCHED;
  return s("g", { class: `seat-arc lens-${lensOf(head, totalHeads)}` },
    s("path", { class: "band", d, "stroke-width": width.toFixed(2), "stroke-dasharray": isWide ? null : stitch }),
    isWide && stitch && s("path", { class: "thread", d, "stroke-dasharray": stitch }));
}

/** The letters around the table: buttons, one of which is in the order of the tabulator key. */
function seatsOf(view, table, hands) {
  const { letters } = view;
  const count = letters.length;
  const size = clamp((2 * Math.PI * table.radius) / count - 4, 24, 40);
  const places = seatsAround(count, { ...table, radius: table.radius + 16 });
  return letters.map((letter, i) => {
    const [x, y] = places[i];
    const role = roleOf(view, i);
    const name = TEXTS.seat(letter ?? TEXTS.stop, i, count);
    const key = s("rect", {
      class: "key", x: x - size / 2, y: y - size / 2, width: size, height: size, rx: 6,
      role: "button", "data-name": `seat${i}`, "data-seat": i,
      "aria-pressed": String(role !== ""),
      "aria-label": role ? `${name}, ${role === "asks" ? TEXTS.asks : TEXTS.isAsked}` : name,
      onfocus: ({ target }) => target.matches(":focus-visible") && hands.point(i),
      onblur: () => hands.point(null),
    });
    const node = s("g", {
      class: "seat",
      onclick: () => hands.pick(i),
      onpointerenter: ({ pointerType }) => pointerType === "mouse" && hands.point(i),
      onpointerleave: ({ pointerType }) => pointerType === "mouse" && hands.point(null),
    }, role && s("circle", { class: `ring ${role}`, cx: x, cy: y, r: 14 }), shown(letter, x, y, 20, role), key);
    return { node, key };
  });
}
