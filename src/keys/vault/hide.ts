/**
 * Hides private keys that an edit gives in clear, before anything else sees it: the key goes into the vault, and the edit names
 * it as hidden, with its public key (RFC 9640 §3.2, `hidden-private-key`).
 */
import {
  type Data,
  formatPath,
  type InstancePath,
  type Leaf,
  type ListEntry,
  leaf,
  mapEntries,
  RpcError,
  replaced,
  type Tree,
  withChildren,
} from '../../data/index.js';
import type { LeafNode } from '../../yang/index.js';
import { KeyFault, type KeyPair, readPrivateKey, readPublicKey, SPKI_FORMAT } from '../pair/key-pair.js';

const MODULE = 'ietf-keystore';
const KEYSTORE = `${MODULE}:keystore`;
const KEYS = `${MODULE}:asymmetric-keys`;
const KEY = `${MODULE}:asymmetric-key`;
const CLEAR = `${MODULE}:cleartext-private-key`;
const HIDDEN = `${MODULE}:hidden-private-key`;
const PRIVATE_FORMAT = `${MODULE}:private-key-format`;
const PUBLIC = `${MODULE}:public-key`;
const PUBLIC_FORMAT = `${MODULE}:public-key-format`;

export interface Hiding {
  /** Stores private keys; durable when it resolves. @throws KeyFault when there are too many */
  readonly put: (pairs: readonly KeyPair[]) => Promise<void>;
  /** Called with the place of each entry with a key in clear, before anything is done with it. @throws RpcError */
  readonly requireWrite?: (at: InstancePath) => void;
}

/** Maximum number of private keys in clear in one edit: each is read, and sealed. */
const MOST = 100;

/**
 * Returns an edit without private keys in clear; the same edit when it has none. Metadata (edit operations) stay.
 *
 * @throws RpcError invalid-value for a key that cannot be read, or does not match the public key beside it; missing-element;
 *   resource-denied; errors of `requireWrite`
 */
export async function hidePrivateKeys(tree: Tree, { put, requireWrite }: Hiding): Promise<Tree> {
  const pairs: KeyPair[] = [];
  const keystore = tree.children.get(KEYSTORE);
  const keys = keystore?.kind === 'container' ? keystore.children.get(KEYS) : undefined;
  const list = keys?.kind === 'container' ? keys.children.get(KEY) : undefined;
  if (keystore?.kind !== 'container' || keys?.kind !== 'container' || list?.kind !== 'list') return tree;
  const at = [{ schema: keystore.schema }, { schema: keys.schema }];
  const entries = mapEntries(list.schema, list.entries, (entry) => hidden(entry, at, { pairs, requireWrite }));
  if (pairs.length === 0) return tree;
  await put(pairs).catch((error: unknown) => {
    if (!(error instanceof KeyFault)) throw error;
    throw new RpcError({ type: 'application', tag: 'resource-denied', path: formatPath(at), message: error.message });
  });
  const withKeys = withChildren(keys, replaced(keys.children, KEY, { ...list, entries }));
  return withChildren(
    tree,
    replaced(tree.children, KEYSTORE, withChildren(keystore, replaced(keystore.children, KEYS, withKeys))),
  );
}

/** Operations that give no value. */
const GONE: ReadonlySet<string | undefined> = new Set(['delete', 'remove']);

interface Found extends Pick<Hiding, 'requireWrite'> {
  readonly pairs: KeyPair[];
}

function hidden(entry: ListEntry, above: InstancePath, { pairs, requireWrite }: Found): ListEntry {
  const clear = leafIn(entry, CLEAR);
  if (!clear || GONE.has(clear.meta?.operation)) return entry;
  const at = [...above, { schema: entry.schema, key: entry.key }];
  requireWrite?.(at);
  if (pairs.length === MOST) {
    const message = `an edit has at most ${MOST} private keys in clear`;
    throw new RpcError({ type: 'application', tag: 'resource-denied', path: formatPath(above), message });
  }
  const pair = pairOf({ entry, at }, clear);
  pairs.push(pair);
  const { [CLEAR]: _, [PRIVATE_FORMAT]: __, ...others } = Object.fromEntries(entry.children);
  const made = (name: string, value: Leaf['value']): [string, Data] => [
    name,
    leaf(schemaOf(entry, name), value, clear.meta),
  ];
  const children = new Map<string, Data>([
    ...Object.entries(others),
    made(PUBLIC_FORMAT, SPKI_FORMAT),
    made(PUBLIC, pair.spki.toString('base64')),
    made(HIDDEN, [null]),
  ]);
  return withChildren(entry, children);
}

interface Place {
  readonly entry: ListEntry;
  readonly at: InstancePath;
}

/** Reads the private key of an entry. @throws RpcError */
function pairOf(place: Place, clear: Leaf): KeyPair {
  const { entry } = place;
  const format = leafIn(entry, PRIVATE_FORMAT);
  if (!format) throw missing(place, 'private-key-format', 'it says how cleartext-private-key is encoded');
  const pair = read(place, 'cleartext-private-key', () => readPrivateKey(String(format.value), octetsOf(clear)));
  const given = leafIn(entry, PUBLIC);
  if (!given || GONE.has(given.meta?.operation)) return pair;
  const publicFormat = leafIn(entry, PUBLIC_FORMAT);
  if (!publicFormat) throw missing(place, 'public-key-format', 'it says how public-key is encoded');
  const spki = read(place, 'public-key', () => readPublicKey(String(publicFormat.value), octetsOf(given)));
  if (spki.equals(pair.spki)) return pair;
  throw fault(
    place,
    'public-key',
    'it is not the public key of the private key; leave it out, and the node computes it',
  );
}

function read<T>(place: Place, name: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    if (!(error instanceof KeyFault)) throw error;
    throw fault(place, name, error.message);
  }
}

function fault(place: Place, name: string, message: string): RpcError {
  return new RpcError({ type: 'application', tag: 'invalid-value', path: pathOf(place, name), message });
}

function missing(place: Place, name: string, why: string): RpcError {
  const message = `${name} is missing: ${why}`;
  return new RpcError({ type: 'application', tag: 'missing-element', path: pathOf(place, name), message });
}

function pathOf({ entry, at }: Place, name: string): string {
  return formatPath([...at, { schema: schemaOf(entry, `${MODULE}:${name}`) }]);
}

function leafIn(entry: ListEntry, name: string): Leaf | undefined {
  const found = entry.children.get(name);
  return found?.kind === 'leaf' ? found : undefined;
}

function schemaOf(entry: ListEntry, name: string): LeafNode {
  const node = entry.schema.data.get(name);
  if (node?.kind !== 'leaf') throw new Error(`the schema of the node has no ${name}`);
  return node;
}

function octetsOf({ value }: Leaf): Buffer {
  return Buffer.from(String(value), 'base64');
}
