/** An embedder converts texts to vectors: texts with similar meanings get vectors with similar directions. */
export interface Embedder {
  /** Name of the embedder and model: vectors of different ones cannot be compared. */
  readonly name: string;
  /** Number of dimensions of each vector. */
  readonly dimensions: number;
  /** Cosine below which two texts count as unrelated. */
  readonly threshold: number;
  /** True when each text costs a request to another machine: vectors are stored, and queries do not wait for them. */
  readonly remote: boolean;
  /** Returns one vector of length 1 for each text, in order. May throw any error. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]>;
  /** Maximum number of texts of one `embed`. */
  readonly batch: number;
}

/** Scales a vector to length 1, in place; a zero vector is not changed. */
export function normalised(vector: Float32Array): Float32Array {
  let square = 0;
  for (const each of vector) square += each * each;
  const length = Math.sqrt(square);
  if (length > 0) for (let at = 0; at < vector.length; at++) vector[at] = (vector[at] ?? 0) / length;
  return vector;
}
