/** The public keys in bags of the truststore (RFC 9641), read from its RFC 7951 value. */
import { isObject } from '../../data/index.js';

/** One public key of a bag. */
export interface TrustedKey {
  readonly bag: string;
  readonly name: string;
  /** An identity derived from `public-key-format` of ietf-crypto-types, with its module. */
  readonly format: string;
  readonly octets: Buffer;
}

/**
 * Returns the public keys of these bags.
 *
 * @param truststore value of `/ietf-truststore:truststore`, valid by its model; undefined when nothing is configured
 */
export function publicKeysIn(truststore: unknown, bags: readonly string[]): readonly TrustedKey[] {
  return entries(member(member(truststore, 'public-key-bags'), 'public-key-bag'))
    .filter((bag) => bags.includes(String(bag.name)))
    .flatMap((bag) =>
      entries(bag['public-key']).map((key) => ({
        bag: String(bag.name),
        name: String(key.name),
        format: String(key['public-key-format']),
        octets: Buffer.from(String(key['public-key']), 'base64'),
      })),
    );
}

function member(value: unknown, name: string): unknown {
  return isObject(value) ? { ...value }[name] : undefined;
}

function entries(value: unknown): readonly Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isObject).map((each) => ({ ...each })) : [];
}
