// A slider that has a name and shows its value.
import { h, newId } from "./dom.mjs";
import { withSymbols } from "./symbols.mjs";

/** A slider under its name, its value beside it. `say` is how a value is written. */
export function slider({ label, onChoose, say = String }) {
  const id = newId();
  let steps = [];
  const input = h("input", {
    type: "range", class: "mha-slider", id, min: 0, oninput: () => onChoose(steps[Number(input.value)]),
  });
  const shown = h("output", { class: "mha-count", for: id });
  const element = h("div", { class: "mha-dial" }, h("label", { for: id }, withSymbols(label)), input, shown);
  /** Show a value among those that can be chosen; one that Python set may lie between two of them. */
  const update = (value, choices) => {
    steps = choices;
    const at = Math.max(0, steps.findLastIndex((step) => step <= value));
    input.max = steps.length - 1;
    input.value = at;
    input.setAttribute("aria-valuetext", say(value));
    input.style.setProperty("--at", `${(100 * at) / Math.max(1, steps.length - 1)}%`);
    shown.textContent = say(value);
  };
  return { element, update };
}
