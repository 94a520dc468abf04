/** The agents that teams need, of those not all have joined. */
import type { Queries, Tx } from '../../store/index.js';
import type { AgentSessionNeedTable } from './database.js';

/** An agent that was invited for a need. */
export interface Asked {
  readonly agent: string;
  /** Milliseconds since 1970: until then it may answer. */
  readonly until: number;
}

export interface Need {
  readonly session: string;
  readonly id: string;
  /** Agents that may be asked next, the best first. */
  readonly candidates: readonly string[];
  /** Those that have not answered. */
  readonly asked: readonly Asked[];
}

export class NeedRows {
  constructor(private readonly reads: Queries) {}

  async of(session: string, from: Queries = this.reads): Promise<readonly Need[]> {
    const rows = await from.query<AgentSessionNeedTable>(
      'select session, id, candidates, asked from agent_session_need where session = ? order by id',
      [session],
    );
    return rows.map(({ candidates, asked, ...row }) => ({
      ...row,
      candidates: JSON.parse(candidates),
      asked: JSON.parse(asked),
    }));
  }

  async put(tx: Tx, { session, id, candidates, asked }: Need): Promise<void> {
    await tx.change(
      `insert into agent_session_need (session, id, candidates, asked) values (?, ?, ?, ?)
         on conflict (session, id) do update set candidates = excluded.candidates, asked = excluded.asked`,
      [session, id, JSON.stringify(candidates), JSON.stringify(asked)],
    );
  }

  async removeOf(tx: Tx, session: string): Promise<void> {
    await tx.change('delete from agent_session_need where session = ?', [session]);
  }
}
