// Radio buttons that do not look like it.
import { h, newId } from "./dom.mjs";
import { withSymbols } from "./symbols.mjs";

/** One choice out of several. Its name is for screen readers unless it `isNamed`. */
export function choice({ className, legend, options, onChoose, isNamed = false }) {
  const name = newId();
  const inputs = options.map(({ value }) =>
    h("input", { type: "radio", name, value, onchange: () => onChoose(value) }));
  const element = h("fieldset", { class: className },
    h("legend", { class: isNamed ? "mha-legend" : "mha-hidden" }, withSymbols(legend)),
    options.map(({ content }, i) => h("label", {}, inputs[i], h("span", {}, content))));
  const update = (chosen) => inputs.forEach((input) => { input.checked = input.value === chosen; });
  return { element, update };
}
