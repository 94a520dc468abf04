/**
 * The private keys of the node, sealed in its database under the thumbprints of their public keys: a key that is renamed in
 * configuration, or comes back with an earlier one, is found by its public key.
 */
import type { Queries, Store, Tx } from '../../store/index.js';
import { KeyFault, type KeyPair, thumbprintOf } from '../pair/key-pair.js';
import type { Sealing } from '../sealing.js';

/** Maximum number of private keys. */
const MOST = 1_000;

/** A private key that nothing names for this time is deleted, in milliseconds. */
const UNNAMED = 86_400_000;

export class KeyVault {
  #thumbprints: ReadonlySet<string>;

  private constructor(
    private readonly store: Pick<Store, 'query' | 'transact'>,
    private readonly sealing: Sealing,
    thumbprints: ReadonlySet<string>,
    private readonly now: () => number,
  ) {
    this.#thumbprints = thumbprints;
  }

  static async open(
    store: Pick<Store, 'query' | 'transact'>,
    sealing: Sealing,
    now: () => number = Date.now,
  ): Promise<KeyVault> {
    return new KeyVault(store, sealing, await thumbprintsIn(store), now);
  }

  /** True when the private key of this public key is here. */
  has(thumbprint: string): boolean {
    return this.#thumbprints.has(thumbprint);
  }

  /** Stores private keys; durable when it resolves. @throws KeyFault when there are too many */
  async put(pairs: readonly KeyPair[]): Promise<void> {
    if (pairs.every(({ spki }) => this.has(thumbprintOf(spki)))) return;
    await this.store.transact(async (tx) => {
      await this.add(tx, pairs);
      if ((await thumbprintsIn(tx)).size > MOST)
        throw new KeyFault(`the node has ${MOST} private keys already; delete some from the keystore`);
    });
  }

  /** Stores private keys in a transaction. A key that is here already stays as it is. There is always room for those of the node. */
  async add(tx: Tx, pairs: readonly KeyPair[]): Promise<void> {
    const known = new Set(await thumbprintsIn(tx));
    const added: string[] = [];
    for (const { pkcs8, spki } of pairs) {
      const thumbprint = thumbprintOf(spki);
      if (known.has(thumbprint)) continue;
      known.add(thumbprint);
      added.push(thumbprint);
      const sealed = this.sealing.seal(nameOf(thumbprint), pkcs8.toString('base64'));
      await tx.change('insert into private_key (thumbprint, sealed, at) values (?, ?, ?)', [
        thumbprint,
        sealed,
        this.now(),
      ]);
    }
    tx.afterCommit(() => {
      this.#thumbprints = new Set([...this.#thumbprints, ...added]);
    });
  }

  /** Returns a private key: OneAsymmetricKey, DER; undefined when it is not here. @throws Error when it is sealed with another key */
  async get(thumbprint: string): Promise<Buffer | undefined> {
    const sql = 'select sealed from private_key where thumbprint = ?';
    const [row] = await this.store.query<{ readonly sealed: string }>(sql, [thumbprint]);
    return row && Buffer.from(this.sealing.unseal(nameOf(thumbprint), row.sealed), 'base64');
  }

  async delete(tx: Tx, thumbprint: string): Promise<void> {
    await tx.change('delete from private_key where thumbprint = ?', [thumbprint]);
    tx.afterCommit(() => {
      this.#thumbprints = new Set([...this.#thumbprints].filter((each) => each !== thumbprint));
    });
  }

  /** Deletes the private keys that nothing has named for a day. @param named tells which are named */
  async deleteUnnamed(named: ReadonlySet<string>): Promise<void> {
    const now = this.now();
    await this.store.transact(async (tx) => {
      for (const { thumbprint, at } of await tx.query<Kept>('select thumbprint, at from private_key', []))
        if (named.has(thumbprint))
          await tx.change('update private_key set at = ? where thumbprint = ?', [now, thumbprint]);
        else if (at < now - UNNAMED) await this.delete(tx, thumbprint);
    });
  }
}

interface Kept {
  readonly thumbprint: string;
  /** When it was last named, in milliseconds since 1970. */
  readonly at: number;
}

async function thumbprintsIn(store: Queries): Promise<ReadonlySet<string>> {
  const rows = await store.query<{ readonly thumbprint: string }>('select thumbprint from private_key', []);
  return new Set(rows.map(({ thumbprint }) => thumbprint));
}

function nameOf(thumbprint: string): string {
  return `private key ${thumbprint}`;
}
