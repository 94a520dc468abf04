/** What turns texts into vectors whose directions are near when the texts mean nearly the same. */
export interface Embedder {
  /** Which embedder and model this is: vectors of different ones cannot be compared. */
  readonly name: string;
  /** Numbers in each vector. */
  readonly dimensions: number;
  /** Cosine below which texts have nothing to do with one another. */
  readonly threshold: number;
  /** True where a text costs a request to another machine: vectors are kept, and never waited for. */
  readonly remote: boolean;
  /** One vector of length 1 for each text, in order. May raise any error. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]>;
  /** Most texts of one `embed`. */
  readonly batch: number;
}

/** Makes the length of a vector 1, in place; a vector of noughts stays one. */
export function normalised(vector: Float32Array): Float32Array {
  let square = 0;
  for (const each of vector) square += each * each;
  const length = Math.sqrt(square);
  if (length > 0) for (let at = 0; at < vector.length; at++) vector[at] = (vector[at] ?? 0) / length;
  return vector;
}
