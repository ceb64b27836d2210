// Everything that BottleneckExplorer says, for translation in one place.
import { twoDigits } from "../shared/writing.mjs";

const percent = (share) => `${Math.round(100 * share)}\u00a0%`;
const SMALL = { "-": "⁻", 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹" };
const LARGE = 10000;

/** 10⁻⁴ */
export const powerOfTen = (exponent) => `10${[...String(exponent)].map((sign) => SMALL[sign]).join("")}`;

/** Two digits, however large. */
export function size(number) {
  if (number < LARGE) return twoDigits(number);
  const [digits, exponent] = number.toExponential(1).split("e+");
  return `${digits} · ${powerOfTen(exponent)}`;
}

const counted = (words) => words.toLocaleString("en-US");

export const TEXTS = {
  length: "Parts T",
  radius: "Radius ρ",
  parts: "Size of parts",
  matrix: "Matrix U",
  matrices: { rotation: "rotation", random: "random" },
  anew: "Draw anew",
  figure: ({ length, radius }) => `What is left of ${length} positions at the end, spectral radius ${radius}`,
  gainsAxis: ["norm of ∂h", "T", "/∂h", "i", " in a plain cell"], // every second one is an index
  largest: "largest",
  average: "average",
  bound: "bound",
  sharesAxis: (words) => `letters that a trained summary names, ${counted(words)} words`,
  whole: "whole",
  forward: "forward",
  backward: "backward",
  habit: "habit",
  unmeasured: (letters) => `No measurement: there are too few words of ${letters} letters.`,
  place: "i",
  position: "Position",
  positionValue: (i, length, norm) => `position ${i + 1} of ${length}, norm ${size(norm)}`,
  percent,
  where: (i, length) => `Position ${i + 1} of ${length}, ${i === length - 1 ? "the end"
    : i === length - 2 ? "1 station before the end" : `${length - 1 - i} stations before the end`}.`,
  arrives: (largest, average, bound) => `Of the change that is carried best ${size(largest)} arrives, `
    + `of an average one ${size(average)}; the bound is ${size(bound)}.`,
  rate: (factor, step) =>
    `Per station the norm changes by a factor of ${factor.toFixed(2)}, and the bound by ${step.toFixed(2)}.`,
  named: ({ words, whole, forward, backward, habit }, i) =>
    `In ${counted(words)} words of ${whole.length} letters the whole summary names letter ${i + 1} in ${percent(whole[i])}, `
    + `the forward half in ${percent(forward[i])}, the backward half in ${percent(backward[i])}, `
    + `habit in ${percent(habit[i])}.`,
  table: "What is left of each position",
  tableHead: ["position", "largest", "average", "bound"],
};
