// The line on which a word is typed, and the helpful sentence under it.
import { clamp, h, newId } from "./dom.mjs";
import { ASKING } from "./texts.mjs";
import { checkWord } from "./typing.mjs";

const PAUSE = 180; // milliseconds after the last key until the word is read

export class Ask {
  #problem = null;
  #shown = null; // the word that was shown last

  /** `onWord(word)` hears of words that the models can read, `onProblem()` that there is none for now. */
  constructor({ label, samples = [], beside = null, life, onWord, onProblem }) {
    const [field, message] = [newId(), newId()];
    this.onWord = onWord;
    this.onProblem = onProblem;
    this.timer = life.timer();
    this.field = h("input", {
      class: "mha-word", id: field, type: "text", autocomplete: "off", autocapitalize: "none", spellcheck: "false",
      maxlength: 80, "aria-describedby": message,
      oninput: () => {
        this.#fit();
        this.timer.set(() => this.#read(), PAUSE);
      },
      onkeydown: ({ key }) => key === "Enter" && this.#read(),
    });
    this.message = h("p", { class: "mha-message", id: message, role: "status" });
    this.samples = samples.length > 0 && h("p", { class: "mha-samples" }, `${ASKING.orTry} `, samples.map((word) => [
      h("button", { type: "button", onclick: () => this.#take(word) }, word), " ",
    ]));
    this.element = h("div", { class: "mha-ask" },
      h("label", { for: field }, label), this.field, beside, this.message, this.samples);
    life.watchWidth(this.field, () => this.#fit());
  }

  /** Show a word that comes from elsewhere; what the reader is typing stays as long as it is the same. */
  show(word) {
    if (word === this.#shown) return;
    this.#shown = word;
    if (checkWord(this.field.value).word === word) return;
    this.field.value = word;
    this.#settle(null);
    this.#fit();
  }

  /** Say how the model for this word fares; a problem with the word itself goes first. */
  say(sentence) {
    const shown = this.#problem ?? sentence ?? "";
    if (this.message.textContent !== shown) this.message.textContent = shown;
  }

  get problem() {
    return this.#problem;
  }

  #take(word) {
    this.field.value = word;
    this.#fit();
    this.#read();
  }

  #read() {
    this.timer.cancel();
    const { word, problem } = checkWord(this.field.value);
    this.#settle(problem);
    if (problem) this.onProblem();
    else this.onWord(word);
  }

  #settle(problem) {
    this.#problem = problem;
    this.element.classList.toggle("has-problem", Boolean(problem));
    this.field.toggleAttribute("aria-invalid", Boolean(problem));
    this.say(null);
  }

  /** A long word gets smaller type, so that all of it can be read. */
  #fit() {
    const width = this.field.clientWidth;
    const most = width < 400 ? 34 : 44;
    this.field.style.fontSize = `${clamp(width / (Math.max(1, this.field.value.length) * 0.56), 20, most)}px`;
  }
}
