// Vectors are Float64Array. A matrix is { data, rows, columns }, row by row; a row vector times a matrix is x W.

export const zeros = (n) => new Float64Array(n);

/** y + x W, written into y. */
export function product(x, W, y = zeros(W.columns)) {
  const { data, columns } = W;
  for (let i = 0, start = 0; i < x.length; i++, start += columns) {
    const factor = x[i];
    if (factor !== 0) for (let j = 0; j < columns; j++) y[j] += factor * data[start + j];
  }
  return y;
}

/** x W + b */
export const affine = (x, W, b) => product(x, W, Float64Array.from(b));

/** One row of a matrix, such as the embedding of a symbol. */
export const rowOf = (W, i) => W.data.subarray(i * W.columns, (i + 1) * W.columns);

export const sum = (a, b) => a.map((value, i) => value + b[i]);

export function dot(a, b) {
  let total = 0;
  for (let i = 0; i < a.length; i++) total += a[i] * b[i];
  return total;
}

export function joined(a, b) {
  const both = zeros(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

export const sigmoid = (x) => 1 / (1 + Math.exp(-x));

/** Weights that are positive and sum to one. The largest score is subtracted first, so nothing overflows. */
export function softmax(scores) {
  const peak = Math.max(...scores);
  const powers = Float64Array.from(scores, (score) => Math.exp(score - peak));
  const total = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / total);
}

/** The values blended: the sum of weights[i] values[i]. */
export function blend(weights, values) {
  const out = zeros(values[0].length);
  weights.forEach((weight, i) => {
    const value = values[i];
    for (let k = 0; k < out.length; k++) out[k] += weight * value[k];
  });
  return out;
}
