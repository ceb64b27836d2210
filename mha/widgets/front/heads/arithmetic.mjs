// How a layer's width is divided among its heads, and what the layer costs.
import { range } from "../shared/dom.mjs";

export const MOST = 4096; // the widest layer, and the most heads

export function compute({ d_model, num_heads, T, head }) {
  const d_k = Math.floor(d_model / num_heads);
  const rest = d_model % num_heads;
  const fitting = divisors(d_model);
  const chosen = Math.min(head, num_heads - 1);
  const error = rest === 0 ? null : `d_model = ${d_model} cannot be divided among num_heads = ${num_heads}: `
    + `${d_model} = ${num_heads} x ${d_k} + ${rest}. Numbers of heads that fit: [${fitting.join(", ")}]`;
  return { d_model, num_heads, T, d_k, rest, fitting, error, head: chosen, costs: costsOf(d_model, num_heads, T) };
}

const divisors = (n) => range(n).map((i) => i + 1).filter((divisor) => n % divisor === 0);

/** Of self-attention over T positions; only the number of weights depends on the number of heads. */
export function costsOf(d_model, num_heads, T) {
  const projecting = 4 * T * d_model ** 2; // queries, keys, values, and the report
  const looking = 2 * T ** 2 * d_model; // scores, and values blended
  const multiplications = projecting + looking;
  return { parameters: 4 * d_model ** 2, multiplications, flops: 2 * multiplications, weights: num_heads * T ** 2 };
}

/** The nearest numbers of heads that fit, one below and one above. */
export function nearest(fitting, num_heads) {
  return [fitting.findLast((n) => n < num_heads), fitting.find((n) => n > num_heads)].filter(Boolean);
}
