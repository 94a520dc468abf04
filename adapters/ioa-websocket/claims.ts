/** The tasks that a connection executes for its agent: claimed when they are told, held while the connection lives. */
import { type CallerApi, RpcError } from '../../src/index.js';
import type { Work } from './command.js';
import { fault, shown, unlessGone } from './fault.js';
import { type GroupTask, readGroup, taskPath } from './group.js';

/** A task that was claimed. */
export interface Claim {
  readonly id: string;
  readonly group: string;
  /** Identifier that its assigner gave to it. */
  readonly taskId: string;
  readonly attempt: number;
}

/** Seconds for which the node waits for a sign of life. */
const LEASE = 60;
const BEAT = (LEASE * 1000) / 3;
const FINAL: ReadonlySet<string> = new Set(['completed', 'failed', 'canceled', 'rejected']);

export class Claims {
  /** The oldest first. */
  readonly #held = new Map<string, Claim>();
  #beat: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(
    private readonly as: Pick<CallerApi, 'act' | 'read'>,
    private readonly agent: string,
  ) {}

  /**
   * Claims the tasks of this agent that a message assigned. One that another program of the agent holds is left to it.
   *
   * @returns the identifier by which the agent speaks of the task
   */
  async claimOf(group: string, sequence: number): Promise<string | undefined> {
    const { tasks = [] } = (await unlessGone(readGroup(this.as, group))) ?? {};
    const own = tasks.filter((task) => task.sequence === sequence && task.assignee === this.agent);
    await this.#claim(group, own);
    return own[0]?.taskId;
  }

  /**
   * Returns the task of which the agent speaks: by its identifier, by that of its assigner, or without any where it can mean one only.
   *
   * @throws RpcError data-missing when the agent has no such task; missing-element or invalid-value when it may mean several
   */
  async find(work: Work): Promise<Claim> {
    const { group } = work;
    let found = this.#meant(work);
    if (found.length === 0 && group !== undefined) {
      await this.#claim(group, (await readGroup(this.as, group)).tasks);
      found = this.#meant(work);
    }
    const [only, ...more] = found;
    if (!only) throw this.#none(work);
    if (more.length > 0) throw this.#several(work, found);
    return only;
  }

  #none({ group, taskId }: Work) {
    const where = group === undefined ? '' : ' in this group';
    const own = this.#of(group);
    const others = taskId === undefined || own.length === 0 ? '' : `; its tasks are ${named(own)}`;
    const which = taskId === undefined ? 'task' : `task ${shown(taskId)}`;
    return fault('data-missing', `agent "${this.agent}" executes no ${which}${where}${others}`);
  }

  #several({ taskId }: Work, found: readonly Claim[]) {
    if (taskId !== undefined)
      return fault(
        'invalid-value',
        `agent "${this.agent}" executes a task ${shown(taskId)} in several groups: give "group_id"`,
      );
    return fault(
      'missing-element',
      `agent "${this.agent}" executes several tasks, ${named(found)}: name one in "task_id"`,
    );
  }

  /** Forgets a task that has ended. */
  end(id: string): void {
    this.#held.delete(id);
    if (this.#held.size === 0) clearInterval(this.#beat);
  }

  /** Hands back all tasks, for the next connection of the agent. */
  async release(): Promise<void> {
    this.#isOver = true;
    clearInterval(this.#beat);
    const held = this.#of(undefined);
    this.#held.clear();
    for (const claim of held) await this.#release(claim);
  }

  async #release({ id, attempt }: Claim): Promise<void> {
    await unlessRefused(this.as.act(`${taskPath(id)}/release`, { attempt, reason: 'the connection has ended' }));
  }

  #meant({ group, taskId }: Work): readonly Claim[] {
    const own = this.#of(group);
    return taskId === undefined ? own : own.filter((claim) => isNamed(claim, taskId, this.agent));
  }

  #of(group: string | undefined): readonly Claim[] {
    const all = [...this.#held.values()];
    return group === undefined ? all : all.filter((claim) => claim.group === group);
  }

  async #claim(group: string, tasks: readonly GroupTask[]): Promise<void> {
    for (const { id, taskId, assignee, state } of tasks) {
      if (assignee !== this.agent || FINAL.has(state) || this.#held.has(id)) continue;
      const claimed = await unlessRefused(this.as.act(`${taskPath(id)}/claim`, { lease: LEASE }));
      const attempt =
        typeof claimed === 'object' && claimed !== null && 'attempt' in claimed ? claimed.attempt : undefined;
      if (typeof attempt !== 'number') continue;
      const claim = { id, group, taskId, attempt };
      // The connection ended while the node was asked.
      if (this.#isOver) await this.#release(claim);
      else this.#hold(claim);
    }
  }

  #hold(claim: Claim): void {
    if (this.#held.size === 0) this.#beat = setInterval(() => void this.#renew(), BEAT).unref();
    this.#held.set(claim.id, claim);
  }

  /** A task whose lease is refused is no longer this connection's. */
  async #renew(): Promise<void> {
    for (const { id, attempt } of this.#of(undefined)) {
      const alive = await unlessRefused(this.as.act(`${taskPath(id)}/heartbeat`, { attempt, lease: LEASE }));
      if (alive === undefined) this.end(id);
    }
  }
}

function isNamed({ id, taskId }: Claim, name: string, agent: string): boolean {
  return [id, taskId].includes(name) || taskId === `${name}/${agent}`;
}

function named(claims: readonly Claim[]): string {
  return claims.map(({ taskId }) => shown(taskId)).join(', ');
}

/** The task may have ended, or have been taken, at any moment: the node tells it by messages of the session. */
async function unlessRefused<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof RpcError) return undefined;
    throw error;
  }
}
