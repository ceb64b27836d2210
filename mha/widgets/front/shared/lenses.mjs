// Each head has a lens: a color, and a stitching for those who cannot tell the colors apart. mha.plots has the same.
import { h, range, s } from "./dom.mjs";

const STITCHES = [null, "7 5", "0.1 5", "9 4 0.1 4"];
const SINGLE = 2; // attention that is not divided looks through the blue lens

/** Number of a head's lens, of which there are four; the fifth head has the first again. */
export const lensOf = (head, heads) => (heads === 1 ? SINGLE : head % STITCHES.length);

export const stitchOf = (head, heads) => (heads === 1 ? null : STITCHES[head % STITCHES.length]);

/** The heads that are shown: those chosen, or all. */
export function shownHeads(chosen, heads) {
  const valid = range(heads).filter((head) => chosen.includes(head));
  return valid.length ? valid : range(heads);
}

/** What a press on a head's button means: the first isolates it, then each adds or takes one away. */
export function toggled(head, chosen, heads) {
  const shown = shownHeads(chosen, heads);
  if (shown.length === heads) return [head];
  const next = shown.includes(head) ? shown.filter((other) => other !== head) : [...shown, head].sort((a, b) => a - b);
  return next.length === heads ? [] : next;
}

/** Buttons for the heads. `update(chosen, heads)` brings them up to date. */
export function lensButtons({ label, onChoose, onPoint }) {
  const group = h("div", { class: "mha-lenses", role: "group", "aria-label": label });
  const caption = h("span", { class: "mha-caption", "aria-hidden": "true" }, label);
  let buttons = [];
  const update = (chosen, heads) => {
    const shown = shownHeads(chosen, heads);
    if (buttons.length !== heads) {
      buttons = range(heads).map((head) => button(head, heads));
      group.replaceChildren(caption, ...buttons);
    }
    buttons.forEach((one, head) => one.setAttribute("aria-pressed", String(shown.includes(head))));
    group.hidden = heads < 2;
  };
  const button = (head, heads) => h("button", {
    type: "button",
    class: `mha-lens lens-${lensOf(head, heads)}`,
    onclick: () => onChoose(head),
    onpointerenter: ({ pointerType }) => pointerType === "mouse" && onPoint(head),
    onpointerleave: () => onPoint(null),
    "aria-label": `${label} ${head + 1}`,
  }, swatch(stitchOf(head, heads)), head + 1);
  return { element: group, update };
}

const swatch = (stitch) => s("svg", { viewBox: "0 0 30 12", class: "mha-swatch", "aria-hidden": "true" },
  s("path", { class: "band", d: "M0 6 H30" }),
  stitch && s("path", { class: "thread", d: "M2 6 H30", "stroke-dasharray": stitch }));
