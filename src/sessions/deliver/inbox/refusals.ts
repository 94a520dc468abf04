/** The refused messages of the agents of one stream: each is told once, for as long as the stream lasts. */
import { type Post, refusalsOf } from '../../record/posts.js';
import type { SessionServices } from '../../services.js';

/** Refused messages that are read at once. */
const PAGE = 100;
/** Refused messages that are remembered as told; when there are more, all are told again. */
const MOST = 10_000;

export class Refusals {
  readonly #told = new Set<number>();
  readonly #unlisten = new Map<string, () => void>();
  #hasNews = false;

  /** @param news is called when something was refused */
  constructor(
    private readonly o: Pick<SessionServices, 'posts' | 'attached'>,
    private readonly news: () => void,
  ) {}

  /** Tells of an agent too: of what was refused before, and of what is refused later. */
  add(agent: string): void {
    if (this.#unlisten.has(agent)) return;
    const listening = this.o.attached.listen(refusalsOf(agent), () => {
      this.#hasNews = true;
      this.news();
    });
    this.#unlisten.set(agent, listening);
    this.#hasNews = true;
  }

  /** True when something may have been refused since the last look. */
  get hasNews(): boolean {
    return this.#hasNews;
  }

  /** Returns refused messages that were not told yet, those that were stored first ahead. */
  async take(): Promise<readonly Post[]> {
    this.#hasNews = false;
    const agents = [...this.#unlisten.keys()];
    for (let after = 0; ; ) {
      const page = await this.o.posts.refused(agents, { after, limit: PAGE });
      const fresh = page.filter(({ number }) => !this.#told.has(number));
      if (fresh.length > 0) {
        this.#hasNews = true;
        if (this.#told.size > MOST) this.#told.clear();
        for (const { number } of fresh) this.#told.add(number);
        return fresh;
      }
      const last = page.at(-1);
      if (!last || page.length < PAGE) return [];
      after = last.number;
    }
  }

  close(): void {
    for (const unlisten of this.#unlisten.values()) unlisten();
    this.#unlisten.clear();
  }
}
