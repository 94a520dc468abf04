/** The sessions that are configured: their entries, and what the node did for each. */
import type { YangentSessionsConfig } from '../../generated/providers.js';
import type { Queries, Tx } from '../../store/index.js';
import type { AgentSessionStandingTable } from './database.js';
import type { Role } from './member.js';

export const STANDING = '/yangent-sessions:sessions/standing';

/** RFC 7951 value of an entry, with the defaults in use. */
export type StandingEntry = YangentSessionsConfig[typeof STANDING]['value'];

/** A member as the node last placed it. What the member does then, it does itself. */
export interface Placed {
  readonly agent: string;
  readonly role: Role;
  readonly filters: readonly string[];
}

export interface StandingRow {
  readonly name: string;
  /** The user for whom the node acts; absent: the agent that leads the session. */
  readonly owner?: string;
  readonly placed: readonly Placed[];
  /** Why the session is not as configured. */
  readonly problem?: string;
}

export class StandingRows {
  constructor(private readonly reads: Queries) {}

  async get(name: string, from: Queries = this.reads): Promise<StandingRow | undefined> {
    const [row] = await from.query<AgentSessionStandingTable>(
      'select name, owner, placed, problem from agent_session_standing where name = ?',
      [name],
    );
    return row && recordOf(row);
  }

  async names(): Promise<readonly string[]> {
    const rows = await this.reads.query<{ readonly name: string }>('select name from agent_session_standing', []);
    return rows.map(({ name }) => name);
  }

  /** Stores the user whose commit changed an entry; what was done for it stays. @param owner undefined: the node itself */
  async setOwner(tx: Tx, name: string, owner: string | undefined): Promise<void> {
    await tx.change(
      `insert into agent_session_standing (name, owner, placed, problem) values (?, ?, '[]', null)
         on conflict (name) do update set owner = excluded.owner`,
      [name, owner ?? null],
    );
  }

  async put(tx: Tx, { name, owner, placed, problem }: StandingRow): Promise<void> {
    await tx.change(
      'insert or replace into agent_session_standing (name, owner, placed, problem) values (?, ?, ?, ?)',
      [name, owner ?? null, JSON.stringify(placed), problem ?? null],
    );
  }

  async remove(tx: Tx, name: string): Promise<void> {
    await tx.change('delete from agent_session_standing where name = ?', [name]);
  }
}

function recordOf({ name, owner, placed, problem }: AgentSessionStandingTable): StandingRow {
  return {
    name,
    ...(owner === null ? {} : { owner }),
    placed: JSON.parse(placed),
    ...(problem === null ? {} : { problem }),
  };
}
