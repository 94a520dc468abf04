/** Counts and limits the unfinished tasks that each user has assigned, on the node and at each agent. */
import { RpcError } from '../../data/index.js';
import type { TaskLimits } from './limits.js';
import type { TaskRecord } from './record.js';

/** Unfinished tasks of one user at one agent. */
export interface OpenCount {
  readonly owner: string;
  readonly agent: string;
  readonly number: number;
}

type Counted = Pick<TaskRecord, 'owner' | 'to' | 'ended'>;

/** Counts committed tasks only: assignments that are stored together may exceed a limit by their number. */
export class OpenTasks {
  readonly #byUser = new Map<string, number>();
  /** By agent, then by user. */
  readonly #byAgent = new Map<string, Map<string, number>>();

  constructor(
    private readonly limits: TaskLimits,
    counts: readonly OpenCount[],
  ) {
    for (const { owner, agent, number } of counts) this.#add(owner, agent, number);
  }

  /** Updates the counts after a committed change of the task. */
  changed(task: Counted, before: Counted | undefined): void {
    if (before && before.ended === undefined) this.#add(before.owner, before.to, -1);
    if (task.ended === undefined) this.#add(task.owner, task.to, 1);
  }

  /** Moves the counts of a removed agent to the name that its tasks now have. */
  renamed(agent: string, name: string): void {
    const users = this.#byAgent.get(agent);
    this.#byAgent.delete(agent);
    if (users) this.#byAgent.set(name, users);
  }

  /** Returns why the user cannot have one more task at the agent; undefined when it can. */
  excess(user: string, agent: string): string | undefined {
    const { perUser, perUserAndAgent } = this.limits;
    const all = this.#byUser.get(user) ?? 0;
    if (all >= perUser)
      return `user "${user}" already has ${all} unfinished tasks on this node; it takes ${perUser} (--limit tasks-per-user)`;
    const there = this.#byAgent.get(agent)?.get(user) ?? 0;
    if (there >= perUserAndAgent)
      return `user "${user}" already has ${there} unfinished tasks at agent "${agent}"; this node takes ${perUserAndAgent} (--limit tasks-per-user-and-agent)`;
    return undefined;
  }

  /** Refuses one more task of the user at the agent when a limit is reached. @throws RpcError resource-denied */
  requireRoom(user: string, agent: string): void {
    const message = this.excess(user, agent);
    if (message !== undefined) throw new RpcError({ type: 'application', tag: 'resource-denied', message });
  }

  #add(user: string, agent: string, number: number): void {
    const users = this.#byAgent.get(agent) ?? new Map<string, number>();
    this.#byAgent.set(agent, users);
    addTo(this.#byUser, user, number);
    addTo(users, user, number);
    if (users.size === 0) this.#byAgent.delete(agent);
  }
}

/** Adds to a count and deletes it at zero. */
function addTo(counts: Map<string, number>, key: string, number: number): void {
  const sum = (counts.get(key) ?? 0) + number;
  if (sum > 0) counts.set(key, sum);
  else counts.delete(key);
}
