/** Reading the answer of an embeddings service, which is believed nothing. */

/**
 * The vectors in the order of the texts, whatever the order of the answer.
 * @throws Error when one is missing, twice there, of another length, or not made of numbers
 */
export function vectorsIn(body: string, texts: number, dimensions: number): readonly Float32Array[] {
  const answer = jsonOf(body);
  const data = isObject(answer) ? answer.data : undefined;
  if (!Array.isArray(data)) throw new Error('the embeddings service answered without a list "data"');
  const vectors = new Map<number, Float32Array>();
  for (const [at, each] of data.entries()) {
    const index = isObject(each) && typeof each.index === 'number' ? each.index : at;
    if (vectors.has(index)) throw new Error(`the embeddings service answered text ${index} twice`);
    vectors.set(index, vectorOf(isObject(each) ? each.embedding : undefined, dimensions));
  }
  return Array.from({ length: texts }, (_, index) => {
    const vector = vectors.get(index);
    if (!vector) throw new Error(`the embeddings service did not answer text ${index} of ${texts}`);
    return vector;
  });
}

function vectorOf(embedding: unknown, dimensions: number): Float32Array {
  if (!Array.isArray(embedding) || embedding.length !== dimensions) {
    const what = Array.isArray(embedding) ? `${embedding.length} numbers` : 'no vector';
    throw new Error(`the embeddings service gave ${what} where ${dimensions} numbers were expected ("dimensions")`);
  }
  const vector = new Float32Array(dimensions);
  for (const [at, value] of embedding.entries()) {
    if (typeof value !== 'number' || !Number.isFinite(value))
      throw new Error('the embeddings service gave a vector that is not made of numbers');
    vector[at] = value;
  }
  return vector;
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new Error('the embeddings service did not answer with JSON');
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
