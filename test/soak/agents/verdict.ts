/** What must hold after the agents' run: every task ended exactly once, nobody waited out of proportion, memory stayed. */
import LibsqlDatabase from 'libsql';
import { isFinal, TRANSITIONS } from '../../../src/tasks/index.js';
import { isTaskState } from '../../../src/tasks/life/states.js';
import type { AgentsReport } from './agents.js';
import { median } from './memory.js';

/** A task by its events. */
export interface Ending {
  readonly id: string;
  readonly priority: number;
  readonly states: readonly string[];
  /** Milliseconds between each time it was accepted and the claim after it. */
  readonly waits: readonly number[];
}

interface Row {
  readonly task: string;
  readonly priority: number;
  readonly state: string;
  readonly at: string;
}

/** Reads the tasks of a node that has stopped. */
export function readEndings(file: string): Ending[] {
  const database = new LibsqlDatabase(file, { readonly: true });
  const rows = database
    .prepare(
      'select e.task, t.priority, e.state, e.at from task_event e join task t on t.id = e.task order by e.task, e.sequence',
    )
    .all([]) as Row[];
  database.close();
  const tasks = new Map<string, { priority: number; states: string[]; waits: number[]; since: number }>();
  for (const { task, priority, state, at } of rows) {
    const known = tasks.get(task) ?? { priority, states: [], waits: [], since: 0 };
    tasks.set(task, known);
    known.states.push(state);
    if (state === 'accepted') known.since = Date.parse(at);
    if (state === 'running') known.waits.push(Date.parse(at) - known.since);
  }
  return [...tasks].map(([id, { priority, states, waits }]) => ({ id, priority, states, waits }));
}

/** Priorities of tasks that can wait. */
const LOW = 1;
const MOST_MEGABYTES = 1_000;
/** Share by which the memory of the last quarter may exceed that of the third. */
const GROWTH = 1.15;

export interface Verdict {
  readonly faults: readonly string[];
  /** Milliseconds. */
  readonly medianWait: number;
  readonly longestLowWait: number;
}

export function judge({ endings, acknowledged, faults: before }: AgentsReport): Verdict {
  const faults = [...before];
  const known = new Map(endings.map((ending) => [ending.id, ending]));
  for (const id of acknowledged) {
    const ending = known.get(id);
    if (!ending) faults.push(`task ${id} was acknowledged and is gone`);
    else faults.push(...faultsOf(ending));
  }
  if (endings.length !== acknowledged.length)
    faults.push(`${acknowledged.length} tasks were acknowledged, there are ${endings.length}`);
  const medianWait = median(endings.flatMap(({ waits }) => waits));
  const low = endings.filter(({ priority }) => priority <= LOW).flatMap(({ waits }) => waits);
  const longestLowWait = low.reduce((longest, wait) => Math.max(longest, wait), 0);
  return { faults, medianWait, longestLowWait };
}

/** What is wrong with the memory of the node; to be asked of a long run only. */
export function memoryFaults({ memory }: Pick<AgentsReport, 'memory'>): string[] {
  const faults: string[] = [];
  const [third, last] = memory.lastQuarters;
  if (memory.most > MOST_MEGABYTES) faults.push(`the node took ${Math.round(memory.most)} MB`);
  if (last > third * GROWTH)
    faults.push(`the memory grew from ${Math.round(third)} to ${Math.round(last)} MB at the end`);
  return faults;
}

/** Its events follow the state machine and reach a final state once, at their end. */
function faultsOf({ id, states }: Ending): string[] {
  const faults: string[] = [];
  const ends = states.filter((state) => isTaskState(state) && isFinal(state));
  if (ends.length !== 1 || ends[0] !== states.at(-1))
    faults.push(`task ${id} ended ${ends.length} times: ${states.join(', ')}`);
  for (const [index, state] of states.entries()) {
    const earlier = states[index - 1];
    if (earlier === undefined || earlier === state || !isTaskState(earlier) || !isTaskState(state)) continue;
    if (!TRANSITIONS[earlier].includes(state)) faults.push(`task ${id} went from ${earlier} to ${state}`);
  }
  return faults;
}
