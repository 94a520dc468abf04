/** The assigner's side of a task: canceling, suspending, changing, answering, judging. The calling functions check permissions. */

import { RpcError } from '../../data/index.js';
import { withoutAbsent } from '../../data/rfc7951/members.js';
import type { YangentTasksProvider } from '../../generated/providers.js';
import type { Tx } from '../../store/index.js';
import { answerSchema } from '../answers/answer-schema.js';
import { requireModes, takenInput } from '../assignment/skill-inputs.js';
import { deviates } from '../record/agreement.js';
import { boundedMessage } from '../record/bounded-error.js';
import type { TaskChange } from '../record/changes.js';
import { nowText } from '../record/clocks.js';
import { minimised, type Remark, redactedIn, remark } from '../record/minimisation.js';
import { recordOutcome } from '../record/outcome.js';
import { recordAnswer } from '../record/questions.js';
import type { ProvidedInput, TaskDocument, TaskRecord } from '../record/record.js';
import { policyOf } from '../record/retry-policy.js';
import { badTransition, isFinal } from '../record/states.js';
import { requireAhead } from '../record/well-formed.js';
import type { ExecutionNeeds } from './execution.js';
import { nextAttempt } from './execution.js';

/** Cancels the task. A repetition changes nothing. */
export async function cancel(
  needs: ExecutionNeeds,
  tx: Tx,
  task: TaskRecord,
  by: string,
  reason: Remark = {},
): Promise<TaskRecord> {
  if (task.state === 'canceled') return task;
  return needs.changes.apply(tx, task, {
    state: 'canceled',
    by,
    reason: reason.text ?? `canceled by ${by}`,
    document: redactedIn(task.document, reason.redacted),
  });
}

type SuspensionMark = Pick<TaskDocument, 'halted' | 'suspendedByExecutor'>;

export function suspend(
  needs: ExecutionNeeds,
  tx: Tx,
  task: TaskRecord,
  by: string,
  reason: Remark = {},
  mark: SuspensionMark = {},
): Promise<TaskRecord> {
  return needs.changes.apply(tx, task, suspension(task, by, reason, mark));
}

function suspension({ document }: TaskRecord, by: string, reason: Remark, mark: SuspensionMark): TaskChange {
  return {
    state: 'suspended',
    by,
    reason: reason.text ?? `suspended by ${by}`,
    leaseExpires: null,
    document: { executor: undefined, ...(reason.redacted && redactedIn(document, reason.redacted)), ...mark },
  };
}

/** Resumes a suspended task: it waits for its executor again. */
export async function resume(needs: ExecutionNeeds, tx: Tx, task: TaskRecord, by: string): Promise<TaskRecord> {
  if (task.state !== 'suspended') throw badTransition(task, 'is not suspended');
  return needs.changes.apply(tx, task, {
    state: 'accepted',
    by,
    document: { halted: undefined, suspendedByExecutor: undefined },
  });
}

type Actions = YangentTasksProvider['actions'];
/** RFC 7951 value of the grouping `task-terms`. */
export type TaskTerms = Actions['/yangent-tasks:tasks/task/update']['input'];

/**
 * Changes the terms of the task (grouping `task-terms`).
 *
 * @throws RpcError invalid-value for a new deadline that is over, and for input that the executor does not take
 */
export async function update(
  needs: ExecutionNeeds,
  tx: Tx,
  task: TaskRecord,
  terms: TaskTerms,
  by: string,
): Promise<TaskRecord> {
  if (isFinal(task.state)) throw badTransition(task, 'cannot be changed any more');
  const { deadline } = terms;
  const { description: said } = task.document;
  requireAhead({ deadline, before: said.deadline, now: needs.now() }, '/yangent-tasks:update');
  const { priority: _, ...given } = terms;
  const { from, to } = task;
  const { description: rest, redacted } = minimised(needs, { from, to, description: given });
  const description = withoutAbsent({
    ...said,
    ...rest,
    constraint: merged(said.constraint, rest.constraint, ({ name }) => name),
    'expected-artifact': merged(said['expected-artifact'], rest['expected-artifact'], ({ name }) => name),
    term: merged(said.term, rest.term, ({ term }) => term),
    context: joined(said.context, terms.context),
    'data-param': joined(said['data-param'], terms['data-param']),
  });
  const isGiven = terms.input !== undefined || terms['data-param'] !== undefined;
  const agent = isGiven ? needs.directory.get(to) : undefined;
  const described = agent ? await takenInput(needs, tx, agent, description) : description;
  const isReworded = terms.content !== undefined || terms.objective !== undefined;
  return needs.changes.apply(tx, task, {
    by,
    note: `updated: ${Object.keys(terms).join(', ')}`,
    priority: terms.priority,
    deadline: deadline === undefined ? undefined : Date.parse(deadline),
    document: {
      description: described,
      ...(isReworded ? { deviates: deviates(task, description) || undefined } : {}),
      ...redactedIn(task.document, redacted),
    },
  });
}

/** Adds entries; an entry with the same key is replaced. */
function merged<T>(
  before: readonly T[] | undefined,
  given: readonly T[] | undefined,
  keyOf: (entry: T) => string,
): readonly T[] | undefined {
  if (!given) return before;
  return [...new Map([...(before ?? []), ...given].map((entry) => [keyOf(entry), entry])).values()];
}

function joined(before: readonly string[] | undefined, given: readonly string[] | undefined) {
  return given ? [...new Set([...(before ?? []), ...given])] : before;
}

const HALTED = 'autonomous execution is halted on this node';

/**
 * Gives the requested input to the executor; the task runs again.
 *
 * @param answer fingerprint that identifies a repetition (`TaskDocument.answer`)
 * @throws RpcError invalid-value when the input does not fit the schema of the question
 */
export async function provideInput(
  needs: ExecutionNeeds,
  tx: Tx,
  task: TaskRecord,
  input: Actions['/yangent-tasks:tasks/task/provide-input']['input'],
  by: string,
  answer?: string,
): Promise<TaskRecord> {
  if (task.state !== 'input-required') throw badTransition(task, 'waits for no input');
  const { content, 'data-param': params = [] } = input;
  if (content === undefined && input.data === undefined && params.length === 0) {
    throw new RpcError({
      type: 'application',
      tag: 'missing-element',
      info: { 'bad-element': 'content' },
      message: 'no input was given: "content", "data" or "data-param" must say what the executor asked for',
    });
  }
  const { from, to } = task;
  const agent = params.length > 0 ? needs.directory.get(to) : undefined;
  if (agent) {
    const answered = { ...task.document.description, 'data-param': params };
    await requireModes(needs, tx, agent, answered, '/yangent-tasks:provide-input/data-param');
  }
  const { schema } = task.document.inputRequest ?? {};
  const { data } = schema === undefined ? input : answerSchema(schema).fitted({ content, data: input.data });
  const asked = {
    ...(content === undefined ? {} : { content }),
    ...(data === undefined ? {} : { input: data }),
    ...(params.length === 0 ? {} : { 'data-param': params }),
  };
  const { description: shared, redacted } = minimised(needs, { from, to, description: asked });
  const { inputs, description, executor, questions } = task.document;
  const given: ProvidedInput = {
    sequence: inputs.length + 1,
    content: shared.content,
    ...(data === undefined ? {} : { data: shared.input }),
    ...(params.length === 0 ? {} : { 'data-param': params }),
    by,
    at: nowText(needs),
    ...(questions === undefined ? {} : { question: questions }),
  };
  const running: TaskChange = {
    state: 'running',
    by,
    note: 'input provided',
    leaseExpires: executor?.lease === undefined ? null : needs.steady() + executor.lease * 1000,
    document: {
      inputs: [...inputs, given],
      answer,
      ...redactedIn(task.document, redacted),
      ...(params.length === 0
        ? {}
        : {
            description: {
              ...description,
              'data-param': joined(description['data-param'], params),
            },
          }),
    },
  };
  // A halted task stays suspended; it has the answer when it is resumed.
  const isHalted = needs.halt.holds;
  const halted = suspension(task, by, { text: HALTED }, { halted: true });
  const answered = await needs.changes.apply(tx, task, running, ...(isHalted ? [halted] : []));
  await recordAnswer(needs, tx, answered, given);
  return answered;
}

/** Applies the assigner's verdict on a delivered result (seed 004 §4.5). */
export async function verify(
  needs: ExecutionNeeds,
  tx: Tx,
  task: TaskRecord,
  { verdict, comment: said }: Actions['/yangent-tasks:tasks/task/verify']['input'],
  by: string,
): Promise<TaskRecord> {
  if (task.state !== 'verifying') throw badTransition(task, 'has no result to be judged');
  const { text: comment, redacted } = remark(needs, task, said);
  const removed = redactedIn(task.document, redacted);
  const verification = { ...task.document.verification, verdict, by, ...(comment === undefined ? {} : { comment }) };
  if (verdict === 'accepted') {
    const completed = await needs.changes.apply(tx, task, {
      state: 'completed',
      by,
      note: comment,
      document: { verification, ...removed, percent: 100 },
    });
    await recordOutcome(needs, tx, completed);
    return completed;
  }
  const failures = task.document.failures + 1;
  const error = {
    code: 'verification-failed',
    message: boundedMessage(comment ?? 'the assigner refused the result'),
    recovery: ['modify'],
  };
  const { attempts, excludes } = policyOf(task);
  if (failures >= attempts || excludes(error.code)) {
    const failed = await needs.changes.apply(tx, task, {
      state: 'failed',
      by,
      reason: error.message,
      document: { verification, ...removed, failures, error },
    });
    await recordOutcome(needs, tx, failed);
    return failed;
  }
  const running = await needs.changes.apply(tx, task, {
    state: 'running',
    by,
    reason: error.message,
    document: { verification, ...removed },
  });
  return nextAttempt(needs, tx, running, error.message, { failures, error });
}
