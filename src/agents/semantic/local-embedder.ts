/**
 * The embedder that needs no other program: words, their meanings (see synonyms) and pieces of words are hashed into a vector, the
 * same text always into the same one. Misspelt and inflected words are near their like; what is not in the words is not seen.
 */
import { wordsOf } from '../words.js';
import { type Embedder, normalised } from './embedder.js';
import { conceptOf } from './synonyms.js';

const DIMENSIONS = 256;
const WEIGHT = { word: 1, concept: 1.5, piece: 0.4 };
const PIECE = 3;
/** Words of one text that are looked at. */
const MOST_WORDS = 512;

export const localEmbedder: Embedder = {
  name: 'local',
  dimensions: DIMENSIONS,
  threshold: 0.3,
  remote: false,
  batch: 32,
  embed: async (texts) => texts.map(vectorOf),
};

function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(DIMENSIONS);
  let count = 0;
  for (const word of wordsOf(text)) {
    if (++count > MOST_WORDS) break;
    add(vector, hash(word, 1), WEIGHT.word);
    const concept = conceptOf(word);
    if (concept !== undefined) add(vector, Math.imul(concept + 1, 0x9e3779b1), WEIGHT.concept);
    const framed = `<${word}>`;
    for (let at = 0; at + PIECE <= framed.length && at < 32; at++)
      add(vector, hash(framed.slice(at, at + PIECE), 2), WEIGHT.piece);
  }
  return normalised(vector);
}

/** The hash says where in the vector a feature counts, and with which sign, so that chance meetings cancel out. */
function add(vector: Float32Array, feature: number, weight: number): void {
  const at = feature & (DIMENSIONS - 1);
  vector[at] = (vector[at] ?? 0) + ((feature >>> 31) & 1 ? -weight : weight);
}

/** FNV-1a, then mixed so that all bits count. */
function hash(text: string, seed: number): number {
  let value = Math.imul(0x811c9dc5, seed);
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
