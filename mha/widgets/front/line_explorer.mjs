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
import { isEnd } from "./line/sounds.mjs";
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
    this.state = new State(widget, life, TRAITS, { playing: false, pointedHead: null, width: 0 });
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
    this.every = everyModel({ onOpen: () => this.#refresh() });
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

  /** What both lines for typing do with what is typed. */
  #asking(name, life) {
    return {
      life,
      onWord: (word) => {
        this.answers.retry();
        this.#playNext = !this.calm.matches;
        this.#change({ [name]: word, step: ALL });
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
    this.about.textContent = ABOUT[this.models.find(({ name }) => name === state.get("model")).kind];
    if (this.#shown().length) this.#refreshAround();
    this.#mark();
    if (this.#playNext && this.asks.every(({ problem }) => !problem) && this.#isComplete(wanted)) this.#playNew();
  }

  #refreshPanel(i, word, model, width) {
    const [ask, panel] = [this.asks[i], this.panels[i]];
    ask.element.hidden = panel.element.hidden = word === "";
    if (word === "") return;
    ask.show(word);
    const answer = this.answers.find(model, word);
    ask.say(answer ? null : this.answers.statusOf(model));
    const get = (name) => this.state.get(name);
    const look = { view: get("view"), heads: get("heads"), layer: get("layer"), lettersRead: get("letters_read"), width };
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
    if (!this.every.element.open) return;
    const word = state.get("word");
    this.every.update({
      models: this.models, chosen: state.get("model"), dictionary: this.widget.get("_dictionary")[word]?.[0],
      answers: new Map(this.models.map(({ name }) => [name, this.answers.find(name, word)])),
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

  #figures() {
    return this.#shown().filter(({ view, svg }) => svg.style.display !== "none" && view).map(({ svg }) => svg);
  }

  #copies() {
    const { state } = this;
    const answers = () => this.#shown().map(({ view }) => view.answer);
    const said = ({ word, sounds }) => `${word}: ${sounds.filter((name) => !isEnd(name)).join(" ")}`;
    return copyTools({
      isLive: isLive(this.widget),
      link: () => linkOf(state, location.href, this.widget.get("key")),
      code: () => codeOf(state),
      figures: () => this.#figures(),
      heading: () => answers().map(said).join("   "),
      name: () => answers().map(({ word }) => word).join("-"),
    });
  }
}

export default shownBy(LineExplorer);
