/** Meanings compared by any service that speaks the OpenAI embeddings API. */
export { createEmbedder } from './embedder.js';
