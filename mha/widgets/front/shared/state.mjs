// One place for all that an explorer shows: traits, which Python and links know, and what concerns this view alone.

export class State {
  #widget;
  #traits;
  #own;
  #preset;
  #listener = () => {};
  #due = false;
  #untold = false;

  /** `traits` are names, `own` holds what is not worth telling anybody, with its first values. */
  constructor(widget, life, traits, own) {
    this.#widget = widget;
    this.#traits = new Set(traits);
    this.#own = { ...own };
    this.#preset = Object.fromEntries(traits.map((name) => [name, widget.get(name)]));
    life.follow(widget, traits, () => this.#schedule());
    life.then(() => { this.#listener = () => {}; });
  }

  get(name) {
    return this.#traits.has(name) ? this.#widget.get(name) : this.#own[name];
  }

  /** What a trait was at first. */
  preset(name) {
    return this.#preset[name];
  }

  /** Change some of it; what is shown follows at once. Python hears of a trait unless it is a passing value. */
  set(changes, { passing = false } = {}) {
    for (const [name, value] of Object.entries(changes)) {
      if (this.get(name) === value) continue;
      if (this.#traits.has(name)) {
        this.#widget.set(name, value);
        this.#untold = true;
      } else {
        this.#own[name] = value;
        this.#schedule();
      }
    }
    if (this.#untold && !passing) {
      this.#untold = false;
      this.#widget.save_changes();
    }
  }

  /** Call back after every change, once for all that changed together. */
  onChange(listener) {
    this.#listener = listener;
  }

  #schedule() {
    if (this.#due) return;
    this.#due = true;
    queueMicrotask(() => {
      this.#due = false;
      this.#listener();
    });
  }
}
