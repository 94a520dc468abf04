import { type Embedder, normalised } from '../../src/index.js';
import { post } from '../openai-service/index.js';
import { vectorsIn } from './answer.js';
import { type EmbeddingSettings, readSettings } from './settings.js';

/**
 * The embedder that the settings describe.
 * @throws Error when a setting is missing or wrong
 */
export async function createEmbedder(given: Readonly<Record<string, unknown>>, directory: string): Promise<Embedder> {
  const settings = await readSettings(given, directory);
  return {
    name: `${settings.url.host}/${settings.model}`,
    dimensions: settings.dimensions,
    threshold: settings.threshold,
    batch: settings.batch,
    remote: true,
    embed: async (texts, signal) => (texts.length === 0 ? [] : request(settings, texts, signal)),
  };
}

async function request(
  settings: EmbeddingSettings,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<readonly Float32Array[]> {
  const { model, dimensions, sendDimensions } = settings;
  const body = { model, input: texts, encoding_format: 'float', ...(sendDimensions ? { dimensions } : {}) };
  return vectorsIn(await post(settings, body, signal), texts.length, dimensions).map(normalised);
}
