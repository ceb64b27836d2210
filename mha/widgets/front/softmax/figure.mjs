// The weights and the scores of one query as bars, the gradients of all queries as marks on a line.
import { clamp, range, s } from "../shared/dom.mjs";
import { drawnSymbols } from "../shared/symbols.mjs";
import { twoDigits } from "../shared/writing.mjs";
import { KEYS, QUERIES } from "./arithmetic.mjs";
import { TEXTS } from "./texts.mjs";

const LEFT = 38;
const RIGHT = 6;
const NAME = 142; // as far the name of a way reaches
const WEIGHTS = { top: 28, height: 116 };
const SCORES = { top: 200, height: 92 };
const STRIPS = [356, 414]; // where the marks of each way stand
const AXIS = 446;
const LEAST_SLOT = 20; // pixels that the number of a key needs
const DECADES = [-6, 1]; // of the gradient's length
const DECADE_NAMES = { "-6": "10⁻⁶", "-4": "10⁻⁴", "-2": "0.01", "0": "1" };

const lensOfWay = (isDivided) => `lens-${isDivided ? 2 : 0}`;

export function draw(numbers, width, state) {
  const slot = (width - LEFT - RIGHT) / KEYS;
  const g = { width, slot, at: (j) => LEFT + (j + 0.5) * slot, bar: slot * 0.62 };
  const nodes = [...weightBars(g, numbers), ...scoreBars(g, numbers), pointing(g, state), ...strips(g, numbers, state)];
  return { nodes, height: AXIS + 22 };
}

const note = (x, y, text, className = "start") => s("text", { class: `label ${className}`, x, y }, text);
const line = (x0, y, x1, className = "hair") => s("path", { class: className, d: `M${x0} ${y} H${x1}` });

/** Bars of the way that is shown, filled, and behind them the outline of the other. */
function bars(g, numbers, value, edge, className) {
  const drawn = ({ look, isDivided }, isChosen) => {
    const path = range(KEYS).map((j) => {
      const height = value(look, j);
      const [x, half] = [g.at(j), isChosen ? g.bar / 2 : g.slot * 0.42];
      return `M${(x - half).toFixed(1)} ${edge} v${(-height).toFixed(2)} h${(2 * half).toFixed(1)} v${height.toFixed(2)}`;
    });
    return s("path", { class: `${isChosen ? className : "outline"} ${lensOfWay(isDivided)}`, d: path.join(" ") });
  };
  return [drawn(numbers.other, false), drawn(numbers.chosen, true)];
}

function weightBars(g, numbers) {
  const { top, height } = WEIGHTS;
  const [bottom, end] = [top + height, g.width - RIGHT];
  const even = bottom - height / KEYS;
  return [
    note(LEFT, 14, TEXTS.weightsAxis), line(LEFT, top, end),
    ...bars(g, numbers, ({ weights }, j) => height * weights[j], bottom, "filled"),
    line(LEFT, even, end, "even"), line(LEFT, bottom, end, "base"),
    note(LEFT - 7, top + 5, "1", "end"), note(LEFT - 7, even + 3, TEXTS.even, "end"),
    ...range(KEYS).filter((j) => g.slot >= LEAST_SLOT || j % 2 === 0).map((j) => note(g.at(j), bottom + 17, j + 1, "middle")),
    note(LEFT - 7, bottom + 17, TEXTS.key, "end"),
  ];
}

function scoreBars(g, numbers) {
  const { top, height } = SCORES;
  const middle = top + height / 2;
  const most = Math.max(...numbers.ways.flatMap(({ look }) => look.scores.map(Math.abs)));
  return [
    note(LEFT, top - 12, TEXTS.scoresAxis),
    ...bars(g, numbers, ({ scores }, j) => ((height / 2) * scores[j]) / most, middle, "filled"),
    line(LEFT, middle, g.width - RIGHT, "base"),
    note(LEFT - 7, top + 5, twoDigits(most), "end"), note(LEFT - 7, middle + 4, "0", "end"),
    note(LEFT - 7, top + height + 5, `−${twoDigits(most)}`, "end"),
  ];
}

/** Where a mouse or a finger asks for the numbers of a key. */
function pointing(g, state) {
  const point = ({ clientX, target }) => {
    const frame = target.getBoundingClientRect();
    state.set({ pointed: clamp(Math.floor(((clientX - frame.left) / frame.width) * KEYS), 0, KEYS - 1) });
  };
  return s("rect", {
    class: "ground", x: LEFT, y: 0, width: g.width - LEFT - RIGHT, height: SCORES.top + SCORES.height,
    onpointermove: point, onpointerdown: point,
    onpointerleave: ({ pointerType }) => pointerType === "mouse" && state.set({ pointed: null }),
  });
}

function strips(g, numbers, state) {
  const [first, last] = DECADES;
  const along = (length) => LEFT + ((Math.log10(Math.max(length, 10 ** first)) - first) / (last - first))
    * (g.width - LEFT - RIGHT);
  const names = Object.entries(DECADE_NAMES);
  return [
    note(LEFT, STRIPS[0] - 38, TEXTS.gradientAxis(QUERIES)),
    ...names.map(([decade]) => s("path", { class: "hair", d: `M${along(10 ** decade).toFixed(1)} ${STRIPS[0] - 14} V${AXIS}` })),
    ...names.map(([decade, name]) => note(along(10 ** decade), AXIS + 15, name, "middle")),
    ...numbers.ways.flatMap((way, n) => strip(way, along, STRIPS[n], numbers)),
    pickQuery(g, numbers, along, state),
  ];
}

/** A mark for each query, a bar from the tenth to the ninetieth, and the chosen query. */
function strip({ isDivided, lengths, quantiles }, along, y, { query, chosen }) {
  const x = (length) => along(length).toFixed(1);
  const [low, middle, high] = quantiles.map(x);
  const is = isDivided === chosen.isDivided;
  const at = along(lengths[query]);
  return [s("g", { class: `strip ${lensOfWay(isDivided)} ${is ? "is-chosen" : ""}` },
    s("path", { class: "marks", d: lengths.map((length) => `M${x(length)} ${y - 8} v16`).join(" ") }),
    s("path", { class: "range", d: `M${low} ${y + 15} H${high}` }),
    s("circle", { class: "median", cx: middle, cy: y + 15, r: 4 }),
    s("path", { class: "here", d: `M${at.toFixed(1)} ${y - 11} v22` }),
    note(LEFT, y - 14, isDivided ? drawnSymbols(TEXTS.divided) : TEXTS.without),
    s("text", { class: "value", x: Math.max(at, LEFT + NAME), y: y - 14 }, twoDigits(lengths[query])))];
}

/** The strips as a slider: a press takes the nearest query, arrows go from gradient to gradient. */
function pickQuery(g, numbers, along, state) {
  const { lengths } = numbers.chosen;
  const order = range(QUERIES).sort((a, b) => lengths[a] - lengths[b]);
  const rank = order.indexOf(numbers.query);
  const press = (event) => {
    const box = event.currentTarget.ownerSVGElement.getBoundingClientRect();
    const way = numbers.ways[Number(event.clientY - box.top > (STRIPS[0] + STRIPS[1] + 8) / 2)];
    const gap = (i) => Math.abs(along(way.lengths[i]) - (event.clientX - box.left));
    state.set({ query: order.reduce((best, i) => (gap(i) < gap(best) ? i : best)) });
  };
  const keys = {
    ArrowRight: rank + 1, ArrowUp: rank + 1, ArrowLeft: rank - 1, ArrowDown: rank - 1,
    PageUp: rank + 10, PageDown: rank - 10, Home: 0, End: QUERIES - 1,
  };
  return s("rect", {
    class: "key", x: LEFT - 4, y: STRIPS[0] - 30, width: g.width - LEFT - RIGHT + 8, height: AXIS - STRIPS[0] + 30, rx: 4,
    role: "slider", tabindex: 0, "data-name": "queries", "aria-label": TEXTS.strip, "aria-valuemin": 1,
    "aria-valuemax": QUERIES, "aria-valuenow": rank + 1,
    "aria-valuetext": TEXTS.stripValue(numbers.query, lengths[numbers.query]),
    onclick: press,
    onkeydown: (event) => {
      if (!(event.key in keys) || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      state.set({ query: order[clamp(keys[event.key], 0, QUERIES - 1)] });
    },
  });
}
