// Everything that RoundTable says, for translation in one place.

const plural = (n, one, many) => `${n} ${n === 1 ? one : many}`;

export const TEXTS = {
  ask: "Seat a word",
  heads: "Head",
  layer: "Layer",
  stop: "stop",
  figure: (word) => `The letters of ${word} on a belt and at a round table`,
  belt: "Belt",
  table: "Round table",
  costs: ({ path, chain }) => `: ${plural(path, "step", "steps")}, a chain of ${chain} products`,
  seats: "Seats: choose who asks, then who is asked",
  seat: (letter, i, seats) => `${letter}, seat ${i + 1} of ${seats}`,
  asks: "asks",
  isAsked: "is asked",
  chooseOther: "Now choose who is asked.",
  between: (from, to, belt, table) =>
    `From ${from} to ${to}: ${plural(belt.path, "step", "steps")} on the belt, ${table.path} at the round table.`,
  chains: (belt, table, layers) => `To read the whole word, the belt needs a chain of ${belt.chain} products, one for each `
    + `station. The ${layers} layers at the table need ${table.chain}, however long the word, `
    + `and compare ${table.pairs} pairs for every head.`,
  same: (letter) => `${letter} asks itself.`,
  round: (step, path, on) => `After ${plural(step, "round", "rounds")}: on the belt ${on} of ${plural(path, "step", "steps")}, `
    + `at the table ${step > 0 ? "heard in round 1" : "not heard yet"}.`,
  reads: (letter) => `${letter} reads`,
  costsTable: "Two ways to sit",
  costsHead: ["way", "steps between the two", "chain of products", "pairs compared"],
  weightsTable: (head, layer, word) => `head ${head + 1}, layer ${layer + 1}: what each letter of “${word}” reads`,
  letter: "letter",
  player: {
    start: "Back to the start",
    back: "One round back",
    next: "Next round",
    play: "Play",
    pause: "Pause",
    slider: "Rounds",
    of: (step, last) => `round ${step} of ${last}`,
  },
};
