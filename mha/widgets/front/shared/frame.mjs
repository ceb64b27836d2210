// What the smaller explorers are alike in: dials, one figure or the same as tables, a sentence, what can be copied.
import { choice } from "./choices.mjs";
import { copyTools } from "./copy_tools.mjs";
import { h, s } from "./dom.mjs";
import { isLive, shownBy } from "./host.mjs";
import { codeForView, follow, linkToView, readAs, traitsAsked } from "./links.mjs";
import { State } from "./state.mjs";
import { VIEWS } from "./texts.mjs";

class Frame {
  #shown = null; // what the figure was drawn for
  #numbers = null;

  constructor(widget, life, parts) {
    this.parts = parts;
    this.usual = { ...parts.usual, view: "figure" };
    this.traits = [...Object.keys(this.usual), ...(parts.data ?? [])];
    this.state = new State(widget, life, this.traits, { pointed: null, problem: null, width: 0 });
    this.#build(widget);
    if (!isLive(widget)) {
      const readers = { ...parts.readers, view: readAs.oneOf(Object.keys(VIEWS.view)) };
      follow(traitsAsked(location.href, widget.get("key"), readers), this.state, this.root);
    }
    life.watchWidth(this.stage, (width) => this.state.set({ width }));
    this.state.onChange(() => this.#refresh());
    this.#refresh();
  }

  #build(widget) {
    const { parts, state } = this;
    this.controls = parts.controls(state);
    this.views = choice({
      className: "mha-views", legend: VIEWS.legend,
      options: Object.entries(VIEWS.view).map(([value, content]) => ({ value, content })),
      onChoose: (view) => state.set({ view }),
    });
    this.svg = s("svg", { class: "mha-figure", role: "group", "aria-roledescription": "figure" });
    this.tables = h("div", {});
    this.stage = h("div", { class: "mha-frame" }, this.svg, this.tables);
    this.problem = h("p", { class: "mha-message", role: "status" });
    this.sentence = h("div", { class: "mha-sentence", role: "status" });
    this.copies = copyTools({
      isLive: isLive(widget),
      link: () => linkToView(state, this.usual, location.href, widget.get("key")),
      code: () => codeForView(parts.name, state, this.usual),
      figures: () => [this.svg],
      headings: () => [parts.title(this.#numbers)],
      name: () => widget.get("key"),
    });
    this.root = h("div", { class: `mha ${parts.className}` },
      h("div", { class: "mha-dials" }, this.controls.dials.map(({ element }) => element)), this.problem,
      h("div", { class: "mha-bar" }, this.controls.bar, this.views.element),
      this.stage, this.sentence, h("div", { class: "mha-tools" }, this.copies.elements));
  }

  /** Bring everything up to date. The figure is drawn anew only when it would differ: a press needs its target. */
  #refresh() {
    const { parts, state, svg } = this;
    const traits = Object.fromEntries(this.traits.map((name) => [name, state.get(name)]));
    const key = JSON.stringify([traits, state.get("width")]);
    if (this.#shown !== key) {
      this.#shown = key;
      this.#numbers = parts.compute(traits);
      this.controls.update(traits, this.#numbers);
      this.views.update(traits.view);
      const isFigure = traits.view === "figure";
      svg.style.display = isFigure ? "" : "none";
      if (isFigure && state.get("width")) this.#draw();
      this.tables.replaceChildren(...(isFigure ? [] : parts.tables(this.#numbers)));
      this.copies.update(isFigure);
    }
    this.problem.textContent = state.get("problem") ?? "";
    this.root.classList.toggle("has-problem", Boolean(state.get("problem")));
    this.sentence.replaceChildren(...parts.sentence(this.#numbers, state.get("pointed"), state));
  }

  #draw() {
    const { parts, state, svg } = this;
    const held = svg.contains(document.activeElement) && document.activeElement.dataset.name;
    const { nodes, height } = parts.draw(this.#numbers, state.get("width"), state);
    svg.replaceChildren(...nodes);
    svg.setAttribute("viewBox", `0 0 ${state.get("width")} ${Math.ceil(height)}`);
    svg.setAttribute("width", state.get("width"));
    svg.setAttribute("height", Math.ceil(height));
    svg.setAttribute("aria-label", parts.title(this.#numbers));
    if (held) svg.querySelector(`[data-name="${held}"]`)?.focus({ preventScroll: true });
  }
}

/**
 * What the module of such an explorer exports. `parts` are
 * name, className: those of the Python class and of the element;
 * usual: traits with their usual values; readers: what of an address may be believed;
 * data: names of traits that Python alone sets and no link has, if there are any;
 * controls(state): { dials, bar, update(traits, numbers) };
 * compute(traits): the numbers that all of the following show;
 * draw(numbers, width, state): { nodes, height }; tables(numbers) and sentence(numbers, pointed, state): nodes; title(numbers).
 */
export function framed(parts) {
  return shownBy(class extends Frame {
    constructor(widget, life) {
      super(widget, life, parts);
    }
  });
}

/** A table that scrolls on its own where it is too wide. `rows` begin with their names. */
export function table({ caption, head, rows, className }) {
  return h("div", { class: "mha-scroll", tabindex: 0, role: "region", "aria-label": caption },
    h("table", { class: className }, h("caption", {}, caption),
      h("thead", {}, h("tr", {}, head.map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, rows.map(([name, ...cells]) =>
        h("tr", {}, h("th", { scope: "row" }, name), cells.map((cell) => h("td", {}, cell)))))));
}
