// How numbers are written.

const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** With a minus sign, not a hyphen. */
export const signed = (number, digits) => number.toFixed(digits).replace("-", "−").replace(/^−(0\.?0*)$/, "$1");

/** Two digits, large or small: 24, 3.7, 0.015, 4.7 · 10⁻⁵. */
export function twoDigits(number) {
  if (number === 0) return "0";
  const exponent = Number(number.toExponential(1).split("e")[1]);
  if (exponent >= -3) return number.toFixed(Math.max(0, 1 - exponent));
  const raised = [...String(-exponent)].map((digit) => RAISED[digit]).join("");
  return `${number.toExponential(1).split("e")[0]} · 10⁻${raised}`;
}

/** 1,048,576 */
export const grouped = (number) => number.toLocaleString("en-US");
