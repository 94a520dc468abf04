import type { Store, Tx } from '../store/index.js';
import type { AgentStatusTable } from './database.js';
import type { AgentRecord } from './record.js';

export type AgentState = 'online' | 'offline' | 'draining';

export type AgentStatus = Readonly<AgentStatusTable>;

/** What the node knows of running agents: leases, draining and load, durable and cached; programs and sightings, in memory. */
export class AgentStates {
  readonly #rows = new Map<string, AgentStatus>();
  readonly #programs = new Set<string>();
  readonly #seen = new Map<string, number>();

  private constructor(readonly now: () => number) {}

  static async open(store: Store, now: () => number = Date.now): Promise<AgentStates> {
    const states = new AgentStates(now);
    for (const row of await store.reads.selectFrom('agent_status').selectAll().execute())
      states.#rows.set(row.agent, row);
    return states;
  }

  of(agent: string): AgentStatus {
    return this.#rows.get(agent) ?? newStatus(agent);
  }

  stateOf(agent: Pick<AgentRecord, 'id' | 'kind'>): AgentState {
    const status = this.of(agent.id);
    if (status.lease_expires !== null && status.lease_expires <= this.now()) return 'offline';
    if (agent.kind === 'hosted' && !this.#programs.has(agent.id)) return 'offline';
    return status.draining === 1 ? 'draining' : 'online';
  }

  /** Leases that have ended without a report of it. */
  lapsed(): readonly AgentStatus[] {
    const now = this.now();
    return [...this.#rows.values()].filter(
      (row) => row.lapsed === 0 && row.lease_expires !== null && row.lease_expires <= now,
    );
  }

  async change(tx: Tx, agent: string, change: Partial<Omit<AgentStatusTable, 'agent'>>): Promise<AgentStatus> {
    const row = { ...this.of(agent), ...change };
    await tx.sql
      .insertInto('agent_status')
      .values(row)
      .onConflict((conflict) => conflict.column('agent').doUpdateSet(row))
      .execute();
    tx.afterCommit(() => this.#rows.set(agent, row));
    return row;
  }

  async forget(tx: Tx, agent: string): Promise<void> {
    await tx.sql.deleteFrom('agent_status').where('agent', '=', agent).execute();
    tx.afterCommit(() => {
      this.#rows.delete(agent);
      this.#seen.delete(agent);
    });
  }

  /** A hosted agent's program runs in this process, or no longer does. */
  programRuns(agent: string, runs: boolean): void {
    if (runs) this.#programs.add(agent);
    else this.#programs.delete(agent);
  }

  /** The agent was heard of just now. */
  saw(agent: string): void {
    this.#seen.set(agent, this.now());
  }

  lastSeen(agent: string): number | undefined {
    return this.#seen.get(agent) ?? this.of(agent).last_seen ?? undefined;
  }
}

function newStatus(agent: string): AgentStatus {
  return { agent, draining: 0, lease: null, lease_expires: null, lapsed: 0, last_seen: null, load: null };
}
