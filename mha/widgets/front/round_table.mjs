// RoundTable: the letters of a word on a belt and at a round table, and what each head of a Transformer's encoder reads.
// The class of the same name in mha.widgets has the traits; a notebook and a page both call render.
import { Answers } from "./shared/answers.mjs";
import { Ask } from "./shared/ask.mjs";
import { choice } from "./shared/choices.mjs";
import { copyTools } from "./shared/copy_tools.mjs";
import { h, range, s } from "./shared/dom.mjs";
import { isLive, shownBy } from "./shared/host.mjs";
import { lensButtons, shownHeads, toggled } from "./shared/lenses.mjs";
import { codeForView, follow, linkToView, readAs, traitsAsked } from "./shared/links.mjs";
import { ALL, Player } from "./shared/player.mjs";
import { State } from "./shared/state.mjs";
import { VIEWS } from "./shared/texts.mjs";
import { checkWord } from "./shared/typing.mjs";
import { counts, placeOf } from "./round/arithmetic.mjs";
import { drawBoth } from "./round/figure.mjs";
import { TEXTS } from "./round/texts.mjs";
import { sentenceOf, tablesOfBoth } from "./round/words.mjs";

/** The traits of a view with their usual values, in the order of the Python class. */
const USUAL = { word: null, first: 0, second: -2, layer: 0, heads: [0], step: ALL, view: "figure" };
const place = readAs.number(-25, 24);
const READERS = {
  word: (text) => (text && !checkWord(text).problem ? checkWord(text).word : undefined),
  first: place, second: place, layer: readAs.number(0, 9), step: readAs.number(ALL, 24),
  heads: readAs.numbers,
  view: readAs.oneOf(Object.keys(VIEWS.view)),
};

class RoundTable {
  #view = null; // what is shown
  #drawn = null; // the figure, and how to mark it
  #shown = null; // what it was drawn for

  constructor(widget, life) {
    this.widget = widget;
    this.model = widget.get("_models")[0].name;
    this.state = new State(widget, life, Object.keys(USUAL), {
      playing: false, pointed: null, picking: false, current: null, width: 0,
    });
    this.answers = new Answers(widget, life, () => this.#refresh());
    this.#build(life);
    if (!isLive(widget)) follow(traitsAsked(location.href, widget.get("key"), READERS), this.state, this.root);
    life.watchWidth(this.stage, (width) => this.state.set({ width }));
    this.state.onChange(() => this.#refresh());
    this.#refresh();
  }

  #build(life) {
    const { state, widget } = this;
    this.ask = new Ask({
      label: TEXTS.ask, samples: widget.get("samples"), life,
      onWord: (word) => {
        this.answers.retry();
        this.player.pause();
        state.set({ word, step: ALL, picking: false, current: null, pointed: null });
        this.#refresh();
      },
      onProblem: () => this.#refresh(),
    });
    this.heads = lensButtons({
      label: TEXTS.heads, onPoint: () => {},
      onChoose: (head) => state.set({ heads: toggled(head, state.get("heads"), this.#view.totalHeads) }),
    });
    this.layers = choice({
      className: "mha-views", legend: TEXTS.layer, isNamed: true,
      options: range(widget.get("_models")[0].layers).map((n) => ({ value: String(n), content: n + 1 })),
      onChoose: (layer) => state.set({ layer: Number(layer) }),
    });
    this.views = choice({
      className: "mha-views", legend: VIEWS.legend,
      options: Object.entries(VIEWS.view).map(([value, content]) => ({ value, content })),
      onChoose: (view) => state.set({ view }),
    });
    this.player = new Player({
      state, life, texts: TEXTS.player, last: () => Math.max(1, this.#view?.belt.path ?? 1), announce: () => {},
    });
    this.svg = s("svg", { class: "mha-figure", role: "group", "aria-roledescription": "figure" });
    this.tables = h("div", {});
    this.stage = h("div", { class: "mha-frame", onkeydown: (event) => this.#press(event) }, this.svg, this.tables);
    this.sentence = h("div", { class: "mha-sentence", role: "status" });
    this.copies = copyTools({
      isLive: isLive(widget),
      link: () => linkToView(state, USUAL, location.href, widget.get("key")),
      code: () => codeForView("RoundTable", state, USUAL),
      figures: () => [this.svg],
      headings: () => [TEXTS.figure(this.#view.word)],
      name: () => `${widget.get("key")}-${this.#view.word}`,
    });
    const fetchSoon = () => this.answers.fetch(this.model); // who comes near will type
    this.root = h("div", { class: "mha mha-table", onpointerenter: fetchSoon, onfocusin: fetchSoon },
      this.ask.element,
      h("div", { class: "mha-bar" }, h("div", { class: "mha-looking" }, this.heads.element, this.layers.element), this.views.element),
      this.stage, this.player.element, this.sentence, h("div", { class: "mha-tools" }, this.copies.elements));
  }

  /** Who asks, then who is asked. The same one again takes the first press back. */
  #pick(seat) {
    const { state } = this;
    const { first, second } = this.#view;
    this.player.pause();
    if (!state.get("picking")) {
      state.set({ first: seat, second: seat === second ? first : second, step: ALL, picking: true, current: seat });
    } else state.set({ second: seat === first ? second : seat, picking: false, current: seat });
  }

  /** Keys on a seat: arrows go around the table, Enter and the space bar choose, Escape takes a first choice back. */
  #press(event) {
    const seat = Number(event.target.dataset?.seat ?? NaN);
    if (Number.isNaN(seat) || event.altKey || event.ctrlKey || event.metaKey) return;
    const count = this.#view.letters.length;
    const moves = {
      ArrowRight: seat + 1, ArrowDown: seat + 1, ArrowLeft: seat - 1, ArrowUp: seat - 1, Home: 0, End: count - 1,
    };
    if (event.key in moves) this.#go((moves[event.key] + count) % count);
    else if (event.key === "Enter" || event.key === " ") this.#pick(seat);
    else if (event.key === "Escape") this.state.set({ picking: false });
    else return;
    event.preventDefault();
  }

  #go(seat) {
    this.state.set({ current: seat });
    this.svg.querySelector(`[data-seat="${seat}"]`)?.focus({ preventScroll: true });
  }

  /** Bring everything up to date. The figure is drawn anew only when it would differ: a press needs its target. */
  #refresh() {
    const { state } = this;
    const traits = Object.fromEntries(Object.keys(USUAL).map((name) => [name, state.get(name)]));
    this.ask.show(traits.word);
    const answer = this.answers.find(this.model, traits.word);
    this.ask.say(answer ? null : this.answers.statusOf(this.model));
    this.root.classList.toggle("stale", !answer || Boolean(this.ask.problem));
    this.stage.inert = Boolean(this.ask.problem);
    if (!answer) return;
    const key = JSON.stringify([traits, state.get("width")]);
    if (this.#shown !== key) {
      this.#shown = key;
      this.#view = viewOf(answer, traits);
      this.#show(traits);
    }
    const seat = (name) => Math.min(state.get(name) ?? this.#view.first, this.#view.letters.length - 1);
    const asking = seat("pointed");
    this.#drawn?.mark(asking, seat("current"));
    this.player.update();
    this.sentence.replaceChildren(...sentenceOf(this.#view, asking, state.get("picking")));
  }

  #show({ view, heads }) {
    const isFigure = view === "figure";
    this.heads.update(heads, this.#view.totalHeads);
    this.layers.update(String(this.#view.layer));
    this.views.update(view);
    this.svg.style.display = isFigure ? "" : "none";
    if (isFigure && this.state.get("width")) this.#draw();
    this.tables.replaceChildren(...(isFigure ? [] : tablesOfBoth(this.#view)));
    this.copies.update(isFigure);
  }

  #draw() {
    const { svg, state } = this;
    const held = svg.contains(document.activeElement) && document.activeElement.dataset.name;
    const width = state.get("width");
    this.#drawn = drawBoth(this.#view, width, {
      pick: (seat) => this.#pick(seat), point: (pointed) => state.set({ pointed }),
    });
    svg.replaceChildren(...this.#drawn.nodes);
    svg.setAttribute("viewBox", `0 0 ${width} ${Math.ceil(this.#drawn.height)}`);
    svg.setAttribute("width", width);
    svg.setAttribute("height", Math.ceil(this.#drawn.height));
    svg.setAttribute("aria-label", TEXTS.figure(this.#view.word));
    if (held) svg.querySelector(`[data-name="${held}"]`)?.focus({ preventScroll: true });
  }
}

/** Everything that is drawn and told, from an answer and what the reader chose. */
function viewOf({ word, encoder }, { first, second, layer: wanted, heads, step }) {
  const letters = [...word, null]; // null is the end of the word
  const seats = letters.length;
  const layers = encoder.length;
  const layer = Math.min(wanted, layers - 1);
  const totalHeads = encoder[layer].length;
  const places = { first: placeOf(first, seats), second: placeOf(second, seats) };
  return {
    word, letters, layer, layers, totalHeads, step, ...places,
    ...counts({ seats, layers, ...places }),
    heads: shownHeads(heads, totalHeads), weights: encoder[layer],
  };
}

export default shownBy(RoundTable);
