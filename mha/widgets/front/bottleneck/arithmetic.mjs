// A plain recurrent cell on a belt of random parts: h_t = tanh(x_t + h_{t−1} U), and what is left of each state.
import { range } from "../shared/dom.mjs";
import { normals } from "../shared/draws.mjs";
import { dot, product, rowOf, sum, zeros } from "../shared/linear.mjs";

export const LENGTHS = range(38).map((i) => i + 3); // 3 … 40
const LONGEST = 40;
const SIZE = 32; // numbers in a state
const ROUNDS = 40; // squarings, at most; each doubles the digits that are right

let kept = { seed: null }; // what is the same for every length, radius and size of the parts

/** A random matrix, the rotation in it, both with spectral radius 1, and random parts. */
function drawBelt(seed) {
  if (kept.seed === seed) return kept;
  const numbers = normals(seed, SIZE * (SIZE + LONGEST));
  const square = { data: numbers.subarray(0, SIZE * SIZE), rows: SIZE, columns: SIZE };
  const matrices = { rotation: rotationIn(square), random: scaled(square, 1 / spectralRadius(square)) };
  const parts = range(LONGEST).map((t) => numbers.subarray(SIZE * (SIZE + t), SIZE * (SIZE + t + 1)));
  kept = { seed, matrices, parts, norms: { rotation: 1, random: norm(matrices.random) } };
  return kept;
}

const scaled = (matrix, factor) => ({ ...matrix, data: matrix.data.map((value) => factor * value) });

/** A B */
function times(A, B) {
  const data = zeros(A.rows * B.columns);
  for (let i = 0; i < A.rows; i++) product(rowOf(A, i), B, data.subarray(i * B.columns, (i + 1) * B.columns));
  return { data, rows: A.rows, columns: B.columns };
}

function transposed({ data, rows, columns }) {
  const turned = Float64Array.from(data, (_, n) => data[(n % rows) * columns + Math.floor(n / rows)]);
  return { data: turned, rows: columns, columns: rows };
}

/** The columns of a matrix, each made to stand straight on those before it: Gram and Schmidt. */
function rotationIn(matrix) {
  const columns = transposed(matrix);
  const straight = [];
  for (const column of range(matrix.columns).map((i) => rowOf(columns, i))) {
    for (const other of straight) {
      const along = dot(column, other);
      column.forEach((_, i) => { column[i] -= along * other[i]; });
    }
    const length = Math.sqrt(dot(column, column));
    column.forEach((_, i) => { column[i] /= length; });
    straight.push(column);
  }
  return transposed(columns);
}

/** The largest size of an eigenvalue: what the root of |A^k| with exponent 1/k tends to (Gelfand), k = 2, 4, 8, … */
function spectralRadius(A) {
  let logarithm = 0;
  let power = A;
  for (let share = 1, round = 0; round < ROUNDS; share /= 2, round++) {
    const size = Math.sqrt(dot(power.data, power.data));
    logarithm += share * Math.log(size);
    power = scaled(power, 1 / size);
    power = times(power, power);
  }
  return Math.exp(logarithm);
}

/** The largest singular value of P: the root of the largest eigenvalue of Pᵀ P, whose powers are squared in turn. */
export function norm(P) {
  let power = times(transposed(P), P);
  const trace = range(P.columns).reduce((total, i) => total + power.data[i * (P.columns + 1)], 0);
  let logarithm = Math.log(trace);
  power = scaled(power, 1 / trace);
  let before = -Infinity;
  for (let share = 1, round = 0; round < ROUNDS; round++) {
    const next = dot(power.data, power.data); // the trace of its square, and about its largest eigenvalue
    const found = logarithm + share * Math.log(next);
    if (Math.abs(found - before) < 1e-14) break;
    before = found;
    share /= 2;
    logarithm += share * Math.log(next);
    power = scaled(times(power, power), 1 / next);
  }
  return Math.exp(before / 2);
}

/** The states of the cell. */
function unrollPlain(U, inputs) {
  const states = [];
  inputs.reduce((state, input) => {
    const next = sum(product(state, U), input).map(Math.tanh);
    states.push(next);
    return next;
  }, zeros(SIZE));
  return states;
}

/**
 * For every position i, from the first to the last: the norm of ∂h_T/∂h_i, which is what arrives at the end of the
 * change that is carried best; `average`, the root of the mean square of what arrives of a change in a random
 * direction; and `bound`, the norm of U, here `step`, once for every station in between.
 */
export function gains({ length, radius, parts: size, matrix, seed }) {
  const belt = drawBelt(seed);
  const U = scaled(belt.matrices[matrix], radius);
  const states = unrollPlain(U, belt.parts.slice(0, length).map((part) => part.map((value) => size * value)));
  const [largest, average] = [[1], [1]];
  let arriving = null; // ∂h_T/∂h_i
  for (let t = length - 1; t > 0; t--) {
    const slope = states[t].map((value) => 1 - value * value);
    const factor = { ...U, data: U.data.map((value, n) => value * slope[n % SIZE]) };
    arriving = arriving ? times(factor, arriving) : factor;
    largest.unshift(norm(arriving));
    average.unshift(Math.sqrt(dot(arriving.data, arriving.data) / SIZE));
  }
  const bound = range(length).map((i) => (radius * belt.norms[matrix]) ** (length - 1 - i));
  return { largest, average, bound, step: radius * belt.norms[matrix] };
}

/** The factor per station of a straight line through the logarithms, from one station before the end to the first. */
function fitted(norms) {
  const logarithms = norms.slice(0, -1).reverse().map(Math.log);
  const middle = (logarithms.length - 1) / 2;
  const slope = logarithms.reduce((total, value, k) => total + (k - middle) * value, 0);
  return Math.exp(slope / logarithms.reduce((total, _, k) => total + (k - middle) ** 2, 0));
}

/** All that is shown. `shares` is what was measured on words of this length, if anything. */
export function compute(traits) {
  const { length, position, measured } = traits;
  const found = gains(traits);
  return {
    ...traits, ...found,
    position: Math.min(position, length - 1),
    factor: fitted(found.largest),
    shares: measured.find(({ whole }) => whole.length === length),
  };
}
