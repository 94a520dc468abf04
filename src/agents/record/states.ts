import { type Store, shownTime, steadyTime, type Tx } from '../../store/index.js';
import type { AgentStatusTable } from './database.js';
import type { AgentRecord } from './record.js';

export type AgentState = 'online' | 'offline' | 'draining';

export type AgentStatus = Readonly<AgentStatusTable>;

export type AgentStatusChange = Partial<Omit<AgentStatusTable, 'agent'>>;

/** What the node knows of running agents: leases, draining and load, durable and cached; programs and sightings, in memory. */
export class AgentStates {
  readonly #rows = new Map<string, AgentStatus>();
  readonly #programs = new Set<string>();
  readonly #seen = new Map<string, number>();

  private constructor(
    /** Milliseconds that no setting of the clock changes. */
    readonly now: () => number,
    private readonly changed: (agent: string) => void,
  ) {}

  /** @param changed told which agent is known otherwise now */
  static async open(
    store: Store,
    now: () => number = steadyTime,
    changed: (agent: string) => void = () => {},
  ): Promise<AgentStates> {
    const states = new AgentStates(now, changed);
    for (const row of await store.reads.selectFrom('agent_status').selectAll().execute())
      states.#rows.set(row.agent, leaseAnew(row, states.now()));
    return states;
  }

  /** Which time of the machine's clock a moment of `now` is. */
  shown(moment: number): number {
    return this.now === steadyTime ? shownTime(moment) : moment;
  }

  of(agent: string): AgentStatus {
    return this.#rows.get(agent) ?? newStatus(agent);
  }

  stateOf(agent: Pick<AgentRecord, 'id' | 'kind'>): AgentState {
    const status = this.of(agent.id);
    if (status.lease_expires !== null && status.lease_expires <= this.now()) return 'offline';
    if (this.isDown(agent)) return 'offline';
    return status.draining === 1 ? 'draining' : 'online';
  }

  /** A hosted agent whose program does not run here does not run at all. */
  isDown(agent: Pick<AgentRecord, 'id' | 'kind'>): boolean {
    return agent.kind === 'hosted' && !this.#programs.has(agent.id);
  }

  /** True while the agent's program runs in this process. */
  runs(agent: string): boolean {
    return this.#programs.has(agent);
  }

  /** What is stored of every agent. */
  all(): Iterable<AgentStatus> {
    return this.#rows.values();
  }

  /** Leases that have ended without a report of it. */
  lapsed(): readonly AgentStatus[] {
    const now = this.now();
    const lapsed: AgentStatus[] = [];
    for (const row of this.#rows.values())
      if (row.lapsed === 0 && row.lease_expires !== null && row.lease_expires <= now) lapsed.push(row);
    return lapsed;
  }

  async change(tx: Tx, agent: string, change: AgentStatusChange): Promise<AgentStatus> {
    const row = { ...this.of(agent), ...change };
    await tx.sql
      .insertInto('agent_status')
      .values(row)
      .onConflict((conflict) => conflict.column('agent').doUpdateSet(row))
      .execute();
    tx.afterCommit(() => {
      this.#rows.set(agent, row);
      this.changed(agent);
    });
    return row;
  }

  async forget(tx: Tx, agent: string): Promise<void> {
    await tx.sql.deleteFrom('agent_status').where('agent', '=', agent).execute();
    await tx.sql.deleteFrom('agent_embedding').where('agent', '=', agent).execute();
    tx.afterCommit(() => {
      this.#rows.delete(agent);
      this.#seen.delete(agent);
    });
  }

  /** A hosted agent's program runs in this process, or no longer does. */
  programRuns(agent: string, runs: boolean): void {
    if (runs) this.#programs.add(agent);
    else this.#programs.delete(agent);
    this.changed(agent);
  }

  /** The agent was heard of just now. */
  saw(agent: string): void {
    this.#seen.set(agent, this.now());
  }

  lastSeen(agent: string): number | undefined {
    return this.#seen.get(agent) ?? this.of(agent).last_seen ?? undefined;
  }
}

/** No agent could be heard while the node was away, and the clock may have been set: leases that held begin anew. */
function leaseAnew(row: AgentStatus, now: number): AgentStatus {
  return row.lapsed === 1 || row.lease === null ? row : { ...row, lease_expires: now + row.lease * 1_000 };
}

function newStatus(agent: string): AgentStatus {
  return {
    agent,
    draining: 0,
    lease: null,
    lease_expires: null,
    lapsed: 0,
    last_seen: null,
    load: null,
    latency: null,
    measured_at: null,
  };
}
