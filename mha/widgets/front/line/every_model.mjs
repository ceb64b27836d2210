// What every model says to the same word, below each other, and what the dictionary says if nobody has learned it.
import { h } from "../shared/dom.mjs";
import { isEnd } from "./sounds.mjs";
import { TEXTS } from "./texts.mjs";

/** Align by the fewest edits, and tell for each member of `first` whether it stays. */
export function kept(first, second) {
  const edits = first.concat(null).map((_, i) => second.concat(null).map((__, j) => (i && j ? 0 : i + j)));
  const changed = (i, j) => Number(first[i - 1] !== second[j - 1]);
  for (let i = 1; i <= first.length; i++) {
    for (let j = 1; j <= second.length; j++) {
      edits[i][j] = Math.min(edits[i - 1][j - 1] + changed(i, j), edits[i - 1][j] + 1, edits[i][j - 1] + 1);
    }
  }
  const stays = first.map(() => false);
  for (let i = first.length, j = second.length; i && j;) {
    if (edits[i][j] === edits[i - 1][j - 1] + changed(i, j)) {
      stays[i - 1] = first[i - 1] === second[j - 1];
      i -= 1;
      j -= 1;
    } else if (edits[i][j] === edits[i - 1][j] + 1) i -= 1;
    else j -= 1;
  }
  return stays;
}

/** `onOpen` fetches what is missing; `update` shows what is there. */
export function everyModel({ onOpen }) {
  const list = h("dl", {});
  const note = h("p", { class: "mha-soft" });
  const element = h("details", { class: "mha-every", ontoggle: () => element.open && onOpen() },
    h("summary", {}, TEXTS.everyModel), list, note);
  const update = ({ models, chosen, answers, dictionary }) => {
    const reference = dictionary ?? spokenBy(answers.get(chosen));
    note.textContent = dictionary ? TEXTS.heldOut : TEXTS.marked;
    list.replaceChildren(
      ...models.flatMap(({ name, title }) => line(title, spokenBy(answers.get(name)), reference, name === chosen)),
      ...(dictionary ? line(TEXTS.dictionary, dictionary, dictionary, false) : []));
  };
  return { element, update };
}

const spokenBy = (answer) => answer?.sounds.filter((name) => !isEnd(name));

function line(title, sounds, reference, here) {
  const same = sounds && reference ? kept(sounds, reference) : [];
  return [
    h("dt", { class: here && "here" }, title),
    h("dd", {}, sounds ? sounds.map((name, i) => [h("span", { class: same[i] === false && "odd" }, name), " "]) : "…"),
  ];
}
