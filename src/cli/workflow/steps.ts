/** The steps of a run as a table. */
import type { StepState } from '../../workflows/index.js';
import { type Cell, moment, shortId, span, table } from '../terminal/index.js';
import { inOrder } from './graph-order.js';
import { type Definition, latest, nameOf, type Run, type Step, stateOf } from './records.js';
import { colourOf } from './states.js';

/** The graph of a run, when it is known: it tells of the nodes that have not begun. */
export type Graph = Pick<Definition, 'node' | 'edge'>;

export interface Row {
  readonly name: string;
  readonly state: StepState;
  readonly agent: string;
  readonly took: string;
  readonly note: string;
}

const HEADINGS = ['STEP', 'STATE', 'AGENT', 'TIME', ''];
const LONGEST_NOTE = 100;
/** Hints that are printed: they leave place for the steps. */
const MOST_HINTS = 5;

/** Returns a row for each node and item. @param now milliseconds since 1970 */
export function rowsOf(run: Run, graph: Graph | undefined, now = Date.now()): readonly Row[] {
  const steps = latest(run.step ?? []);
  const items = itemsByNode(steps.values());
  const begun = [...steps.values()].sort(byStart).map(({ node }) => node);
  const names = new Set([...(graph ? inOrder(graph).map(({ name }) => name) : []), ...begun]);
  return [...names].flatMap((name) => {
    const step = steps.get(name);
    const row = step ? rowOf(step, now) : pending(name);
    const own = items.get(name) ?? [];
    return [
      own.length === 0 ? row : { ...row, note: [itemsText(own), row.note].filter(Boolean).join('; ') },
      ...own.map((item) => rowOf(item, now)),
    ];
  });
}

/** Returns the items of each node with for-each. */
function itemsByNode(steps: Iterable<Step>): ReadonlyMap<string, readonly Step[]> {
  const items = new Map<string, Step[]>();
  for (const step of steps) {
    if (step.item === 0) continue;
    const before = items.get(step.node);
    if (before) before.push(step);
    else items.set(step.node, [step]);
  }
  return items;
}

function pending(name: string): Row {
  return { name, state: 'pending', agent: '', took: '', note: '' };
}

function byStart(one: Step, other: Step): number {
  return (one.started ?? one.since ?? '') < (other.started ?? other.since ?? '') ? -1 : 1;
}

function rowOf(step: Step, now: number): Row {
  const { started, ended, agent = [] } = step;
  const end = ended === undefined ? now : Date.parse(ended);
  return {
    name: nameOf(step),
    state: stateOf(step),
    agent: agent.join(', '),
    took: started === undefined ? '' : span(end - Date.parse(started)),
    note: noteOf(step),
  };
}

function itemsText(items: readonly Step[]): string {
  const done = items.filter((each) => stateOf(each) === 'completed').length;
  return `${done} of ${items.length} items completed`;
}

/** Says why a step is in its state, and how it goes on. */
function noteOf(step: Step): string {
  const state = stateOf(step);
  const { error, due, run: child, try: attempt, round, degraded, items, injected } = step;
  const notes: string[] = [];
  if (attempt !== undefined && attempt > 1) notes.push(`try ${attempt}`);
  if (round !== undefined) notes.push(`round ${round}`);
  if (child !== undefined) notes.push(`run ${shortId(child)}`);
  if (injected) notes.push(`output replaced by ${injected.by}`);
  // The message of a failed run begins with its identifier, which is here already.
  if (error) notes.push(`${error.message.replace(`run ${child}: `, '')} (${error.code})`);
  else if (isAsking(step)) notes.push('it waits for an answer');
  else if (step['state-reason'] !== undefined) notes.push(step['state-reason']);
  if (due !== undefined && (state === 'executing' || state === 'ready'))
    notes.push(`${awaitsOthers(step) ? 'fails' : 'goes on'} at ${moment(due)}`);
  if (due !== undefined && state === 'awaiting-approval') notes.push(`until ${moment(due)}`);
  if (items !== undefined && items.failed > 0) notes.push(failedItems(items.failed));
  else if (degraded) notes.push('degraded: it read an output that a failed step did not give');
  return notes.join('; ');
}

/** Reason of a step that waits for a signal, as the node gives it. */
const SIGNAL = /^waits for the signal ([\w-]+)$/;
const NOTIFICATION = /^waits for a notification /;

/** Returns the name of the signal for which a step waits. */
export function awaitedSignal(step: Step): string | undefined {
  return stateOf(step) === 'executing' ? SIGNAL.exec(step['state-reason'] ?? '')?.[1] : undefined;
}

/** True for a wait that no time ends: its time is the one at which it fails. */
function awaitsOthers(step: Step): boolean {
  return awaitedSignal(step) !== undefined || NOTIFICATION.test(step['state-reason'] ?? '');
}

function failedItems(number: number): string {
  return `${number} ${number === 1 ? 'item' : 'items'} failed`;
}

/** True for a step whose task waits for input. */
function isAsking(step: Step): boolean {
  return stateOf(step) === 'suspended' && step['state-reason'] === 'input-required' && step.task?.[0] !== undefined;
}

/** Returns the commands that give the steps of a run what they wait for: signals, and answers to their tasks. */
export function hintsOf({ id, step = [] }: Run): readonly string[] {
  const hints = [...latest(step).values()].flatMap((each) => {
    const signal = awaitedSignal(each);
    if (signal !== undefined) return [`give the signal: yangent workflow signal ${shortId(id)} ${signal}`];
    return isAsking(each) ? [`${nameOf(each)} asks: yangent task show ${each.task?.[0]}`] : [];
  });
  return hints.slice(0, MOST_HINTS);
}

/** Returns the table of rows. @param most number of rows; the rest is counted */
export function stepsTable(rows: readonly Row[], most = Number.POSITIVE_INFINITY): string {
  const shown = fitting(rows, most);
  const cells = shown.map(({ name, state, agent, took, note }): (string | Cell)[] => [
    name,
    { text: state, colour: colourOf(state) },
    agent,
    took,
    { text: note, most: LONGEST_NOTE, colour: state === 'failed' ? 'red' : 'grey' },
  ]);
  const more = rows.length - shown.length;
  return table(HEADINGS, cells) + (more > 0 ? `\n… and ${more} more steps` : '');
}

/** States of rows that tell least when there is no place for all. */
const QUIET: ReadonlySet<StepState> = new Set(['pending', 'completed', 'skipped', 'canceled']);

function fitting(rows: readonly Row[], most: number): readonly Row[] {
  if (rows.length <= most) return rows;
  // The line that counts the others takes a place, too.
  const places = Math.max(1, most - 1);
  const chosen = new Set(rows.filter(({ state }) => !QUIET.has(state)).slice(0, places));
  for (const row of rows) if (chosen.size < places) chosen.add(row);
  return rows.filter((row) => chosen.has(row));
}
