/** Reads messages from memory where they are there, else from their rows. */
import type { MessageRecord } from '../record/message.js';
import type { MessageRange, MessageRows } from '../record/messages.js';
import type { Rings } from './ring.js';

export class RecentMessages implements Pick<MessageRows, 'range' | 'among'> {
  constructor(
    private readonly rings: Rings,
    private readonly rows: Pick<MessageRows, 'range' | 'among'>,
  ) {}

  /** Returns what `MessageRows.range` does, of messages in memory with their contents. */
  async range(session: string, range: MessageRange): Promise<readonly MessageRecord[]> {
    const { after = 0, before = Number.MAX_SAFE_INTEGER, limit, newestFirst = false } = range;
    const recent = newestFirst ? undefined : this.rings.behind(session, after, limit);
    if (!recent) return this.rows.range(session, range);
    return recent.messages.filter(({ sequence }) => sequence < before);
  }

  /** @param sequences in ascending order */
  async among(session: string, sequences: readonly number[]): Promise<readonly MessageRecord[]> {
    const recent = this.rings.behind(
      session,
      (sequences[0] ?? 0) - 1,
      (sequences.at(-1) ?? 0) - (sequences[0] ?? 0) + 1,
    );
    if (!recent) return this.rows.among(session, sequences);
    const wanted = new Set(sequences);
    return recent.messages.filter(({ sequence }) => wanted.has(sequence));
  }
}
