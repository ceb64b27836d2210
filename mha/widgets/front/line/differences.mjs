// Where two pronunciations differ.
import { h } from "../shared/dom.mjs";

/** Align by the fewest edits, and tell for each member of `first` whether it stays. */
export function kept(first, second) {
  const edits = first.concat(null).map((_, i) => second.concat(null).map((__, j) => (i && j ? 0 : i + j)));
  const changed = (i, j) => Number(first[i - 1] !== second[j - 1]);
  for (let i = 1; i <= first.length; i++) {
    for (let j = 1; j <= second.length; j++) {
      edits[i][j] = Math.min(edits[i - 1][j - 1] + changed(i, j), edits[i - 1][j] + 1, edits[i][j - 1] + 1);
    }
  }
  const stays = first.map(() => false);
  for (let i = first.length, j = second.length; i && j;) {
    if (edits[i][j] === edits[i - 1][j - 1] + changed(i, j)) {
      stays[i - 1] = first[i - 1] === second[j - 1];
      i -= 1;
      j -= 1;
    } else if (edits[i][j] === edits[i - 1][j] + 1) i -= 1;
    else j -= 1;
  }
  return stays;
}

/** Names of sounds, those marked that `reference` does not have there. */
export function marked(sounds, reference) {
  const same = reference ? kept(sounds, reference) : [];
  return sounds.map((name, i) => [i > 0 && " ", h("span", { class: same[i] === false && "odd" }, name)]);
}
