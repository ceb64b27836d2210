// HeadSplitter: a width, a number of heads, how the matrices are cut, and what the layer costs.
import { slider } from "./shared/dials.mjs";
import { h, range } from "./shared/dom.mjs";
import { framed } from "./shared/frame.mjs";
import { readAs } from "./shared/links.mjs";
import { numberField } from "./shared/number_field.mjs";
import { MOST, compute } from "./heads/arithmetic.mjs";
import { draw } from "./heads/figure.mjs";
import { TEXTS } from "./heads/texts.mjs";
import { sentence, tables } from "./heads/words.mjs";

const LENGTHS = range(15).map((n) => 2 ** n); // 1 … 16384
const SAMPLES = [[256, 8], [512, 8], [768, 12], [1024, 16], [512, 12]];

function controls(state) {
  const field = (name, step) => numberField({
    label: TEXTS[name], least: 1, most: MOST, step, texts: TEXTS,
    onChoose: (value) => state.set({ [name]: value }),
    onProblem: (problem) => state.set({ problem }),
  });
  const [width, heads] = [field("d_model", 64), field("num_heads", 1)];
  const head = slider({ label: TEXTS.head, onChoose: (one) => state.set({ head: one }), say: (one) => String(one + 1) });
  const positions = slider({ label: TEXTS.T, onChoose: (T) => state.set({ T }) });
  const take = ([d_model, num_heads]) => {
    width.write(d_model);
    heads.write(num_heads);
  };
  const samples = h("p", { class: "mha-samples" }, TEXTS.orTry, SAMPLES.map((sample) =>
    h("button", { type: "button", onclick: () => take(sample) }, TEXTS.sample(sample))));
  return {
    dials: [width, heads, head, positions],
    bar: samples,
    update({ d_model, num_heads, T }, numbers) {
      width.update(d_model);
      heads.update(num_heads);
      head.update(numbers.head, range(num_heads));
      positions.update(T, LENGTHS);
    },
  };
}

export default framed({
  name: "HeadSplitter",
  className: "mha-heads",
  usual: { d_model: 512, num_heads: 8, T: 1024, head: 0 },
  readers: {
    d_model: readAs.number(1, MOST), num_heads: readAs.number(1, MOST), T: readAs.number(1, LENGTHS.at(-1)),
    head: readAs.number(0, MOST - 1),
  },
  title: TEXTS.title,
  controls, compute, draw, tables, sentence,
});
