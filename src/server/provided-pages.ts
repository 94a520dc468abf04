/** Reads a list of a provider in pages of similar size in bytes. */
import { isObject } from '../data/index.js';
import type { ListNode } from '../yang/index.js';
import { type HeldBytes, weightOf } from './bytes-under-way.js';
import type { Caller, Keys } from './call.js';
import { makeCall, type ServerCore } from './core.js';
import { withKeys } from './keys.js';
import type { ListGauge } from './list-gauges.js';
import type { ListState } from './provider.js';

/** Intended bytes of a page. */
const PAGE_BYTES = 512 * 1024;
/** Maximum number of entries of a page. */
const MOST = 500;
/** Number of entries of the first page, when their size is unknown. */
const FIRST = 8;
/** Assumed bytes of an entry of unknown size. */
const SUPPOSED = 8 * 1024;

export interface PagesOptions {
  readonly core: ServerCore;
  readonly caller: Caller;
  readonly node: ListNode;
  readonly source: NonNullable<ListState['list']>;
  /** Keys of the enclosing lists. */
  readonly keys: Keys;
  /** As in `Page`. */
  readonly members?: ReadonlySet<string>;
  readonly held?: HeldBytes;
}

export class ProvidedPages {
  /** True when the last page was read. */
  isOver = false;
  readonly #o: PagesOptions;
  readonly #call: ReturnType<typeof makeCall>;
  readonly #gauge: ListGauge;
  #after: Keys | undefined;
  /** Bytes that are held for the current page, when each page replaces the one before. */
  #room: number | undefined;

  constructor(options: PagesOptions) {
    this.#o = options;
    const { core, caller, node, keys, members } = options;
    this.#call = makeCall(core, caller, keys);
    this.#gauge = core.listGauges.of(caller.principal.name, members ? `part of ${node.path}` : node.path);
  }

  /** Reads the next page. @throws RpcError resource-denied when the caller's answers hold too many bytes */
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
   * Switches to reading while sending: each page is read when the one before has been sent, and replaces it. The bytes for a
   * page are taken now, so that an answer that has begun need not wait for other answers. @throws RpcError resource-denied
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
