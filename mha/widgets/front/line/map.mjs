// The weights as squares whose area is the weight: a row for each sound, a column for each letter, a map for each head.
// All layers are shown at once. With the encoder's own attention the rows are letters, too.
import { clamp, range, s } from "../shared/dom.mjs";
import { lensOf } from "../shared/lenses.mjs";
import { gridLines, squares } from "../shared/squares.mjs";
import { stopMark } from "./letters.mjs";
import { isEnd } from "./sounds.mjs";
import { TEXTS } from "./texts.mjs";

const LEAST_CELL = 10;
const MOST_CELL = 28;
const MAP_GAP = 16;

/** Where each map lies: as many beside each other as can be read. */
function layMaps(width, count, rows, columns) {
  const left = width < 500 ? 28 : 40;
  const cellFor = (across) => (width - left - MAP_GAP * (across - 1)) / across / columns;
  const choices = count > 4 ? [4, 2] : [2];
  const across = choices.find((n) => n <= count && cellFor(n) >= LEAST_CELL) ?? 1;
  const cell = clamp(cellFor(across), 6, across > 1 ? 20 : MOST_CELL);
  const head = cell + 26; // room for the letters and the name above a map
  const step = { x: cell * columns + MAP_GAP, y: cell * rows + head + 14 };
  const start = left + Math.max(0, (width - left - across * step.x + MAP_GAP) / 2) * 0.5;
  const at = range(count).map((i) => {
    const [row, column] = [Math.floor(i / across), i % across];
    return { x: start + column * step.x, y: row * step.y + head, first: column === 0 };
  });
  return { cell, at, height: Math.ceil(count / across) * step.y };
}

/** `maps` are { layer, head, weights[row][column] }. */
export function drawMaps({ width, maps, rowNames, columnNames, totalHeads, layers, hands: { cells: on } }) {
  const { cell, at, height } = layMaps(width, maps.length, rowNames.length, columnNames.length);
  const all = { cell, rowNames, columnNames, totalHeads, layers, on };
  const drawn = maps.map((map, i) => drawMap({ ...all, ...map, ...at[i] }));
  const mark = (now) => drawn.forEach(({ rows }) =>
    rows.forEach((row, i) => { row.dataset.state = rowState(i, now); }));
  return { nodes: drawn.map(({ node }) => node), mark, height };
}

/** Rows that are letters are all there from the start. */
function rowState(row, now) {
  if (now.rowsAreLetters) return now.letter === null || now.letter === row ? "on" : "ghost";
  if (row >= now.step) return "off";
  return now.sound === null || now.sound === row ? "on" : "ghost";
}

function drawMap({ layer, head, weights, x, y, first, cell, rowNames, columnNames, totalHeads, layers, on }) {
  const size = clamp(cell * 0.72, 9, 13);
  const [width, height] = [cell * columnNames.length, cell * rowNames.length];
  const lens = `lens-${lensOf(head, totalHeads)}`;
  const names = [layers > 1 && TEXTS.layer(layer + 1), totalHeads > 1 && TEXTS.head(head + 1)];
  const name = names.filter(Boolean).join(", ");
  const cellAt = ({ clientX, clientY, target }) => {
    const frame = target.getBoundingClientRect();
    const nth = (share, count) => clamp(Math.floor(share * count), 0, count - 1);
    const row = nth((clientY - frame.top) / frame.height, rowNames.length);
    const column = nth((clientX - frame.left) / frame.width, columnNames.length);
    on.pointCell({ layer, head, row, column, weight: weights[row][column] });
  };
  const rows = rowNames.map((rowName, i) => s("g", { class: "map-row" },
    first && label(rowName, x - 6, y + (i + 0.5) * cell, size, "row"),
    s("path", { class: "squares", d: squares(weights[i], x, y + i * cell, cell) })));
  const node = s("g", { class: `map ${lens}`, role: "img", "aria-label": name || TEXTS.view.map },
    s("path", { class: "grid", d: gridLines(rowNames.length, columnNames.length, x, y, cell) }),
    s("text", { class: "map-name", x, y: y - cell - 8 }, name),
    columnNames.map((columnName, j) => label(columnName, x + (j + 0.5) * cell, y - cell * 0.45, size, "column")),
    rows,
    s("rect", { class: "ground", x, y, width, height, onpointermove: cellAt, onpointerdown: cellAt,
      onpointerleave: ({ pointerType }) => pointerType === "mouse" && on.pointCell(null) }));
  return { node, rows };
}

/** A letter or the name of a sound; the end has its mark. */
function label(name, x, y, size, kind) {
  if (name === null || isEnd(name)) return stopMark(kind === "row" ? x - size * 0.4 : x, y, size * 0.7);
  return s("text", { class: `map-label of-${kind}`, x, y: y + size * 0.34, "font-size": size }, name);
}
