// LineExplorer: a word, the sounds that a model makes of it, and for each sound the letters it looked at.
// The class of the same name in mha.widgets has the traits; a notebook and a page both call render.
import { Answers } from "./shared/answers.mjs";
import { Ask } from "./shared/ask.mjs";
import { copyTools } from "./shared/copy_tools.mjs";
import { h } from "./shared/dom.mjs";
import { isLive, shownBy } from "./shared/host.mjs";
import { toggled } from "./shared/lenses.mjs";
import { follow } from "./shared/links.mjs";
import { ALL, Player } from "./shared/player.mjs";
import { State } from "./shared/state.mjs";
import { looking, modelChoice, secondModelChoice, tools, viewChoice } from "./line/controls.mjs";
import { everyModel } from "./line/every_model.mjs";
import { Panel } from "./line/panel.mjs";
import { sentenceOf, spokenOf } from "./line/readout.mjs";
import { spokenBy } from "./line/sounds.mjs";
import { ABOUT, TEXTS } from "./line/texts.mjs";
import { TRAITS, codeOf, linkOf, viewIn } from "./line/views.mjs";

const ROOM_FOR_TWO = 540; // pixels; on less the second word goes below the first
const GAP = 28;

class LineExplorer {
  #playNext = false; // whether a new answer is to be played when it is there

  constructor(widget, life) {
    this.widget = widget;
    this.models = widget.get("_models");
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    this.state = new State(widget, life, TRAITS, {
      playing: false, pointedHead: null, askingAll: false, width: 0,
    });
    this.answers = new Answers(widget, life, () => this.#refresh());
    this.#build(life);
    this.#followLink();
    life.watchWidth(this.panelRow, (width) => this.state.set({ width }));
    this.state.onChange(() => this.#refresh());
    this.#refresh();
  }

  #build(life) {
    const { state } = this;
    this.asks = [
      new Ask({ ...this.#asking("word", life), label: TEXTS.ask, samples: this.widget.get("samples") }),
      new Ask({ ...this.#asking("second", life), label: TEXTS.askSecond, beside: this.#secondModel() }),
    ];
    this.modelChoice = modelChoice(this.models, (model) => this.#change({ model }));
    this.viewChoice = viewChoice((view) => state.set({ view }));
    this.looking = looking({
      onHead: (head) => this.#toggleHead(head),
      onPoint: (pointedHead) => state.set({ pointedHead }),
      onLayer: (layer) => state.set({ layer }),
      onLettersRead: () => state.set({ letters_read: !state.get("letters_read") }),
    });
    this.panels = [this.#panel(), this.#panel()];
    this.player = new Player({
      state, life, texts: TEXTS.player,
      last: () => Math.max(1, ...this.#shown().map(({ view }) => view.answer.sounds.length)),
      announce: (step) => this.#announce(step),
    });
    this.every = everyModel({
      onToggle: (every_model) => state.set({ every_model }), onAsk: () => state.set({ askingAll: true }),
    });
    this.tools = tools({ onCompare: () => this.#compare(), copies: this.#copies() });
    this.live = h("p", { class: "mha-hidden", "aria-live": "polite" });
    this.about = h("p", { class: "mha-about" });
    this.askRow = h("div", { class: "mha-asks" }, this.asks.map(({ element }) => element));
    this.panelRow = h("div", { class: "mha-panels" }, this.panels.map(({ element }) => element));
    const fetchSoon = () => this.answers.fetch(state.get("model")); // who comes near will type
    this.root = h("div", { class: "mha", onpointerenter: fetchSoon, onfocusin: fetchSoon },
      this.askRow, this.models.length > 1 && this.modelChoice.element, this.about,
      h("div", { class: "mha-bar" }, this.looking.element, this.viewChoice.element),
      this.panelRow, this.player.element, this.every.element, this.tools.element, this.live);
  }

  /** What both lines for typing do with what is typed. Where two models say one word, they go on with one word. */
  #asking(name, life) {
    return {
      life,
      onWord: (word) => {
        this.answers.retry();
        this.#playNext = !this.calm.matches;
        const isOne = name === "word" && this.state.get("second") === this.state.get("word");
        this.#change({ [name]: word, ...(isOne && { second: word }), step: ALL });
        this.#refresh();
      },
      onProblem: () => {
        this.player.pause();
        this.#refresh();
      },
    };
  }

  #secondModel() {
    this.secondModelChoice = secondModelChoice(this.models, (model) => this.#change({ second_model: model }));
    return this.secondModelChoice.element;
  }

  #panel() {
    return new Panel({
      change: () => this.#mark(),
      choose: (step, { again = true } = {}) => {
        const same = again && this.state.get("step") === step && !this.state.get("playing");
        if (same) this.player.showAll();
        else this.player.goTo(step);
      },
      showAll: () => this.player.showAll(),
      toggleHead: (head) => this.#toggleHead(head),
      togglePlay: () => this.player.toggle(),
    });
  }

  /** On a page the address may ask for a view. */
  #followLink() {
    if (isLive(this.widget)) return;
    follow(viewIn(location.href, this.widget.get("key"), this.models.map(({ name }) => name)), this.state, this.root);
  }

  #change(traits) {
    this.player.pause();
    this.state.set(traits);
  }

  #toggleHead(head) {
    const [{ view }] = this.#shown();
    this.state.set({ heads: toggled(head, this.state.get("heads"), view.totalHeads) });
  }

  #compare() {
    const { state } = this;
    const two = state.get("second") !== "";
    if (two) this.#change({ second: "", second_model: "" });
    else this.#change({ second: state.get("word"), second_model: this.#otherModel() });
    if (!two) queueMicrotask(() => this.asks[1].field.focus());
  }

  /** The same word by another model is the first thing to compare. */
  #otherModel() {
    const others = this.models.filter(({ name }) => name !== this.state.get("model"));
    return others.at(0)?.name ?? "";
  }

  /** Panels that show an answer. */
  #shown() {
    return this.panels.filter(({ element, view }) => !element.hidden && view);
  }

  /** Bring everything on the screen up to date. */
  #refresh() {
    const { state } = this;
    const second = state.get("second");
    const beside = second !== "" && state.get("width") >= ROOM_FOR_TWO;
    const width = Math.floor(beside ? (state.get("width") - GAP) / 2 : state.get("width"));
    const wanted = [[state.get("word"), state.get("model")], [second, state.get("second_model") || state.get("model")]];
    this.root.classList.toggle("beside", beside);
    wanted.forEach(([word, model], i) => this.#refreshPanel(i, word, model, width));
    this.secondModelChoice.update(state.get("second_model"));
    this.modelChoice.update(state.get("model"));
    this.viewChoice.update(state.get("view"));
    this.every.element.open = state.get("every_model");
    this.#introduce(wanted);
    if (this.#shown().length) this.#refreshAround();
    this.#mark();
    if (this.#playNext && this.asks.every(({ problem }) => !problem) && this.#isComplete(wanted)) this.#playNew();
  }

  /** Say what the model does, or in each panel what its own does. */
  #introduce([[, first], [word, second]]) {
    const both = [first, second].map((model) => this.models.find(({ name }) => name === model));
    const compared = word !== "" && first !== second;
    this.about.hidden = compared;
    this.about.textContent = ABOUT[both[0].kind];
    both.forEach(({ title, kind }, i) => this.panels[i].introduce(title, compared && ABOUT[kind]));
  }

  #dictionary(word) {
    return this.widget.get("_dictionary")[word]?.[0];
  }

  #refreshPanel(i, word, model, width) {
    const [ask, panel] = [this.asks[i], this.panels[i]];
    ask.element.hidden = panel.element.hidden = word === "";
    if (word === "") return;
    ask.show(word);
    const answer = this.answers.find(model, word);
    ask.say(answer ? null : this.answers.statusOf(model));
    const get = (name) => this.state.get(name);
    const look = {
      view: get("view"), heads: get("heads"), layer: get("layer"), lettersRead: get("letters_read"), width,
      dictionary: this.#dictionary(word),
    };
    if (answer && width) panel.show(answer, look);
    panel.element.classList.toggle("stale", !answer || Boolean(ask.problem));
    panel.element.inert = Boolean(ask.problem);
  }

  /** Heads, layers, the row of buttons, what every model says, what can be copied. */
  #refreshAround() {
    const { state } = this;
    const [{ view, weightOne }] = this.#shown();
    const oneLayer = view.layers > 1 && state.get("view") !== "map"; // a map has all of them
    this.looking.update({
      chosen: state.get("heads"), totalHeads: view.totalHeads,
      layer: view.layer, layerCount: oneLayer ? view.layers : 0,
      isLettersRead: state.get("letters_read"), hasEncoder: Boolean(view.encoder), weightOne,
    });
    this.player.update();
    this.tools.update({ two: state.get("second") !== "", figure: this.#figures().length > 0 });
    if (!state.get("every_model")) return;
    const word = state.get("word");
    const answerOf = (name) => (state.get("askingAll") ? this.answers.find(name, word) : this.answers.ready(name, word));
    this.every.update({
      models: this.models, chosen: state.get("model"), dictionary: this.#dictionary(word),
      answers: new Map(this.models.map(({ name }) => [name, answerOf(name)])),
    });
  }

  #mark() {
    const { state } = this;
    const now = { step: state.get("step"), head: state.get("pointedHead"), playing: state.get("playing") };
    this.#shown().forEach((panel) => panel.mark(now));
  }

  /** Whether what is shown is what is wanted. */
  #isComplete(wanted) {
    const isShown = ([word, model], i) => this.panels[i].view?.answer === this.answers.find(model, word);
    return wanted.every((one, i) => one[0] === "" || isShown(one, i));
  }

  #playNew() {
    this.#playNext = false;
    this.live.textContent = this.#shown().map(({ view }) => sentenceOf(view.answer)).join(". ");
    this.player.play({ quick: true });
  }

  #announce(step) {
    const spoken = ({ view }) => spokenOf(view, Math.min(step, view.answer.sounds.length) - 1);
    this.live.textContent = this.#shown().map(spoken).join(". ");
  }

  /** Panels that show a figure. */
  #figures() {
    return this.#shown().filter(({ svg }) => svg.style.display !== "none");
  }

  #copies() {
    const { state } = this;
    const heading = ({ title, view: { answer } }) => `${answer.word}, ${title}: ${spokenBy(answer).join(" ")}`;
    return copyTools({
      isLive: isLive(this.widget),
      link: () => linkOf(state, location.href, this.widget.get("key")),
      code: () => codeOf(state),
      figures: () => this.#figures().map(({ svg }) => svg),
      headings: () => this.#figures().map(heading),
      name: () => [...new Set(this.#shown().map(({ view }) => view.word))].join("-"),
    });
  }
}

export default shownBy(LineExplorer);
