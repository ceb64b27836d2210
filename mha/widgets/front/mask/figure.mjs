// Two grids, a row for each query and a column for each key: the scores, which can be forbidden, and the weights.
import { clamp, range, s } from "../shared/dom.mjs";
import { gridLines, squares } from "../shared/squares.mjs";
import { signed } from "../shared/writing.mjs";
import { toggledPair } from "./arithmetic.mjs";
import { TEXTS } from "./texts.mjs";

const BESIDE = 560; // pixels; on less the weights go below the scores
const NAMES = 34;
const SUMS = 42;
const TOP = 46;
const GAP = 26;
const MOST_CELL = 42;

export function draw(numbers, width, state) {
  const { T_q, T_k } = numbers;
  const beside = width >= BESIDE;
  const room = beside ? (width - 2 * NAMES - SUMS - GAP) / 2 : width - NAMES - SUMS;
  const cell = Math.floor(Math.min(MOST_CELL, room / T_k));
  const height = TOP + T_q * cell;
  const first = { x: NAMES, y: TOP, cell };
  const second = beside ? { x: 2 * NAMES + T_k * cell + GAP, y: TOP, cell } : { x: NAMES, y: TOP + height + 14, cell };
  const nodes = [scoreGrid(first, numbers, state), weightGrid(second, numbers, state)];
  return { nodes, height: second.y + T_q * cell + 4 };
}

const label = (x, y, text, className) => s("text", { class: `label ${className}`, x, y }, text);

function names({ x, y, cell }, { T_q, T_k }, title) {
  return [
    s("text", { class: "title", x, y: y - 28 }, title),
    range(T_k).map((j) => label(x + (j + 0.5) * cell, y - 8, TEXTS.key(j), "")),
    range(T_q).map((i) => label(x - 8, y + (i + 0.5) * cell + 4, TEXTS.query(i), "end")),
  ];
}

function scoreGrid(place, numbers, state) {
  const { x, y, cell } = place;
  const { T_q, T_k } = numbers;
  const size = clamp(cell * 0.34, 10, 13);
  const cells = range(T_q).map((i) => range(T_k).map((j) => {
    const allowed = numbers.allowed[i][j];
    const [left, top] = [x + j * cell, y + i * cell];
    const [middle, base] = [left + cell / 2, top + cell / 2 + 4.5];
    return s("g", { class: allowed ? "allowed" : "forbidden" },
      !allowed && s("path", { class: "screen", d: `M${left} ${top} h${cell} v${cell} h${-cell} z` }),
      s("text", { class: "number", x: middle, y: base, "font-size": size }, allowed ? signed(numbers.scores[i][j], 1) : TEXTS.forbidden));
  }));
  const lines = s("path", { class: "grid", d: gridLines(T_q, T_k, x, y, cell) });
  return s("g", { role: "group", "aria-label": TEXTS.grid }, names(place, numbers, TEXTS.scores), cells, lines,
    switches(place, numbers, state));
}

/**
 * What is pressed: one switch for each pair, of which one at a time is in the tab order. A mouse points where it moves:
 * it enters a switch that is drawn anew under it, too.
 */
function switches({ x, y, cell }, numbers, state) {
  const { T_q, T_k } = numbers;
  const [row, column] = state.get("pointed") ?? [0, 0];
  const here = [Math.min(row, T_q - 1), Math.min(column, T_k - 1)];
  const keys = range(T_q).map((i) => range(T_k).map((j) => s("rect", {
    class: "key", x: x + j * cell + 1.5, y: y + i * cell + 1.5, width: cell - 3, height: cell - 3, rx: 2,
    role: "switch", tabindex: i === here[0] && j === here[1] ? 0 : -1, "data-name": `pair ${i} ${j}`,
    "aria-checked": String(numbers.allowed[i][j]), "aria-label": TEXTS.cell(i, j, numbers.scores[i][j]),
    onclick: () => toggle(i, j),
    onkeydown: (event) => press(event, i, j),
    onfocus: ({ target }) => target.matches(":focus-visible") && state.set({ pointed: [i, j] }),
    onpointermove: ({ pointerType }) => pointerType === "mouse" && state.set({ pointed: [i, j] }),
    onpointerleave: ({ pointerType }) => pointerType === "mouse" && state.set({ pointed: null }),
  })));
  const toggle = (i, j) => state.set({ flipped: toggledPair(state.get("flipped"), i, j), pointed: [i, j] });
  const press = (event, i, j) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const moves = {
      ArrowRight: [i, j + 1], ArrowLeft: [i, j - 1], ArrowDown: [i + 1, j], ArrowUp: [i - 1, j], Home: [i, 0],
      End: [i, T_k - 1],
    };
    if (event.key in moves) {
      const [to, along] = moves[event.key];
      const next = keys[clamp(to, 0, T_q - 1)][clamp(along, 0, T_k - 1)];
      keys[i][j].setAttribute("tabindex", -1);
      next.setAttribute("tabindex", 0);
      next.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      toggle(i, j);
    } else {
      return;
    }
    event.preventDefault();
  };
  return keys;
}

function weightGrid(place, numbers, state) {
  const { x, y, cell } = place;
  const { T_q, T_k, weights, allowed } = numbers;
  const end = x + T_k * cell + 10;
  const point = ({ clientX, clientY, target }) => {
    const frame = target.getBoundingClientRect();
    const nth = (share, count) => clamp(Math.floor(share * count), 0, count - 1);
    state.set({
      pointed: [nth((clientY - frame.top) / frame.height, T_q), nth((clientX - frame.left) / frame.width, T_k)],
    });
  };
  const sum = (i) => {
    const isEmpty = !allowed[i].some(Boolean);
    return label(end, y + (i + 0.5) * cell + 4, isEmpty ? "0" : "1", isEmpty ? "start is-empty" : "start");
  };
  return s("g", { class: "lens-2", role: "img", "aria-label": TEXTS.weights },
    names(place, numbers, TEXTS.weights),
    s("path", { class: "grid", d: gridLines(T_q, T_k, x, y, cell) }),
    weights.map((row, i) => s("path", { class: "squares", d: squares(row, x, y + i * cell, cell) })),
    label(end, y - 8, TEXTS.sum, "start"), range(T_q).map(sum),
    s("rect", { class: "ground", x, y, width: T_k * cell, height: T_q * cell, onpointermove: point, onpointerdown: point,
      onpointerleave: ({ pointerType }) => pointerType === "mouse" && state.set({ pointed: null }) }));
}
