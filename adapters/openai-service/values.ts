/** Settings that every OpenAI-compatible service has: where it is, its model, its key, and its bounds. */
import { lstat, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

export type Given = Readonly<Record<string, unknown>>;

export interface NumberRange {
  readonly least: number;
  readonly most: number;
  readonly usual: number;
}

/** How a service is asked. */
export interface Service {
  /** Where requests are posted to. */
  readonly url: URL;
  readonly model: string;
  /** Milliseconds for one request. */
  readonly timeout: number;
  /** Octets of one answer. */
  readonly longestAnswer: number;
  /** Sent as bearer token; undefined where the service wants none. */
  readonly key: string | undefined;
}

/** Members of the settings that belong to the service. */
export const SERVICE_MEMBERS = ['adapter', 'url', 'model', 'key-file', 'timeout', 'longest-answer'] as const;

/** @throws Error naming the first member that is none of these */
export function requireMembers(given: Given, members: readonly string[]): void {
  for (const name of Object.keys(given))
    if (!members.includes(name)) throw new Error(`"${name}" is no setting; there is ${members.join(', ')}`);
}

/**
 * @param directory against which `key-file` is resolved
 * @throws Error saying which member is wrong, and what would be right; never with the key
 */
export async function serviceOf(
  given: Given,
  directory: string,
  usual: Pick<Service, 'timeout' | 'longestAnswer'>,
): Promise<Service> {
  const keyFile = given['key-file'];
  return {
    url: urlOf(text(given, 'url')),
    model: text(given, 'model'),
    timeout: number(given, 'timeout', { least: 10, most: 300_000, usual: usual.timeout }),
    longestAnswer: number(given, 'longest-answer', { least: 1_024, most: 1 << 30, usual: usual.longestAnswer }),
    key: keyFile === undefined ? undefined : await keyOf(resolve(directory, text(given, 'key-file'))),
  };
}

export function number(given: Given, name: string, { least, most, usual }: NumberRange): number {
  const value = given[name] ?? usual;
  if (typeof value === 'number' && value >= least && value <= most) return value;
  throw new Error(`"${name}" must be a number from ${least} to ${most}`);
}

function text(given: Given, name: string): string {
  const value = given[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new Error(`"${name}" is missing; it must be a text`);
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
const OTHERS_MAY = 0o077;

/** What is sent, and the key, do not travel in clear but within the machine. */
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
