/** The changes of a run, from its start on, by the notifications of the node. */
import type { RestconfClient, RestconfEvent } from '../../clients/index.js';
import { isObject } from '../../data/index.js';
import { isRunOver, isRunState, isStepState, type RunState, type StepState } from '../../workflows/index.js';
import { lastEventTime, latest, nameOf, type Run, readRun, stateOf } from './records.js';

export interface Change {
  /** RFC 3339. */
  readonly at: string;
  /** Number of the event in the journal of the run. */
  readonly sequence: number;
  /** Undefined: the run itself. */
  readonly step?: string;
  readonly state: RunState | StepState;
  readonly reason?: string;
}

const STEP = 'yangent-workflows:step-changed';
const RUN = 'yangent-workflows:run-changed';
/** Milliseconds that clocks of a node and of its log may differ. */
const MARGIN = 1_000;
/** Maximum silence of the stream in milliseconds: more than two heartbeats of a node. */
const SILENCE = 45_000;

/**
 * Yields the changes that the log of the node has, then those to come, until the run ends, a person must decide, or the signal is
 * aborted. Changes that the run has made before are told with it, so that none is missed.
 */
export async function* changesOf(node: RestconfClient, run: Run, signal: AbortSignal): AsyncGenerator<Change, void> {
  const { id, created } = run;
  const filter = `/${STEP}[yangent-workflows:run='${id}'] | /${RUN}[yangent-workflows:id='${id}']`;
  const from = Number(run.sequence ?? 0);
  const stands = standsStill(run.state);
  const times = {
    ...(created === undefined ? {} : { startTime: shifted(created, -MARGIN) }),
    ...(stands ? { stopTime: shifted((await lastEventTime(node, run)) ?? lastTime(run), MARGIN) } : {}),
  };
  const told = new Map<string, Change['state']>();
  for await (const event of node.events('NETCONF', { ...times, filter, signal, silence: SILENCE })) {
    const change = changeIn(event);
    if (!change) continue;
    if (change.step !== undefined) told.set(change.step, change.state);
    yield change;
    const isLast = stands ? change.sequence >= from : change.step === undefined && standsStill(change.state);
    if (isLast && change.sequence >= from) break;
  }
  if (!signal.aborted) yield* untold(await readRun(node, id), told);
}

/** Returns the time of the last change of a run that stands still, by the clock of the node. */
function lastTime({ created = '', ended, step = [] }: Run): string {
  const times = [created, ended ?? '', ...step.map(({ since = '' }) => since)];
  return times.reduce((one, other) => (Date.parse(other) > Date.parse(one) ? other : one));
}

function shifted(time: string, milliseconds: number): string {
  return new Date(Date.parse(time) + milliseconds).toISOString();
}

/** Yields the states of steps that no notification told: the log keeps the latest ones only, and a run may stop before its steps do. */
function* untold(run: Run, told: ReadonlyMap<string, Change['state']>): Generator<Change, void> {
  const sequence = Number(run.sequence ?? 0);
  for (const [name, step] of latest(run.step ?? [])) {
    const { since: at = '', error, 'state-reason': reason = error?.message } = step;
    const state = stateOf(step);
    if (told.get(name) !== state)
      yield { at, sequence, step: name, state, ...(reason === undefined ? {} : { reason }) };
  }
}

/** True when nothing happens in a run unless somebody acts. */
export function standsStill(state: RunState | StepState): boolean {
  return isRunState(state) && (isRunOver(state) || state === 'escalated');
}

function changeIn({ name, value, eventTime: at }: RestconfEvent): Change | undefined {
  if (!isObject(value) || (name !== STEP && name !== RUN)) return undefined;
  const state = String(value.state).replace(/^.*:/, '');
  if (!isRunState(state) && !isStepState(state)) return undefined;
  const { 'state-reason': reason, node, item } = value;
  return {
    at,
    sequence: Number(value.sequence ?? 0),
    state,
    ...(name === STEP ? { step: nameOf({ node: String(node), item: Number(item ?? 0) }) } : {}),
    ...(typeof reason === 'string' ? { reason } : {}),
  };
}
