// Random queries and keys, what a softmax makes of their scores, and what comes back as a gradient.
import { range } from "../shared/dom.mjs";
import { normals } from "../shared/draws.mjs";
import { blend, dot, softmax } from "../shared/linear.mjs";

export const KEYS = 16;
export const QUERIES = 100;
const WIDEST = 1024;
export const WIDTHS = range(11).map((i) => 2 ** i); // 1 … 1024

let kept = { seed: null }; // a hundred thousand numbers, drawn once

/** Keys, queries and preferences. Those of another width are the first entries of the same vectors. */
function drawVectors(seed, d_k) {
  if (kept.seed !== seed) kept = { seed, numbers: normals(seed, (KEYS + QUERIES) * WIDEST + QUERIES * KEYS) };
  const vector = (start, size) => kept.numbers.subarray(start, start + size);
  return {
    keys: range(KEYS).map((j) => vector(j * WIDEST, d_k)),
    queries: range(QUERIES).map((i) => vector((KEYS + i) * WIDEST, d_k)),
    preferences: range(QUERIES).map((i) => vector((KEYS + QUERIES) * WIDEST + i * KEYS, KEYS)),
  };
}

/** One query: scores times a factor, weights, their entropy in bits, and the length of the gradient dL/dq for L = g · α. */
function look({ query, keys, preference, factor }) {
  const scores = keys.map((key) => factor * dot(query, key));
  const weights = softmax(scores);
  const mean = dot(weights, preference);
  const pull = weights.map((weight, j) => weight * (preference[j] - mean));
  const gradient = factor * Math.sqrt(blend(pull, keys).reduce((total, value) => total + value * value, 0));
  return { scores, weights, entropy: entropyOf(weights), gradient };
}

/** In bits; a weight of zero adds nothing. */
const entropyOf = (weights) => -weights.reduce((sum, weight) => sum + (weight && weight * Math.log2(weight)), 0);

/** Between two sorted values the quantile lies on a straight line, as numpy.quantile has it. */
function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = share * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return low + (high - low) * (at - Math.floor(at));
}

export function deviation(values) {
  const mean = values.reduce((a, b) => a + b, 0) / values.length;
  return Math.sqrt(values.reduce((total, value) => total + (value - mean) ** 2, 0) / values.length);
}

/** All queries with and without the division; `chosen` is the way that is shown, `other` the other one. */
export function compute({ d_k, divided, query, seed }) {
  const { keys, queries, preferences } = drawVectors(seed, d_k);
  const way = (isDivided) => {
    const factor = isDivided ? 1 / Math.sqrt(d_k) : 1;
    const looks = queries.map((one, i) => look({ query: one, keys, preference: preferences[i], factor }));
    const lengths = looks.map(({ gradient }) => gradient);
    return { isDivided, look: looks[query], lengths, quantiles: [0.1, 0.5, 0.9].map((share) => quantile(lengths, share)) };
  };
  const ways = [way(false), way(true)];
  return { d_k, divided, query, ways, chosen: ways[Number(divided)], other: ways[Number(!divided)] };
}
