// The layers of the Python package mha, under the same names and with the same parameters.
import { affine, blend, dot, product, sigmoid, softmax, sum, zeros } from "./linear.mjs";

/** mha.rnn.GRUCell.step: one step of a gated recurrent unit, its input projected already. */
export function gruStep(cell, projected, state) {
  const d = state.length;
  const recurrent = affine(state, cell.U, cell.c);
  return state.map((old, i) => {
    const reset = sigmoid(projected[i] + recurrent[i]);
    const update = sigmoid(projected[d + i] + recurrent[d + i]);
    const candidate = Math.tanh(projected[2 * d + i] + reset * recurrent[2 * d + i]);
    return candidate + update * (old - candidate);
  });
}

/** mha.rnn.unroll: every state of a cell that reads the inputs in order, or from the last to the first. */
export function unroll(cell, inputs, reverse = false) {
  const states = [];
  let state = zeros(cell.U.rows);
  const places = [...inputs.keys()];
  for (const t of reverse ? places.reverse() : places) {
    state = gruStep(cell, affine(inputs[t], cell.W, cell.b), state);
    states[t] = state;
  }
  return { states, final: state };
}

/** mha.alignment.AdditiveAttention: weights over states whose half of the score is worked out already. */
export function additiveWeights(attention, query, projected) {
  const asked = product(query, attention.W_a);
  return softmax(projected.map((known) => {
    let score = 0;
    for (let i = 0; i < asked.length; i++) score += attention.v_a[i] * Math.tanh(asked[i] + known[i]);
    return score;
  }));
}

/** mha.multihead.MultiHeadAttention.project: what each head sees of a sequence, as keys or as values. */
export const project = (perHead, sequence) => perHead.map((W) => sequence.map((x) => product(x, W)));

/** mha.multihead.MultiHeadAttention.attend, for one query. `bias(head, j)` is added to the score of key j. */
export function attend(attention, query, keys, values, bias = () => 0) {
  const output = zeros(attention.W_o[0].columns);
  const weights = attention.W_q.map((W_q, head) => {
    const scale = 1 / Math.sqrt(W_q.columns);
    const asked = product(query, W_q).map((value) => value * scale);
    const looks = softmax(keys[head].map((key, j) => dot(asked, key) + bias(head, j)));
    product(blend(looks, values[head]), attention.W_o[head], output);
    return looks;
  });
  return { output, weights };
}

/** mha.positions.RelativeBias, for the query at position i. */
export function relativeBias({ table }, i) {
  const reach = (table.columns - 1) / 2;
  return (head, j) => table.data[head * table.columns + Math.max(-reach, Math.min(reach, j - i)) + reach];
}

/** mha.layers.LayerNorm */
export function layerNorm(norm, x) {
  const mean = x.reduce((a, b) => a + b, 0) / x.length;
  const variance = x.reduce((total, value) => total + (value - mean) ** 2, 0) / x.length;
  const spread = Math.sqrt(variance + 1e-5);
  return x.map((value, i) => ((value - mean) / spread) * norm.gain[i] + norm.offset[i]);
}

/** mha.layers.FeedForward, with the normalization before it and the sum after it. */
export function feedForward(layer, norm, x) {
  const hidden = affine(layerNorm(norm, x), layer.W_1, layer.b_1).map((value) => Math.max(0, value));
  return sum(x, affine(hidden, layer.W_2, layer.b_2));
}
