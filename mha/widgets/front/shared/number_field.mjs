// A field for a whole number between two buttons.
import { clamp, h, newId } from "./dom.mjs";
import { withSymbols } from "./symbols.mjs";

/** A field for a whole number between two buttons. A reader may type more than `onChoose` accepts. */
export function numberField({ label, least, most, step = 1, texts, onChoose, onProblem }) {
  const id = newId();
  let shown = null;
  const read = () => {
    const text = field.value.trim();
    const isGood = /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most;
    settle(isGood ? null : texts.wanted(label, least, most));
    if (isGood) onChoose((shown = Number(text)));
  };
  const field = h("input", {
    id, class: "mha-number", type: "text", inputmode: "numeric", autocomplete: "off", maxlength: 12, oninput: read,
    onkeydown: (event) => {
      const way = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (!way) return;
      event.preventDefault();
      move(way);
    },
  });
  const move = (way) => {
    const next = way > 0 ? Math.floor(shown / step) + 1 : Math.ceil(shown / step) - 1;
    write(clamp(next * step, least, most));
  };
  /** Put a value in as if it were typed. */
  const write = (value) => {
    field.value = value;
    read();
  };
  const button = (sign, name, way) => h("button", {
    type: "button", class: "mha-round", "aria-label": `${label}: ${name}`, onclick: () => move(way),
  }, sign);
  const settle = (problem) => {
    field.toggleAttribute("aria-invalid", Boolean(problem));
    onProblem(problem);
  };
  const element = h("div", { class: "mha-field" }, h("label", { for: id }, withSymbols(label)),
    button("−", texts.less, -1), field, button("+", texts.more, 1));
  /** Show a value that comes from elsewhere; what is being typed stays as long as it means the same. */
  const update = (value) => {
    if (value === shown) return;
    shown = value;
    if (Number(field.value) !== value) field.value = value;
    if (field.hasAttribute("aria-invalid")) settle(null);
  };
  return { element, update, write };
}
