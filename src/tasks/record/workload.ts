/** Reports to `AgentMeasurements`, as tasks change, how many tasks each agent has and how quickly it reacts. */
import type { AgentMeasurements, Measured, Phase } from '../../agents/index.js';
import type { TaskRecord } from './record.js';
import type { TaskState } from './states.js';

const PHASES: Readonly<Partial<Record<TaskState, Phase>>> = {
  accepted: 'queued',
  running: 'running',
  'input-required': 'running',
  verifying: 'running',
};

export const COUNTED: readonly TaskState[] = ['accepted', 'running', 'input-required', 'verifying'];

export function phaseOf(state: TaskState): Phase | undefined {
  return PHASES[state];
}

/** Maximum number of hosted runs whose reaction time is measured at the same time. */
const MOST_AWAITED = 10_000;

export class TaskWorkload {
  /** Time at which the skill of a hosted agent was called, by task. */
  readonly #called = new Map<string, number>();

  constructor(
    private readonly measurements: AgentMeasurements,
    private readonly isHosted: (agent: string) => boolean,
    private readonly isForeign: (agent: string) => boolean,
  ) {}

  /** Updates the measurements after a committed change of the task. Agents of other nodes, which are without number, are forgotten. */
  changed(task: TaskRecord, before: TaskRecord | undefined): void {
    this.#measure(task, before);
    for (const agent of new Set([task.to, before?.to ?? task.to]))
      if (this.isForeign(agent) && isIdle(this.measurements.of(agent))) this.measurements.forget(agent);
  }

  #measure(task: TaskRecord, before: TaskRecord | undefined): void {
    const at = Date.parse(task.changed);
    const left = before && phaseOf(before.state);
    if (before && before.to !== task.to) {
      this.measurements.moved(before.to, left, undefined);
      this.measurements.moved(task.to, undefined, phaseOf(task.state));
    } else this.measurements.moved(task.to, left, phaseOf(task.state));
    const called = this.#called.get(task.id);
    if (called !== undefined) {
      this.#called.delete(task.id);
      // A run that was ended from outside says nothing about the agent.
      if (task.state !== 'canceled' && task.state !== 'accepted') this.measurements.reacted(task.to, at - called, at);
    }
    const isBegun = task.state === 'running' && task.attempt > (before?.attempt ?? 0);
    if (!isBegun) return;
    const waited = before?.state === 'accepted' ? at - Date.parse(before.changed) : 0;
    if (!this.isHosted(task.to)) this.measurements.reacted(task.to, waited, at);
    else if (this.#called.size < MOST_AWAITED) this.#called.set(task.id, at);
  }
}

function isIdle({ running, queued }: Pick<Measured, 'running' | 'queued'>): boolean {
  return running === 0 && queued === 0;
}
