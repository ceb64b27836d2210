/* Shows the explorers of a page without a kernel: runs each anywidget from the state that its notebook stored.
   Loaded on pages with widget state only. An explorer's arithmetic is in its own module, its data in its traits. */
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

  const HERE = document.currentScript.src || document.baseURI; // the models lie beside this script
  const asked = new Map(); // each model is loaded once, however many explorers want it

  /** What a model's script holds, or why it did not come. From disk, too, a script may be loaded, other files not. */
  function parametersOf(name, version) {
    const address = new URL(`models/${encodeURIComponent(name)}.js?v=${encodeURIComponent(version)}`, HERE).href;
    if (!asked.has(address)) asked.set(address, loadScript(address));
    return asked.get(address).then(
      () => ({ parameters: name, data: window.explorerParameters?.[name], error: "it is empty" }),
      () => {
        asked.delete(address); // to be tried again
        return { parameters: name, error: "it could not be loaded" };
      },
    );
  }

  function loadScript(address) {
    return new Promise((resolve, reject) => {
      const script = Object.assign(document.createElement("script"), { src: address, onload: resolve, onerror: reject });
      document.head.append(script);
    });
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

  /** One model for all views of a widget; its styles go into the page once. */
  async function start(stored) {
    const traits = traitsOf(stored);
    const model = new Model(traits);
    if (traits._css) document.head.append(Object.assign(document.createElement("style"), { textContent: traits._css }));
    if (!modules.has(traits._esm)) modules.set(traits._esm, load(traits._esm));
    const widget = await modules.get(traits._esm);
    await widget.initialize?.({ model, ...SURROUNDINGS });
    return { model, widget };
  }

  async function show(view, stored) {
    const { model_id: id } = JSON.parse(view.textContent);
    if (stored[id]?.model_module !== "anywidget") return;
    const el = Object.assign(document.createElement("div"), { className: "explorer" });
    view.after(el);
    try {
      if (!models.has(id)) models.set(id, start(stored[id]));
      const { model, widget } = await models.get(id);
      await widget.render?.({ model, el, ...SURROUNDINGS });
    } catch (error) {
      el.textContent = `This explorer could not start (${error.message}). The figures and the text do not need it.`;
      console.error(error);
    }
  }

  async function main() {
    const stored = {};
    document.querySelectorAll(STATE).forEach((script) => Object.assign(stored, JSON.parse(script.textContent).state));
    for (const view of document.querySelectorAll(VIEWS)) await show(view, stored);
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", main);
  else main();
})();
