/** What must hold after the agents' run: every task ended exactly once, nobody waited out of proportion, memory stayed. */
import LibsqlDatabase from 'libsql';
import { isFinal, TRANSITIONS } from '../../../src/tasks/index.js';
import { isTaskState } from '../../../src/tasks/life/states.js';
import type { Absence, AgentsReport } from './agents.js';
import { median } from './memory.js';

/** A task by its events. */
export interface Ending {
  readonly id: string;
  readonly priority: number;
  /** Its agent. */
  readonly to: string;
  readonly states: readonly string[];
  /** From each time it was accepted until the claim after it. */
  readonly waits: readonly Wait[];
}

/** Times in milliseconds since 1970. */
interface Wait {
  readonly from: number;
  readonly to: number;
}

interface Row {
  readonly task: string;
  readonly priority: number;
  readonly to_agent: string;
  readonly state: string;
  readonly at: string;
}

/** Reads the tasks of a node that has stopped. */
export function readEndings(file: string): Ending[] {
  const database = new LibsqlDatabase(file, { readonly: true });
  const rows = database
    .prepare(
      'select e.task, t.priority, t.to_agent, e.state, e.at from task_event e join task t on t.id = e.task order by e.task, e.sequence',
    )
    .all([]) as Row[];
  database.close();
  const tasks = new Map<string, { priority: number; to: string; states: string[]; waits: Wait[]; since: number }>();
  for (const { task, priority, to_agent: to, state, at } of rows) {
    const known = tasks.get(task) ?? { priority, to, states: [], waits: [], since: 0 };
    tasks.set(task, known);
    known.states.push(state);
    if (state === 'accepted') known.since = Date.parse(at);
    if (state === 'running') known.waits.push({ from: known.since, to: Date.parse(at) });
  }
  return [...tasks].map(([id, { priority, to, states, waits }]) => ({ id, priority, to, states, waits }));
}

/** Priorities of tasks that can wait. */
const LOW = 1;
const MOST_MEGABYTES = 1_000;
/** Share by which the memory of the last quarter may exceed that of the third. */
const GROWTH = 1.15;

/** Milliseconds. */
export interface Waits {
  readonly median: number;
  readonly longestLow: number;
}

export interface Verdict {
  readonly faults: readonly string[];
  /** Whole waits. */
  readonly waits: Waits;
  /**
   * Waits without the times in which the agent was dead. A task for a named agent cannot begin while that agent is dead,
   * whatever the order of its queue: only what is left is a matter of the queue.
   */
  readonly served: Waits;
}

export function judge({ endings, acknowledged, absences, faults: before }: AgentsReport): Verdict {
  const faults = [...before];
  const known = new Map(endings.map((ending) => [ending.id, ending]));
  for (const id of acknowledged) {
    const ending = known.get(id);
    if (!ending) faults.push(`task ${id} was acknowledged and is gone`);
    else faults.push(...faultsOf(ending));
  }
  if (endings.length !== acknowledged.length)
    faults.push(`${acknowledged.length} tasks were acknowledged, there are ${endings.length}`);
  return {
    faults,
    waits: waitsOf(endings, ({ from, to }) => to - from),
    served: waitsOf(endings, (wait, agent) => wait.to - wait.from - overlap(wait, absences.get(agent) ?? [])),
  };
}

function waitsOf(endings: readonly Ending[], lengthOf: (wait: Wait, agent: string) => number): Waits {
  const all: number[] = [];
  let longestLow = 0;
  for (const { priority, to, waits } of endings) {
    for (const wait of waits) {
      const length = lengthOf(wait, to);
      all.push(length);
      if (priority <= LOW) longestLow = Math.max(longestLow, length);
    }
  }
  return { median: median(all), longestLow };
}

/** Milliseconds of a wait that lie in one of the absences, which do not overlap one another. */
function overlap(wait: Wait, absences: readonly Absence[]): number {
  return absences.reduce(
    (sum, { from, to }) => sum + Math.max(0, Math.min(to, wait.to) - Math.max(from, wait.from)),
    0,
  );
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
