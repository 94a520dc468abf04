/**
 * A shared cache of the pages of the log that were read last. Readers that are at about the same position need the same
 * pages soon after one another. Values computed from an event are kept with it for all readers. Bounded in pages and in
 * octets.
 */
import type { EventRecord } from './event.js';

/** Events in a page. */
export const PAGE = 64;
/**
 * Maximum octets of content in a page, except for a page of one event: events may be large, and every slow reader holds
 * one page.
 */
export const PAGE_OCTETS = 32 * 1024;

/** An event with its sequence number, and the octets of its content. */
export type PageEntry = readonly [sequence: number, event: EventRecord, octets: number];

export interface Page {
  /** In commit order. */
  readonly events: readonly PageEntry[];
  /** The last sequence number that the page covers. */
  readonly through: number;
}

export interface StoredPage extends Page {
  /** True when more events follow: the page will not change any more. */
  readonly isFull: boolean;
  /** Octets of the content of the page. */
  readonly octets: number;
}

/** Returns how many events of these sizes make a page: the first, and as many more as fit. */
export function countOfPage(octets: readonly number[]): number {
  let sum = 0;
  const tooMany = octets.findIndex((size, index) => {
    sum += size;
    return index > 0 && sum > PAGE_OCTETS;
  });
  return tooMany < 0 ? octets.length : tooMany;
}

export class PageCache {
  /** Pages, least recently used first. */
  readonly #pages = new Map<string, Promise<StoredPage>>();
  readonly #sizes = new Map<string, number>();
  readonly #maxPages: number;
  readonly #maxOctets: number;
  #octets = 0;

  constructor(maxPages: number, maxOctets: number) {
    this.#maxPages = maxPages;
    this.#maxOctets = maxOctets;
  }

  /** Returns the events of `stream` after `cursor`; calls `load` unless the page is cached or being loaded. */
  get(stream: string, cursor: number, load: () => Promise<StoredPage>): Promise<StoredPage> {
    const key = `${cursor} ${stream}`;
    const known = this.#pages.get(key);
    if (known) {
      this.#pages.delete(key);
      this.#pages.set(key, known);
      return known;
    }
    const page = load();
    this.#pages.set(key, page);
    page.then(
      (loaded) => this.#keep(key, page, loaded),
      () => this.#forget(key, page),
    );
    this.#shrink();
    return page;
  }

  #keep(key: string, page: Promise<StoredPage>, { isFull, octets }: StoredPage): void {
    if (!isFull) {
      this.#forget(key, page);
      return;
    }
    if (this.#pages.get(key) !== page) return;
    this.#sizes.set(key, octets);
    this.#octets += octets;
    this.#shrink();
  }

  #shrink(): void {
    for (const [key, page] of this.#pages) {
      if (this.#pages.size <= this.#maxPages && this.#octets <= this.#maxOctets) return;
      this.#forget(key, page);
    }
  }

  #forget(key: string, page: Promise<StoredPage>): void {
    if (this.#pages.get(key) !== page) return;
    this.#pages.delete(key);
    this.#octets -= this.#sizes.get(key) ?? 0;
    this.#sizes.delete(key);
  }
}
