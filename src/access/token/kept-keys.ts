/** Keys of others that were fetched, kept in the database: they are used while their source does not answer. */
import type { JSONWebKeySet } from 'jose';
import type { Store } from '../../store/index.js';
import type {} from '../domain/database.js';
import { hostOfDid } from '../domain/did-host.js';

export interface KeptKeySet {
  readonly keys: JSONWebKeySet;
  /** When they were fetched, in milliseconds since 1970. */
  readonly at: number;
}

/** Maximum number of sources at one host; the one fetched longest ago goes first. Hosts are those that configuration names. */
const MOST = 1_000;
/** Milliseconds by which the time in the database may be behind, so that not each fetch is a write. */
const DELAY = 300_000;

export class KeptKeys {
  readonly #store: Store;
  /** By source, the one fetched longest ago first. */
  readonly #kept: Map<string, KeptKeySet>;
  /** When what the database has was fetched. */
  readonly #written: Map<string, number>;
  #onOther = () => {};

  private constructor(store: Store, kept: Map<string, KeptKeySet>) {
    this.#store = store;
    this.#kept = kept;
    this.#written = new Map([...kept].map(([source, { at }]) => [source, at]));
  }

  static async load(store: Store): Promise<KeptKeys> {
    const rows = await store.reads.selectFrom('access_fetched_key').selectAll().orderBy('at').execute();
    const kept = rows.map(({ source, keys, at }) => [source, { keys: keySetIn(keys), at: Number(at) }] as const);
    return new KeptKeys(store, new Map(kept));
  }

  /** Calls a listener from now on when a source was found to have other keys than before, or none. */
  watch(listener: () => void): void {
    this.#onOther = listener;
  }

  /** Returns the keys that were fetched last. @param source URL of a key set, or DID URL of a key */
  get(source: string): KeptKeySet | undefined {
    return this.#kept.get(source);
  }

  /** Keeps what was fetched. Resolves when it is durable. */
  async keep(source: string, now: KeptKeySet): Promise<void> {
    const before = this.#kept.get(source);
    if (!before) await this.#makeRoom(source);
    this.#kept.delete(source);
    this.#kept.set(source, now);
    const keys = JSON.stringify(now.keys);
    const written = this.#written.get(source);
    const isSame = before !== undefined && JSON.stringify(before.keys) === keys;
    if (before && !isSame) this.#onOther();
    if (isSame && written !== undefined && Math.abs(now.at - written) < DELAY) return;
    this.#written.set(source, now.at);
    await this.#store.transact(async ({ sql }) => {
      await sql
        .insertInto('access_fetched_key')
        .values({ source, keys, at: now.at })
        .onConflict((conflict) => conflict.column('source').doUpdateSet({ keys, at: now.at }))
        .execute();
    });
  }

  /** Members of one host take no room from those of another. */
  async #makeRoom(source: string): Promise<void> {
    const host = hostOf(source);
    const [oldest, ...others] = [...this.#kept.keys()].filter((each) => hostOf(each) === host);
    if (oldest !== undefined && others.length >= MOST - 1) await this.forget(oldest);
  }

  /** Forgets keys that their source has taken back. */
  async forget(...sources: readonly string[]): Promise<void> {
    const known = sources.filter((source) => this.#kept.delete(source));
    for (const source of known) this.#written.delete(source);
    if (known.length === 0) return;
    this.#onOther();
    await this.#store.transact(async ({ sql }) => {
      for (const source of known) await sql.deleteFrom('access_fetched_key').where('source', '=', source).execute();
    });
  }

  /** Forgets the keys of sources that configuration does not name any more. */
  async retain(isNamed: (source: string) => boolean): Promise<void> {
    await this.forget(...[...this.#kept.keys()].filter((source) => !isNamed(source)));
  }
}

function hostOf(source: string): string {
  return source.startsWith('did:') ? hostOfDid(source) : new URL(source).host;
}

/** Reads what `keep` has written. */
function keySetIn(text: string): JSONWebKeySet {
  const { keys }: JSONWebKeySet = JSON.parse(text);
  return { keys };
}
