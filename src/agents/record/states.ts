import { type Store, shownTime, steadyTime, type Tx } from '../../store/index.js';
import type { AgentStatusTable } from './database.js';
import type { AgentRecord, Foreign } from './record.js';

export type AgentState = 'online' | 'offline' | 'draining';

export type AgentStatus = Readonly<AgentStatusTable>;

export type AgentStatusChange = Partial<Omit<AgentStatusTable, 'agent'>>;

/** The status of running agents: leases, draining and load (stored and cached); running programs and last contacts (in memory). */
export class AgentStates {
  readonly #rows = new Map<string, AgentStatus>();
  readonly #programs = new Set<string>();
  readonly #seen = new Map<string, number>();
  #isUp: (agent: Foreign) => boolean = () => false;

  private constructor(
    /** Milliseconds of a clock that cannot be set. */
    readonly now: () => number,
    private readonly changed: (agent: string) => void,
  ) {}

  /** Loads the stored statuses. @param changed called with each agent whose status has changed */
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

  /** Converts a time of `now` to the time of the machine's clock. */
  shown(moment: number): number {
    return this.now === steadyTime ? shownTime(moment) : moment;
  }

  of(agent: string): AgentStatus {
    return this.#rows.get(agent) ?? newStatus(agent);
  }

  /** Connects the room that knows the agents of other nodes. Called once, before requests are served. @param isUp true while the node of one is up */
  connectForeign(isUp: (agent: Foreign) => boolean): void {
    this.#isUp = isUp;
  }

  /** Returns the state of an agent; one of another node is online while its node is up. */
  stateOf(agent: Pick<AgentRecord, 'id' | 'kind' | 'executedBy' | 'foreign'>): AgentState {
    if (agent.foreign) return this.#isUp(agent.foreign) ? 'online' : 'offline';
    const status = this.of(agent.id);
    if (status.lease_expires !== null && status.lease_expires <= this.now()) return 'offline';
    if (this.isDown(agent)) return 'offline';
    return status.draining === 1 ? 'draining' : 'online';
  }

  /** True for a hosted agent whose program does not run here: it does not run at all. */
  isDown({ id, kind, executedBy }: Pick<AgentRecord, 'id' | 'kind' | 'executedBy'>): boolean {
    return kind === 'hosted' && executedBy === undefined && !this.#programs.has(id);
  }

  /** True while the agent's program runs in this process. */
  runs(agent: string): boolean {
    return this.#programs.has(agent);
  }

  /** Returns the stored status of every agent. */
  all(): Iterable<AgentStatus> {
    return this.#rows.values();
  }

  /** Returns the agents whose lease has ended and was not reported yet. */
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

  /** Sets whether the program of a hosted agent runs in this process. */
  programRuns(agent: string, runs: boolean): void {
    if (runs) this.#programs.add(agent);
    else this.#programs.delete(agent);
    this.changed(agent);
  }

  /** Stores the present time as last contact of the agent. */
  saw(agent: string): void {
    this.#seen.set(agent, this.now());
  }

  lastSeen(agent: string): number | undefined {
    return this.#seen.get(agent) ?? this.of(agent).last_seen ?? undefined;
  }
}

/** Renews a valid lease at the start: agents could not renew while the node was down, and the clock may have been set. */
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
    proved_did: null,
    credentials: null,
  };
}
