import { type Embedder, normalised } from '../../src/index.js';
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
  const { url, model, dimensions, sendDimensions, key, timeout } = settings;
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify({ model, input: texts, encoding_format: 'float', ...(sendDimensions ? { dimensions } : {}) }),
    // The key is for this host only.
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
  });
  const body = await bounded(response, settings);
  if (!response.ok) throw new Error(`${url.host} answered ${response.status} ${reasonIn(body, key)}`.trimEnd());
  return vectorsIn(body, texts.length, dimensions).map(normalised);
}

/** @throws Error when the answer is longer than allowed */
async function bounded({ body }: Response, { longestAnswer, url }: EmbeddingSettings): Promise<string> {
  if (!body) return '';
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body) {
    length += part.length;
    if (length > longestAnswer) throw new Error(`${url.host} answered with more than ${longestAnswer} octets`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

const LONGEST_REASON = 300;

/** What the service says of its refusal, without the key, should it repeat it. */
function reasonIn(body: string, key: string | undefined): string {
  const told = key === undefined ? body : body.replaceAll(key, '(key)');
  return told.slice(0, LONGEST_REASON).replace(/\s+/g, ' ');
}
