/** Assigns a task. One transaction stores it and accepts it (and begins it when a place is free), or rejects it. */

import { createHash } from 'node:crypto';
import { authorityOf } from '../../access/index.js';
import { type AgentRecord, requireApproved } from '../../agents/index.js';
import { canonicalJson } from '../../data/canonical-json.js';
import { RpcError } from '../../data/index.js';
import { INPUT_DEFAULTS } from '../../generated/defaults.js';
import type { YangentTasksRpcs } from '../../generated/index.js';
import type { Call } from '../../server/index.js';
import type { Store, Tx } from '../../store/index.js';
import type { Place } from '../executors/executor.js';
import { requireEndpoint } from '../parties.js';
import { deviates } from '../record/agreement.js';
import { recordAssignment } from '../record/assignment-record.js';
import { attemptOf } from '../record/attempt.js';
import type { Authorities, Delegated } from '../record/authority.js';
import type { TaskChange } from '../record/changes.js';
import type { Clocks } from '../record/clocks.js';
import { type Enclosure, enclose, withEnclosure } from '../record/enclosure.js';
import type { Halt } from '../record/halt.js';
import { newId } from '../record/ids.js';
import { ownKey } from '../record/key.js';
import { minimised, requireShareableTaskId } from '../record/minimisation.js';
import { recordOutcome } from '../record/outcome.js';
import {
  NEW_DOCUMENT,
  type TaskDescription,
  type TaskDocument,
  type TaskError,
  type TaskRecord,
  type TaskSubscription,
  type Verification,
} from '../record/record.js';
import { badTransition, isFinal } from '../record/states.js';
import { requireAhead, requireSubject } from '../record/well-formed.js';
import { concernsCaller } from '../visibility.js';
import { parentOf } from './parts.js';
import { type ReassignmentNeeds, selectExecutor } from './reassign.js';
import { fittedInput } from './skill-inputs.js';
import { requirePush } from './subscribe.js';

/** The services that an assignment needs. */
export interface AssignmentNeeds extends ReassignmentNeeds, Clocks {
  readonly halt: Halt;
  readonly store: Pick<Store, 'nodeId'>;
  readonly authorities: Authorities;
}

/** An assignment, independent of the protocol. */
export interface Assignment {
  readonly from: AgentRecord;
  /** The agents that may execute it, the best first. Several only when `query` found them. */
  readonly to: readonly [AgentRecord, ...AgentRecord[]];
  /** The query that found the agents. */
  readonly query?: AssignInput['discover'];
  /** The assigner's own identifier and idempotency key. Default: the node makes one. */
  readonly taskId?: string;
  /** The key of the task, a URI that no other task has. Default: see `ownKey`. Another key makes no other assignment. */
  readonly key?: string;
  /** Seconds for which an executor that claims the task may be silent at most. */
  readonly silence?: number;
  readonly description: TaskDescription;
  /** The context item that is made with the task. */
  readonly enclosure?: Enclosure;
  /** The content key with which its content is stored encrypted. Default: that of the task of which it is a part, or in clear. */
  readonly seal?: string;
  /** Sensitivity of its content, for sharing policies and trust domains. Default: internal. */
  readonly sensitivity?: TaskDocument['sensitivity'];
  /** The part of the caller's authority that the executor gets. */
  readonly delegate?: Delegated;
  /** True: it lies within grants that the caller has given to the agent before. */
  readonly explicit?: boolean;
  readonly verification: Pick<Verification, 'wanted' | 'automatic'>;
  readonly subscription?: TaskSubscription;
  /** A free place of the first agent, on which the task can begin at once. */
  readonly place?: Place | 'unlimited';
}

type AssignInput = YangentTasksRpcs['yangent-tasks:assign']['input'];

/** The path in errors. */
const INPUT = '/yangent-tasks:assign';
/** Maximum number of octets of a description. Bulk data belong into data parameters. */
const LONGEST_DESCRIPTION = 4 << 20;

/**
 * Assigns a task, or returns the task of the same assignment made before.
 *
 * @throws RpcError data-exists when another task has this (from, task-id); missing-element when it does not say what is to be
 *   done; invalid-value when its deadline is over
 */
export async function assign(needs: AssignmentNeeds, tx: Tx, call: Call, assignment: Assignment): Promise<TaskRecord> {
  const { from, enclosure } = assignment;
  requireApproved(from, call);
  requireEndpoint(call, from.id, assignment.to[0].id);
  const fingerprint = fingerprintOf(assignment);
  const taskId = assignment.taskId ?? newId();
  const before = await needs.rows.byKey(from.id, taskId, tx);
  if (before && !concernsCaller(call, before)) throw taken(from.id, taskId);
  if (before?.document.assigned) {
    if (before.document.fingerprint === fingerprint) return before;
    throw taken(from.id, taskId, before);
  }
  if (before && isFinal(before.state))
    throw badTransition(before, `cannot be assigned any more; assign under another task-id than "${taskId}"`);
  requireSubject(assignment.description, INPUT);
  requireAhead({ deadline: assignment.description.deadline, now: needs.now() }, INPUT);
  const { 'data-param': params = [], context: items = [], 'required-capability': required } = assignment.description;
  if (required) await needs.authorities.requireMeetable(required);
  for (const param of params) await needs.contexts.grantRead(tx, call, param, [from.id]);
  const forBest = drafted(needs, before?.document ?? NEW_DOCUMENT, assignment, fingerprint);
  const authority = authorityOf(call.principal);
  const byRight = authority ? { ...forBest.document, authority } : forBest.document;
  const asked = { ...forBest, document: byRight, owner: call.user, to: before?.to };
  const { agent: to, refusal, others } = await selectExecutor(needs, tx, asked, assignment.to);
  if (!before) needs.open.requireRoom(call.user, to.id);
  const draft =
    to.id === assignment.to[0].id
      ? forBest
      : drafted(needs, before?.document ?? NEW_DOCUMENT, { ...assignment, to: [to] }, fingerprint);
  if (before && before.to !== to.id) throw taken(from.id, taskId, before);
  await needs.contexts.requireItems(tx, call, items, { agent: to.id, isRemote: to.remote !== undefined });
  if (assignment.subscription) requirePush(to, assignment.subscription);
  for (const param of params) await needs.contexts.grant(tx, param, [to.id]);
  const fitted = refusal ? draft.document : withFittedInput(needs, to, draft.document);
  const agreed = before ? withDeviation(before, fitted) : fitted;
  const id = before?.id ?? newId(needs.now());
  const key = assignment.key ?? ownKey(needs.store.nodeId, id);
  const parent = before ? undefined : await parentOf(needs, tx, call, assignment);
  const seal = assignment.seal ?? parent?.document.seal;
  const isExplicit = assignment.explicit === true;
  const receiver = { agent: to.id, task: id, taskId, isExplicit };
  const grant = assignment.delegate && (await needs.authorities.delegate(tx, call, receiver, assignment.delegate));
  const document = {
    ...{ ...agreed, key },
    ...(enclosure ? { description: withEnclosure(id, agreed.description) } : {}),
    ...(seal === undefined ? {} : { seal }),
    ...(authority ? { authority } : {}),
    ...(grant === undefined ? {} : { grant }),
    ...(grant !== undefined && isExplicit ? { explicit: true as const } : {}),
    ...(assignment.silence === undefined ? {} : { silence: assignment.silence }),
    ...(others.length > 0 ? { candidates: others } : {}),
  };
  const place = to.id === assignment.to[0].id && !needs.halt.holds ? assignment.place : undefined;
  const next = decision(needs, to, refusal, place !== undefined);
  const task = before
    ? await needs.changes.apply(tx, before, { by: call.user, note: 'assigned', ...draft, document }, ...next)
    : await needs.changes.create(
        tx,
        {
          id,
          taskId,
          from: from.id,
          to: to.id,
          owner: call.user,
          state: 'submitted',
          priority: draft.priority,
          created: new Date(needs.now()).toISOString(),
          attempt: 0,
          ...(draft.deadline === null ? {} : { deadline: draft.deadline }),
          ...(parent ? { parent: parent.id } : {}),
          document,
        },
        call.user,
        ...next,
      );
  await recordAssignment(needs, tx, task);
  if (enclosure) await enclose(needs, tx, task, enclosure);
  if (refusal) await recordOutcome(needs, tx, task);
  if (place && task.state === 'running')
    await needs.executors.of(to.id).begin(tx, task, place === 'unlimited' ? undefined : place);
  return task;
}

/** True when the assignment is a repetition of the one that made the task. */
export function isSame({ document }: TaskRecord, assignment: Assignment): boolean {
  return document.fingerprint === fingerprintOf(assignment);
}

/** Marks the document of a negotiated task when it says more than was agreed. */
function withDeviation(before: TaskRecord, document: TaskDocument): TaskDocument {
  return deviates(before, document.description) ? { ...document, deviates: true } : document;
}

function withFittedInput(needs: AssignmentNeeds, to: AgentRecord, document: TaskDocument): TaskDocument {
  const fitted = fittedInput(needs, to, document.description);
  return 'description' in fitted ? { ...document, description: fitted.description } : document;
}

/** The new content of a task after an assignment. */
interface Draft {
  readonly document: TaskDocument;
  readonly priority: number;
  readonly deadline: number | null;
}

function drafted(
  needs: AssignmentNeeds,
  document: Omit<TaskDocument, 'description'>,
  { from, to: [to], taskId, description: given, verification, subscription, sensitivity }: Assignment,
  fingerprint: string,
): Draft {
  const { priority = INPUT_DEFAULTS['yangent-tasks:assign'].priority, ...rest } = given;
  if (JSON.stringify(rest).length > LONGEST_DESCRIPTION) {
    throw new RpcError({
      type: 'application',
      tag: 'too-big',
      message: `the description of the task has more than ${LONGEST_DESCRIPTION} characters; put bulk data into data parameters and refer to them`,
    });
  }
  const { deadline } = given;
  if (taskId !== undefined) requireShareableTaskId(needs, { from: from.id, to: to.id }, taskId, `${INPUT}/task-id`);
  const { description, redacted } = minimised(needs, {
    ...{ from: from.id, to: to.id, description: rest },
    ...(sensitivity === undefined ? {} : { sensitivity }),
  });
  return {
    priority,
    deadline: deadline === undefined ? null : Date.parse(deadline),
    document: {
      ...document,
      assigned: true,
      fingerprint,
      description,
      ...(sensitivity === undefined ? {} : { sensitivity }),
      ...(redacted.length > 0 ? { redacted } : {}),
      verification,
      subscriptions: subscription ? [...document.subscriptions, subscription] : document.subscriptions,
    },
  };
}

/** Returns the changes that accept the task, and begin it when a place is reserved; or that reject it with the reason. */
function decision(
  needs: AssignmentNeeds,
  to: AgentRecord,
  refusal: TaskError | undefined,
  begins: boolean,
): readonly TaskChange[] {
  if (refusal) return [{ state: 'rejected', reason: refusal.message, by: to.id, document: { error: refusal } }];
  const accepted: TaskChange = { state: 'accepted', by: to.id };
  return begins ? [accepted, attemptOf(needs, { to: to.id, attempt: 0 })] : [accepted];
}

/** Returns the error for a used task-id. @param task only when the caller may see the task */
function taken(from: string, taskId: string, task?: TaskRecord): RpcError {
  return new RpcError({
    type: 'application',
    tag: 'data-exists',
    path: task && `/yangent-tasks:tasks/task[id='${task.id}']`,
    message: `agent "${from}" has already assigned another task with the task-id "${taskId}"; give a new task a new task-id`,
  });
}

/** Returns the fingerprint of an assignment: the same for a repetition. The time to wait for the result is not part of it. */
function fingerprintOf({ to: [to], query, description, verification, subscription }: Assignment): string {
  const { async: _, ...rest } = description;
  const { wanted, automatic } = verification;
  const reports = subscription === undefined ? {} : { url: subscription.url };
  return createHash('sha256')
    .update(
      canonicalJson({ to: query ?? to.id, verify: wanted, ...(automatic ? { automatic } : {}), ...reports, rest }),
    )
    .digest('base64');
}
