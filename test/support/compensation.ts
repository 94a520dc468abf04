/** The scenario compensation on a stage of its own, and what tests look at. */
import { type Area, outage } from '../../examples/scenarios/compensation/index.js';
import { type CellEdit, type Station, stationIn } from '../../examples/scenarios/compensation/stations.js';
import type { Entry, Outcome, Stage } from '../../examples/scenarios/stage/index.js';

/** Milliseconds that a play may take on a machine that has other things to do. */
const PLAY_TIME = 90_000;

export const NEIGHBOURS = ['bs-2', 'bs-3', 'bs-4'];

export interface Played {
  readonly outcome: Outcome;
  /** Of this outage. */
  readonly entries: readonly Entry[];
  /** Of this outage, by who executed them. */
  readonly tasks: Readonly<Record<string, readonly TaskValue[]>>;
  /** The neighbours' cells before, while the compensation was in force, and at the end. */
  readonly cells: Readonly<Record<'before' | 'during' | 'after', readonly CellEdit[]>>;
}

const AGENTS = ['mobile-fault', 'optimisation', 'energy-saving', 'ip-fault'];

/** One outage, from its beginning to its end. @param interfere is told of every entry */
export async function play(
  stage: Stage,
  area: Area,
  interfere: (entry: Entry) => void = () => undefined,
): Promise<Played> {
  const { account } = stage;
  const signal = AbortSignal.timeout(PLAY_TIME);
  const begun = account.entries.length;
  const earlier = new Set((await allTasks(stage)).map(({ id }) => id));
  const isJudged = ({ from, task, round }: Entry) =>
    // The fault agent has judged, and goes to look for the fault.
    from === 'mobile-fault' && task?.type === 'compensate' && round?.type === 'FULFILLMENT';
  const during = account
    .until((entry) => isJudged(entry) && account.entries.indexOf(entry) >= begun, signal)
    .then(() => cellsOf(stage));
  const interfering = account.told.subscribe(interfere);
  const before = await cellsOf(stage);
  const [outcome, meanwhile] = await Promise.all([outage(stage, area, signal), during]);
  interfering.unsubscribe();
  const tasks = (await allTasks(stage)).filter(({ id }) => !earlier.has(id));
  return {
    outcome,
    entries: account.entries.slice(begun),
    tasks: Object.fromEntries(AGENTS.map((agent) => [agent, tasks.filter(({ to }) => to === agent)])),
    cells: { before, during: meanwhile, after: await cellsOf(stage) },
  };
}

async function allTasks(stage: Stage): Promise<readonly TaskValue[]> {
  return (await Promise.all(AGENTS.map((agent) => tasksOf(stage, agent)))).flat();
}

/** Read from the devices. */
export async function stationsOf(stage: Stage, names: readonly string[] = NEIGHBOURS): Promise<readonly Station[]> {
  return Promise.all(
    names.map(async (name) => {
      const value = await stage.device(name).node.read('/example-radio:base-station');
      return stationIn(name, { 'example-radio:base-station': value });
    }),
  );
}

async function cellsOf(stage: Stage): Promise<readonly CellEdit[]> {
  return (await stationsOf(stage)).map(({ cell: { power, savesEnergy, target } }) => ({ power, savesEnergy, target }));
}

/** A task as the node of its executor has it. */
export interface TaskValue {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly type?: string;
  readonly state: string;
  readonly negotiation?: readonly RoundValue[];
  readonly event?: readonly { readonly state: string }[];
}

export interface RoundValue {
  readonly round: number;
  readonly type: string;
  readonly by: string;
  readonly verdict?: string;
  readonly counter?: string;
  readonly content?: readonly string[];
}

/** The tasks on the node of an agent, oldest first. */
async function tasksOf(stage: Stage, agent: string): Promise<readonly TaskValue[]> {
  const value = await stage.node(agent).read('/yangent-tasks:tasks');
  return (value as { readonly task?: readonly TaskValue[] } | undefined)?.task ?? [];
}

/** The states that a task went through, each once in a row. */
export function statesOf({ event = [] }: TaskValue): readonly string[] {
  return event.map(({ state }) => state).filter((state, index, all) => state !== all[index - 1]);
}

/** Who said what in each round, its sentences left out: `2 FEASIBILITY energy-saving countered {"target":29,"last":false}`. */
export function roundsOf({ negotiation = [] }: TaskValue): readonly string[] {
  return negotiation.map(({ round, type, by, verdict = 'proposes', counter, content = [] }) => {
    const data = /\{.*\}/.exec(counter ?? content[0] ?? '')?.[0];
    return [round, type, by, verdict, ...(data === undefined ? [] : [data])].join(' ');
  });
}

/** The messages: `1 mobile-fault → optimisation RESTCONF negotiates compensate FEASIBILITY 1 proposes`. */
export function messagesOf(entries: readonly Entry[]): readonly string[] {
  return entries.flatMap(({ step, from, to, protocol, act, task, round }) => {
    if (to === undefined) return [];
    const said = round ? ` ${round.type} ${round.number} ${round.verdict ?? 'proposes'}` : '';
    return [`${step} ${from} → ${to} ${protocol} ${act} ${task?.type}${said}`];
  });
}
