// The four matrices of a layer, cut into one stripe for each head: three by columns, the last by rows.
import { clamp, range, s } from "../shared/dom.mjs";
import { lensOf, stitchOf } from "../shared/lenses.mjs";
import { drawnSymbols } from "../shared/symbols.mjs";
import { TEXTS } from "./texts.mjs";

const IN_A_ROW = 500; // pixels that four matrices beside each other need
const GAP = 24;
const TOP = 26;
const FOOT = 52; // room for the bracket of the chosen head and the size
const MOST_SIDE = 136;
const SEWN = 9; // pixels of a stripe that has room for its stitches
const DRAWN = 128; // more heads are too thin to be told apart

export function draw(numbers, width, state) {
  const across = width >= IN_A_ROW ? 4 : 2;
  const side = Math.floor(Math.min(MOST_SIDE, (width - 2 - GAP * (across - 1)) / across));
  const nodes = TEXTS.matrices.map((name, n) => {
    const [row, column] = [Math.floor(n / across), n % across];
    return matrix({ x: column * (side + GAP) + 1, y: row * (side + TOP + FOOT) + TOP, side, name, isRows: n === 3 }, numbers, state);
  });
  return { nodes, height: (4 / across) * (side + TOP + FOOT) };
}

function matrix({ x, y, side, name, isRows }, numbers, state) {
  const { d_model, num_heads, d_k, rest, head } = numbers;
  const unit = (side / d_model) * d_k; // pixels of a stripe
  const box = (from, to) => (isRows
    ? `M${x} ${(y + from).toFixed(2)} h${side} v${(to - from).toFixed(2)} h${-side} z`
    : `M${(x + from).toFixed(2)} ${y} v${side} h${(to - from).toFixed(2)} v${-side} z`);
  const stripes = num_heads <= DRAWN
    ? range(d_k ? num_heads : 0).map((n) => stripe({ n, x, y, side, unit, isRows, d: box(n * unit, (n + 1) * unit) }, numbers))
    : [s("path", { class: "stripe lens-2", d: box(0, num_heads * unit) })];
  const choose = ({ clientX, clientY, target }) => {
    const frame = target.getBoundingClientRect();
    const share = isRows ? (clientY - frame.top) / frame.height : (clientX - frame.left) / frame.width;
    state.set({ head: clamp(Math.floor((share * d_model) / Math.max(1, d_k)), 0, num_heads - 1) });
  };
  return s("g", {},
    s("text", { class: "name", x: x + side / 2, y: y - 9 }, drawnSymbols(name)),
    stripes,
    rest > 0 && s("path", { class: "rest", d: box(num_heads * unit, side) }),
    d_k > 0 && s("path", { class: "chosen", d: box(head * unit, (head + 1) * unit) }),
    s("path", { class: "edge", d: box(0, side) }),
    d_k > 0 && !isRows && bracket(x + head * unit, x + (head + 1) * unit, y + side + 7, x, side, d_k),
    rest > 0 && !isRows && s("text", { class: "label is-rest", x: x + side / 2, y: y + side + 43 },
      d_k ? TEXTS.rest(rest) : TEXTS.none),
    (rest === 0 || isRows) && s("text", { class: "label", x: x + side / 2, y: y + side + 43 }, TEXTS.size(d_model)),
    s("rect", { class: "ground", x, y, width: side, height: side, onclick: choose }));
}

function stripe({ n, x, y, side, unit, isRows, d }, { num_heads, head }) {
  const stitch = unit >= SEWN && stitchOf(n, num_heads);
  const middle = (n + 0.5) * unit;
  const seam = isRows ? `M${x + 4} ${(y + middle).toFixed(2)} h${side - 8}` : `M${(x + middle).toFixed(2)} ${y + 4} v${side - 8}`;
  return s("g", { class: `lens-${lensOf(n, num_heads)}` },
    s("path", { class: `stripe ${n === head ? "" : "pale"}`, d }),
    stitch && s("path", { class: "thread", d: seam, "stroke-dasharray": stitch }));
}

/** Under the chosen stripe, its width in columns. */
function bracket(from, to, y, x, side, d_k) {
  const middle = clamp((from + to) / 2, x + 10, x + side - 10);
  return [
    s("path", { class: "bracket", d: `M${from.toFixed(2)} ${y - 3} v5 H${to.toFixed(2)} v-5` }),
    s("text", { class: "value", x: middle, y: y + 19 }, d_k),
  ];
}
