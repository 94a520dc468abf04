/** The times at which something is due: they are rows, so that it comes also after a restart. */
import type { Queries, Tx } from '../../store/index.js';
import type { AgentSessionTimerTable } from './database.js';

/** `floor`: the state or the floor of a team ends by itself; `need`: an agent that was asked has not answered. */
export type TimerKind = 'floor' | 'need';

export interface Timer {
  readonly session: string;
  readonly kind: TimerKind;
  /** Milliseconds since 1970. */
  readonly due: number;
}

export class TimerRows {
  /** @param at called with each new time, once it is stored */
  constructor(
    private readonly reads: Queries,
    private readonly at: (due: number) => void,
  ) {}

  async set(tx: Tx, { session, kind, due }: Timer): Promise<void> {
    await tx.change(
      `insert into agent_session_timer (session, kind, due) values (?, ?, ?)
         on conflict (session, kind) do update set due = excluded.due`,
      [session, kind, due],
    );
    tx.afterCommit(() => this.at(due));
  }

  async get(session: string, kind: TimerKind): Promise<number | undefined> {
    const [row] = await this.reads.query<{ readonly due: number }>(
      'select due from agent_session_timer where session = ? and kind = ?',
      [session, kind],
    );
    return row && Number(row.due);
  }

  async clear(tx: Tx, session: string, kind: TimerKind): Promise<void> {
    await tx.change('delete from agent_session_timer where session = ? and kind = ?', [session, kind]);
  }

  async removeOf(tx: Tx, session: string): Promise<void> {
    await tx.change('delete from agent_session_timer where session = ?', [session]);
  }

  /** Returns the first timers that are due, in their order. */
  async due(now: number, limit: number): Promise<readonly Timer[]> {
    const rows = await this.reads.query<AgentSessionTimerTable>(
      'select session, kind, due from agent_session_timer where due <= ? order by due, session limit ?',
      [now, limit],
    );
    return rows.map(({ session, kind, due }) => ({ session, kind: kind as TimerKind, due: Number(due) }));
  }

  /** True while this timer is as it was read. */
  async holds(tx: Tx, { session, kind, due }: Timer): Promise<boolean> {
    const [row] = await tx.query<{ readonly due: number }>(
      'select due from agent_session_timer where session = ? and kind = ?',
      [session, kind],
    );
    return row !== undefined && Number(row.due) === due;
  }

  /** Returns when the first one is due. */
  async next(): Promise<number | undefined> {
    const [row] = await this.reads.query<{ readonly due: number | null }>(
      'select min(due) as due from agent_session_timer',
      [],
    );
    return row?.due === null || row === undefined ? undefined : Number(row.due);
  }

  /** Puts all off by this time, in milliseconds. */
  async putOff(tx: Tx, length: number): Promise<void> {
    await tx.change('update agent_session_timer set due = due + ?', [length]);
  }
}
