// What the figure says in words about whatever is singled out: a sound, a letter, a cell of a map, or the whole word.
import { h } from "../shared/dom.mjs";
import { lensOf } from "../shared/lenses.mjs";
import { marked } from "./differences.mjs";
import { shortNumber } from "./numbers.mjs";
import { soundName } from "./row_of_sounds.mjs";
import { isEnd, soundOf, spokenBy } from "./sounds.mjs";
import { TEXTS } from "./texts.mjs";

/** `view` is what a panel shows, `now` what is singled out. */
export function readoutOf(view, now) {
  if (now.cell) return cellSentence(view, now.cell);
  if (now.reading) return [h("p", {}, strong(letterName(view, now.letter))), looks(view, view.letterWeights, now.letter)];
  if (now.letter !== null && now.sound === null && view.view === "ribbons") return [readers(view, now.letter)];
  if (now.sound === null) return whole(view);
  if (now.sound < 0) return [h("p", {}, TEXTS.ready)];
  return [chosen(view, now.sound), view.heads.length ? looks(view, view.weights, now.sound) : readsSummary()];
}

/** The same about a sound as one line of text, to be spoken. */
export function spokenOf(view, sound) {
  const { sounds } = view.answer;
  if (sound < 0) return TEXTS.nothingYet;
  const reads = view.heads.slice(0, 1).flatMap((head) => strongest(view.weights[head][sound], 2))
    .map(({ index, weight }) => `${letterName(view, index)} ${shortNumber(weight)}`);
  return `${TEXTS.soundOf(sound + 1, sounds.length)}: ${soundName(sounds[sound])}`
    + (reads.length ? `. ${TEXTS.reads} ${reads.join(", ")}` : "");
}

/** The whole answer as one line of text. */
export const sentenceOf = ({ word, sounds }) =>
  `${word}: ${TEXTS.says.toLowerCase()} ${sounds.map(soundName).join(" ")}`;

const strong = (text) => h("b", {}, text);

const letterName = ({ answer }, letter) => [...answer.word][letter] ?? TEXTS.stop;

/** What was said, with the sounds marked that the dictionary does not have, if it has the word. */
function whole({ answer, dictionary }) {
  const said = spokenBy(answer);
  const differs = dictionary && dictionary.join(" ") !== said.join(" ");
  return [
    h("p", { class: "mha-said" }, `${TEXTS.says} `, h("b", {}, marked(said, dictionary)),
      h("span", { class: "mha-ipa" }, ` /${said.map((name) => soundOf(name).ipa).join("")}/`),
      !isEnd(answer.sounds.at(-1)) && ` ${TEXTS.neverStops}`),
    h("p", { class: "mha-looks", hidden: !dictionary },
      differs ? `${TEXTS.dictionarySays} ${dictionary.join(" ")}` : TEXTS.asDictionary),
  ];
}

function cellSentence(view, { head, row, column, weight }) {
  const reader = view.rowsAreLetters ? letterName(view, row) : soundName(view.answer.sounds[row]);
  return [h("p", { class: `lens-${lensOf(head, view.totalHeads)}` },
    strong(reader), ` ${TEXTS.reads} `, strong(letterName(view, column)), ` ${TEXTS.withWeight(weight.toFixed(3))}`,
    view.totalHeads > 1 && h("span", { class: "mha-head" }, TEXTS.head(head + 1)))];
}

function chosen({ answer }, sound) {
  const name = answer.sounds[sound];
  const [[, chance], [other, otherChance]] = answer.best[sound];
  const { ipa, example: [before, key, after] } = soundOf(name);
  const percent = (value) => Math.round(100 * value);
  return h("p", {},
    h("span", { class: "mha-soft" }, TEXTS.soundOf(sound + 1, answer.sounds.length)), " ",
    strong(soundName(name)),
    !isEnd(name) && [
      h("span", { class: "mha-ipa" }, ` /${ipa}/`), h("span", {}, ` ${TEXTS.asIn} ${before}`, h("em", {}, key), after),
    ],
    h("span", { class: "mha-soft" }, ` ${TEXTS.chosen(percent(chance))}`,
      percent(otherChance) >= 1 && `, ${TEXTS.before(soundName(other), percent(otherChance))}`));
}

const readsSummary = () => h("p", { class: "mha-looks" }, TEXTS.readsSummary);

/** What each head looks at most, from row `index` of its weights. */
function looks(view, weights, index) {
  return h("p", { class: "mha-looks" }, view.totalHeads === 1 && `${TEXTS.reads} `, view.heads.map((head) =>
    h("span", { class: `mha-look lens-${lensOf(head, view.totalHeads)}` },
      view.totalHeads > 1 && h("span", { class: "mha-head" }, head + 1),
      strongest(weights[head][index], 3).map((one) =>
        h("span", {}, strong(letterName(view, one.index)), ` ${shortNumber(one.weight)} `)))));
}

/** The sounds that look at a letter most, through whichever head. */
function readers(view, letter) {
  const name = strong(letterName(view, letter));
  if (!view.heads.length) return h("p", {}, name, ` ${TEXTS.goesIntoSummary}`);
  const { sounds } = view.answer;
  const weights = sounds.map((_, sound) => Math.max(...view.heads.map((head) => view.weights[head][sound][letter])));
  const most = strongest(weights, 3, 0.05);
  if (!most.length) return h("p", {}, name, ` ${TEXTS.isReadByNone}`);
  return h("p", {}, name, ` ${TEXTS.isReadBy} `,
    most.map(({ index, weight }) => h("span", {}, strong(soundName(sounds[index])), ` ${shortNumber(weight)} `)));
}

function strongest(weights, count, least = 0.005) {
  return [...weights].map((weight, index) => ({ index, weight }))
    .sort((a, b) => b.weight - a.weight).slice(0, count).filter(({ weight }) => weight >= least);
}
