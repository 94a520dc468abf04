/** Signatures of checkpoints and exported runs: compact JWS (RFC 7515 §3.1) by the node's key for documents. */
import {
  compactJws,
  DocumentFault,
  type JwsHeader,
  jwkOf,
  type NodeKeys,
  type PublicKey,
  rawOf,
  readCompactJws,
  type Signer,
  signerOf,
  signJwsWith,
  verifyJws,
} from '../../keys/index.js';

/** The kinds of what is signed. */
export const CHECKPOINT_TYP = 'yangent-checkpoint+jws';
export const EXPORT_TYP = 'yangent-export+jws';
export type SignedTyp = typeof CHECKPOINT_TYP | typeof EXPORT_TYP;

const PURPOSE = 'document';

/** Signs a text. Returns header and signature with two dots between them (RFC 7515 Appendix F). */
export type Sign = (typ: SignedTyp, payload: string) => Promise<string>;

/** @param keys gives the key pair in use for documents */
export function documentSigner(keys: Pick<NodeKeys, 'pair' | 'uses'>): Sign {
  let opened: { readonly thumbprint: string; readonly kid: string; readonly signer: Signer } | undefined;
  const open = async () => {
    const thumbprint = keys.uses.current(PURPOSE)?.thumbprint;
    if (opened && opened.thumbprint === thumbprint) return opened;
    const { use, pair } = await keys.pair(PURPOSE);
    opened = { thumbprint: use.thumbprint, kid: jwkOf(pair.spki).id, signer: signerOf(pair) };
    return opened;
  };
  return async (typ, payload) => {
    const { kid, signer } = await open();
    const made = signJwsWith({ typ, kid }, Buffer.from(payload), signer);
    return `${made.protected}..${made.signature}`;
  };
}

/** Returns the public keys of the node for documents by their names: those in use, that follow, and that were used. */
export function documentKeys({ uses }: Pick<NodeKeys, 'uses'>): (kid: string) => PublicKey | undefined {
  return (kid) => {
    const all = [uses.current(PURPOSE), uses.next(PURPOSE), ...uses.previous(PURPOSE)];
    const found = all.find((use) => use !== undefined && jwkOf(use.spki).id === kid);
    return found && { algorithm: rawOf(found.spki).algorithm, spki: found.spki };
  };
}

/** Returns the compact form of a signature, with its payload. */
export function compactOf(signature: string, payload: string): string {
  const [header = '', , mark = ''] = signature.split('.');
  return compactJws({ protected: header, signature: mark }, Buffer.from(payload));
}

/**
 * Verifies a signature in its compact form.
 *
 * @param payload the text that it must be over
 * @param key returns the public key of a name
 * @throws DocumentFault
 */
export async function verifySigned(
  typ: SignedTyp,
  text: string,
  payload: string,
  key: (kid: string) => Promise<PublicKey>,
): Promise<JwsHeader> {
  const { signature, payload: signed } = readCompactJws(text);
  if (signed.toString('utf8') !== payload) throw new DocumentFault('the signature is over another content');
  return verifyJws(signature, signed, { typ, key });
}
