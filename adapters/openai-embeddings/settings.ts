/** What the adapter is told: the members of the file that `yangent serve --embedder FILE` names. */
import {
  type Given,
  number,
  requireMembers,
  SERVICE_MEMBERS,
  type Service,
  serviceOf,
} from '../openai-service/index.js';

/** Texts are posted to `url`, for example `https://api.example/v1/embeddings`. */
export interface EmbeddingSettings extends Service {
  readonly dimensions: number;
  /** Sends `dimensions` with each request, for models that can give shorter vectors. */
  readonly sendDimensions: boolean;
  /** Cosine below which texts have nothing to do with one another. */
  readonly threshold: number;
  /** Texts of one request. */
  readonly batch: number;
}

const MEMBERS = [...SERVICE_MEMBERS, 'send-dimensions', 'dimensions', 'threshold', 'batch'];

/**
 * @param given members of a JSON object
 * @param directory against which `key-file` is resolved
 * @throws Error saying which member is wrong, and what would be right; never with the key
 */
export async function readSettings(given: Given, directory: string): Promise<EmbeddingSettings> {
  requireMembers(given, MEMBERS);
  return {
    ...(await serviceOf(given, directory, { timeout: 20_000, longestAnswer: 64 << 20 })),
    dimensions: Math.trunc(number(given, 'dimensions', { least: 8, most: 4_096, usual: 256 })),
    sendDimensions: given['send-dimensions'] !== false,
    threshold: number(given, 'threshold', { least: 0, most: 1, usual: 0.3 }),
    batch: Math.trunc(number(given, 'batch', { least: 1, most: 2_048, usual: 64 })),
  };
}
