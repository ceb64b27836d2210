/* Chooses among the questions of the interview, and asks some of them at random, with a clock. Without it the page is
   the list of all questions with folded answers. */
(() => {
  "use strict";

  const { progress, make, button, plain } = practice;

  const WORDS = {
    levels: "Levels",
    topic: "Topic",
    allTopics: "all",
    marks: "Questions",
    byMark: { "": "all", open: "not had yet", again: "to look at again" },
    chosen: (count, had) => `${count} questions chosen. You have had ${had} of them.`,
    mock: "Mock interview",
    count: "Questions to ask",
    minutes: "Minutes for each",
    start: "Start",
    stop: "Stop",
    forget: "Forget",
    marked: { had: "I had it", again: "Not yet" },
    asked: (place, count) => `Question ${place} of ${count}. Say your answer, open the box, and mark it there.`,
    half: "Half of the time is over.",
    over: "The time is up.",
    result: (had, count) => `You had ${had} of ${count}.`,
    lookAgain: "To look at again:",
  };

  /** What is known of a question, from the element that asks it. Its label stays when its heading changes. */
  function read(element) {
    const section = element.closest("section");
    return {
      id: section.querySelector('[id^="q-"]').id,
      section,
      chapter: section.parentElement.closest("section"),
      heading: section.querySelector("h3"),
      answer: section.querySelector(".answer"),
      level: plain(element.querySelector(".level")),
      topics: plain(element.querySelector(".topics")).split(/,\s*/),
    };
  }

  /** Show these questions and no others. */
  function show(all, shown) {
    for (const one of all) one.section.hidden = !shown.includes(one);
    for (const one of all) one.chapter.hidden = !shown.some((other) => other.chapter === one.chapter);
  }

  const choices = (entries) => make("select", {}, ...entries.map(([value, text]) => make("option", { value }, text)));
  const labelled = (text, control) => make("label", {}, `${text} `, control);

  /** The switches: an element, and a function that says whether a question is chosen. */
  function switches(questions) {
    const levels = [...new Set(questions.map((one) => one.level))].map((level) =>
      make("input", { type: "checkbox", value: level, checked: true }));
    const names = [...new Set(questions.flatMap((one) => one.topics))].sort();
    const topic = choices([["", WORDS.allTopics], ...names.map((name) => [name, name])]);
    const mark = choices(Object.entries(WORDS.byMark));
    const byMark = {
      "": () => true,
      open: (one) => progress.get(one.id) !== "had",
      again: (one) => progress.get(one.id) === "again",
    };
    const fits = (one) =>
      levels.some((level) => level.checked && level.value === one.level) &&
      (!topic.value || one.topics.includes(topic.value)) &&
      byMark[mark.value](one);
    const labels = levels.map((input) => make("label", {}, input, ` ${input.value}`));
    const panel = make("fieldset", {}, make("legend", {}, WORDS.levels), ...labels);
    return { panel: [panel, make("p", {}, labelled(WORDS.topic, topic), labelled(WORDS.marks, mark))], fits };
  }

  /** Random ones of the questions, no two alike. */
  function draw(questions, count) {
    const order = questions.map((one) => [Math.random(), one]).sort(([a], [b]) => a - b);
    return order.slice(0, count).map(([, one]) => one);
  }

  /** 1:05, or +0:12 when the time is up. */
  function written(seconds) {
    const size = Math.abs(seconds);
    return `${seconds < 0 ? "+" : ""}${Math.floor(size / 60)}:${String(size % 60).padStart(2, "0")}`;
  }

  /** Ask these questions one after the other: a panel, and functions to begin and to take in a mark. */
  function interview(drawn, seconds, ask, finish) {
    const marks = new Map();
    const said = make("span", { role: "status" });
    const clock = make("span", { className: "clock", role: "timer" });
    let timer = null;
    let deadline = 0;

    const tick = () => {
      const left = Math.round((deadline - Date.now()) / 1000);
      clock.textContent = written(left);
      clock.classList.toggle("over", left < 0);
      if (left === Math.round(seconds / 2)) said.textContent = WORDS.half;
      if (left === 0) said.textContent = WORDS.over;
    };
    const stop = () => {
      clearInterval(timer);
      finish(marks);
    };
    const next = () => {
      if (marks.size === drawn.length) return stop();
      deadline = Date.now() + 1000 * seconds;
      said.textContent = WORDS.asked(marks.size + 1, drawn.length);
      tick();
      return ask(drawn[marks.size]);
    };
    const begin = () => {
      timer = setInterval(tick, 1000);
      next();
    };
    const take = (word) => {
      marks.set(drawn[marks.size], word);
      next();
    };
    return { panel: make("p", { className: "mock" }, clock, " ", said, " ", button(WORDS.stop, stop)), begin, take };
  }

  /** What came of an interview: how many, and links to those that were missed. */
  function result(marks) {
    const missed = [...marks].filter(([, word]) => word === "again").map(([one]) => one);
    const links = missed.map((one) =>
      make("li", {}, make("a", { href: `#${one.id}` }, plain(one.heading).replace(/#$/, ""))));
    const said = make("p", { role: "status" }, WORDS.result(marks.size - missed.length, marks.size));
    return links.length ? [said, make("p", {}, WORDS.lookAgain), make("ul", {}, ...links)] : [said];
  }

  function main() {
    const questions = [...document.querySelectorAll(".question")].map(read);
    const box = document.querySelector(".practice");
    const { panel, fits } = switches(questions);
    const said = make("p", { role: "status" });
    const found = make("div");
    const count = choices([3, 5, 10, 20].map((number) => [number, number]));
    const minutes = choices([1, 2, 3, 5].map((number) => [number, number]));
    [count.value, minutes.value] = [5, 2];
    let mock = null;

    const update = () => {
      const chosen = questions.filter(fits);
      show(questions, chosen);
      for (const { id, buttons } of questions) {
        for (const [word, each] of buttons) each.setAttribute("aria-pressed", progress.get(id) === word);
      }
      said.textContent = WORDS.chosen(chosen.length, chosen.filter((one) => progress.get(one.id) === "had").length);
    };
    const mark = (one, word) => {
      progress.set(one.id, word);
      if (mock) mock.take(word);
      else update();
    };
    const ask = (one) => {
      show(questions, [one]);
      for (const box of one.section.querySelectorAll("details")) box.open = false;
      box.scrollIntoView();
      one.heading.tabIndex = -1;
      one.heading.focus({ preventScroll: true });
    };
    const finish = (marks) => {
      mock = null;
      found.replaceChildren(...(marks.size ? result(marks) : []));
      box.replaceChildren(form);
      update();
      box.scrollIntoView();
    };
    const begin = (event) => {
      event.preventDefault();
      const drawn = draw(questions.filter(fits), Number(count.value));
      if (!drawn.length) return;
      mock = interview(drawn, 60 * Number(minutes.value), ask, finish);
      box.replaceChildren(mock.panel);
      mock.begin();
    };
    const forget = () => {
      progress.forget("q-");
      found.replaceChildren();
      update();
    };

    for (const one of questions) {
      const pair = Object.entries(WORDS.marked).map(([word, text]) => [word, button(text, () => mark(one, word))]);
      one.buttons = new Map(pair);
      one.answer.append(make("p", { className: "marks" }, ...one.buttons.values()));
    }
    const form = make("form", {}, ...panel, said);
    form.append(make("fieldset", {}, make("legend", {}, WORDS.mock), labelled(WORDS.count, count),
      labelled(WORDS.minutes, minutes), button(WORDS.start, null, { type: "submit" })));
    form.append(found, button(WORDS.forget, forget));
    form.addEventListener("change", update);
    form.addEventListener("submit", begin);
    window.addEventListener("hashchange", () => {
      const target = document.getElementById(location.hash.slice(1));
      if (!mock && target?.closest("section[hidden]")) show(questions, questions);
      target?.scrollIntoView();
    });
    box.replaceChildren(form);
    update();
  }

  main();
})();
