/** The keys with which the node signs its tokens. */
import { createPublicKey, type KeyObject } from 'node:crypto';
import { compactJws, jwkOf, type NodeKeys, type Signer, signerOf, signJwsWith } from '../../keys/index.js';

export interface TokenKey extends Signer {
  /** Thumbprint of the public key (RFC 7638). */
  readonly id: string;
}

export interface TokenKeys {
  /** The key that signs. */
  signing(): Promise<TokenKey>;
  /** The public key with this identifier, while its tokens hold. */
  verifying(id: string): KeyObject | undefined;
  /** The public keys as a JWK set (RFC 7517), with those that are to follow. */
  readonly jwks: { readonly keys: readonly object[] };
  /** Changes with the keys. */
  readonly identity: string;
}

/** Signs claims with the key in force. @param typ the kind of JWT @returns the compact form, and the identifier of the key */
export async function signedClaims(
  keys: Pick<TokenKeys, 'signing'>,
  typ: string,
  claims: object,
): Promise<{ readonly token: string; readonly kid: string }> {
  const key = await keys.signing();
  const payload = Buffer.from(JSON.stringify(claims));
  return { token: compactJws(signJwsWith({ typ, kid: key.id }, payload, key), payload), kid: key.id };
}

export function tokenKeys(keys: Pick<NodeKeys, 'pair' | 'uses'>): TokenKeys {
  let signing: (TokenKey & { readonly thumbprint: string }) | undefined;
  const verifying = new Map<string, KeyObject>();
  const shown = () => {
    const { uses } = keys;
    const all = [uses.current('token'), uses.next('token'), ...uses.previous('token')];
    return all.filter((use) => use !== undefined).map(({ spki }) => ({ spki, ...jwkOf(spki) }));
  };
  return {
    signing: async () => {
      const thumbprint = keys.uses.current('token')?.thumbprint;
      if (signing && signing.thumbprint === thumbprint) return signing;
      const { use, pair } = await keys.pair('token');
      signing = { ...signerOf(pair), id: jwkOf(pair.spki).id, thumbprint: use.thumbprint };
      return signing;
    },
    verifying: (id) => {
      const found = shown().find((each) => each.id === id);
      if (!found) return undefined;
      const known = verifying.get(id);
      if (known) return known;
      const key = createPublicKey({ key: found.spki, format: 'der', type: 'spki' });
      verifying.set(id, key);
      return key;
    },
    get jwks() {
      return {
        keys: shown().map(({ id, text }) => ({ ...JSON.parse(text), kid: id, use: 'sig', alg: 'EdDSA' })),
      };
    },
    get identity() {
      return shown()
        .map(({ id }) => id)
        .join(' ');
    },
  };
}
