// What the models say: stored with the page, or worked out here once their parameters have arrived.
import { modelNamed } from "./parameters.mjs";
import { answer } from "./speak.mjs";
import { ASKING } from "./texts.mjs";

export class Answers {
  #widget;
  #answers = new Map();
  #models = new Map();
  #fetching = new Set();
  #trouble = new Map();
  #onArrival;

  constructor(widget, life, onArrival) {
    this.#widget = widget;
    this.#onArrival = onArrival;
    const keep = () => widget.get("_answers").forEach((one) => this.#answers.set(keyOf(one.model, one.word), one));
    keep();
    life.follow(widget, ["_answers"], keep);
    life.then(() => { this.#onArrival = () => {}; });
  }

  /** The answer if it can be given now. If not, the model is fetched, and onArrival is called in the end. */
  find(name, word) {
    const found = this.ready(name, word);
    if (!found) this.fetch(name);
    return found;
  }

  /** The answer if it can be given now. */
  ready(name, word) {
    const key = keyOf(name, word);
    const model = this.#models.get(name);
    if (!this.#answers.has(key) && model) this.#answers.set(key, answer(model, word));
    return this.#answers.get(key);
  }

  /** Fetch a model, unless it is here, on its way, or has just failed to come. */
  async fetch(name) {
    if (this.#models.has(name) || this.#fetching.has(name) || this.#trouble.has(name)) return;
    this.#fetching.add(name);
    try {
      const described = this.#widget.get("_models").find((model) => model.name === name);
      this.#models.set(name, await modelNamed(this.#widget, described));
    } catch (error) {
      console.warn(error);
      this.#trouble.set(name, error.message === "no kernel" ? ASKING.noKernel : ASKING.notFetched);
    }
    this.#fetching.delete(name);
    this.#onArrival();
  }

  /** What there is to say about a model that is not here. */
  statusOf(name) {
    return this.#trouble.get(name) ?? (this.#fetching.has(name) ? ASKING.fetching : null);
  }

  /** Let models that failed to come be fetched again. */
  retry() {
    this.#trouble.clear();
  }
}

const keyOf = (name, word) => `${name} ${word}`;
