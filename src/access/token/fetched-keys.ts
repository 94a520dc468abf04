/** Keys of issuers that are fetched, and how long those of an earlier fetch count while their source does not answer. */
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  errors,
  type JWKSCacheInput,
  type JWTVerifyGetKey,
  jwksCache,
} from 'jose';
import type { KeptKeys } from './kept-keys.js';
import type { KeyFetch } from './key-fetch.js';

const FETCH_TIME = 5_000;

/** The last good answers by URL, kept over changes of the configuration. */
export type FetchedKeys = Map<string, JWKSCacheInput>;

export interface FetchOptions {
  readonly fetchKeys: KeyFetch | undefined;
  readonly fetched: FetchedKeys;
  /** Those that outlive the process. */
  readonly kept: KeptKeys | undefined;
  /** Seconds for which keys count beyond their last good fetch. Undefined: they count until the next fetch is due. */
  readonly maxStale: number | undefined;
}

/** Returns the keys at a URL. */
export function keysAt(url: string, { fetchKeys, fetched, kept, maxStale }: FetchOptions): JWTVerifyGetKey {
  const stored = maxStale === undefined ? undefined : kept?.get(url);
  const last: JWKSCacheInput = fetched.get(url) ?? (stored ? { jwks: stored.keys, uat: stored.at } : {});
  fetched.set(url, last);
  const remote = createRemoteJWKSet(new URL(url), {
    timeoutDuration: FETCH_TIME,
    [jwksCache]: last,
    ...(fetchKeys && { [customFetch]: fetchKeys }),
  });
  return async (header, token) => {
    // A clock that went back behind the last fetch tells no age: such keys are stale.
    try {
      if (maxStale !== undefined && isGood(last) && last.uat > Date.now()) await remote.reload();
      const key = await remote(header, token);
      if (maxStale !== undefined && isGood(last)) await kept?.keep(url, { keys: last.jwks, at: last.uat });
      return key;
    } catch (error) {
      if (isAboutToken(error) || maxStale === undefined || !isGood(last)) throw error;
      const age = Date.now() - last.uat;
      if (age < 0 || age > maxStale * 1_000) throw error;
      return createLocalJWKSet(last.jwks)(header, token);
    }
  };
}

/** True for what is wrong with the token, not with the source of the keys. */
function isAboutToken(error: unknown): boolean {
  return error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys;
}

function isGood(last: JWKSCacheInput): last is Exclude<JWKSCacheInput, Record<string, never>> {
  return typeof last.uat === 'number' && typeof last.jwks === 'object';
}
