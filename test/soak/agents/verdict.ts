/** What must hold after the agents' run: every task ended exactly once, nobody waited out of proportion, memory stayed. */
import LibsqlDatabase from 'libsql';
import { isFinal, TRANSITIONS } from '../../../src/tasks/index.js';
import { isTaskState } from '../../../src/tasks/record/states.js';
import { median } from '../memory.js';
import type { Absence, AgentsReport } from './agents.js';

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

/** How long tasks waited, in one unit. */
export interface Waits {
  readonly median: number;
  /** Of the least urgent tasks. */
  readonly longestLow: number;
  /** How many times the median of its agent the least urgent task of an agent waited, where that is most. */
  readonly ratio: number;
}

export interface Verdict {
  readonly faults: readonly string[];
  /** Waits of the agents that always had a line, in turns of the agent: tasks that were given to it meanwhile. */
  readonly turns: Waits;
  /** The same, whole, in milliseconds. */
  readonly waits: Waits;
  /** The same, without the times in which the agent was dead. */
  readonly served: Waits;
}

export function judge({ endings, acknowledged, absences, saturated, faults: before }: AgentsReport): Verdict {
  const faults = [...before];
  const known = new Map(endings.map((ending) => [ending.id, ending]));
  for (const id of acknowledged) {
    const ending = known.get(id);
    if (!ending) faults.push(`task ${id} was acknowledged and is gone`);
    else faults.push(...faultsOf(ending));
  }
  if (endings.length !== acknowledged.length)
    faults.push(`${acknowledged.length} tasks were acknowledged, there are ${endings.length}`);
  const lined = endings.filter(({ to }) => saturated.has(to));
  const given = claimsByAgent(lined);
  const turns = ({ from, to }: Wait, agent: string): number => {
    const times = given.get(agent) ?? [];
    return Math.max(0, firstAfter(times, to - 1) - firstAfter(times, from));
  };
  return {
    faults,
    turns: waitsOf(lined, turns),
    waits: waitsOf(lined, ({ from, to }) => to - from),
    served: waitsOf(lined, (wait, agent) => wait.to - wait.from - overlap(wait, absences.get(agent) ?? [])),
  };
}

function waitsOf(endings: readonly Ending[], lengthOf: (wait: Wait, agent: string) => number): Waits {
  const agents = new Map<string, { readonly all: number[]; longestLow: number }>();
  for (const { priority, to, waits } of endings) {
    const known = agents.get(to) ?? { all: [], longestLow: 0 };
    agents.set(to, known);
    for (const wait of waits) {
      const length = lengthOf(wait, to);
      known.all.push(length);
      if (priority <= LOW) known.longestLow = Math.max(known.longestLow, length);
    }
  }
  const each = [...agents.values()];
  return {
    median: median(each.flatMap(({ all }) => all)),
    longestLow: Math.max(0, ...each.map(({ longestLow }) => longestLow)),
    ratio: Math.max(0, ...each.map(({ all, longestLow }) => longestLow / Math.max(1, median(all)))),
  };
}

/** When tasks were given to each agent, in order. */
function claimsByAgent(endings: readonly Ending[]): ReadonlyMap<string, readonly number[]> {
  const given = new Map<string, number[]>();
  for (const { to, waits } of endings) given.set(to, [...(given.get(to) ?? []), ...waits.map((wait) => wait.to)]);
  for (const times of given.values()) times.sort((a, b) => a - b);
  return given;
}

/** The index of the first time behind that one. */
function firstAfter(times: readonly number[], time: number): number {
  const index = times.findIndex((each) => each > time);
  return index < 0 ? times.length : index;
}

/** Milliseconds of a wait that lie in one of the absences, which do not overlap one another. */
function overlap(wait: Wait, absences: readonly Absence[]): number {
  return absences.reduce(
    (sum, { from, to }) => sum + Math.max(0, Math.min(to, wait.to) - Math.max(from, wait.from)),
    0,
  );
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
