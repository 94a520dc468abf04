/** Issuers of the configuration, with their keys: from the configuration itself, a file or a URL. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConfiguredIssuer } from '../configured.js';
import type { TrustDomains } from '../domain/domains.js';
import { AccessError } from '../errors.js';
import { type FetchedKeys, keysAt } from './fetched-keys.js';
import type { Issuer } from './issuer.js';
import type { KeptKeys } from './kept-keys.js';
import type { KeyFetch } from './key-fetch.js';
import { keySetIn } from './key-set.js';

export interface ConfiguredIssuerOptions {
  /** The directory below which key files are. */
  readonly dataDir?: string;
  readonly fetchKeys?: KeyFetch;
  /** Keys that were fetched before. */
  readonly fetched: FetchedKeys;
  /** Those that outlive the process. */
  readonly kept?: KeptKeys;
  /** The trust domains, to which issuers belong. */
  readonly domains: TrustDomains;
}

/** Opens the keys of an issuer. @throws AccessError bad-token-keys for keys that cannot be read */
export async function openIssuer(configured: ConfiguredIssuer, options: ConfiguredIssuerOptions): Promise<Issuer> {
  const { dataDir, fetchKeys, fetched, kept, domains } = options;
  const claim = domains.ofIssuer(configured.issuer);
  const maxStale = claim === 'former' ? undefined : claim?.configured.maxStale;
  const { issuer, keys } = configured;
  const identity = JSON.stringify(configured);
  switch (keys.kind) {
    case 'uri':
      return {
        ...{ ...configured, identity },
        keySet: keysAt(keys.text, { fetchKeys: trusting(fetchKeys, configured.ca), fetched, kept, maxStale }),
      };
    case 'inline':
      return { ...configured, identity, keySet: keySetIn(issuer, keys.text) };
    case 'file':
      return readIssuer(configured, join(dataDir ?? '.', keys.text));
  }
}

/** Fetches from servers that these certificates prove. @param ca in PEM; undefined: those of the system */
function trusting(fetchKeys: KeyFetch | undefined, ca: string | undefined): KeyFetch | undefined {
  return fetchKeys && ca !== undefined ? (url, request) => fetchKeys(url, { ...request, ca }) : fetchKeys;
}

/** Reads the keys of an issuer from a file. @throws AccessError bad-token-keys */
async function readIssuer(configured: ConfiguredIssuer, path: string): Promise<Issuer> {
  // The mark is read before the file: a change in between is seen the next time.
  const mark = await fileMark(path);
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    throw new AccessError(
      'bad-token-keys',
      `the keys of issuer '${configured.issuer}' cannot be read from ${configured.keys.text}: ${why}`,
    );
  });
  return {
    ...configured,
    keySet: keySetIn(configured.issuer, text),
    file: { path, mark },
    identity: JSON.stringify([configured, text]),
  };
}

/** Reads a changed key file again. A missing or damaged file leaves no keys, so all tokens of the issuer are refused. */
export async function reread(issuer: Issuer, onFault: (error: AccessError) => void): Promise<Issuer> {
  const { file } = issuer;
  if (!file) return issuer;
  const mark = await fileMark(file.path);
  if (mark === file.mark) return issuer;
  try {
    const { keySet: _keySet, file: _file, identity: _identity, ...configured } = issuer;
    return await readIssuer(configured, file.path);
  } catch (error) {
    if (!(error instanceof AccessError)) throw error;
    onFault(error);
    return { ...issuer, keySet: undefined, file: { path: file.path, mark }, identity: `unreadable ${mark}` };
  }
}

/** Returns a text that changes with each replacement and each write of the file; `missing` when there is no file. */
async function fileMark(path: string): Promise<string> {
  try {
    const { mtimeNs, size, ino } = await stat(path, { bigint: true });
    return `${mtimeNs} ${size} ${ino}`;
  } catch {
    return 'missing';
  }
}
