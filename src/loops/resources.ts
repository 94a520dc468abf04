/** Who works on what: loops that want the same resource wait for one another, and of loops that undo each other one yields. */
import type { Store, Tx } from '../store/index.js';

/** What a loop is about to touch. */
export interface Claim {
  readonly loop: string;
  /** Names of managed things, spelled alike by all loops: `edge-1/uplink`. */
  readonly resources: readonly string[];
  /** 0 to 7; the higher goes first. */
  readonly priority: number;
  /** Milliseconds for which executions count as one dispute. */
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

  /** Takes all resources of a claim, or none and tells who is at work on one. */
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
   * A loop that undoes what this one did: this one executed on a resource, the other did after it, and now this one wants to
   * again, all within the window. Nothing where this one goes first.
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

/** Notes an execution, in the transaction that begins it. */
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
