// The sounds, each over its mouth: the dictionary's name, the phonetic sign, and while it is singled out an example.
import { s } from "../shared/dom.mjs";
import { box, place, point } from "./geometry.mjs";
import { stopMark } from "./letters.mjs";
import { isEnd, soundOf } from "./sounds.mjs";
import { TEXTS } from "./texts.mjs";

export function drawSounds({ g, answer, hands: { sounds: on } }) {
  const sounds = answer.sounds.map((name, i) => sound(g, name, i, on));
  const row = s("g", { role: "group", "aria-label": TEXTS.sounds }, sounds.map(({ node }) => node));
  const mark = (now) => sounds.forEach(({ node, key }, i) => {
    node.classList.toggle("said", i < now.step);
    node.classList.toggle("current", i === now.sound);
    node.classList.toggle("dim", now.sound !== null && i !== now.sound);
    key.setAttribute("tabindex", i === Math.max(0, now.sound ?? 0) ? 0 : -1);
  });
  return { nodes: [row], keys: sounds.map(({ key }) => key), mark };
}

/** A sound as it is spoken of. */
export const soundName = (name) => (isEnd(name) ? TEXTS.stop : name);

function sound(g, name, i, on) {
  const at = g.soundAt[i];
  const key = s("rect", {
    class: "key", rx: 6, role: "button", "data-sound": i, "aria-label": spokenLabel(name, i),
    ...(g.flat ? box(g, at, 2, g.soundSlot - 2, 78) : box(g, at, g.soundEdge + 2, Math.max(g.soundSlot, 20) - 2, 78)),
    onfocus: ({ target }) => target.matches(":focus-visible") && on.pointAt(i),
    onblur: () => on.pointAt(null),
  });
  const mouthAt = g.soundEdge + (g.flat ? -3 : 3);
  const node = s("g", {
    class: "sound",
    onpointerenter: ({ pointerType }) => pointerType === "mouse" && on.pointAt(i),
    onpointerleave: ({ pointerType }) => pointerType === "mouse" && on.pointAt(null),
    onclick: (event) => on.press(event, i),
  },
  key,
  s("path", { class: "mouth", d: `M${point(g, at - g.mouth / 2, mouthAt)} L${point(g, at + g.mouth / 2, mouthAt)}` }),
  lettering(g, name, at));
  return { node, key };
}

function spokenLabel(name, i) {
  const number = `${TEXTS.sound} ${i + 1}`;
  if (isEnd(name)) return `${number}: ${TEXTS.stop}`;
  return `${number}: ${name}, ${TEXTS.asIn} ${soundOf(name).example.join("")}`;
}

function lettering(g, name, at) {
  const [x, y] = place(g, at, g.flat ? g.soundEdge - 38 : g.soundEdge + 10);
  const text = (className, words, dx, dy, size) =>
    s("text", { class: className, x: x + dx, y: y + dy, "font-size": size, "aria-hidden": "true" }, words);
  const dot = s("circle", { class: "dot", cx: g.flat ? x : x + 6, cy: g.flat ? y - 5 : y, r: 2 });
  if (isEnd(name)) {
    const [mark, word] = g.flat ? [[x, y - 6], [0, 20]] : [[x + 6, y], [38, 5]];
    return [stopMark(...mark, 10), text("ipa", TEXTS.stop, ...word, 13), dot];
  }
  const { ipa, example: [before, key, after] } = soundOf(name);
  const ipaSize = Math.max(12, g.soundSize - 4);
  if (!g.flat) return [text("name", name, 0, 6, g.soundSize), text("ipa", ipa, 38, 5, ipaSize), dot];
  const example = [before, s("tspan", { class: "key-letters" }, key), after];
  return [
    text("name", name, 0, 0, g.soundSize), text("ipa", ipa, 0, 20, ipaSize),
    text("example", example, 0, -g.soundSize - 6, 14), dot,
  ];
}
