/** What the node measures of agents: how many tasks each has, and how quickly it reacts. In memory; the latency is kept now and then. */

export interface Measured {
  readonly running: number;
  readonly queued: number;
  /** Milliseconds, smoothed; undefined when nothing was measured. */
  readonly latency?: number;
  /** Milliseconds since 1970. */
  readonly measuredAt?: number;
}

/** Where a task stands for the agent that is to do it. */
export type Phase = 'queued' | 'running';

const NOTHING: Measured = { running: 0, queued: 0 };
/** How much of the smoothed value the newest measurement is. */
const NEWEST = 0.3;

export class AgentMeasurements {
  readonly #of = new Map<string, Measured>();
  /** Agents whose latency is not kept yet. */
  readonly #unkept = new Set<string>();

  /** @param changed told which agent has other figures now */
  constructor(private readonly changed: (agent: string) => void) {}

  of(agent: string): Measured {
    return this.#of.get(agent) ?? NOTHING;
  }

  /** Takes over what is stored: at the start, before anything moves. */
  load(agent: string, figures: Partial<Measured>): void {
    this.#set(agent, { ...this.of(agent), ...figures });
  }

  /** A task of the agent went from one phase to another; undefined stands for none of them. */
  moved(agent: string, from: Phase | undefined, to: Phase | undefined): void {
    if (from === to) return;
    const { running, queued, ...rest } = this.of(agent);
    const step = (phase: Phase) => (to === phase ? 1 : 0) - (from === phase ? 1 : 0);
    this.#set(agent, {
      ...rest,
      running: Math.max(0, running + step('running')),
      queued: Math.max(0, queued + step('queued')),
    });
  }

  /** The agent took so many milliseconds to react. */
  reacted(agent: string, milliseconds: number, now: number): void {
    const before = this.of(agent);
    const sample = Math.max(0, milliseconds);
    const latency = before.latency === undefined ? sample : before.latency + NEWEST * (sample - before.latency);
    this.#unkept.add(agent);
    this.#set(agent, { ...before, latency, measuredAt: now });
  }

  /** At most `limit` agents whose latency has changed since it was last taken to be kept. */
  takeUnkept(limit: number): readonly string[] {
    const taken: string[] = [];
    for (const agent of this.#unkept) {
      if (taken.length >= limit) break;
      taken.push(agent);
      this.#unkept.delete(agent);
    }
    return taken;
  }

  forget(agent: string): void {
    this.#of.delete(agent);
    this.#unkept.delete(agent);
  }

  #set(agent: string, figures: Measured): void {
    this.#of.set(agent, figures);
    this.changed(agent);
  }
}
