// Attention weights as squares whose area is the weight.

const FILLED = 0.94; // side of the square for weight 1, in cells: a hair of paper stays between neighbors

/** The squares of one row, whose first cell has its corner at x, y. */
export const squares = (weights, x, y, cell) => [...weights].map((weight, j) => {
  const side = FILLED * cell * Math.sqrt(weight);
  return side < 0.3 ? "" : `M${(x + (j + 0.5) * cell - side / 2).toFixed(2)} ${(y + (cell - side) / 2).toFixed(2)} `
    + `h${side.toFixed(2)} v${side.toFixed(2)} h${(-side).toFixed(2)} z`;
}).join(" ");

/** The lines between the cells. */
export function gridLines(rows, columns, x, y, cell) {
  const across = Array.from({ length: rows + 1 }, (_, i) => `M${x} ${y + i * cell} h${columns * cell}`);
  const down = Array.from({ length: columns + 1 }, (_, j) => `M${x + j * cell} ${y} v${rows * cell}`);
  return [...across, ...down].join(" ");
}
