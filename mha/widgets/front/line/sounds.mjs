// The phonemes of the dictionary: sign of the International Phonetic Alphabet, and a word with the sound between bars.
// AH without stress is both the vowel of "hut" and that of "about"; it is shown as the second, which is more frequent.

const LIST = `AA ɑ |o|dd, AE æ |a|t, AH ə |a|bout, AO ɔ |ough|t, AW aʊ c|ow|, AY aɪ h|i|de, B b |b|ee, CH tʃ |ch|eese,
D d |d|ay, DH ð |th|ee, EH ɛ |e|dge, ER ɝ h|ur|t, EY eɪ |a|te, F f |f|ee, G ɡ |g|reen, HH h |h|e, IH ɪ |i|t, IY i |ea|t,
JH dʒ |g|em, K k |k|ey, L l |l|ee, M m |m|e, N n |kn|ee, NG ŋ pi|ng|, OW oʊ |oa|t, OY ɔɪ t|oy|, P p |p|ea, R ɹ |r|ead,
S s |s|ea, SH ʃ |sh|e, T t |t|ea, TH θ |th|eta, UH ʊ h|oo|d, UW u t|oo|, V v |v|ee, W w |w|e, Y j |y|ield, Z z |z|ee,
ZH ʒ sei|z|ure`;

const SOUNDS = new Map(LIST.split(/,\s+/).map((entry) => {
  const [name, ipa, example] = entry.split(" ");
  return [name, { ipa, example: example.split("|") }];
}));

/** IPA sign and example of a phoneme: [before, the sound itself, after]. */
export const soundOf = (name) => SOUNDS.get(name) ?? { ipa: name, example: ["", "", ""] };

export const isEnd = (name) => name === "</s>";

/** What was said before the end. */
export const spokenBy = (answer) => answer?.sounds.filter((name) => !isEnd(name));
