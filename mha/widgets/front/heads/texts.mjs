// Everything that HeadSplitter says, for translation in one place.
import { grouped } from "../shared/writing.mjs";

const plural = (n) => (n === 1 ? "one head" : `${grouped(n)} heads`);

export const TEXTS = {
  d_model: "Width d_model",
  num_heads: "Heads h",
  head: "Head",
  T: "Positions T",
  less: "less",
  more: "more",
  wanted: (label, least, most) => `${label}: a whole number from ${least} to ${most}, please.`,
  orTry: "or try",
  sample: ([d_model, num_heads]) => `${d_model} / ${num_heads}`,
  title: ({ d_model, num_heads }) => `${d_model} columns among ${plural(num_heads)}`,
  matrices: ["W_q", "W_k", "W_v", "W_o"],
  size: (d_model) => `${d_model} × ${d_model}`,
  rest: (n) => `${n} left`,
  none: "too narrow",
  width: ({ num_heads, d_k, d_model }) => `${plural(num_heads)} of width d_k = ${d_k}: ${num_heads} · ${d_k} = ${d_model}.`,
  slice: ({ head, d_k, d_model }) => `Head ${head + 1} has ${d_k === 1 ? `column ${head}` : `columns ${head * d_k} to ${
    (head + 1) * d_k - 1}`} of W_q, W_k and W_v, ${d_model} × ${d_k} each, and the same rows of W_o.`,
  inMha: "In mha:",
  inCode: (head) => [`W_q[${head}]`, `W_k[${head}]`, `W_v[${head}]`, `W_o[${head}]`],
  costs: (T, { parameters, multiplications, flops, weights }) => `${grouped(parameters)} parameters. `
    + `For ${T === 1 ? "one position" : `${grouped(T)} positions`}: ${grouped(multiplications)} multiplications or `
    + `${grouped(flops)} FLOPs, and ${grouped(weights)} attention weights. Only the last number depends on h.`,
  raises: "ValueError: ",
  refused: ({ num_heads, d_k, rest }) => (d_k === 0 ? `Not every one of ${grouped(num_heads)} heads gets a column.`
    : `${plural(num_heads)} of width ${d_k} leave ${rest === 1 ? "one column" : `${rest} columns`} over.`),
  ownWidth: (d_k) => `Heads with a width of their own need no cutting: d_k=${d_k}, d_v=${d_k}.`,
  take: "What fits nearby:",
  use: (n) => (n === 1 ? "one head" : `${n} heads`),
  caption: ({ d_model, T }) => `Numbers of heads that divide ${d_model}, at ${grouped(T)} positions`,
  columns: ["h", "d_k", "parameters", "FLOPs", "weights"],
};
