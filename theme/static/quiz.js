/* Makes forms of the quiz, which is a list of questions with folded answers without it. Right answers, tolerances and
   feedback are read from the folded boxes. */
(() => {
  "use strict";

  const { progress, make, button, plain, copied } = practice;

  const WORDS = {
    check: "Check",
    right: "Right.",
    choose: "Choose an answer first.",
    write: "Write a number, for example 0.5 or 1,024.",
    large: "No, too large.",
    small: "No, too small.",
    up: "Move up",
    down: "Move down",
    moved: (place, count) => `Now ${place} of ${count}.`,
    inPlace: (places, count) => `No, ${places} of ${count} are in place.`,
    answered: (done, right, count) => `${done} of ${count} answered, ${right} right.`,
    forget: "Forget",
  };

  /** The number that a text begins with: 1,024 or 36 MiB or 1/8 or 2e-3. */
  function numberIn(text) {
    const pattern = /^([-+]?[\d.]+(?:e[-+]?\d+)?)(?:\/([\d.]+))?/i;
    const [, top = NaN, bottom = 1] = text.replace(/[,\s_]/g, "").replace("−", "-").match(pattern) ?? [];
    return Number(top) / Number(bottom);
  }

  // Each kind of question takes its element and its folded box. It returns what the form is to show, and a function
  // that judges: whether the answer is right, null if there is none yet, and what to say.

  const kinds = {
    choice(item, box) {
      const list = item.querySelector(":scope > ol");
      const feedback = [...box.querySelectorAll("ol > li")];
      const inputs = [...list.children].map((entry) => {
        const input = make("input", { type: "radio", name: item.id });
        entry.replaceChildren(make("label", {}, input, make("span", {}, ...copied(entry))));
        return input;
      });
      const judge = () => {
        const chosen = feedback[inputs.findIndex((input) => input.checked)];
        return chosen ? [chosen.querySelector(".right") !== null, copied(chosen)] : [null, [WORDS.choose]];
      };
      return { shown: list, judge };
    },

    number(item, box) {
      const asked = item.querySelector(":scope > p:last-of-type");
      const input = make("input", { inputMode: "decimal", autocomplete: "off", size: 12 });
      const [value, tolerance] = [".value", ".tolerance"].map((name) => numberIn(plain(box.querySelector(name))));
      asked.replaceChildren(make("label", {}, make("span", {}, ...asked.childNodes), " ", input));
      const judge = () => {
        const answer = numberIn(input.value);
        if (Number.isNaN(answer)) return [null, [WORDS.write]];
        const off = answer - value;
        if (Math.abs(off) > tolerance * (1 + 1e-9)) return [false, [off > 0 ? WORDS.large : WORDS.small]];
        return [true, [`${WORDS.right} `, ...copied(box.querySelector(".value").closest("p"))]];
      };
      return { shown: asked, judge };
    },

    order(item, box) {
      const list = item.querySelector(":scope > ul");
      const right = [...box.querySelectorAll("ol > li")].map(plain);
      const said = make("span", { className: "spoken", role: "status" });
      const move = (entry, mover, back) => {
        const other = back ? entry.previousElementSibling : entry.nextElementSibling;
        if (!other) return;
        if (back) other.before(entry);
        else other.after(entry);
        mover.focus();
        said.textContent = WORDS.moved([...list.children].indexOf(entry) + 1, right.length);
      };
      for (const entry of list.children) {
        const step = make("span", {}, ...copied(entry));
        const name = plain(step);
        const up = button("↑", () => move(entry, up, true), { "aria-label": `${WORDS.up}: ${name}` });
        const down = button("↓", () => move(entry, down, false), { "aria-label": `${WORDS.down}: ${name}` });
        entry.replaceChildren(step, make("span", { className: "movers" }, up, down));
      }
      const judge = () => {
        const places = [...list.children].filter((entry, place) => plain(entry.firstChild) === right[place]).length;
        if (places < right.length) return [false, [WORDS.inPlace(places, right.length)]];
        return [true, [`${WORDS.right} `, ...copied(box.querySelector("ol ~ p"))]];
      };
      return { shown: make("div", {}, list, said), judge };
    },
  };

  /** Put a form in the place of a question's body. */
  function start(item, changed) {
    const box = item.querySelector(".answer");
    const ask = Object.assign(item.querySelector(":scope > p"), { id: `${item.id}-ask` });
    const kind = Object.keys(kinds).find((name) => item.classList.contains(name));
    const { shown, judge } = kinds[kind](item, box);
    const said = make("p", { className: "said", role: "status" });
    const form = make("form", { noValidate: true }, make("fieldset", { "aria-labelledby": ask.id }, shown));
    form.append(button(WORDS.check, null, { type: "submit" }), said);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const [right, message] = judge();
      said.replaceChildren(...message);
      if (right === null) return;
      progress.set(item.id, right ? "right" : "wrong");
      changed();
    });
    box.before(form);
  }

  function main() {
    const items = [...document.querySelectorAll(".quiz")];
    const said = make("span", { role: "status" });
    const show = () => {
      for (const item of items) item.dataset.word = progress.get(item.id) ?? "";
      const count = (...words) => items.filter((item) => words.includes(item.dataset.word)).length;
      said.textContent = WORDS.answered(count("right", "wrong"), count("right"), items.length);
    };
    const forget = () => {
      progress.forget("quiz-");
      for (const form of document.querySelectorAll(".quiz form")) {
        form.reset();
        form.querySelector(".said").replaceChildren();
      }
      show();
    };
    items.forEach((item) => start(item, show));
    document.querySelector(".practice").replaceChildren(make("p", {}, said, " ", button(WORDS.forget, forget)));
    show();
  }

  main();
})();
