/* Shows the explorers of a page without a kernel: runs each anywidget from the state that its notebook stored.
   Loaded on pages with widget state only. An explorer's arithmetic is in its own module, its data in its traits.
   The module stands in the state, or beside this script; then it is loaded when the reader comes near. */
(() => {
  "use strict";

  const VIEWS = 'script[type="application/vnd.jupyter.widget-view+json"]';
  const STATE = 'script[type="application/vnd.jupyter.widget-state+json"]';

  /** The part of a widget model that a view needs: traits, and who is told when one changes. */
  class Model {
    #traits;
    #listeners = new Map();

    constructor(traits) {
      this.#traits = { ...traits };
    }

    get(name) {
      return this.#traits[name];
    }

    set(name, value) {
      const changes = typeof name === "object" ? name : { [name]: value };
      const changed = Object.entries(changes).filter(([key, next]) => this.#traits[key] !== next);
      Object.assign(this.#traits, Object.fromEntries(changed));
      changed.forEach(([key, next]) => this.#emit(`change:${key}`, next));
      if (changed.length) this.#emit("change");
    }

    on(names, listener) {
      for (const name of names.split(/\s+/)) {
        this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener]);
      }
    }

    off(name, listener) {
      if (!name) this.#listeners.clear();
      else this.#listeners.set(name, listener ? (this.#listeners.get(name) ?? []).filter((one) => one !== listener) : []);
    }

    save_changes() {} // no kernel to tell

    /** A question for the kernel. The one that can be answered without: the parameters of a model. */
    async send({ ask, name, version }) {
      if (ask === "parameters") this.#emit("msg:custom", await parametersOf(name, version));
    }

    #emit(name, ...details) {
      const sender = name.startsWith("msg:") ? [] : [this]; // as a notebook calls them
      [...(this.#listeners.get(name) ?? [])].forEach((listener) => listener(...sender, ...details));
    }
  }

  const HERE = document.currentScript.src || document.baseURI; // models and modules lie beside this script
  const scripts = new Map(); // each is loaded once, however many explorers want it

  /** What a model's script holds, or why it did not come. From disk, too, a script may be loaded, other files not. */
  function parametersOf(name, version) {
    return loadScript(`models/${encodeURIComponent(name)}.js?v=${encodeURIComponent(version)}`).then(
      () => ({ parameters: name, data: window.explorerParameters?.[name], error: "it is empty" }),
      (error) => ({ parameters: name, error: error.message }),
    );
  }

  /** Load a script that lies beside this one. */
  function loadScript(path) {
    if (!scripts.has(path)) {
      scripts.set(path, new Promise((resolve, reject) => {
        const onerror = () => {
          scripts.delete(path); // to be tried again
          reject(new Error("it could not be loaded"));
        };
        const script = { src: new URL(path, HERE).href, onload: resolve, onerror };
        document.head.append(Object.assign(document.createElement("script"), script));
      }));
    }
    return scripts.get(path);
  }

  /** The module of an explorer, from its source. */
  async function load(source) {
    const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    try {
      const { default: widget } = await import(address);
      return typeof widget === "function" ? await widget() : widget;
    } finally {
      URL.revokeObjectURL(address);
    }
  }

  // What a module may ask for besides: here nothing is ever taken away, and nothing is experimental.
  const SURROUNDINGS = { signal: new AbortController().signal, experimental: {} };
  const modules = new Map();
  const models = new Map();

  /** The traits of a stored widget, binary ones as DataView. */
  function traitsOf({ state, buffers = [] }) {
    const traits = structuredClone(state);
    for (const { path, data } of buffers) {
      const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
      const parent = path.slice(0, -1).reduce((value, key) => value[key], traits);
      parent[path.at(-1)] = new DataView(bytes.buffer);
    }
    return traits;
  }

  /** The module and the styles of an explorer. */
  async function sourceOf({ _source: name, _esm: esm, _css: css }) {
    if (!name) return { esm, css };
    await loadScript(`explorers/${encodeURIComponent(name)}.js`);
    return window.explorerSources[name];
  }

  /** One model for all views of a widget; the styles go into the page once. */
  async function start(stored) {
    const traits = traitsOf(stored);
    const model = new Model(traits);
    const { esm, css } = await sourceOf(traits);
    if (!modules.has(esm)) {
      if (css) document.head.append(Object.assign(document.createElement("style"), { textContent: css }));
      modules.set(esm, load(esm));
    }
    const widget = await modules.get(esm);
    await widget.initialize?.({ model, ...SURROUNDINGS });
    return { model, widget };
  }

  const ROOM = "100vh"; // kept free for an explorer that is on its way; figures.css does so before this script is here
  const NEAR = 1200; // pixels from the screen at which it is loaded

  /** Whether the address asks for a view of this explorer. */
  const isAsked = ({ key }) =>
    [...new URLSearchParams(location.search).keys()].some((name) => name.startsWith(`${key}.`));

  const paper = matchMedia("print");

  /** Wait until the reader comes near, or prints the page. */
  function approached(el) {
    return new Promise((resolve) => {
      if (paper.matches) resolve();
      paper.addEventListener("change", resolve, { once: true });
      const observer = new IntersectionObserver((entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        resolve();
      }, { rootMargin: `${NEAR}px` });
      observer.observe(el);
    });
  }

  async function show(view, stored) {
    const { model_id: id } = JSON.parse(view.textContent);
    if (stored[id]?.model_module !== "anywidget") return;
    const el = Object.assign(document.createElement("div"), { className: "explorer" });
    view.after(el);
    const { state } = stored[id];
    if (state.key) el.dataset.key = state.key;
    try {
      if (state._source && !isAsked(state)) {
        el.style.minHeight = ROOM;
        await approached(el);
      }
      if (!models.has(id)) models.set(id, start(stored[id]));
      const { model, widget } = await models.get(id);
      await widget.render?.({ model, el, ...SURROUNDINGS });
    } catch (error) {
      el.textContent = `This explorer could not start (${error.message}). The figures and the text do not need it.`;
      console.error(error);
    }
    el.style.minHeight = "";
  }

  function main() {
    const stored = {};
    document.querySelectorAll(STATE).forEach((script) => Object.assign(stored, JSON.parse(script.textContent).state));
    document.querySelectorAll(VIEWS).forEach((view) => show(view, stored));
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", main);
  else main();
})();
