/** All keys of a node. */
import { X509Certificate } from 'node:crypto';
import type { Store, Tx } from '../store/index.js';
import { jwkOf } from './pair/jwk.js';
import type { KeyPair } from './pair/key-pair.js';
import type { Sealing } from './sealing.js';
import { hostKeyOf } from './ssh/host-key.js';
import { type KeyFile, readKeyFile } from './use/key-file.js';
import { credentialOf, makeOwnKey, type OwnKey } from './use/own.js';
import { PURPOSES, type Purpose, TERMS } from './use/purpose.js';
import type { KeyUse } from './use/record.js';
import { type KeyTimes, KeyUses } from './use/uses.js';
import { KeyVault } from './vault/vault.js';

export interface NodeKeysOptions {
  readonly store: Store;
  readonly sealing: Sealing;
  /** The data directory: key files in it are moved into the database. */
  readonly data: string;
  /** Names and addresses of the node for its certificates. */
  readonly hosts: readonly string[];
  /** Purposes for which the node needs no key. */
  readonly without?: readonly Purpose[];
  /** Keys that an earlier version stored elsewhere. */
  readonly earlier?: Partial<Readonly<Record<Purpose, () => Promise<KeyFile | undefined>>>>;
  readonly now?: () => number;
}

export class NodeKeys {
  private constructor(
    readonly vault: KeyVault,
    readonly uses: KeyUses,
    private readonly options: NodeKeysOptions,
  ) {}

  /**
   * Opens the keys; makes those that are missing. @throws Error for a bad key file, or when the keys are sealed with the key of
   * another node
   */
  static async open(options: NodeKeysOptions): Promise<NodeKeys> {
    const { store, sealing, now, without = [] } = options;
    const vault = await KeyVault.open(store, sealing, now);
    const keys = new NodeKeys(vault, await KeyUses.open(store, vault, now), options);
    for (const purpose of PURPOSES) if (!without.includes(purpose)) await keys.#ensure(purpose);
    for (const purpose of PURPOSES) await keys.#requireOpen(purpose);
    return keys;
  }

  /** Makes a key to follow the one in use. `compromised`: the keys until now are in wrong hands. */
  async rotate(
    purpose: Purpose,
    { lead, overlap, compromised }: KeyTimes & { readonly compromised: boolean },
    note: (tx: Tx, use: KeyUse, pair: KeyPair) => Promise<void>,
  ): Promise<KeyUse> {
    const made = await makeOwnKey(purpose, this.options.hosts);
    return this.options.store.transact(async (tx) => {
      await this.vault.add(tx, [made.pair]);
      const credential = credentialOf(made);
      const use = compromised
        ? await this.uses.replace(tx, purpose, credential)
        : await this.uses.rotate(tx, purpose, credential, { lead, overlap });
      await note(tx, use, made.pair);
      return use;
    });
  }

  /** Returns the key pair in use. @throws Error when there is none, or it is sealed with another key */
  async pair(purpose: Purpose): Promise<{ readonly use: KeyUse; readonly pair: KeyPair }> {
    const use = this.uses.current(purpose);
    if (!use) throw new Error(`the node has no key for ${purpose}`);
    return { use, pair: { pkcs8: await this.uses.privateKey(use), spki: use.spki } };
  }

  /** Returns the fingerprint of a key as its peers show it. */
  async fingerprint(use: KeyUse): Promise<string> {
    const { purpose, certificate, spki } = use;
    if (certificate !== undefined) return new X509Certificate(certificate).fingerprint256;
    if (purpose === 'ssh-host') return hostKeyOf({ pkcs8: await this.uses.privateKey(use), spki }).fingerprint;
    return jwkOf(spki).id;
  }

  close(): void {
    this.uses.close();
  }

  async #requireOpen(purpose: Purpose): Promise<void> {
    const use = this.uses.current(purpose);
    if (use) await opening(() => this.uses.privateKey(use));
  }

  async #ensure(purpose: Purpose): Promise<void> {
    const { data, earlier = {}, hosts } = this.options;
    const file = (await readKeyFile(purpose, data)) ?? (await opening(async () => earlier[purpose]?.()));
    const current = this.uses.current(purpose);
    if (file?.key) await this.#begin(purpose, file.key, current);
    else if (!current || (TERMS[purpose].certified && isOver(current)))
      await this.#begin(purpose, await makeOwnKey(purpose, hosts), current);
    // The key in clear goes when it is durable here.
    await file?.remove();
  }

  /** A key that was moved in, or made at the start, is used at once, unless the configuration names another one. */
  async #begin(purpose: Purpose, key: OwnKey, current: KeyUse | undefined): Promise<void> {
    const credential = credentialOf(key);
    await this.options.store.transact(async (tx) => {
      await this.vault.add(tx, [key.pair]);
      if (current) await this.uses.setOwn(tx, purpose, credential);
      else await this.uses.begin(tx, purpose, credential);
    });
  }
}

/** @throws Error when a key is sealed with the secret key of another node */
async function opening<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new Error(`the keys of this node do not open with its secret key: ${WAY_OUT}`, { cause });
  }
}

const WAY_OUT =
  'put the secret-key of the node that wrote this database into the data directory, or name it with --secret-key-file; if it is lost, "yangent data new-keys" lets the next start make other keys, and clients and subscribers must be told of them';

/** True when the certificate that the node made has expired. */
function isOver({ name, certificate }: KeyUse): boolean {
  if (name !== undefined || certificate === undefined) return false;
  return Date.parse(new X509Certificate(certificate).validTo) <= Date.now();
}
