/** The keys of the node by purpose: which is in use, which follows, which came before. */
import type { Queries, Store, Tx } from '../../store/index.js';
import type { KeyVault } from '../vault/vault.js';
import { PURPOSES, type Purpose } from './purpose.js';
import type { Credential, KeyUse } from './record.js';
import { readUses, writeUses } from './rows.js';
import { currentAt, followedBy, nextAt, ownOf, previousAt, replacedBy, withOwn } from './timeline.js';

export interface KeyTimes {
  /** Milliseconds for which a new key is published before it is used. */
  readonly lead: number;
  /** Milliseconds for which a key is shown after its use. */
  readonly overlap: number;
}

interface Shown {
  readonly current: KeyUse | undefined;
  readonly next: KeyUse | undefined;
}

/** Milliseconds after which the clock is read again: it may be set. */
const LONGEST_WAIT = 3_600_000;

export class KeyUses {
  #uses: ReadonlyMap<Purpose, readonly KeyUse[]>;
  readonly #watchers = new Set<(purpose: Purpose) => Promise<void>>();
  /** Resolves when all watchers have taken the last change. */
  #taken: Promise<unknown> = Promise.resolve();
  /** The keys in use, and those published, when the watchers were last called. */
  readonly #told = new Map<Purpose, Shown>();
  #timer: NodeJS.Timeout | undefined;

  private constructor(
    private readonly vault: Pick<KeyVault, 'get' | 'delete'>,
    private readonly now: () => number,
    uses: readonly KeyUse[],
  ) {
    this.#uses = byPurpose(uses);
    for (const purpose of PURPOSES) this.#told.set(purpose, this.#shown(purpose));
    this.#wait();
  }

  static async open(
    store: Pick<Store, 'query'>,
    vault: Pick<KeyVault, 'get' | 'delete'>,
    now: () => number = Date.now,
  ): Promise<KeyUses> {
    return new KeyUses(vault, now, await readUses(store));
  }

  current(purpose: Purpose): KeyUse | undefined {
    return currentAt(this.#of(purpose), this.now());
  }

  next(purpose: Purpose): KeyUse | undefined {
    return nextAt(this.#of(purpose), this.now());
  }

  previous(purpose: Purpose): readonly KeyUse[] {
    return previousAt(this.#of(purpose), this.now());
  }

  /** Returns the thumbprints of all keys that a purpose has or had: their private keys are kept. */
  thumbprints(): ReadonlySet<string> {
    return thumbprintsOf([...this.#uses.values()].flat());
  }

  /** Returns the private key of a use: OneAsymmetricKey, DER. @throws Error when it is gone, or sealed with another key */
  async privateKey({ purpose, thumbprint }: KeyUse): Promise<Buffer> {
    const key = await this.vault.get(thumbprint);
    if (!key) throw new Error(`the private key for ${purpose} is gone from the database`);
    return key;
  }

  /** Begins with a key for a purpose that has none. */
  async begin(tx: Tx, purpose: Purpose, credential: Credential): Promise<void> {
    await this.#write(tx, purpose, [{ purpose, ...credential, from: this.now() }]);
  }

  /** Gives the node another own key. It is used at once, unless a configured one is in use. */
  async setOwn(tx: Tx, purpose: Purpose, credential: Credential): Promise<void> {
    const uses = await usesIn(tx, purpose);
    const now = this.now();
    if (currentAt(uses, now)?.name === undefined) await this.take(tx, purpose, credential, 0);
    else await this.#write(tx, purpose, withOwn(uses, { purpose, credential }, now));
  }

  /** Lets a key that the node made follow the one in use. */
  async rotate(tx: Tx, purpose: Purpose, credential: Credential, { lead, overlap }: KeyTimes): Promise<KeyUse> {
    const now = this.now();
    const uses = followedBy(await usesIn(tx, purpose), { purpose, credential, from: now + lead, overlap }, now);
    return this.#write(tx, purpose, uses);
  }

  /** Replaces all keys of a purpose at once, because they are in wrong hands. Their private keys are deleted. */
  async replace(tx: Tx, purpose: Purpose, credential: Credential): Promise<KeyUse> {
    const all = await readUses(tx);
    const written = await this.#write(tx, purpose, replacedBy({ purpose, credential }, this.now()));
    const elsewhere = thumbprintsOf(all.filter((use) => use.purpose !== purpose));
    for (const thumbprint of thumbprintsOf(all.filter((use) => use.purpose === purpose)))
      if (!elsewhere.has(thumbprint)) await this.vault.delete(tx, thumbprint);
    return written;
  }

  /**
   * Takes a configured key at once, or the node's own one again.
   *
   * @param credential undefined: no key is configured
   * @returns the key in use from now on; undefined when nothing changes
   */
  async take(
    tx: Tx,
    purpose: Purpose,
    credential: Credential | undefined,
    overlap: number,
  ): Promise<KeyUse | undefined> {
    const uses = await usesIn(tx, purpose);
    const now = this.now();
    const current = currentAt(uses, now);
    const taken = credential ?? ownOf(uses, now);
    // A key that the node has published to follow its own is left to come.
    if (!taken || (current && (isSame(current, taken) || (!credential && current.name === undefined))))
      return undefined;
    const successor = { purpose, credential: credentialIn(taken), from: now, overlap };
    return this.#write(tx, purpose, followedBy(uses, successor, now));
  }

  /**
   * Calls the listener whenever a purpose gets another key in use, or one is published for it. The listener reports its own faults.
   * @returns a function that ends this
   */
  watch(listener: (purpose: Purpose) => Promise<void>): () => void {
    this.#watchers.add(listener);
    return () => this.#watchers.delete(listener);
  }

  /** Calls the watchers, as after a change of the key. */
  tell(purpose: Purpose): void {
    this.#taken = Promise.all([this.#taken, ...[...this.#watchers].map((watcher) => watcher(purpose))]);
  }

  /** Waits until the watchers have taken all changes. */
  async settle(): Promise<void> {
    await this.#taken;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#watchers.clear();
  }

  #shown(purpose: Purpose): Shown {
    return { current: this.current(purpose), next: this.next(purpose) };
  }

  #of(purpose: Purpose): readonly KeyUse[] {
    return this.#uses.get(purpose) ?? [];
  }

  /** @returns the last of them */
  async #write(tx: Tx, purpose: Purpose, uses: readonly KeyUse[]): Promise<KeyUse> {
    const last = uses.at(-1);
    if (!last) throw new Error(`there would be no key for ${purpose}`);
    await writeUses(tx, purpose, uses);
    tx.afterCommit(() => {
      this.#uses = new Map([...this.#uses, [purpose, uses]]);
      this.#tell();
    });
    return last;
  }

  #tell(): void {
    for (const purpose of PURPOSES) {
      const [before, now] = [this.#told.get(purpose), this.#shown(purpose)];
      if (before?.current === now.current && before?.next === now.next) continue;
      this.#told.set(purpose, now);
      this.tell(purpose);
    }
    this.#wait();
  }

  /** Waits until the next published key is to be used. */
  #wait(): void {
    clearTimeout(this.#timer);
    const now = this.now();
    const times = [...this.#uses.values()].flat().flatMap(({ from }) => (from > now ? [from - now] : []));
    if (times.length === 0) return;
    this.#timer = setTimeout(() => this.#tell(), Math.min(LONGEST_WAIT, ...times)).unref();
  }
}

function credentialIn({ thumbprint, spki, name, certificate }: Credential): Credential {
  return {
    ...{ thumbprint, spki },
    ...(name === undefined ? {} : { name }),
    ...(certificate === undefined ? {} : { certificate }),
  };
}

function isSame(use: KeyUse, { thumbprint, name, certificate }: Credential): boolean {
  return use.thumbprint === thumbprint && use.name === name && use.certificate === certificate;
}

async function usesIn(store: Queries, purpose: Purpose): Promise<readonly KeyUse[]> {
  return (await readUses(store)).filter((use) => use.purpose === purpose);
}

function byPurpose(uses: readonly KeyUse[]): ReadonlyMap<Purpose, readonly KeyUse[]> {
  return new Map(PURPOSES.map((purpose) => [purpose, uses.filter((use) => use.purpose === purpose)]));
}

function thumbprintsOf(uses: readonly KeyUse[]): ReadonlySet<string> {
  return new Set(uses.map(({ thumbprint }) => thumbprint));
}
