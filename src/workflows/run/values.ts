/** The values of runs: each is stored once, by its digest, and never evaluated again. */
import { createHash } from 'node:crypto';
import type { Contexts } from '../../contexts/index.js';
import { canonicalJson } from '../../data/canonical-json.js';
import type { Queries, Tx } from '../../store/index.js';
import type { RunRecord } from './record.js';
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

/** The empty object is the output of many steps: it is not stored. */
const EMPTY = digestOf({}).digest;

export class Values {
  /** Values by run and digest, the last used at the end. */
  readonly #kept = new Map<string, { readonly value: unknown; readonly size: number }>();
  #size = 0;

  constructor(
    private readonly rows: { readonly values: Pick<ValueRows, 'keep' | 'get' | 'size' | 'setParam'> },
    private readonly data: Pick<Contexts, 'freeParamId' | 'putParam'>,
  ) {}

  /** Stores a value. Returns its digest. */
  async keep(tx: Tx, run: string, value: unknown): Promise<string> {
    const { digest, text } = digestOf(value);
    if (digest !== EMPTY) await this.rows.values.keep(tx, run, digest, text);
    return digest;
  }

  /** Returns a value, which must not be changed. @throws Error when the run has none with this digest */
  async get(run: string, digest: string, queries?: Queries): Promise<unknown> {
    if (digest === EMPTY) return {};
    const key = `${run} ${digest}`;
    const known = this.#kept.get(key);
    if (known) {
      this.#kept.delete(key);
      this.#kept.set(key, known);
      return known.value;
    }
    const text = await this.rows.values.get(run, digest, queries);
    if (text === undefined) throw new Error(`run ${run} has no value ${digest}`);
    const value: unknown = JSON.parse(text);
    this.#remember(key, { value, size: text.length });
    return value;
  }

  /** Stores the output of a step. A long one becomes a data parameter as well, which the agents of later steps can read. */
  async keepOutput(
    tx: Tx,
    { id: run, initiator: owner, coordinator: agent }: RunRecord,
    value: unknown,
  ): Promise<string> {
    const { digest, text } = digestOf(value);
    if (digest !== EMPTY) await this.rows.values.keep(tx, run, digest, text);
    if (text.length <= LONGEST_SEEN || (await this.rows.values.size(run, digest, tx)).param !== undefined)
      return digest;
    const id = await this.data.freeParamId(tx, `${run}-${digest.slice(ALGORITHM.length).slice(0, OF_DIGEST)}`, owner);
    await this.data.putParam(tx, {
      ...{ id, owner, agent, data: text, format: 'application/json' },
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
    const { length, param } = await this.rows.values.size(run, digest, queries);
    if (length <= LONGEST_SEEN) return undefined;
    return { ...(param === undefined ? {} : { 'data-param': param }), digest };
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
