/** Measurements of agents: number of tasks and reaction time. Kept in memory; the latency is stored from time to time. */

export interface Measured {
  readonly running: number;
  readonly queued: number;
  /** Milliseconds, smoothed; undefined when nothing was measured. */
  readonly latency?: number;
  /** Milliseconds since 1970. */
  readonly measuredAt?: number;
}

/** The phase of a task for its agent. */
export type Phase = 'queued' | 'running';

const NOTHING: Measured = { running: 0, queued: 0 };
/** Weight of the newest measurement in the smoothed value. */
const NEWEST = 0.3;

export class AgentMeasurements {
  readonly #of = new Map<string, Measured>();
  /** Agents whose latency is not stored yet. */
  readonly #unkept = new Set<string>();

  /** @param changed called with each agent whose figures have changed */
  constructor(private readonly changed: (agent: string) => void) {}

  of(agent: string): Measured {
    return this.#of.get(agent) ?? NOTHING;
  }

  /** Loads stored figures at the start, before tasks change. */
  load(agent: string, figures: Partial<Measured>): void {
    this.#set(agent, { ...this.of(agent), ...figures });
  }

  /** Counts a change of the phase of a task of the agent; undefined: in no phase. */
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

  /** Adds a measured reaction time of the agent. */
  reacted(agent: string, milliseconds: number, now: number): void {
    const before = this.of(agent);
    const sample = Math.max(0, milliseconds);
    const latency = before.latency === undefined ? sample : before.latency + NEWEST * (sample - before.latency);
    this.#unkept.add(agent);
    this.#set(agent, { ...before, latency, measuredAt: now });
  }

  /** Returns at most `limit` agents with a latency that is not stored yet, and marks them as stored. */
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
