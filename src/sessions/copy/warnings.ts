/** Warns of what peers give and this node does not take: once for each reason, and not without end. */
import type { Logger } from 'pino';

/** Reasons that are remembered; when there are more, those of before are forgotten. */
const MOST = 1_000;
/** Warnings of one peer in a minute. */
const MOST_A_MINUTE = 20;
const MINUTE = 60_000;

interface Counted {
  since: number;
  warnings: number;
}

export class Warnings {
  readonly #told = new Set<string>();
  /** By the names of configured peers. */
  readonly #counts = new Map<string, Counted>();

  /** @param now milliseconds that never go back */
  constructor(
    private readonly log: Logger,
    private readonly now: () => number,
  ) {}

  warn(peer: string, session: string, reason: string, what: string): void {
    const key = JSON.stringify([peer, session, reason]);
    if (this.#told.has(key)) return;
    if (this.#told.size >= MOST) this.#told.clear();
    this.#told.add(key);
    const about = { peer, session, reason: reason.slice(0, 500) };
    if (this.#isLoud(peer)) this.log.debug(about, `sessions: ${what}`);
    else this.log.warn(about, `sessions: ${what}`);
  }

  /** True for a peer that gave reasons for many warnings in this minute. */
  #isLoud(peer: string): boolean {
    const now = this.now();
    const before = this.#counts.get(peer);
    const count = before && now - before.since < MINUTE ? before : { since: now, warnings: 0 };
    count.warnings += 1;
    this.#counts.set(peer, count);
    return count.warnings > MOST_A_MINUTE;
  }
}
