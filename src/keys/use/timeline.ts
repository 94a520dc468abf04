/** The uses of one purpose in time, the earliest first. All functions are pure. */
import type { Credential, KeyUse } from './record.js';

/** Returns the key in use: the last one whose time has begun. */
export function currentAt(uses: readonly KeyUse[], now: number): KeyUse | undefined {
  return uses.findLast(({ from }) => from <= now);
}

/** Returns the key that is published and not yet used. */
export function nextAt(uses: readonly KeyUse[], now: number): KeyUse | undefined {
  return uses.find(({ from }) => from > now);
}

/** Returns the keys that are no longer used and not yet forgotten, the latest first. */
export function previousAt(uses: readonly KeyUse[], now: number): readonly KeyUse[] {
  const current = currentAt(uses, now);
  return uses.filter((use) => use !== current && use.from <= now && (use.until ?? now) > now).reverse();
}

/** Returns the last key of the node's own making that it has used: it uses it when no other is configured. */
export function ownOf(uses: readonly KeyUse[], now: number): KeyUse | undefined {
  return uses.findLast(({ name, from }) => name === undefined && from <= now);
}

/** A key that follows the one in use. */
export interface Successor {
  readonly purpose: KeyUse['purpose'];
  readonly credential: Credential;
  /** When the node begins to use it. */
  readonly from: number;
  /** Milliseconds for which the key in use is still shown after that. */
  readonly overlap: number;
}

/**
 * Returns the uses with a successor. A key that was published and not yet used is dropped; so are forgotten ones, except the last
 * one that the node made.
 */
export function followedBy(uses: readonly KeyUse[], successor: Successor, now: number): readonly KeyUse[] {
  const { purpose, credential, from, overlap } = successor;
  const current = currentAt(uses, now);
  const own = ownOf(uses, now);
  const kept = uses
    .filter((use) => use.from <= now && use.thumbprint !== credential.thumbprint)
    .map((use) => (use === current ? { ...use, until: from + overlap } : use))
    .filter((use) => use.thumbprint === own?.thumbprint || (use.until ?? now) > now);
  return [...kept, { purpose, ...credential, from }];
}

/**
 * Returns the uses with another key of the node's own making behind the configured one, which stays in use.
 *
 * @throws Error when the key in use is none that configuration names
 */
export function withOwn(
  uses: readonly KeyUse[],
  { purpose, credential }: Omit<Successor, 'from' | 'overlap'>,
  now: number,
): readonly KeyUse[] {
  const current = currentAt(uses, now);
  if (current?.name === undefined) throw new Error(`no configured key is in use for ${purpose}`);
  const { from } = current;
  return uses.flatMap((use) => (use === current ? [{ purpose, ...credential, from, until: from }, use] : [use]));
}

/** Returns the uses when all keys until now are in wrong hands. */
export function replacedBy(
  { purpose, credential }: Omit<Successor, 'from' | 'overlap'>,
  now: number,
): readonly KeyUse[] {
  return [{ purpose, ...credential, from: now }];
}
