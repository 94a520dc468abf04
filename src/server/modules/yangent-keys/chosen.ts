/** The keys that a configuration names for the purposes. */
import { RpcError, type Tree } from '../../../data/index.js';
import type { IetfKeystoreConfig, YangentKeysConfig } from '../../../generated/providers.js';
import {
  algorithmOfPublic,
  type Credential,
  chainOf,
  KeyFault,
  type KeyVault,
  type Purpose,
  readPublicKey,
  TERMS,
  thumbprintOf,
} from '../../../keys/index.js';
import { configuration } from '../../configuration.js';

export type Keystore = IetfKeystoreConfig['/ietf-keystore:keystore']['value'];
export type Keys = YangentKeysConfig['/yangent-keys:keys']['value'];
export type Entry = IetfKeystoreConfig['/ietf-keystore:keystore/asymmetric-keys/asymmetric-key']['value'];
type Use = YangentKeysConfig['/yangent-keys:keys/use']['value'];

/** The keystore and the settings of keys in a configuration. */
export interface KeySettings {
  readonly keystore: Keystore | undefined;
  readonly settings: Keys;
}

/** A key that a configuration names for a purpose. */
interface Named {
  readonly use: Use;
  readonly entry: Entry;
}

/**
 * Returns the named keys by purpose.
 *
 * @param lacking called for a key that is not suited; it throws, or leaves the purpose to the own key of the node
 */
export async function chosenKeys(
  configured: KeySettings,
  vault: Pick<KeyVault, 'has'>,
  lacking: (named: Named, refusal: RpcError) => void,
): Promise<ReadonlyMap<Purpose, Credential>> {
  const chosen = new Map<Purpose, Credential>();
  for (const named of namedIn(configured)) {
    try {
      chosen.set(named.use.purpose, await credentialOf(named, vault));
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      lacking(named, error);
    }
  }
  return chosen;
}

/** Returns the keys that are named; references were checked with the document. */
export function namedIn({ keystore, settings }: KeySettings): readonly Named[] {
  const entries = entriesOf(keystore);
  return (settings.use ?? []).flatMap((use) => {
    const entry = entries.find(({ name }) => name === use['asymmetric-key']);
    return entry ? [{ use, entry }] : [];
  });
}

export function entriesOf(keystore: Keystore | undefined): readonly Entry[] {
  return keystore?.['asymmetric-keys']?.['asymmetric-key'] ?? [];
}

async function credentialOf({ use, entry }: Named, vault: Pick<KeyVault, 'has'>): Promise<Credential> {
  const { purpose, certificate: named } = use;
  const spki = publicKeyOf(entry);
  if (!spki || !vault.has(thumbprintOf(spki)))
    throw refusal(
      use,
      'key-unavailable',
      `the node does not have the private key of "${entry.name}": give it again as cleartext-private-key`,
    );
  const { takes, taken } = TERMS[purpose];
  const algorithm = algorithmOfPublic(spki) ?? 'unknown';
  if (!takes.test(algorithm))
    throw refusal(use, 'key-unsuited', `a key of the algorithm ${algorithm} does not suit ${purpose}: ${taken} does`);
  const credential = { thumbprint: thumbprintOf(spki), spki, name: entry.name };
  const certificate = entry.certificates?.certificate?.find(({ name }) => name === named);
  if (!certificate) return credential;
  try {
    return { ...credential, certificate: await chainOf(Buffer.from(certificate['cert-data'], 'base64'), spki) };
  } catch (error) {
    if (!(error instanceof KeyFault)) throw error;
    throw certificateRefusal(purpose, `the certificate "${certificate.name}" cannot be used: ${error.message}`);
  }
}

/** Returns the public key of an entry; undefined when it is none that the node can read. @returns SubjectPublicKeyInfo, DER */
export function publicKeyOf(entry: Pick<Entry, 'public-key' | 'public-key-format'>): Buffer | undefined {
  const { 'public-key': key, 'public-key-format': format } = entry;
  if (key === undefined || format === undefined) return undefined;
  try {
    return readPublicKey(format, Buffer.from(key, 'base64'));
  } catch (error) {
    if (error instanceof KeyFault) return undefined;
    throw error;
  }
}

/** Returns the thumbprints of the public keys in the keystore of a configuration. */
export function publicKeysIn(tree: Tree): readonly string[] {
  return entriesOf(configuration(tree, '/ietf-keystore:keystore')).flatMap((entry) => {
    const spki = publicKeyOf(entry);
    return spki ? [thumbprintOf(spki)] : [];
  });
}

/** Returns the refusal of the certificate of a key. */
export function certificateRefusal(purpose: Purpose, message: string): RpcError {
  return refusal({ purpose }, 'certificate-unsuited', message);
}

function refusal({ purpose }: Pick<Use, 'purpose'>, appTag: string, message: string): RpcError {
  const path = `/yangent-keys:keys/use[purpose='${purpose}']`;
  return new RpcError({ type: 'application', tag: 'invalid-value', appTag, path, message });
}
