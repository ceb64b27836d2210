// What SoftmaxExplorer says in words and in tables.
import { h, range } from "../shared/dom.mjs";
import { table } from "../shared/frame.mjs";
import { withSymbols } from "../shared/symbols.mjs";
import { signed, twoDigits } from "../shared/writing.mjs";
import { KEYS, deviation } from "./arithmetic.mjs";
import { TEXTS } from "./texts.mjs";

export function sentence({ d_k, divided, query, chosen, ways: [without] }, pointed) {
  const { scores, weights, entropy, gradient } = chosen.look;
  if (pointed !== null) {
    const words = TEXTS.pointed(pointed, without.look.scores[pointed], scores[pointed], weights[pointed]);
    return [h("p", {}, words), h("p", {}, TEXTS.lottery(chosen.quantiles))];
  }
  return [
    h("p", {}, [
      TEXTS.query(query, divided ? TEXTS.dividedBy(d_k) : TEXTS.without), TEXTS.spread(deviation(scores)),
      TEXTS.largest(Math.max(...weights)), TEXTS.entropy(entropy), TEXTS.gradient(gradient),
    ].join(" ")),
    h("p", {}, TEXTS.lottery(chosen.quantiles)),
  ];
}

export function tables({ query, ways }) {
  const cells = (j) => ways.flatMap(({ look }) => [signed(look.scores[j], 2), look.weights[j].toFixed(3)]);
  const wayRow = ({ isDivided, look, quantiles }) =>
    [withSymbols(isDivided ? TEXTS.divided : TEXTS.without), TEXTS.bits(look.entropy), ...quantiles.map(twoDigits)];
  return [
    table({ caption: TEXTS.tableOfWays, head: TEXTS.tableOfWaysHead, rows: ways.map(wayRow) }),
    table({
      caption: TEXTS.tableOfKeys(query), head: TEXTS.tableOfKeysHead,
      rows: range(KEYS).map((j) => [j + 1, ...cells(j)]),
    }),
  ];
}
