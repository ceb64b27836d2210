// Play, step and scrub: a row of buttons and a slider over steps 0 … last, the last one alone or all of them together.
import { clamp, h, icon } from "./dom.mjs";

const BUTTON_DRAWINGS = {
  start: "M15 5 L8 10 L15 15 Z M5.5 5 V15",
  back: "M12.5 5 L7 10 L12.5 15",
  next: "M7.5 5 L13 10 L7.5 15",
  play: "M7 4.5 L15.5 10 L7 15.5 Z",
  pause: "M7.5 5 V15 M12.5 5 V15",
};
export const ALL = -1;
const PACE = 720; // milliseconds from step to step
const REST = 1.6; // the last step stays a little longer

/**
 * `state` has `step`, the trait, and `playing`; `last()` is the number of steps; `announce(step)` speaks of one.
 */
export class Player {
  constructor({ state, life, last, announce, texts }) {
    Object.assign(this, { state, last, announce, texts });
    this.timer = life.timer();
    const button = (drawing, label, act) =>
      h("button", { type: "button", class: "mha-round", "aria-label": label, title: label, onclick: act },
        icon(BUTTON_DRAWINGS[drawing]));
    this.playButton = button("play", texts.play, () => this.toggle());
    this.slider = h("input", {
      type: "range", class: "mha-slider", min: 0, value: 0, "aria-label": texts.slider,
      oninput: () => this.goTo(Number(this.slider.value)),
    });
    this.count = h("span", { class: "mha-count" });
    this.element = h("div", { class: "mha-player" },
      button("start", texts.start, () => this.goTo(0)),
      button("back", texts.back, () => this.goTo(this.at() - 1)),
      this.playButton,
      button("next", texts.next, () => this.goTo(this.at() + 1)),
      this.slider, this.count);
  }

  /** How many steps are shown. */
  at() {
    const step = this.state.get("step");
    return step === ALL ? this.last() : Math.min(step, this.last());
  }

  goTo(step) {
    this.pause();
    this.state.set({ step: clamp(step, 0, this.last()) });
    this.announce(this.at());
  }

  showAll() {
    this.pause();
    this.state.set({ step: ALL });
  }

  toggle() {
    if (this.state.get("playing")) this.pause();
    else this.play();
  }

  /** Write one after the other; `quick` for a preview that does not ask to be read, and is not spoken of. */
  play({ quick = false } = {}) {
    const pace = quick ? clamp(2200 / this.last(), 90, 240) : PACE;
    this.state.set({ playing: true, step: this.at() >= this.last() ? 0 : this.at() }, { passing: true });
    const next = () => {
      if (this.at() >= this.last()) return this.showAll();
      this.state.set({ step: this.at() + 1 }, { passing: true });
      if (!quick) this.announce(this.at());
      return this.timer.set(next, this.at() >= this.last() ? pace * REST : pace);
    };
    this.timer.set(next, pace / 2);
  }

  pause() {
    this.timer.cancel();
    this.state.set({ playing: false });
  }

  update() {
    const playing = this.state.get("playing");
    const label = playing ? this.texts.pause : this.texts.play;
    if (this.playButton.title !== label) {
      this.playButton.replaceChildren(icon(BUTTON_DRAWINGS[playing ? "pause" : "play"]));
      this.playButton.setAttribute("aria-label", label);
      this.playButton.title = label;
    }
    this.slider.max = this.last();
    this.slider.value = this.at();
    this.slider.setAttribute("aria-valuetext", this.texts.of(this.at(), this.last()));
    this.slider.style.setProperty("--at", `${(100 * this.at()) / Math.max(1, this.last())}%`);
    this.count.textContent = `${this.at()} / ${this.last()}`;
  }
}
