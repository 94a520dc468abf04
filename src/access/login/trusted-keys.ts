/** The public keys in bags of the truststore (RFC 9641), read from its RFC 7951 value. */
import type { IetfTruststore_Truststore } from '../../generated/ietf-truststore.js';

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
export function publicKeysIn(
  truststore: IetfTruststore_Truststore | undefined,
  names: readonly string[],
): readonly TrustedKey[] {
  const bags = truststore?.['public-key-bags']?.['public-key-bag'] ?? [];
  return bags
    .filter((bag) => names.includes(bag.name))
    .flatMap(({ name: bag, 'public-key': keys = [] }) =>
      keys.map(({ name, 'public-key-format': format, 'public-key': octets }) => ({
        ...{ bag, name, format },
        octets: Buffer.from(octets, 'base64'),
      })),
    );
}
