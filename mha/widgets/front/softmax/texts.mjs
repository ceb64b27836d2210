// Everything that SoftmaxExplorer says, for translation in one place.
import { signed, twoDigits } from "../shared/writing.mjs";

const shortRoot = (n) => (Number.isInteger(Math.sqrt(n)) ? Math.sqrt(n) : Math.sqrt(n).toFixed(1));

export const TEXTS = {
  width: "Width d_k",
  scores: "Scores",
  without: "not divided",
  divided: "divided by √d_k",
  anew: "Draw anew",
  figure: (d_k) => `Softmax over 16 random keys, width ${d_k}`,
  weightsAxis: "weights",
  even: "1/16",
  scoresAxis: "scores",
  gradientAxis: (queries) => `length of the gradient, ${queries} queries`,
  key: "key",
  strip: "Query, in the order of the length of its gradient",
  stripValue: (query, gradient) => `query ${query + 1}, gradient ${twoDigits(gradient)}`,
  dividedBy: (d_k) => `divided by √${d_k} = ${shortRoot(d_k)}`,
  query: (n, way) => `Query ${n + 1}, ${way}.`,
  spread: (value) => `Its scores have standard deviation ${twoDigits(value)}.`,
  largest: (weight) => `The largest weight is ${weight.toFixed(2)};`,
  entropy: (bits) => `the entropy is ${bits.toFixed(2)} of 4 bits, the effective number of keys ${(2 ** bits).toFixed(1)}.`,
  gradient: (length) => `The gradient for this query has length ${twoDigits(length)}.`,
  lottery: ([low, , high]) =>
    `Of the 100 queries one in ten gets a gradient below ${twoDigits(low)}, one in ten one above ${twoDigits(high)}.`,
  pointed: (j, product, score, weight) =>
    `Key ${j + 1}: q · k = ${signed(product, 2)}, score ${signed(score, 2)}, weight ${weight.toFixed(3)}.`,
  tableOfKeys: (query) => `Query ${query + 1} and its 16 keys`,
  tableOfKeysHead: ["key", "score, not divided", "weight", "score, divided", "weight"],
  tableOfWays: "What 100 queries get",
  tableOfWaysHead: ["scores", "entropy of this query", "gradient, 10 %", "50 %", "90 %"],
  bits: (bits) => `${bits.toFixed(2)} bits`,
};
