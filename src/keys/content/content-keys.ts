/**
 * The content keys of the node, each sealed with its secret key. Deleting a key deletes all that it has encrypted, in every copy of
 * the database that has no longer the key.
 */
import type { Queries, Store, Tx } from '../../store/index.js';
import type { Sealing } from '../sealing.js';
import { ContentKey, isSealedContent, keyOfContent, newContentOctets } from './content-key.js';

/** Number of keys that are kept in memory. */
const MOST_KNOWN = 1_000;

export class ContentKeys {
  /** The last used at the end. */
  readonly #known = new Map<string, ContentKey>();
  /** Number of deletions: a key that was read before one is not kept after it. */
  #deletions = 0;
  /** Number of them after which the write-ahead log was emptied. An earlier process may have left copies in it. */
  #settled = -1;

  constructor(
    private readonly store: Pick<Store, 'query'>,
    private readonly sealing: Sealing,
  ) {}

  /** Makes the key of something. @param id letters, digits, and `.`, `:`, `_`, `-` */
  async make(tx: Tx, id: string): Promise<void> {
    const octets = newContentOctets();
    await tx.query('insert into content_key (id, sealed) values (?, ?)', [
      id,
      this.sealing.seal(nameOf(id), octets.toString('base64')),
    ]);
    this.#keep(new ContentKey(id, octets));
    octets.fill(0);
    tx.afterRollback(() => this.#known.delete(id));
  }

  /** Returns a key; undefined when it was deleted. @throws Error when the node has another secret key than before */
  async get(id: string, queries: Queries = this.store): Promise<ContentKey | undefined> {
    const known = this.#known.get(id);
    if (known) {
      this.#keep(known);
      return known;
    }
    const before = this.#deletions;
    const [row] = await queries.query<{ readonly sealed: string }>('select sealed from content_key where id = ?', [id]);
    if (!row) return undefined;
    const octets = Buffer.from(this.sealing.unseal(nameOf(id), row.sealed), 'base64');
    const key = new ContentKey(id, octets);
    octets.fill(0);
    if (before === this.#deletions) this.#keep(key);
    return key;
  }

  /** Encrypts a text. @throws Error when the key was deleted */
  async seal(id: string, place: string, text: string, queries?: Queries): Promise<string> {
    return (await this.#need(id, queries)).seal(place, text);
  }

  /** Returns the digest of a text with a key (`ContentKey.digest`). @throws Error when the key was deleted */
  async digest(id: string, text: string, queries?: Queries): Promise<string> {
    return (await this.#need(id, queries)).digest(text);
  }

  /** Decrypts a text; one that is not encrypted is returned as it is. @returns undefined when its key was deleted */
  async open(place: string, text: string, queries?: Queries): Promise<string | undefined> {
    if (!isSealedContent(text)) return text;
    return (await this.get(keyOfContent(text), queries))?.open(place, text);
  }

  /** Deletes keys, and with them what they have encrypted. The rows are overwritten before they are deleted. */
  async delete(tx: Tx, ids: readonly string[]): Promise<void> {
    const forget = () => {
      this.#deletions++;
      for (const id of ids) this.#known.delete(id);
    };
    for (const id of ids) {
      await tx.query(`update content_key set sealed = printf('%.*c', length(sealed), '0') where id = ?`, [id]);
      await tx.query('delete from content_key where id = ?', [id]);
    }
    forget();
    // Another reader may have read one before the commit.
    tx.afterCommit(forget);
  }

  /** Empties the write-ahead log, which has older copies of deleted keys. While others read from it, a later call does that. */
  async settle(): Promise<void> {
    const deletions = this.#deletions;
    if (deletions === this.#settled) return;
    const [state] = await this.store.query<{ readonly busy: number }>('pragma wal_checkpoint(truncate)', []);
    if (state?.busy === 0) this.#settled = deletions;
  }

  async #need(id: string, queries?: Queries): Promise<ContentKey> {
    const key = await this.get(id, queries);
    if (key) return key;
    throw new Error(`the content key ${id} was deleted`);
  }

  #keep(key: ContentKey): void {
    this.#known.delete(key.id);
    this.#known.set(key.id, key);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= MOST_KNOWN) break;
      this.#known.delete(oldest);
    }
  }
}

function nameOf(id: string): string {
  return `content key ${id}`;
}
