/** Resources in use by loops. Two loops never use one resource at once, and of loops that undo each other's work one yields. */
import type { Store, Tx } from '../store/index.js';

/** The resources that a loop is about to use. */
export interface Claim {
  readonly loop: string;
  /** Names of managed resources, the same in all loops: `edge-1/uplink`. */
  readonly resources: readonly string[];
  /** 0 to 7; the higher goes first. */
  readonly priority: number;
  /** Milliseconds within which executions count as one conflict. */
  readonly window: number;
}

export interface Conflict {
  readonly rival: string;
  readonly resource: string;
  readonly reason: string;
}

export class Resources {
  readonly #held = new Map<string, string>();

  constructor(private readonly store: Store) {}

  /** Takes all resources of a claim; or none, and returns the loop that uses one of them. */
  hold({ loop, resources }: Claim): Conflict | undefined {
    for (const resource of resources) {
      const rival = this.#held.get(resource);
      if (rival !== undefined && rival !== loop)
        return { rival, resource, reason: `loop "${rival}" is at work on ${resource}` };
    }
    for (const resource of resources) this.#held.set(resource, loop);
    return undefined;
  }

  release({ loop, resources }: Claim): void {
    for (const resource of resources) if (this.#held.get(resource) === loop) this.#held.delete(resource);
  }

  /**
   * Returns another loop that undoes the work of this one: this one executed on a resource, then the other did, and now this one
   * wants to execute again, all within the window. Undefined when this one has the higher priority.
   */
  async dispute({ loop, resources, priority, window }: Claim, now: Date): Promise<Conflict | undefined> {
    if (resources.length === 0 || window === 0) return undefined;
    const rows = await this.store.reads
      .selectFrom('loop_resource')
      .selectAll()
      .where('resource', 'in', [...resources])
      .where('at', '>', new Date(now.getTime() - window).toISOString())
      .orderBy('at', 'desc')
      .execute();
    for (const resource of resources) {
      const [last, ...before] = rows.filter((row) => row.resource === resource);
      if (!last || last.loop === loop || priority > last.priority) continue;
      if (!before.some((row) => row.loop === loop)) continue;
      const reason = `loop "${last.loop}" undoes what this loop does to ${resource}, and goes first`;
      return { rival: last.loop, resource, reason };
    }
    return undefined;
  }
}

/** Stores an execution, in the transaction that begins it. */
export async function noteExecution(
  tx: Tx,
  { loop, resources, priority }: Pick<Claim, 'loop' | 'resources' | 'priority'>,
  at: string,
): Promise<void> {
  for (const resource of resources) {
    const row = { resource, loop, priority, at };
    await tx.sql
      .insertInto('loop_resource')
      .values(row)
      .onConflict((conflict) => conflict.columns(['resource', 'loop']).doUpdateSet(row))
      .execute();
  }
}
