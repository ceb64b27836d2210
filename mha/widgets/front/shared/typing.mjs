// What a reader may type, and what is wrong with it. mha.widgets.spelling.spelled accepts the same words.
import { PROBLEMS } from "./texts.mjs";

const MOST_LETTERS = 24;

/** The word in the form that the models read, and a helpful sentence if they cannot. */
export function checkWord(typed) {
  const word = typed.normalize("NFC").trim().toLowerCase().replaceAll(/[’‘ʼ`]/g, "'");
  return { word, problem: problemOf(word) };
}

function problemOf(word) {
  if (!word) return PROBLEMS.empty;
  const characters = asSeen(word);
  const odd = [...new Set(characters.filter((one) => !/^[a-z']$/.test(one)))];
  const foreign = odd.filter((one) => !/^[\s\d-]$/.test(one));
  if (foreign.length) return PROBLEMS.foreign(foreign.slice(0, 3).map((one) => `“${one}”`).join(" "));
  if (odd.some((one) => /\d/.test(one))) return PROBLEMS.digits;
  if (odd.length) return PROBLEMS.several;
  if (characters.length > MOST_LETTERS) return PROBLEMS.long(characters.length, MOST_LETTERS);
  if (!/[a-z]/.test(word)) return PROBLEMS.apostrophe;
  return null;
}

/** Characters as a reader sees them: an emoji of several code points is one. */
const asSeen = (text) =>
  (Intl.Segmenter ? Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment) : [...text]);
