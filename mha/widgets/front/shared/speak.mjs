// The models of the book, one word at a time: mha.recurrent, mha.transformer and mha.seq2seq in JavaScript.
import {
  additiveWeights, attend, feedForward, gruStep, layerNorm, project, relativeBias, unroll,
} from "./layers.mjs";
import { affine, blend, joined, product, rowOf, softmax, sum, zeros } from "./linear.mjs";

const START = 1;
export const MOST_SOUNDS = 40; // where to stop a model that does not end by itself
const NOTES = 9; // how many numbers of a state are drawn
const BARS = 64; // and of the summary

/** What mha.widgets.answers.answer says, from parameters as unpack made them. */
export function answer(model, word) {
  const source = [...word].map((letter) => model.letters.indexOf(letter));
  const memory = read(model, [...source, model.end]);
  const steps = write(model, memory.step);
  const looksBack = steps[0].cross[0].length > 0;
  return {
    word,
    sounds: steps.map(({ symbol }) => model.sounds[symbol]),
    best: steps.map(({ best }) => best),
    cross: perHead(steps.map(({ cross }) => cross)),
    encoder: memory.encoder,
    notes: memory.states.map((state) => some(state, NOTES)),
    summary: looksBack ? null : some(memory.final, BARS),
  };
}

/** Read the letters. `step(previous)` then writes one symbol: its logits, and cross[layer][head] weights. */
export function read(model, source) {
  return model.source_embedding ? readAtOnce(model, source) : readInLine(model, source);
}

/** mha.seq2seq.greedy_decode: always the most probable symbol, until the end. */
export function write(model, step) {
  const steps = [];
  for (let symbol = START; symbol !== model.end && steps.length < MOST_SOUNDS;) {
    const { logits, cross } = step(symbol);
    const chances = softmax(logits.subarray(model.end)); // padding and start are never said
    const order = [...chances.keys()].sort((a, b) => chances[b] - chances[a] || a - b).slice(0, 2);
    symbol = model.end + order[0];
    steps.push({ symbol, cross, best: order.map((i) => [model.sounds[model.end + i], chances[i]]) });
  }
  return steps;
}

/** From [sound][layer][head] to [layer][head][sound]. */
const perHead = (steps) =>
  steps[0].map((heads, layer) => heads.map((_, head) => steps.map((cross) => cross[layer][head])));

const some = (state, count) =>
  Array.from({ length: count }, (_, i) => state[Math.floor(((i + 0.5) * state.length) / count)]);

/** mha.recurrent.RecurrentModel */
function readInLine({ encoder, attention, decoder }, source) {
  const { states, final } = encoder.position ? alone(encoder, source) : bothWays(encoder, source);
  const look = reader(attention, states, final);
  let state = affine(final, decoder.W_start, decoder.b_start).map(Math.tanh);
  const step = (previous) => {
    const embedded = rowOf(decoder.embedding, previous);
    const { context, weights } = look(state);
    const projected = affine(embedded, decoder.cell.W, decoder.cell.b);
    state = gruStep(decoder.cell, product(context, decoder.W_c, projected), state);
    const logits = affine(state, decoder.V_s, decoder.b);
    product(embedded, decoder.V_y, product(context, decoder.V_c, logits));
    return { logits, cross: [weights] };
  };
  return { states, final, encoder: [], step };
}

/** mha.recurrent.BidirectionalEncoder */
function bothWays(encoder, source) {
  const inputs = source.map((symbol) => rowOf(encoder.embedding, symbol));
  const forward = unroll(encoder.forward, inputs);
  const backward = unroll(encoder.backward, inputs, true);
  return {
    states: forward.states.map((state, t) => joined(state, backward.states[t])),
    final: joined(forward.final, backward.final),
  };
}

/** mha.recurrent.LetterEncoder */
function alone(encoder, source) {
  const placed = source.map((symbol, t) => sum(rowOf(encoder.embedding, symbol), rowOf(encoder.position, t)));
  const states = placed.map((vector) => product(vector, encoder.W));
  return { states, final: zeros(encoder.W.columns) };
}

/** mha.readers: not at all, with one look a step, or with several at once. */
function reader(layer, states, final) {
  if (!layer) return () => ({ context: final, weights: [] });
  const { attention } = layer;
  if (attention.v_a) {
    const projected = states.map((state) => product(state, attention.U_a));
    return (query) => {
      const weights = additiveWeights(attention, query, projected);
      return { context: blend(weights, states), weights: [weights] };
    };
  }
  const keys = project(attention.W_k, states);
  const values = project(attention.W_v, states);
  return (query) => {
    const { output, weights } = attend(attention, query, keys, values);
    return { context: output, weights };
  };
}

/** mha.transformer.TransformerModel */
function readAtOnce(model, source) {
  const encoder = [];
  let x = source.map((symbol) => rowOf(model.source_embedding, symbol));
  for (const layer of Object.values(model.encoder)) {
    const { heard, weights } = selfAttention(layer, x);
    encoder.push(weights[0].map((_, head) => weights.map((heads) => heads[head])));
    x = heard.map((vector) => feedForward(layer.feed_forward, layer.norm_2, vector));
  }
  const states = x.map((vector) => layerNorm(model.encoder_norm, vector));
  const layers = Object.values(model.decoder).map((layer) => decoderLayer(layer, states));
  const step = (previous) => {
    let y = rowOf(model.target_embedding, previous);
    const cross = layers.map((next) => {
      const { output, weights } = next(y);
      y = output;
      return weights;
    });
    return { logits: affine(layerNorm(model.decoder_norm, y), model.W, model.b), cross };
  };
  return { states, final: null, encoder, step };
}

/** Every position hears every other: the vectors after the sum, and weights[reader][head]. */
function selfAttention(layer, x) {
  const normed = x.map((vector) => layerNorm(layer.norm_1, vector));
  const keys = project(layer.attention.W_k, normed);
  const values = project(layer.attention.W_v, normed);
  const found = normed.map((query, i) => attend(layer.attention, query, keys, values, relativeBias(layer.position, i)));
  return { heard: x.map((vector, i) => sum(vector, found[i].output)), weights: found.map(({ weights }) => weights) };
}

/** mha.transformer.DecoderLayer with its cache: a function of the next vector. */
function decoderLayer(layer, states) {
  const { attention, cross_attention: crossAttention } = layer;
  const own = { keys: attention.W_k.map(() => []), values: attention.W_v.map(() => []) };
  const cross = { keys: project(crossAttention.W_k, states), values: project(crossAttention.W_v, states) };
  let t = 0;
  return (x) => {
    const normed = layerNorm(layer.norm_1, x);
    attention.W_k.forEach((W, head) => own.keys[head].push(product(normed, W)));
    attention.W_v.forEach((W, head) => own.values[head].push(product(normed, W)));
    const written = attend(attention, normed, own.keys, own.values, relativeBias(layer.position, t++));
    const heard = sum(x, written.output);
    const looked = attend(crossAttention, layerNorm(layer.norm_2, heard), cross.keys, cross.values);
    const output = feedForward(layer.feed_forward, layer.norm_3, sum(heard, looked.output));
    return { output, weights: looked.weights };
  };
}
