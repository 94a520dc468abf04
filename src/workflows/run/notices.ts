/** The notifications of what a journal tells. */
import { int64 } from '../../data/rfc7951/int64.js';
import type { YangentWorkflowsProvider } from '../../generated/providers.js';
import type { Told } from '../../server/index.js';
import type { Noted } from './entries.js';
import { MIGRATE } from './migrations.js';
import type { RunRecord, StepRecord } from './record.js';

type Notice = Told<YangentWorkflowsProvider>;

/** Returns the identity of a state of a step. */
export function identityOf<S extends StepRecord['state']>(state: S): `yangent-workflows:${S}` {
  return `yangent-workflows:${state}`;
}

/** Returns those who are told of a run. @param groups groups whose members see it */
export function audienceOf({ coordinator, initiator, progress }: RunRecord, groups: readonly string[]) {
  const { users = [], groups: voting = [] } = progress.voters ?? {};
  const seeing = [...new Set([...groups, ...voting])];
  return {
    agents: [coordinator],
    users: [...new Set([initiator, ...users])],
    ...(seeing.length > 0 ? { groups: seeing } : {}),
  };
}

/**
 * Returns the notifications of the last entries of a run: of its states and those of its steps.
 *
 * @param groups groups whose members see the run
 * @param stepOf returns the step of an entry
 */
export function noticesOf(
  run: RunRecord,
  entries: readonly Noted[],
  groups: readonly string[],
  time: string,
  stepOf: (entry: Noted) => StepRecord | undefined,
): readonly Notice[] {
  const { sequence } = run;
  const audience = audienceOf(run, groups);
  const first = sequence - entries.length + 1;
  return entries.flatMap((entry, index): Notice[] => {
    const number = int64(first + index);
    if (entry.kind === 'run')
      return [{ name: 'yangent-workflows:run-changed', value: runNotice(run, number), time, audience }];
    const told = TOLD[entry.kind]?.(run, entry, number);
    if (told) return [{ ...told, time, audience }];
    const step = entry.kind === 'step' ? stepOf(entry) : undefined;
    return step ? [{ name: 'yangent-workflows:step-changed', value: stepNotice(step, number), time, audience }] : [];
  });
}

type Tell = (run: RunRecord, entry: Noted, sequence: `${bigint}`) => Notice | undefined;

/** Entries of which notifications of their own tell. */
const TOLD: Readonly<Partial<Record<Noted['kind'], Tell>>> = {
  gate: gateNotice,
  policy: policyNotice,
  action: migrationNotice,
};

function gateNotice({ id: run }: RunRecord, { node = '', item, data }: Noted, sequence: `${bigint}`) {
  const { gate, state, digest, question, expires } = data;
  if (state !== 'open') return undefined;
  const value = {
    ...{ run, node, item, gate: String(gate), digest: String(digest), expires: String(expires), sequence },
    question: question === undefined ? undefined : String(question),
  };
  return { name: 'yangent-workflows:approval-needed', value } as const;
}

function policyNotice({ id: run }: RunRecord, { node = '', item, data }: Noted, sequence: `${bigint}`) {
  const { rule, message, agent } = data;
  const value = {
    ...{ run, node, item, rule: String(rule), message: String(message), sequence },
    agent: agent === undefined ? undefined : String(agent),
  };
  return { name: 'yangent-workflows:policy-violation', value } as const;
}

/** A migrated run has the same state, and other steps. */
function migrationNotice(run: RunRecord, { data }: Noted, sequence: `${bigint}`) {
  if (data.action !== MIGRATE) return undefined;
  const reason = `it goes on in revision ${String(data.revision)}${data.reason === undefined ? '' : `: ${String(data.reason)}`}`;
  return { name: 'yangent-workflows:run-changed', value: runNotice({ ...run, reason }, sequence) } as const;
}

function runNotice({ id, definition, state, reason }: RunRecord, sequence: `${bigint}`) {
  return { id, definition, state, 'state-reason': reason, sequence };
}

/** A checkpoint, as far as it is told. */
interface ToldCheckpoint {
  readonly run: string;
  readonly number: number;
  readonly type: 'automatic' | 'explicit' | 'recovery';
  readonly label?: string;
  readonly sequence: number;
  readonly hash: string;
}

export function checkpointNotice({ run, number, type, label, sequence, hash }: ToldCheckpoint) {
  return {
    ...{ run, id: String(number), type: `yangent-workflows:${type}` as const, label },
    sequence: int64(sequence),
    'state-hash': hash,
  };
}

function stepNotice({ run, node, item, generation, state, reason, detail }: StepRecord, sequence: `${bigint}`) {
  return {
    ...{ run, node },
    ...(item === 0 ? {} : { item }),
    generation,
    state: identityOf(state),
    'state-reason': reason,
    ...(detail.tasks ? { task: [...detail.tasks] } : {}),
    sequence,
  };
}
