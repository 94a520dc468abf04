/** The pages of a list that a provider gives, each of about as many bytes. */
import { isObject } from '../data/index.js';
import type { ListNode } from '../yang/index.js';
import { type HeldBytes, weightOf } from './bytes-under-way.js';
import type { Caller, Keys } from './call.js';
import { makeCall, type ServerCore } from './core.js';
import { withKeys } from './keys.js';
import type { ListGauge } from './list-gauges.js';
import type { ListState } from './provider.js';

/** Bytes that a page is meant to have. */
const PAGE_BYTES = 512 * 1024;
/** Entries that a page has at most. */
const MOST = 500;
/** Entries of the first page where their size is not known. */
const FIRST = 8;
/** Bytes that such an entry is taken for. */
const SUPPOSED = 8 * 1024;

export interface PagesOptions {
  readonly core: ServerCore;
  readonly caller: Caller;
  readonly node: ListNode;
  readonly source: NonNullable<ListState['list']>;
  /** Of the enclosing lists. */
  readonly keys: Keys;
  /** As in `Page`. */
  readonly members?: ReadonlySet<string>;
  readonly held?: HeldBytes;
}

export class ProvidedPages {
  /** The page that was given last is the last. */
  isOver = false;
  readonly #o: PagesOptions;
  readonly #call: ReturnType<typeof makeCall>;
  readonly #gauge: ListGauge;
  #after: Keys | undefined;
  /** Bytes that are held for the page at hand, where each takes the place of the one before. */
  #room: number | undefined;

  constructor(options: PagesOptions) {
    this.#o = options;
    const { core, caller, node, keys, members } = options;
    this.#call = makeCall(core, caller, keys);
    this.#gauge = core.listGauges.of(caller.principal.name, members ? `part of ${node.path}` : node.path);
  }

  /** The next page. @throws RpcError resource-denied where the caller's answers hold too much */
  async next(): Promise<readonly unknown[]> {
    return this.#gauge.reading(() => this.#read());
  }

  async #read(): Promise<readonly unknown[]> {
    const { node, source, keys, members, held } = this.#o;
    const { entry } = this.#gauge;
    const limit = entry === undefined ? FIRST : Math.max(1, Math.min(MOST, Math.floor(PAGE_BYTES / entry)));
    const supposed = limit * (entry ?? SUPPOSED);
    if (this.#room === undefined) held?.take(supposed);
    const page = await source({ after: this.#after, limit, members }, this.#call);
    const weight = weightOf(page);
    this.#gauge.note(weight, page.length);
    this.#count(weight, supposed);
    const last = page.at(-1);
    this.isOver = page.length < limit || !isObject(last);
    if (!isObject(last)) return page;
    this.#after = withKeys(
      keys,
      node,
      node.keys.map((leaf) => last[leaf.name] as string),
    );
    return page;
  }

  /**
   * From here on a page is read when the one before has been sent, and takes its place. Its room is taken now, so that an
   * answer that has begun need not wait for others to end. @throws RpcError resource-denied
   */
  continueLater(): void {
    this.#o.held?.take(PAGE_BYTES);
    this.#room = PAGE_BYTES;
  }

  #count(weight: number, supposed: number): void {
    const { held } = this.#o;
    if (this.#room === undefined) {
      if (weight > supposed) held?.take(weight - supposed);
      else held?.add(weight - supposed);
      return;
    }
    const room = Math.max(PAGE_BYTES, weight);
    held?.add(room - this.#room);
    this.#room = room;
  }
}
