/* What quiz and interview share: a memory of what was answered, and small helpers. */
const practice = (() => {
  "use strict";

  const KEY = "multi-head-attention-practice";
  let words; // what was answered: a word for each question

  /** Do something with the browser's storage, which it may forbid: then the memory lasts for this visit. */
  function stored(act) {
    try {
      return act(localStorage);
    } catch {
      return null;
    }
  }

  function all() {
    words ??= stored((storage) => JSON.parse(storage.getItem(KEY))) ?? {};
    return words;
  }

  const save = () => stored((storage) => {
    if (Object.keys(words).length) storage.setItem(KEY, JSON.stringify(words));
    else storage.removeItem(KEY);
  });

  const progress = {
    get: (id) => all()[id],
    set(id, word) {
      all()[id] = word;
      save();
    },
    /** Forget every question whose name begins like this, those of older versions as well. */
    forget(beginning) {
      for (const id of Object.keys(all())) if (id.startsWith(beginning)) delete words[id];
      save();
    },
  };

  /** An element with properties and children; names with a hyphen, and the role, are attributes. */
  function make(tag, properties = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) {
      if (name.includes("-") || name === "role") element.setAttribute(name, value);
      else element[name] = value;
    }
    element.append(...children);
    return element;
  }

  const button = (text, onclick, properties = {}) => make("button", { type: "button", onclick, ...properties }, text);

  /** The text of an element on one line. */
  const plain = (element) => element.textContent.replace(/\s+/g, " ").trim();

  /** The contents of an element, or of its only paragraph, copied. */
  const copied = (element) => [...(element.querySelector(":scope > p") ?? element).cloneNode(true).childNodes];

  return { progress, make, button, plain, copied };
})();
