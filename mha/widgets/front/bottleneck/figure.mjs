// Two charts over the positions of the input: what arrives of each, worked out, and what is named of each, measured.
import { clamp, range, s } from "../shared/dom.mjs";
import { TEXTS, powerOfTen, size } from "./texts.mjs";

const LEFT = 50;
const RIGHT = 14;
const GAINS = { top: 66, height: 160 };
const SHARES_CHART = { top: 332, height: 120 };
const FLOORS = [-2, -4, -8, -16]; // powers of ten at which the axis of the norms may end
const CEILINGS = [1, 2, 4, 8, 16];
const LEAST_GAP = 22; // pixels between the numbers of positions
const MARKS = { largest: "●", average: "○", bound: "┄", whole: "▮", forward: "●", backward: "■", habit: "┄" };
const LENS = { largest: 3, average: 3, forward: 3, backward: 2 };

export function draw(numbers, width, state) {
  const { length, measured, shares } = numbers;
  const slot = (width - LEFT - RIGHT) / length;
  const g = { width, slot, length, end: width - RIGHT, at: (i) => LEFT + (i + 0.5) * slot };
  const isMeasured = measured.length > 0;
  const height = isMeasured ? SHARES_CHART.top + SHARES_CHART.height + 24 : GAINS.top + GAINS.height + 24;
  const nodes = [
    ...gainsChart(g, numbers),
    ...(shares ? sharesChart(g, numbers) : isMeasured ? unmeasured(length) : []),
    pickPosition(g, numbers, height, state),
  ];
  return { nodes, height };
}

const note = (x, y, text, className = "start") => s("text", { class: `label ${className}`, x, y }, text);
const path = (className, d, lens) => s("path", { class: `${className} ${lens === undefined ? "" : `lens-${lens}`}`, d });

/** What a chart shows, and under it what its marks mean. */
const heading = (y, text, names) => [
  s("text", { class: "label start", x: 0, y }, text),
  s("text", { class: "label start", x: 0, y: y + 20 }, names.map((name, i) => [
    s("tspan", { class: LENS[name] === undefined ? "mark" : `mark lens-${LENS[name]}`, dx: i && 14 }, MARKS[name]),
    s("tspan", { dx: 5 }, TEXTS[name]),
  ])),
];

/** A text in which every second piece is an index. */
const indexed = (pieces) => pieces.map((piece, i) =>
  s("tspan", i % 2 ? { dy: 3, "font-size": 10, "font-style": "italic" } : { dy: i && -3 }, piece));

/** A line through points, those outside of the chart left out. */
const through = (points) => points.map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join(" ");
const dots = (points, r) => points.map(([x, y]) =>
  `M${(x - r).toFixed(1)} ${y.toFixed(1)} a${r} ${r} 0 1 0 ${2 * r} 0 a${r} ${r} 0 1 0 ${-2 * r} 0`).join(" ");
const boxes = (points, r) => points.map(([x, y]) =>
  `M${(x - r).toFixed(1)} ${(y - r).toFixed(1)} h${2 * r} v${2 * r} h${-2 * r} z`).join(" ");

function gainsChart(g, { largest, average, bound, position }) {
  const [low, high] = decades([...largest, ...average]);
  const { top, height } = GAINS;
  const down = (value) => top + ((high - Math.log10(value)) / (high - low)) * height;
  const points = (values) => values.map((value, i) => [g.at(i), down(value)])
    .filter(([, y]) => y >= top && y <= top + height);
  const r = clamp(g.slot * 0.25, 1.8, 3.5);
  return [
    ...heading(14, indexed(TEXTS.gainsAxis), ["largest", "average", "bound"]),
    ...ticks(low, high).flatMap((decade) => [
      path(decade === 0 ? "base" : "hair", `M${LEFT} ${down(10 ** decade).toFixed(1)} H${g.end}`),
      note(LEFT - 7, down(10 ** decade) + 4, powerName(decade), "end"),
    ]),
    ...here(g, position, GAINS, size(largest[position])),
    path("bound", through(points(bound))),
    path("thin", through(points(average)), LENS.average), path("hollow", dots(points(average), r), LENS.average),
    path("line", through(points(largest)), LENS.largest), path("filled", dots(points(largest), r), LENS.largest),
    ...places(g, top + height),
  ];
}

/** Powers of ten between which the values lie, as far as they are shown. */
function decades(values) {
  const logarithms = values.map(Math.log10);
  const [least, most] = [Math.min(...logarithms), Math.max(...logarithms)];
  return [
    FLOORS.find((floor) => floor <= least) ?? FLOORS.at(-1),
    CEILINGS.find((ceiling) => ceiling >= most) ?? CEILINGS.at(-1),
  ];
}

function ticks(low, high) {
  const step = [1, 2, 4, 8].find((one) => (high - low) / one <= 6);
  return range(high - low + 1).map((i) => low + i).filter((decade) => decade % step === 0);
}

const powerName = (decade) =>
  ({ 0: "1", 1: "10", "-1": "0.1", "-2": "0.01" })[decade] ?? powerOfTen(decade);

function sharesChart(g, { shares, position }) {
  const { top, height } = SHARES_CHART;
  const bottom = top + height;
  const down = (share) => bottom - share * height;
  const points = (values) => values.map((share, i) => [g.at(i), down(share)]);
  const half = g.slot * 0.36;
  const bars = shares.whole.map((share, i) =>
    `M${(g.at(i) - half).toFixed(1)} ${bottom} V${down(share).toFixed(1)} h${(2 * half).toFixed(1)} V${bottom} z`);
  return [
    ...heading(SHARES_CHART.top - 52, TEXTS.sharesAxis(shares.words), ["whole", "forward", "backward", "habit"]),
    ...[0, 0.5, 1].flatMap((share) => [
      path(share === 0 ? "base" : "hair", `M${LEFT} ${down(share)} H${g.end}`),
      note(LEFT - 7, down(share) + 4, TEXTS.percent(share), "end"),
    ]),
    path("bars", bars.join(" ")),
    ...here(g, position, SHARES_CHART, TEXTS.percent(shares.whole[position])),
    path("bound", through(points(shares.habit))),
    path("line", through(points(shares.forward)), LENS.forward), path("filled", dots(points(shares.forward), 3.2), LENS.forward),
    path("line", through(points(shares.backward)), LENS.backward),
    path("filled", boxes(points(shares.backward), 2.8), LENS.backward),
    ...places(g, bottom),
  ];
}

const unmeasured = (length) => heading(SHARES_CHART.top - 52, TEXTS.unmeasured(length), []);

/** A line at the position that is singled out, and its number above. */
const here = (g, position, { top, height }, text) => [
  path("here", `M${g.at(position).toFixed(1)} ${top - 4} V${top + height}`),
  s("text", { class: "value", x: clamp(g.at(position), LEFT + 16, g.end - 16), y: top - 9 }, text),
];

/** The numbers of the positions, as many as there is room for. */
function places(g, bottom) {
  const step = [1, 2, 5, 10].find((one) => one * g.slot >= LEAST_GAP);
  const shown = range(g.length).filter((i) => i === 0 || (i + 1) % step === 0);
  return [
    ...shown.map((i) => note(g.at(i), bottom + 18, i + 1, "middle")),
    s("text", { class: "label end place", x: LEFT - 7, y: bottom + 18 }, TEXTS.place),
  ];
}

/** The charts as a slider: a press takes the position there, arrows go from one to the next. */
function pickPosition(g, { position, length, largest }, height, state) {
  const under = ({ clientX, currentTarget }) => {
    const box = currentTarget.ownerSVGElement.getBoundingClientRect();
    return clamp(Math.floor((clientX - box.left - LEFT) / g.slot), 0, length - 1);
  };
  const moves = {
    ArrowRight: position + 1, ArrowUp: position + 1, ArrowLeft: position - 1, ArrowDown: position - 1,
    PageUp: position + 5, PageDown: position - 5, Home: 0, End: length - 1,
  };
  return s("rect", {
    class: "key", x: LEFT - 4, y: GAINS.top - 26, width: g.end - LEFT + 8, height: height - GAINS.top + 26, rx: 4,
    role: "slider", tabindex: 0, "data-name": "positions", "aria-label": TEXTS.position, "aria-valuemin": 1,
    "aria-valuemax": length, "aria-valuenow": position + 1,
    "aria-valuetext": TEXTS.positionValue(position, length, largest[position]),
    onclick: (event) => state.set({ position: under(event), pointed: null }),
    onpointermove: (event) => event.pointerType === "mouse" && state.set({ pointed: under(event) }),
    onpointerleave: () => state.set({ pointed: null }),
    onkeydown: (event) => {
      if (!(event.key in moves) || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      state.set({ position: clamp(moves[event.key], 0, length - 1), pointed: null });
    },
  });
}
