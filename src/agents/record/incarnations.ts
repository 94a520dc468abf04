/**
 * Incarnations of agents: when another owner takes an identifier, the data of the former agent do not pass to the new one. See
 * docs/decisions/incarnations.md.
 */
import type { EventLog } from '../../events/index.js';
import type { Store, Tx } from '../../store/index.js';
import type { AgentIncarnationTable } from './database.js';
import { formerName } from './former.js';
import type { AgentRecord } from './record.js';

/** A room with rows that name agents. */
export interface AgentPast {
  /** Replaces the identifier of the agent by the former name in all rows. */
  seal(tx: Tx, agent: string, former: string): Promise<void>;
}

/** The change of an agent by an edit; a side without the agent is absent. */
export interface AgentStep {
  readonly id: string;
  readonly before?: Pick<AgentRecord, 'owners'>;
  readonly after?: Pick<AgentRecord, 'owners'>;
}

export interface IncarnationOptions {
  readonly store: Store;
  readonly events: Pick<EventLog, 'head'>;
  /**
   * Returns the owners of the agent in the configuration that a pending confirmed commit may restore; undefined: it has no such
   * agent.
   */
  readonly confirmedOwners: (id: string) => readonly string[] | undefined;
}

/** The last owners of an identifier that an agent of another node had: no user has an empty name. */
const OF_ANOTHER_NODE = JSON.stringify(['']);

/** Maximum number of rows read or written by one statement. */
const TOGETHER = 200;

export class Incarnations {
  readonly #pasts: AgentPast[] = [];
  /** Number of the last event before the present incarnation, for agents that are not the first with their identifier. */
  readonly #began = new Map<string, number>();

  private constructor(private readonly o: IncarnationOptions) {}

  static async open(o: IncarnationOptions): Promise<Incarnations> {
    const incarnations = new Incarnations(o);
    const rows = await o.store.reads.selectFrom('agent_incarnation').selectAll().where('began', '>', 0).execute();
    for (const { agent, began } of rows) incarnations.#began.set(agent, Number(began));
    return incarnations;
  }

  /** Adds a room whose rows name agents. Called before the first edit. */
  connect(past: AgentPast): void {
    this.#pasts.push(past);
  }

  /** Returns the number of the last event before the present agent; 0 for the first agent with its identifier. */
  began(id: string): number {
    return this.#began.get(id) ?? 0;
  }

  /**
   * Follows an edit of running in its transaction. A new incarnation begins when an identifier is created by owners of which none
   * was its last owner, and which is neither in running nor in the configuration that a confirmed commit may restore. An identifier
   * with `@` may have been that of an agent of another node, which has no row.
   *
   * @returns the former names of the agents whose identifiers have new owners
   */
  async follow(tx: Tx, steps: readonly AgentStep[]): Promise<readonly string[]> {
    const formers: string[] = [];
    for (let at = 0; at < steps.length; at += TOGETHER) {
      const some = steps.slice(at, at + TOGETHER).filter(isChange);
      if (some.length > 0) formers.push(...(await this.#follow(tx, some)));
    }
    return formers;
  }

  async #follow(tx: Tx, steps: readonly AgentStep[]): Promise<readonly string[]> {
    const known = await rowsOf(
      tx,
      steps.map(({ id }) => id),
    );
    const formers: string[] = [];
    const rows: AgentIncarnationTable[] = [];
    for (const { id, before, after } of steps) {
      const confirmed = this.o.confirmedOwners(id);
      const row = known.get(id) ?? { agent: id, number: 1, began: 0, owners: null, present: 0 };
      const owners = JSON.stringify(confirmed ?? after?.owners ?? before?.owners ?? []);
      const isNew = after && !before && !confirmed;
      const isOther = isNew && (known.has(id) ? !sharesOwner(row, after.owners) : id.includes('@'));
      if (isOther) formers.push(formerName(id, row.number));
      rows.push({ ...(isOther ? await this.#next(tx, row) : row), owners, present: after ? 1 : 0 });
    }
    await write(tx, rows);
    return formers;
  }

  /** Ends the incarnations of agents that are gone, and whose identifiers agents of other nodes get. */
  async giveAway(tx: Tx, isGiven: (id: string) => boolean): Promise<void> {
    const rows = await tx.sql
      .selectFrom('agent_incarnation')
      .selectAll()
      .where('present', '=', 0)
      .where('agent', 'like', '%@%')
      .execute();
    const given = rows.filter(({ agent }) => isGiven(agent));
    for (const row of given) await write(tx, [{ ...(await this.#next(tx, row)), owners: OF_ANOTHER_NODE }]);
  }

  /** Compares the stored rows with the present agents, which may have changed while the node was down. */
  async settle(agents: {
    get(id: string): AgentRecord | undefined;
    all(): Iterable<AgentRecord>;
  }): Promise<readonly string[]> {
    const rows = await this.o.store.reads.selectFrom('agent_incarnation').selectAll().execute();
    const steps: AgentStep[] = [];
    const seen = new Set<string>();
    for (const row of rows) {
      seen.add(row.agent);
      const agent = agents.get(row.agent);
      const last = row.owners === null ? undefined : { owners: ownersIn(row) };
      // A row without owners was made from older data: its agent is the present one.
      const isThere = row.present === 1 || (agent !== undefined && last === undefined);
      const before = isThere ? (last ?? { owners: [] }) : undefined;
      if (isThere !== (agent !== undefined) || (agent && row.owners !== JSON.stringify(agent.owners)))
        steps.push({ id: row.agent, before, after: agent });
    }
    for (const agent of agents.all()) if (!seen.has(agent.id)) steps.push({ id: agent.id, after: agent });
    return steps.length === 0 ? [] : this.o.store.transact((tx) => this.follow(tx, steps));
  }

  async #next(tx: Tx, row: AgentIncarnationTable): Promise<AgentIncarnationTable> {
    const former = formerName(row.agent, row.number);
    for (const past of this.#pasts) await past.seal(tx, row.agent, former);
    const began = await this.o.events.head(tx);
    tx.afterCommit(() => this.#began.set(row.agent, began));
    return { ...row, number: row.number + 1, began };
  }
}

function isChange({ before, after }: AgentStep): boolean {
  return !before || !after || JSON.stringify(before.owners) !== JSON.stringify(after.owners);
}

/** True when the owners share one with the last owners. An agent without owners comes back as the same without owners. */
function sharesOwner(row: AgentIncarnationTable, owners: readonly string[]): boolean {
  if (row.owners === null) return false;
  const last = ownersIn(row);
  return last.length === 0 ? owners.length === 0 : last.some((owner) => owners.includes(owner));
}

function ownersIn({ owners }: AgentIncarnationTable): readonly string[] {
  const read: unknown = JSON.parse(owners ?? '[]');
  return Array.isArray(read) ? read.map(String) : [];
}

async function rowsOf({ sql }: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, AgentIncarnationTable>> {
  const rows = await sql.selectFrom('agent_incarnation').selectAll().where('agent', 'in', ids).execute();
  return new Map(rows.map((row) => [row.agent, row]));
}

async function write({ sql }: Tx, rows: readonly AgentIncarnationTable[]): Promise<void> {
  await sql
    .insertInto('agent_incarnation')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.column('agent').doUpdateSet((row) => ({
        number: row.ref('excluded.number'),
        began: row.ref('excluded.began'),
        owners: row.ref('excluded.owners'),
        present: row.ref('excluded.present'),
      })),
    )
    .execute();
}
