/** Where a node has its keys. */
import type { RestconfClient, YangEdit } from '../../clients/index.js';
import { PURPOSES, type Purpose } from '../../keys/index.js';
import { UsageError } from '../../node/index.js';
import { child, entries, entriesAt, type Members, text } from '../remote/index.js';

export const KEYS = '/yangent-keys:keys';
export const KEYSTORE = '/ietf-keystore:keystore';

/** Name of the certificate of a key, where no other is given. */
export const CERTIFICATE = 'imported';

export const PURPOSE_NAMES: readonly string[] = PURPOSES;

/** True for the purpose whose key has a certificate. */
export function isCertified(purpose: string): purpose is Extract<Purpose, 'tls-server'> {
  return purpose === 'tls-server';
}

/** Returns the entries of the keystore. */
export async function keystoreOf(node: RestconfClient): Promise<readonly Members[]> {
  return entriesAt(node, `${KEYSTORE}/asymmetric-keys/asymmetric-key`, 'ietf-keystore:asymmetric-key');
}

/** Returns the keys in use, of one purpose or all. */
export async function activeKeys(node: RestconfClient, purpose?: string): Promise<readonly Members[]> {
  const path = purpose === undefined ? `${KEYS}/active` : `${KEYS}/active=${purpose}`;
  return entriesAt(node, path, 'yangent-keys:active');
}

/** Returns the names of the certificates of an entry of the keystore. */
export function certificatesOf(entry: Members): readonly string[] {
  return entries(child(entry, 'certificates'), 'certificate').map((each) => text(each, 'name') ?? '');
}

/** Returns the purposes for which the configuration names a key. */
export async function purposesOf(node: RestconfClient, key: string): Promise<readonly string[]> {
  const uses = await entriesAt(node, `${KEYS}/use`, 'yangent-keys:use');
  return uses.filter((use) => text(use, 'asymmetric-key') === key).map((use) => text(use, 'purpose') ?? '');
}

/** Returns the entry of a name. @throws UsageError that tells which names there are */
export async function keyNamed(node: RestconfClient, name: string): Promise<Members> {
  const stored = await keystoreOf(node);
  const found = stored.find((entry) => text(entry, 'name') === name);
  if (found) return found;
  const names = stored.map((entry) => text(entry, 'name')).join(', ');
  throw new UsageError(`the keystore has no key "${name}"; ${names === '' ? 'it is empty' : `it has ${names}`}`);
}

/** @throws UsageError when the name is taken, and the key is not to be replaced */
export async function requireFree(node: RestconfClient, name: string, replace: boolean | undefined): Promise<void> {
  if (replace) return;
  const isTaken = (await keystoreOf(node)).some((entry) => text(entry, 'name') === name);
  if (isTaken)
    throw new UsageError(
      `the keystore has a key "${name}" already; take another name, or replace the key with --replace`,
    );
}

/** Returns the edit that stores an entry of the keystore. Without `replace`, it is refused when the name is taken. */
export function keyEdit(name: string, entry: object, replace: boolean | undefined): YangEdit {
  return {
    operation: replace ? 'replace' : 'create',
    target: `${KEYSTORE}/asymmetric-keys/asymmetric-key=${encodeURIComponent(name)}`,
    value: { 'ietf-keystore:asymmetric-key': [{ name, ...entry }] },
  };
}

/** Returns the edit that names a key of the keystore for a purpose. */
export function useEdit(purpose: string, key: string, certificate: string | undefined): YangEdit {
  const use = { purpose, 'asymmetric-key': key, ...(certificate === undefined ? {} : { certificate }) };
  return { operation: 'replace', target: `${KEYS}/use=${purpose}`, value: { 'yangent-keys:use': [use] } };
}
