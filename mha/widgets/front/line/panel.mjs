// One word by one model: the figure in the chosen view, and the sentence under it.
import { clamp, h, s } from "../shared/dom.mjs";
import { shownHeads } from "../shared/lenses.mjs";
import { drawFlow } from "./flow.mjs";
import { drawMaps } from "./map.mjs";
import { readoutOf } from "./readout.mjs";
import { tablesOf } from "./tables.mjs";
import { TEXTS } from "./texts.mjs";

const NOTHING = { sound: null, letter: null, cell: null };
const click = () => new MouseEvent("click", { bubbles: true });
const NO_FIGURE = { nodes: [], height: 0, mark: () => {} };

export class Panel {
  #drawn = null; // what is on the stage, and how to mark it
  #shown = null; // what it was drawn for
  #act;
  pointed = NOTHING; // what the reader points at, by mouse, finger or key

  /** `act` has what the reader can do: change(), choose(step), showAll(), toggleHead(head), togglePlay(). */
  constructor(act) {
    this.#act = act;
    this.svg = s("svg", { class: "mha-figure", role: "group", "aria-roledescription": "figure" });
    this.tables = h("div", { class: "mha-tables" });
    this.stage = h("div", {
      class: "mha-stage",
      onkeydown: (event) => this.#press(event),
      onclick: ({ target }) => target === this.svg && this.#clear(),
    }, this.svg, this.tables);
    this.readout = h("div", { class: "mha-readout" });
    this.about = h("p", { class: "mha-about" });
    this.element = h("div", { class: "mha-panel" }, this.about, this.stage, this.readout);
  }

  /** Whose answer this is; `about` says more where two are compared. */
  introduce(title, about) {
    this.title = title;
    this.about.hidden = !about;
    this.about.replaceChildren(h("b", {}, `${title}.`), ` ${about}`);
  }

  /** Show an answer. `look` has view, heads, layer, lettersRead and width, as the reader chose them, and the dictionary's sounds. */
  show(answer, look) {
    const key = JSON.stringify(look);
    if (this.#shown?.answer === answer && this.#shown.key === key) return;
    if (this.#shown?.answer !== answer) this.pointed = NOTHING;
    this.#shown = { answer, key };
    this.view = viewOf(answer, look, this.#hands());
    const held = this.svg.contains(document.activeElement) ? { ...document.activeElement.dataset } : {};
    this.#draw();
    this.#focus("sound", held.sound);
    this.#focus("letter", held.letter);
  }

  #draw() {
    const { view } = this;
    const words = wordsFor(view);
    const drawn = words ? NO_FIGURE : view.view === "map" ? drawMaps(view) : drawFlow(view);
    this.#drawn = drawn;
    this.svg.replaceChildren(...drawn.nodes);
    this.svg.setAttribute("viewBox", `0 0 ${view.width} ${Math.ceil(drawn.height)}`);
    this.svg.setAttribute("width", view.width);
    this.svg.setAttribute("height", Math.ceil(drawn.height));
    this.svg.setAttribute("aria-label", `${TEXTS.view[view.view]}: ${view.answer.word}`);
    this.svg.classList.toggle("hangs", drawn.flat === false);
    this.svg.style.display = words ? "none" : "";
    this.tables.replaceChildren(...(words ?? []));
  }

  /** Width of a ribbon of weight 1, where there are any. */
  get weightOne() {
    return this.#drawn?.weightOne ?? null;
  }

  /** Mark what is singled out: the sound written last or pointed at, a letter, a head. */
  mark({ step, head, playing }) {
    if (!this.view) return;
    const { answer, view, heads, encoder, lettersRead, rowsAreLetters } = this.view;
    const { letter, cell } = this.pointed;
    const written = step < 0 ? answer.sounds.length : Math.min(step, answer.sounds.length);
    const last = step < 0 ? null : written - 1;
    const isPointed = !playing && this.pointed.sound !== null && this.pointed.sound < written;
    const sound = isPointed ? this.pointed.sound : last;
    const reading = letter !== null && lettersRead && Boolean(encoder) && view === "ribbons";
    const numbers = numbersOf(this.view, reading ? letter : null, sound);
    const read = numbers && this.view.columnNames.map((_, i) => Math.max(...heads.map((one) => numbers(one)[i])));
    const singledOut = { sound: reading ? null : sound, letter, head, cell };
    const now = { ...singledOut, step: written, read, numbers, reading, rowsAreLetters };
    this.#drawn.mark(now);
    this.readout.replaceChildren(...readoutOf(this.view, now));
  }

  #point(change) {
    this.pointed = { ...NOTHING, ...change };
    this.#act.change();
  }

  /** What hands on the figure do. */
  #hands() {
    return {
      sounds: {
        pointAt: (sound) => this.#point({ sound }),
        press: (event, sound) => {
          event.stopPropagation();
          this.pointed = NOTHING;
          this.#act.choose(sound + 1);
        },
      },
      letters: {
        pointAt: (letter) => this.#point({ letter }),
        press: (event, letter) => {
          event.stopPropagation();
          if (event.pointerType !== "mouse") this.#point({ letter: this.pointed.letter === letter ? null : letter });
        },
      },
      cells: { pointCell: (cell) => this.#point({ cell }) },
    };
  }

  #clear() {
    this.pointed = NOTHING;
    this.#act.showAll();
  }

  /** Keys on the stage: arrows, Home, End, Escape, Enter, the space bar, and the number of a head. */
  #press(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || !this.view) return;
    const { sound, letter } = event.target.dataset;
    const lane = letter === undefined ? "sound" : "letter";
    const at = Number(sound ?? letter);
    const count = lane === "sound" ? this.view.answer.sounds.length : this.view.answer.word.length + 1;
    const [back, on] = [at - 1, at + 1];
    const moves = { ArrowRight: on, ArrowDown: on, ArrowLeft: back, ArrowUp: back, Home: 0, End: count - 1 };
    const head = /^[1-9]$/.test(event.key) ? Number(event.key) - 1 : null;
    if (event.key in moves && !Number.isNaN(at)) this.#go(lane, clamp(moves[event.key], 0, count - 1));
    else if (event.key === "Escape") this.#clear();
    else if (event.key === "Enter" && !Number.isNaN(at)) event.target.dispatchEvent(click());
    else if (event.key === " " && lane === "sound") this.#act.togglePlay();
    else if (head !== null && head < this.view.totalHeads) this.#act.toggleHead(head);
    else return;
    event.preventDefault();
  }

  #go(lane, to) {
    if (lane === "sound") this.#act.choose(to + 1, { again: false });
    this.#focus(lane, to);
  }

  #focus(lane, index) {
    if (index !== undefined) this.#drawn.keys?.[lane]?.[index]?.focus({ preventScroll: true });
  }
}

/** The weights under the letters, by head: of a letter that reads others, or of a sound, or none. */
function numbersOf({ heads, encoder, answer, layer }, letter, sound) {
  if (!heads.length) return null;
  if (letter !== null) return (head) => encoder[head][letter];
  return sound === null || sound < 0 ? null : (head) => answer.cross[layer][head][sound];
}

/** What is said in text instead of drawn, if anything. */
function wordsFor(view) {
  if (view.view === "table") return tablesOf(view);
  return view.view === "map" && !view.heads.length ? [h("p", { class: "mha-none" }, TEXTS.nothingToMap)] : null;
}

/** Everything that the drawings need, from an answer and what the reader chose. */
function viewOf(answer, { view, heads: chosen, layer: wanted, lettersRead, width, dictionary }, hands) {
  const layers = answer.cross.length;
  const layer = Math.min(wanted, layers - 1);
  const totalHeads = answer.cross[0].length;
  const heads = totalHeads ? shownHeads(chosen, totalHeads) : [];
  const encoder = answer.encoder[layer];
  const rowsAreLetters = Boolean(lettersRead && encoder && view !== "ribbons");
  const source = rowsAreLetters ? answer.encoder : answer.cross;
  const names = [...answer.word, null];
  return {
    answer, view, heads, totalHeads, layers, layer, width, dictionary, lettersRead, encoder, rowsAreLetters, word: answer.word,
    weights: source[layer], letterWeights: encoder,
    rowNames: rowsAreLetters ? names : answer.sounds,
    columnNames: names,
    maps: source.flatMap((byHead, one) => heads.map((head) => ({ layer: one, head, weights: byHead[head] }))),
    tables: heads.map((head) => ({ head, weights: source[layer][head] })),
    hands,
  };
}
