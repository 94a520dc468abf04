/** Prints runs for people. */
import type { StepState } from '../../workflows/index.js';
import { ago, indented, labelled, oneLine, paint, printable, span } from '../terminal/index.js';
import { workflowOf } from './file-label.js';
import { latest, type Run, type Step, stateOf } from './records.js';
import { rollbackWays } from './rollback-ways.js';
import { stateText } from './states.js';

/** Returns one line: `repair 1.0, run ID: running, 40 %, 12 s`. */
export function headLine(run: Run, now = Date.now()): string {
  const { version, id, state, created, ended } = run;
  const name = [workflowOf(run) ?? 'a graph', version].filter(Boolean).join(' ');
  const parts = [stateText(state)];
  if (ended === undefined) parts.push(...[doneText(run)].filter(Boolean));
  if (created !== undefined) parts.push(span((ended === undefined ? now : Date.parse(ended)) - Date.parse(created)));
  if (run.seal === 'shredded') parts.push('its values are shredded');
  return `${paint(oneLine(name), 'bold')}, run ${id}: ${parts.join(', ')}`;
}

/** Describes the end of a run: its output, the reason of its failure, and how it can go on. Empty while it runs. */
export function outcomeText(run: Run): string {
  const { state, error, output, 'state-reason': reason } = run;
  const parts: string[] = [];
  if (state === 'completed' && Object.keys({ ...Object(output) }).length > 0) parts.push(json(output));
  if (state !== 'completed' && state !== 'running') {
    if (error) parts.push(`${stateText(state)}: ${indented(error.message)} (${oneLine(error.code)})`);
    if (reason !== undefined && reason !== error?.message)
      parts.push(`${error ? '' : `${stateText(state)}: `}${indented(reason)}`);
  }
  parts.push(...waysOn(run));
  return parts.join('\n');
}

/** Returns how far a run is, e.g. `40 %`; of one that failed or was canceled, the share of its steps that were completed. Empty for one that is undone. */
export function doneText({ state, progress }: Pick<Run, 'state' | 'progress'>): string {
  if (progress?.percent === undefined || state === 'rolled-back') return '';
  if (state !== 'failed' && state !== 'canceled' && state !== 'escalated') return `${progress.percent} %`;
  const counts = progress.steps ?? [];
  const all = counts.reduce((sum, { number }) => sum + number, 0);
  const done = counts.reduce((sum, each) => sum + (DONE.has(stateOf(each)) ? each.number : 0), 0);
  return all === 0 ? '' : `${Math.floor((done / all) * 100)} %`;
}

const DONE: ReadonlySet<StepState> = new Set(['completed', 'skipped']);

/** Ways on from a failure that waits for a decision; STEP stands for the step that failed. */
const WAYS: readonly (readonly [verb: string, operands: string, about: string])[] = [
  ['retry', ' STEP', 'executes the step again'],
  ['skip', ' STEP', 'goes on without the step'],
  ['set-output', ' STEP JSON', 'goes on with an output that you give'],
  ['resume', '', 'goes on; the step stays failed'],
  ['cancel', '', 'ends the run'],
];

/** Returns the commands by which a run that stands still can go on. */
function waysOn(run: Run): readonly string[] {
  const { id, state, step: steps = [], parent, task } = run;
  const back = rollbackWays(run);
  if (back.length > 0) return back;
  if (state === 'paused') return [`go on with: yangent workflow resume ${id}`];
  if (state !== 'failed' && state !== 'escalated') return [];
  // Failures before it did not stop the run.
  const failed = [...latest(steps).values()]
    .filter((each) => each.item === 0 && stateOf(each) === 'failed')
    .sort((one, other) => ((one.ended ?? '') < (other.ended ?? '') ? -1 : 1))
    .at(-1);
  if (!failed) return [];
  if (state === 'escalated')
    return ['a person decides how it goes on:', waysText(WAYS.filter(isFor(failed)), id, failed.node)];
  // A run that a task started does not go on: the task has ended.
  if (task !== undefined) return [];
  const [outer = id, step = failed.node] = parent?.split(/[/.]/) ?? [];
  return ['it can go on:', waysText(waysAfter(failed), outer, step)];
}

/** Returns the ways on from a failure that has ended the run. An expression fails again with the same values. */
function waysAfter(failed: Step): typeof WAYS {
  const { error } = failed;
  const [retry, ...others] = WAYS.filter(isFor(failed)).filter(([verb]) => verb !== 'resume' && verb !== 'cancel');
  if (!retry) return others;
  const [verb, operands, about] = retry;
  const mended = [verb, operands, `${about}, once its cause is mended`] as const;
  return error?.code === 'expression-failed' ? [...others, mended] : [mended, ...others];
}

/** Tells the ways that a step has: the output of a for-each, which is made of those of its items, cannot be set. */
function isFor({ items }: Step): (way: (typeof WAYS)[number]) => boolean {
  return ([verb]) => items === undefined || verb !== 'set-output';
}

function waysText(ways: typeof WAYS, id: string, step: string): string {
  return labelled(
    ways.map(([verb, operands, about]) => [`  yangent workflow ${verb} ${id}${operands.replace('STEP', step)}`, about]),
  );
}

export function json(value: unknown): string {
  return printable(JSON.stringify(value, undefined, 2));
}

/** Says what started a run, and with whose rights it acts. */
function startedBy({ cause, parent, task, coordinator, initiator }: Run): string | undefined {
  const [run, step] = parent?.split('/') ?? [];
  const starter =
    (cause !== undefined && `the trigger ${cause}`) ||
    (run !== undefined && `the step ${step} of run ${run}`) ||
    (task !== undefined && `the task ${task} of ${coordinator}`);
  return starter ? `${starter}, for ${initiator}` : initiator;
}

/** Describes a run without its steps. */
export function runMembers(run: Run): string {
  const { created, ended, state, label = [] } = run;
  return labelled([
    ['run', run.id],
    ['workflow', [workflowOf(run) ?? 'a graph', run.version && `version ${run.version}`].filter(Boolean).join(', ')],
    ['revision', run.revision === undefined ? undefined : String(run.revision)],
    ['state', { painted: [stateText(state), doneText(run)].filter(Boolean).join(', ') }],
    ['started', created && `${created} (${ago(created)})`],
    ['started by', startedBy(run)],
    ['run key', run['run-key']],
    ['ended', ended && `${ended} (${ago(ended)})`],
    ['deadline', run.deadline],
    ['labels', label.map(({ name, value }) => `${name}=${value}`).join(' ')],
    ['values', run.seal && SEALS[run.seal]],
    ['input', run.input === undefined ? undefined : JSON.stringify(run.input)],
  ]);
}

/** Says how the values of a run are stored. */
const SEALS: Readonly<Record<NonNullable<Run['seal']>, string>> = {
  sealed: 'sealed: stored encrypted with a key of the run',
  shredded: 'shredded: the key was deleted, and nobody can read them',
};
