/** What the adapter is told: the members of the file that `yangent serve --embedder FILE` names. */
import { lstat, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

export interface EmbeddingSettings {
  /** Where texts are posted to, for example `https://api.example/v1/embeddings`. */
  readonly url: URL;
  readonly model: string;
  readonly dimensions: number;
  /** Sends `dimensions` with each request, for models that can give shorter vectors. */
  readonly sendDimensions: boolean;
  /** Cosine below which texts have nothing to do with one another. */
  readonly threshold: number;
  /** Texts of one request. */
  readonly batch: number;
  /** Milliseconds for one request. */
  readonly timeout: number;
  /** Octets of one answer. */
  readonly longestAnswer: number;
  /** Sent as bearer token; undefined where the service wants none. */
  readonly key: string | undefined;
}

const NUMBERS = {
  dimensions: { least: 8, most: 4_096, usual: 256 },
  threshold: { least: 0, most: 1, usual: 0.3 },
  batch: { least: 1, most: 2_048, usual: 64 },
  timeout: { least: 10, most: 300_000, usual: 20_000 },
  'longest-answer': { least: 1_024, most: 1 << 30, usual: 64 << 20 },
} as const;

const MEMBERS = new Set(['adapter', 'url', 'model', 'key-file', 'send-dimensions', ...Object.keys(NUMBERS)]);
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
const OTHERS_MAY = 0o077;

/**
 * @param given members of a JSON object
 * @param directory against which `key-file` is resolved
 * @throws Error saying which member is wrong, and what would be right; never with the key
 */
export async function readSettings(
  given: Readonly<Record<string, unknown>>,
  directory: string,
): Promise<EmbeddingSettings> {
  for (const name of Object.keys(given))
    if (!MEMBERS.has(name)) throw new Error(`"${name}" is no setting; there is ${[...MEMBERS].join(', ')}`);
  const number = (name: keyof typeof NUMBERS): number => {
    const { least, most, usual } = NUMBERS[name];
    const value = given[name] ?? usual;
    if (typeof value === 'number' && value >= least && value <= most) return value;
    throw new Error(`"${name}" must be a number from ${least} to ${most}`);
  };
  const keyFile = given['key-file'];
  return {
    url: urlOf(text(given, 'url')),
    model: text(given, 'model'),
    dimensions: Math.trunc(number('dimensions')),
    sendDimensions: given['send-dimensions'] !== false,
    threshold: number('threshold'),
    batch: Math.trunc(number('batch')),
    timeout: number('timeout'),
    longestAnswer: number('longest-answer'),
    key: keyFile === undefined ? undefined : await keyOf(resolve(directory, text(given, 'key-file'))),
  };
}

function text(given: Readonly<Record<string, unknown>>, name: string): string {
  const value = given[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new Error(`"${name}" is missing; it must be a text`);
}

/** Descriptions of agents and the key do not travel in clear but within the machine. */
function urlOf(value: string): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url?.username || url?.password) throw new Error('"url" must not contain a password; use "key-file"');
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.has(url.hostname))) return url;
  throw new Error('"url" must be an https URL (http only to this machine)');
}

async function keyOf(file: string): Promise<string> {
  const status = await lstat(file).catch(() => undefined);
  if (!status?.isFile()) throw new Error(`"key-file": there is no file ${file}`);
  if (status.mode & OTHERS_MAY) throw new Error(`"key-file": others may read it; run: chmod 600 ${file}`);
  const key = (await readFile(file, 'utf8')).trim();
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new Error(`"key-file": ${file} must hold one line of printable characters without spaces`);
}
