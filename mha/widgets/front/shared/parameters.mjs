// A model's parameters: how they arrive, and what they become.
import { isLive } from "./host.mjs";

const SECONDS = 8; // after which a kernel that does not answer is taken for none
const arrived = new Map(); // what is here or on its way, for all explorers of a page that run this module

/** The model of this name and version. A kernel sends its parameters, or the page, which answers like one. */
export function modelNamed(widget, { name, version }) {
  const key = `${name} ${version}`;
  if (!arrived.has(key)) {
    const model = request(widget, name, version).then(unpack);
    model.catch(() => arrived.delete(key)); // to be tried again
    arrived.set(key, model);
  }
  return arrived.get(key);
}

function request(widget, name, version) {
  return new Promise((resolve, reject) => {
    const settle = (how, result) => {
      clearTimeout(patience);
      widget.off("msg:custom", hear);
      how(result);
    };
    const hear = (message) => {
      if (message?.parameters !== name) return;
      if (message.data) settle(resolve, message.data);
      else settle(reject, new Error(message.error));
    };
    // The page always answers in the end, however slow the network; a kernel may be gone.
    const patience = isLive(widget) && setTimeout(() => settle(reject, new Error("no kernel")), SECONDS * 1000);
    widget.on("msg:custom", hear);
    widget.send({ ask: "parameters", name, version });
  });
}

/** What mha.widgets.parameters.pack wrote, as a tree: model.encoder.forward.W is what it is in Python. */
export function unpack({ letters, sounds, end, arrays }) {
  const tree = {};
  for (const [name, packed] of Object.entries(arrays)) {
    const path = name.split(".");
    const leaf = path.pop();
    path.reduce((branch, part) => (branch[part] ??= {}), tree)[leaf] = array(packed);
  }
  return { letters, sounds, end, ...tree };
}

/** A vector, a matrix, or a list of matrices. */
function array({ shape, numbers, scales, levels }) {
  if (numbers) return Float64Array.from(numbers);
  const [rows, columns] = shape.slice(-2);
  const bytes = Uint8Array.from(atob(levels), (character) => character.charCodeAt(0));
  const signed = new Int8Array(bytes.buffer);
  const matrices = Array.from({ length: signed.length / (rows * columns) }, (_, n) => {
    const data = new Float64Array(rows * columns);
    for (let i = 0; i < data.length; i++) data[i] = signed[n * data.length + i] * scales[n * columns + (i % columns)];
    return { data, rows, columns };
  });
  return shape.length === 2 ? matrices[0] : matrices;
}
