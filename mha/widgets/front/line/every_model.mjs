// What every model says to the same word, below each other, and what the dictionary says if nobody has learned it.
import { h } from "../shared/dom.mjs";
import { marked } from "./differences.mjs";
import { spokenBy } from "./sounds.mjs";
import { TEXTS } from "./texts.mjs";

/** `update` shows what is there. What is missing comes when it is asked for, since four models are not light. */
export function everyModel({ onToggle, onAsk }) {
  const list = h("dl", {});
  const note = h("p", { class: "mha-soft" });
  const ask = h("button", { type: "button", class: "mha-chip", onclick: onAsk }, TEXTS.askOthers);
  const element = h("details", { class: "mha-every", ontoggle: () => onToggle(element.open) },
    h("summary", {}, TEXTS.everyModel), list, ask, note);
  const update = ({ models, chosen, answers, dictionary }) => {
    const reference = dictionary ?? spokenBy(answers.get(chosen));
    ask.hidden = models.every(({ name }) => answers.get(name));
    note.textContent = dictionary ? TEXTS.heldOut : TEXTS.marked;
    list.replaceChildren(
      ...models.flatMap(({ name, title }) => line(title, spokenBy(answers.get(name)), reference, name === chosen)),
      ...(dictionary ? line(TEXTS.dictionary, dictionary, dictionary, false) : []));
  };
  return { element, update };
}

const line = (title, sounds, reference, here) => [
  h("dt", { class: here && "here" }, title),
  h("dd", {}, sounds ? marked(sounds, reference) : "…"),
];
