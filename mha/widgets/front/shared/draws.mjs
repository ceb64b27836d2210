// Random numbers that are the same for the same seed here and in mha.widgets.draws.

/** Numbers as if drawn from a standard normal distribution. */
export function normals(seed, count) {
  const start = scrambled(seed + 0x9e3779b9);
  const numbers = new Float64Array(count);
  for (let i = 0; i < count; i += 2) {
    const radius = Math.sqrt(-2 * Math.log(uniform(start + i)));
    const angle = 2 * Math.PI * uniform(start + i + 1);
    numbers[i] = radius * Math.cos(angle);
    if (i + 1 < count) numbers[i + 1] = radius * Math.sin(angle);
  }
  return numbers;
}

/** Between 0 and 1, both left out. */
const uniform = (n) => (scrambled(n) + 0.5) / 2 ** 32;

/** The last step of MurmurHash3, which mixes the 32 bits of a number. */
function scrambled(n) {
  let bits = n >>> 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
