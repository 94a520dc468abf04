/**
 * How far the streams of agents have written, in memory: their messages may be acknowledged, and hold up no sender. After a restart
 * of the node all of them are written again from the position of the agent.
 */
import type { Gap } from '../record/member.js';

/** Maximum number of members that are remembered after their streams have ended; the oldest is forgotten. */
const MAX_REMEMBERED = 100_000;

/** One stream at one member. */
export interface Writing {
  /** The last message that was written to the stream, or passed over. */
  through: number;
}

/** Messages that a stream skipped, counted from a position. */
export interface Skipped extends Gap {
  /** The last message that the stream had written before. */
  readonly from: number;
}

interface Given {
  readonly streams: Set<Writing>;
  through: number;
  gap: Skipped | undefined;
  /** Messages that streams passed over because they had expired, up to the last of them. */
  expired: Gap | undefined;
  /** The expired ones up to this message are counted with the member. */
  counted: number;
}

export class Written {
  readonly #given = new Map<string, Given>();

  /** Begins to count for a stream. @param through it begins behind this message */
  begin(session: string, agent: string, through: number): Writing {
    const key = keyOf(session, agent);
    const given: Given = this.#given.get(key) ?? {
      ...{ streams: new Set(), through: 0, gap: undefined, expired: undefined, counted: 0 },
    };
    const writing = { through };
    given.streams.add(writing);
    this.#given.set(key, given);
    return writing;
  }

  /**
   * A stream wrote to the member up to `writing.through`.
   *
   * @param expired numbers of messages that passed for the member, had expired and were passed over, in order. Those that another
   *   stream wrote in time are not counted, nor those that were counted before.
   */
  wrote(session: string, agent: string, { through }: Writing, expired: readonly number[] = []): void {
    const given = this.#given.get(keyOf(session, agent));
    if (!given) return;
    const known = Math.max(given.through, given.counted);
    const fresh = expired.filter((sequence) => sequence > known);
    const last = fresh.at(-1);
    if (last !== undefined) given.expired = { count: (given.expired?.count ?? 0) + fresh.length, through: last };
    given.through = Math.max(given.through, through);
  }

  /** The messages that expired up to `through` are counted with the member. */
  counted(session: string, agent: string, through: number): void {
    const given = this.#given.get(keyOf(session, agent));
    if (!given) return;
    given.counted = Math.max(given.counted, through);
    if (given.expired && given.expired.through <= through) given.expired = undefined;
  }

  /** A stream told the member that it missed messages. */
  skipped(session: string, agent: string, gap: Skipped): void {
    const given = this.#given.get(keyOf(session, agent));
    if (given) given.gap = joined(given.gap, gap);
  }

  /** Ends the counting for a stream. Its messages may be acknowledged still. */
  end(session: string, agent: string, writing: Writing): void {
    const key = keyOf(session, agent);
    const given = this.#given.get(key);
    if (!given) return;
    given.streams.delete(writing);
    if (given.streams.size > 0) return;
    this.#given.delete(key);
    if (given.through === 0) return;
    this.#given.set(key, given);
    if (this.#given.size <= MAX_REMEMBERED) return;
    for (const [oldest, { streams }] of this.#given) {
      if (streams.size > 0) continue;
      this.#given.delete(oldest);
      return;
    }
  }

  /** Returns the last message that any stream wrote to the member; 0 when none is known. */
  through(session: string, agent: string): number {
    return this.#given.get(keyOf(session, agent))?.through ?? 0;
  }

  /** Returns the last message that a stream wrote which is attached now; 0 without one. */
  attached(session: string, agent: string): number {
    let through = 0;
    for (const writing of this.#given.get(keyOf(session, agent))?.streams ?? []) {
      through = Math.max(through, writing.through);
    }
    return through;
  }

  /** Returns the messages that streams skipped for the member and that it has not acknowledged. */
  gap(session: string, agent: string): Gap | undefined {
    return this.#given.get(keyOf(session, agent))?.gap;
  }

  /** Returns how many messages streams passed over because they had expired, when all of them are among those up to `through`. */
  expired(session: string, agent: string, through: number): number {
    const expired = this.#given.get(keyOf(session, agent))?.expired;
    return expired && expired.through <= through ? expired.count : 0;
  }

  /** The member acknowledged all up to `through`. */
  acknowledged(session: string, agent: string, through: number): void {
    const key = keyOf(session, agent);
    const given = this.#given.get(key);
    if (!given) return;
    if (given.gap && given.gap.through <= through) given.gap = undefined;
    this.counted(session, agent, through);
    if (given.streams.size === 0 && given.through <= through) this.#given.delete(key);
  }
}

/** A stream that began again counts what was counted before; one that went on counts what came after. */
function joined(before: Skipped | undefined, { from, count, through }: Skipped): Skipped {
  if (!before || from < before.through) return { from, count, through };
  return { from: before.from, count: before.count + count, through };
}

function keyOf(session: string, agent: string): string {
  return `${session}/${agent}`;
}
