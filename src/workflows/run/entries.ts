/** The entries of a journal about a run and its steps. */
import { withoutAbsent } from '../../data/rfc7951/members.js';
import type { Entry } from './journal.js';
import type { RunRecord, StepRecord } from './record.js';

/** An entry before it is numbered. */
export type Noted = Omit<Entry, 'sequence' | 'at' | 'by'>;

/** A step before and after a turn. */
export interface ChangedStep {
  readonly before: StepRecord | undefined;
  readonly after: StepRecord;
}

/** True for a change that the journal tells: the counts of a pending step are none. */
export function hasNews({ before, after }: ChangedStep): boolean {
  if ((before?.state ?? 'pending') !== after.state) return true;
  if (after.state === 'pending') return false;
  const { reason, work, output, detail } = after;
  return (
    before?.reason !== reason ||
    before?.work !== work ||
    before?.output !== output ||
    before?.detail.round !== detail.round
  );
}

export function runEntryOf({
  state,
  reason,
  output,
  error,
  labels,
  definition,
  revision,
  initiator,
  cause,
  parent,
}: RunRecord): Noted {
  const what = {
    state,
    reason,
    output,
    error: error?.code,
    labels,
    definition,
    revision,
    initiator,
    cause: cause?.trigger,
    parent: parent?.run,
  };
  return { kind: 'run', data: withoutAbsent(what) };
}

export function stepEntryOf({ node, item, generation, state, reason, output, detail }: StepRecord): Noted {
  const { tasks, agents, child, input, error, degraded, round } = detail;
  const data = withoutAbsent({
    ...{ state, reason, input, output, child, degraded, round, try: detail.try },
    error: error?.code,
    task: tasks && tasks.length > 0 ? tasks : undefined,
    agent: agents && agents.length > 0 ? agents : undefined,
  });
  return { kind: 'step', node, ...(item === 0 ? {} : { item }), generation, data };
}
