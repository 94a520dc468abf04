/**
 * Pages of the log that were read last, shared: readers who are behind by much the same want the same pages soon one after
 * another, and what is made of an event for one of them is kept with it for all. Bounded in pages and in text.
 */
import type { EventRecord } from './event.js';

/** Events in a page; events may be large, and every slow reader holds one page. */
export const PAGE = 64;

export interface Page {
  /** With their sequence numbers, in commit order. */
  readonly events: readonly (readonly [sequence: number, event: EventRecord])[];
  /** Everything up to here has been looked at. */
  readonly through: number;
}

export interface StoredPage extends Page {
  /** There are more events behind it, so that nothing will ever be added to it. */
  readonly isFull: boolean;
  /** Characters of its content. */
  readonly text: number;
}

export class PageCache {
  /** In the order in which they were last wanted. */
  readonly #pages = new Map<string, Promise<StoredPage>>();
  readonly #texts = new Map<string, number>();
  readonly #maxPages: number;
  readonly #maxText: number;
  #text = 0;

  constructor(maxPages: number, maxText: number) {
    this.#maxPages = maxPages;
    this.#maxText = maxText;
  }

  /** The events of `stream` behind `cursor`; `load` is called unless they are here or on their way. */
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

  #keep(key: string, page: Promise<StoredPage>, { isFull, text }: StoredPage): void {
    if (!isFull) {
      this.#forget(key, page);
      return;
    }
    if (this.#pages.get(key) !== page) return;
    this.#texts.set(key, text);
    this.#text += text;
    this.#shrink();
  }

  #shrink(): void {
    for (const [key, page] of this.#pages) {
      if (this.#pages.size <= this.#maxPages && this.#text <= this.#maxText) return;
      this.#forget(key, page);
    }
  }

  #forget(key: string, page: Promise<StoredPage>): void {
    if (this.#pages.get(key) !== page) return;
    this.#pages.delete(key);
    this.#text -= this.#texts.get(key) ?? 0;
    this.#texts.delete(key);
  }
}
