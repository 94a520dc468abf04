/** The values of runs: each is stored once, by its digest, and never evaluated again. */
import { createHash } from 'node:crypto';
import type { Contexts } from '../../contexts/index.js';
import { canonicalJson } from '../../data/canonical-json.js';
import { type ContentKeys, isSealedContent } from '../../keys/index.js';
import type { Queries, Tx } from '../../store/index.js';
import { QUIET } from './quiet.js';
import type { RunRecord } from './record.js';
import { namedText } from './said.js';
import type { ValueRows } from './value-rows.js';

/** Characters of values that are kept in memory. */
const MOST_KEPT = 16 << 20;

/** Characters of an output that expressions see. */
const LONGEST_SEEN = 262_144;

/** Returns the digest of a value, and its canonical text. */
export function digestOf(value: unknown): { readonly digest: string; readonly text: string } {
  const text = canonicalJson(value);
  return { digest: `${ALGORITHM}${createHash('sha256').update(text).digest('hex')}`, text };
}

/** Characters of a digest in the identifier of a data parameter. */
const OF_DIGEST = 16;
const ALGORITHM = 'sha-256:';

/** A value that is too long for expressions, as they see it. */
export interface Reference {
  /** The data parameter with its JSON text. A run of an earlier version of the node has none. */
  readonly 'data-param'?: string;
  readonly digest: string;
}

/** Digests of values in sealed runs: HMAC-SHA-256 with the key of the run. */
const KEYED = 'hmac-sha-256:';

/** The empty object is the output of many steps: it is not stored. */
const EMPTY = digestOf({}).digest;

/** The run that has a value. */
type Owner = Pick<RunRecord, 'id' | 'seal'>;

export class Values {
  /** Values by run and digest, the last used at the end. */
  readonly #kept = new Map<string, { readonly value: unknown; readonly size: number }>();
  #size = 0;
  /** Number of times that sealed values were forgotten: one that was read before is not kept after. */
  #forgotten = 0;

  constructor(
    private readonly rows: { readonly values: Pick<ValueRows, 'keep' | 'get' | 'size' | 'setParam'> },
    private readonly data: Pick<Contexts, 'freeParamId' | 'putParam'>,
    /** The keys of sealed runs. */
    private readonly content: Pick<ContentKeys, 'get' | 'seal' | 'open' | 'digest'>,
  ) {}

  /** Stores a value. Returns its digest. */
  async keep(tx: Tx, run: Owner, value: unknown): Promise<string> {
    return (await this.#keep(tx, run, value)).digest;
  }

  /** Returns a text of a person as it is stored about a run: in a sealed run its name. It is not kept once the key of the run was deleted. */
  async said<T extends string | undefined>(tx: Tx, run: Owner, text: T): Promise<T | string> {
    if (text === undefined || run.seal === undefined) return text;
    return (await this.content.get(run.seal, tx)) ? namedText(await this.keep(tx, run, text)) : QUIET;
  }

  /** Returns the digest of a value in a run, and its text. @throws Error when the key of the run was deleted */
  async digested(
    queries: Queries,
    { seal }: Owner,
    value: unknown,
  ): Promise<{ readonly digest: string; readonly text: string }> {
    const { digest, text } = digestOf(value);
    if (seal === undefined || digest === EMPTY) return { digest, text };
    return { digest: `${KEYED}${await this.content.digest(seal, text, queries)}`, text };
  }

  async #keep(tx: Tx, run: Owner, value: unknown): Promise<{ readonly digest: string; readonly text: string }> {
    const { digest, text } = await this.digested(tx, run, value);
    if (digest !== EMPTY)
      await this.rows.values.keep(tx, run.id, digest, await this.sealed(tx, run, placeOf(run.id, digest), text));
    return { digest, text };
  }

  /** Returns a text as it is stored for a run: encrypted when the run is sealed. */
  async sealed(tx: Tx, { seal }: Owner, place: string, text: string): Promise<string> {
    return seal === undefined ? text : this.content.seal(seal, place, text, tx);
  }

  /** Returns a text that was stored for a run. @throws Error when the key of the run was deleted */
  async opened(tx: Tx, place: string, stored: string): Promise<string> {
    const text = await this.content.open(place, stored, tx);
    if (text !== undefined) return text;
    throw new Error(`the content of ${place} was deleted`);
  }

  /** Returns a value, which must not be changed. @throws Error when the run has none with this digest */
  async get(run: string, digest: string, queries?: Queries): Promise<unknown> {
    const found = await this.find(run, digest, queries);
    if (found !== undefined) return found;
    throw new Error(`run ${run} has no value ${digest}`);
  }

  /** Returns a value, which must not be changed; undefined when it was deleted. */
  async find(run: string, digest: string, queries?: Queries): Promise<unknown> {
    if (digest === EMPTY) return {};
    const key = `${run} ${digest}`;
    const known = this.#kept.get(key);
    if (known) {
      this.#kept.delete(key);
      this.#kept.set(key, known);
      return known.value;
    }
    const before = this.#forgotten;
    const text = await this.textOf(run, digest, queries);
    if (text === undefined) return undefined;
    const value: unknown = JSON.parse(text);
    if (before === this.#forgotten) this.#remember(key, { value, size: text.length });
    return value;
  }

  /** Returns the canonical text of a value; undefined when it was deleted. */
  async textOf(run: string, digest: string, queries?: Queries): Promise<string | undefined> {
    const stored = await this.rows.values.get(run, digest, queries);
    if (stored === undefined || !isSealedContent(stored)) return stored;
    return this.content.open(placeOf(run, digest), stored, queries);
  }

  /** Forgets the values of sealed runs: a key was deleted. */
  forgetSealed(): void {
    this.#forgotten++;
    for (const [key, { size }] of this.#kept) {
      if (!key.includes(` ${KEYED}`)) continue;
      this.#kept.delete(key);
      this.#size -= size;
    }
  }

  /**
   * Stores the output of a step. A long one becomes a data parameter as well, which the agents of later steps can read; not so in a
   * sealed run.
   */
  async keepOutput(tx: Tx, owner: RunRecord, value: unknown): Promise<string> {
    const { id: run, initiator, coordinator: agent, seal } = owner;
    const { digest, text } = await this.#keep(tx, owner, value);
    const isSeen = text.length <= LONGEST_SEEN || seal !== undefined;
    if (isSeen || (await this.rows.values.size(run, digest, tx)).param !== undefined) return digest;
    const id = await this.data.freeParamId(
      tx,
      `${run}-${digest.slice(ALGORITHM.length).slice(0, OF_DIGEST)}`,
      initiator,
    );
    await this.data.putParam(tx, {
      ...{ id, owner: initiator, agent, data: text, format: 'application/json' },
      description: `Output of a step of run ${run}`,
      readers: [agent],
    });
    await this.rows.values.setParam(tx, run, digest, id);
    return digest;
  }

  /** Returns how expressions see a value that is too long for them; undefined for one that they see whole. */
  async reference(run: string, digest: string, queries?: Queries): Promise<Reference | undefined> {
    const known = this.#kept.get(`${run} ${digest}`);
    if (known && known.size <= LONGEST_SEEN) return undefined;
    // An encrypted value is longer than its text.
    if (digest.startsWith(KEYED))
      return (await this.#lengthOf(run, digest, queries)) > LONGEST_SEEN ? { digest } : undefined;
    const { length, param } = await this.rows.values.size(run, digest, queries);
    if (length <= LONGEST_SEEN) return undefined;
    return { ...(param === undefined ? {} : { 'data-param': param }), digest };
  }

  async #lengthOf(run: string, digest: string, queries?: Queries): Promise<number> {
    return (await this.textOf(run, digest, queries))?.length ?? 0;
  }

  #remember(key: string, kept: { readonly value: unknown; readonly size: number }): void {
    // Another reader may have read it meanwhile.
    this.#size += kept.size - (this.#kept.get(key)?.size ?? 0);
    this.#kept.set(key, kept);
    for (const [oldest, { size }] of this.#kept) {
      if (this.#size <= MOST_KEPT) break;
      this.#kept.delete(oldest);
      this.#size -= size;
    }
  }
}

function placeOf(run: string, digest: string): string {
  return `run ${run} value ${digest}`;
}
