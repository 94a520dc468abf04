/** Prints each change of a run on a line. */
import type { RestconfClient } from '../../clients/index.js';
import { indented, paint, timeOfDay } from '../terminal/index.js';
import { type Change, changesOf } from './follow.js';
import { latest, type Run } from './records.js';
import { colourOf } from './states.js';
import { awaitedSignal, type Graph } from './steps.js';

/** Prints the changes that have a greater number in the journal than `after`. */
export async function watchLines(
  node: RestconfClient,
  run: Run,
  signal: AbortSignal,
  graph: Graph | undefined,
  after: number,
): Promise<void> {
  const before = new Map<string, Change['state']>();
  for await (const change of changesOf(node, run, signal)) {
    if (change.sequence > after) console.log(lineOf(change, noteOf(run, change, before, graph)));
    if (change.step !== undefined) before.set(change.step, change.state);
  }
}

/** Prints these changes as JSON documents. */
export async function watchJson(node: RestconfClient, run: Run, signal: AbortSignal, after: number): Promise<void> {
  for await (const change of changesOf(node, run, signal))
    if (change.sequence > after) console.log(JSON.stringify(change));
}

function noteOf(
  { id, step: steps = [] }: Run,
  { step = '', state, reason }: Change,
  before: ReadonlyMap<string, Change['state']>,
  graph: Graph | undefined,
): string {
  const injected = state === 'completed' ? latest(steps).get(step)?.injected : undefined;
  if (reason !== undefined) return injected ? `output replaced by ${injected.by}: ${reason}` : reason;
  if (state === 'ready' && before.get(step) === 'executing') return 'the attempt failed; another one follows';
  if (state !== 'executing') return '';
  const known = graph?.node.find(({ name }) => name === step)?.wait?.signal?.name;
  const read = known === undefined && graph === undefined ? latest(steps).get(step) : undefined;
  const signal = read ? awaitedSignal(read) : known;
  return signal === undefined ? '' : `waits for: yangent workflow signal ${id} ${signal}`;
}

const STEP_WIDTH = 16;
const STATE_WIDTH = 10;
/** Column in which the note begins. */
const NOTE_COLUMN = 40;

/** Returns e.g. `14:03:07  mend              failed      there is no spare part`. */
function lineOf({ at, step, state }: Change, note: string): string {
  const name = (step ?? '(run)').padEnd(STEP_WIDTH);
  const padded = paint(state, colourOf(state)) + ' '.repeat(Math.max(0, STATE_WIDTH - state.length));
  const line = [paint(timeOfDay(at), 'grey'), step === undefined ? paint(name, 'bold') : name, padded];
  return `${line.join('  ')}  ${indented(note, NOTE_COLUMN)}`.trimEnd();
}
