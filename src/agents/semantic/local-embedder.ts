/**
 * The built-in embedder: hashes words, their meanings (see synonyms) and parts of words into a vector. The same text always gives
 * the same vector. Misspelt and inflected words get similar vectors. Meanings that the words do not express are not found.
 */
import { wordsOf } from '../words.js';
import { type Embedder, normalised } from './embedder.js';
import { conceptOf } from './synonyms.js';

const DIMENSIONS = 256;
const WEIGHT = { word: 1, concept: 1.5, piece: 0.4 };
const PIECE = 3;
/** Maximum number of words of one text. */
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

/** Adds a feature. Its hash gives the position in the vector and the sign, so that collisions cancel out on average. */
function add(vector: Float32Array, feature: number, weight: number): void {
  const at = feature & (DIMENSIONS - 1);
  vector[at] = (vector[at] ?? 0) + ((feature >>> 31) & 1 ? -weight : weight);
}

/** Returns the FNV-1a hash, mixed so that all bits count. */
function hash(text: string, seed: number): number {
  let value = Math.imul(0x811c9dc5, seed);
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
