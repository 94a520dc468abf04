/** The actions of `/yangent-tasks:tasks/task`. */
import { type AgentDirectory, means, requireApproved, shownAgent } from '../../agents/index.js';
import type { YangentTasksProvider } from '../../generated/providers.js';
import type { Call, Provider } from '../../server/index.js';
import type { Tx } from '../../store/index.js';
import { STREAM, streamFilter, subscribe, subscription, unsubscribe } from '../assignment/subscribe.js';
import {
  claim,
  complete,
  fail,
  heartbeat,
  release,
  reportProgress,
  requestInput,
  requireAttempt,
} from '../execution/execution.js';
import { goOn, requireNoQuestion } from '../execution/going-on.js';
import { renewAuthority } from '../execution/renew-authority.js';
import { cancel, provideInput, resume, suspend, update, verify } from '../execution/steering.js';
import { addRound } from '../negotiation/negotiation.js';
import { requireAssigner, requireAssignerOrOperator, requireExecutor } from '../parties.js';
import { leaseText } from '../record/lease.js';
import { remark } from '../record/minimisation.js';
import type { Artifact, TaskRecord } from '../record/record.js';
import { requireVisible } from '../visibility.js';
import { type NextToken, nextToken, presentToken, requireForNext, tokenAnswer } from './executor-token.js';
import { speechOf } from './negotiate.js';
import { requireAttached } from './rpc.js';
import type { TaskServices } from './services.js';

type Actions = YangentTasksProvider['actions'];
type TaskCall = Call<Actions['/yangent-tasks:tasks/task/cancel']['keys']>;

/** Makes a claim of one whose agent has the credentials that the trust domain of the caller requires. Hosts may be asked before it begins. */
function qualified<Input, Output>(needs: TaskServices, claimed: (input: Input, call: TaskCall) => Promise<Output>) {
  return async (input: Input, call: TaskCall): Promise<Output> => {
    const task = await needs.rows.get(call.keys.id);
    if (task && call.mayActFor(task.to)) await needs.qualifications.require(task.to, call);
    return claimed(input, call);
  };
}

/** One action inside its transaction, for an existing task that the caller may see. */
type Step<Input> = (tx: Tx, task: TaskRecord, input: Input, call: TaskCall) => Promise<TaskRecord>;
/** Refuses callers that may not use the action. */
type Permit = (call: Call, task: TaskRecord, directory: AgentDirectory) => void;

export function taskActions(needs: TaskServices): Provider<YangentTasksProvider>['actions'] {
  const changed = async <Input>(permit: Permit, step: Step<Input>, input: Input, call: TaskCall) => {
    const { id } = call.keys;
    return needs.store.transact(async (tx) => {
      const found = requireVisible(call, await needs.rows.get(id, tx), id);
      permit(call, found, needs.directory);
      const acting = sideOf(permit, found);
      if (acting !== undefined) requireApproved(needs.directory.get(acting), call);
      if (permit === requireExecutor) requireAttached(needs, call, found.to);
      return step(tx, found, input, call);
    });
  };
  /** Makes an action that returns the state of the task. */
  const on =
    <Input>(permit: Permit, step: Step<Input>) =>
    async (input: Input, call: TaskCall) => ({ state: (await changed(permit, step, input, call)).state });
  const answering =
    <Input, Output>(
      permit: Permit,
      step: Step<Input>,
      answer: (task: TaskRecord, input: Input) => Output | Promise<Output>,
    ) =>
    async (input: Input, call: TaskCall) =>
      answer(await changed(permit, step, input, call), input);
  /** Makes an action of an executor at work, which ends when the authority of its task is revoked. */
  const working = <Input extends { readonly attempt?: number }>(step: Step<Input>): Step<Input> =>
    attempted(async (tx, task, input, call) => {
      requireInForce(needs, task, call);
      return step(tx, task, input, call);
    });
  return {
    '/yangent-tasks:tasks/task/cancel': on(requireAssignerOrOperator, (tx, task, { reason }, { user }) =>
      cancel(needs, tx, task, user, remark(needs, task, reason)),
    ),
    '/yangent-tasks:tasks/task/update': on(requireAssigner, async (tx, task, terms, call) => {
      const isRemote = needs.directory.get(task.to)?.remote !== undefined;
      await needs.contexts.requireItems(tx, call, terms.context ?? [], { agent: task.to, isRemote });
      await grantBoth(needs, tx, call, task, terms['data-param']);
      return update(needs, tx, task, terms, call.user);
    }),
    '/yangent-tasks:tasks/task/suspend': on(requireAssignerOrOperator, (tx, task, { reason }, { user }) =>
      suspend(needs, tx, task, user, remark(needs, task, reason)),
    ),
    '/yangent-tasks:tasks/task/resume': on(requireAssignerOrOperator, (tx, task, _, { user }) =>
      resume(needs, tx, task, user),
    ),
    '/yangent-tasks:tasks/task/provide-input': on(requireAssigner, async (tx, task, input, call) => {
      await grantBoth(needs, tx, call, task, input['data-param']);
      return provideInput(needs, tx, task, input, call.user);
    }),
    '/yangent-tasks:tasks/task/verify': on(requireAssigner, (tx, task, judgement, { user }) =>
      verify(needs, tx, task, judgement, user),
    ),
    '/yangent-tasks:tasks/task/subscribe': answering(
      requireAssigner,
      (tx, task, wanted, { user }) => subscribe(needs, tx, task, subscription(needs, wanted, user)),
      (task) => {
        const made = task.document.subscriptions.at(-1);
        return {
          id: made?.id ?? '',
          ...(made?.url === undefined ? { stream: STREAM, filter: streamFilter(task) } : {}),
        };
      },
    ),
    '/yangent-tasks:tasks/task/unsubscribe': answering(
      requireAssigner,
      (tx, task, { id }) => unsubscribe(needs, tx, task, id),
      () => undefined,
    ),
    '/yangent-tasks:tasks/task/renew-authority': answering(
      requireAssigner,
      (tx, task, _input: Readonly<Record<string, never>>, call) => renewAuthority(needs, tx, task, call),
      ({ document: { authority } }) =>
        authority?.ends === undefined ? {} : { ends: new Date(authority.ends).toISOString() },
    ),
    '/yangent-tasks:tasks/task/claim': qualified(needs, async (given, call) => {
      const ready = await tokenToClaim(needs, call);
      const claimed = answering(
        requireExecutor,
        async (
          tx,
          task,
          { agent, lease = needs.settings.lease, estimate, resource: resources }: typeof given,
          call: TaskCall,
        ) => {
          if (agent !== undefined && !means(needs.directory, agent, task.to)) {
            call.fail({
              tag: 'invalid-value',
              message: `the task is assigned to agent "${shownAgent(task.to)}", not to "${agent}"`,
            });
          }
          requireInForce(needs, task, call);
          requireCovered(needs, task, call);
          if (isDue(needs, task)) requireForNext(ready, task);
          return claim(needs, tx, task, { lease, estimate, resources });
        },
        (task) => ({
          ...{ state: task.state, attempt: task.attempt, 'lease-expires': leaseText(task) },
          ...tokenAnswer(ready?.token),
        }),
      );
      return claimed(given, call);
    }),
    '/yangent-tasks:tasks/task/heartbeat': answering(
      requireExecutor,
      working((tx, task, { lease }) => heartbeat(needs, tx, task, lease)),
      async (task) => ({
        ...{ state: task.state, 'lease-expires': leaseText(task) },
        ...(await presentToken(needs, task)),
      }),
    ),
    '/yangent-tasks:tasks/task/report-progress': on(
      requireExecutor,
      working(async (tx, task, { percent, note, checkpoint, estimate, artifact: artifacts = [] }, call) => {
        await grantBoth(needs, tx, call, task, paramsIn(artifacts));
        // A progress report withdraws the executor's question; a suspended task must be resumed first.
        const running = task.state === 'input-required' ? await goOn(needs, tx, task, needs.settings.lease) : task;
        return reportProgress(needs, tx, running, { percent, note, checkpoint, estimate, artifacts });
      }),
    ),
    '/yangent-tasks:tasks/task/request-input': on(
      requireExecutor,
      working((tx, task, { required, schema }) => requestInput(needs, tx, task, required, schema)),
    ),
    '/yangent-tasks:tasks/task/propose': answering(
      requireExecutor,
      working((tx, task, said) => addRound(needs, tx, task, task.to, speechOf(said))),
      (task, { round = task.document.rounds.length }) => ({ thread: task.id, round, state: task.state }),
    ),
    '/yangent-tasks:tasks/task/complete': on(
      requireExecutor,
      working(async (tx, task, { artifact: artifacts = [], note, quality }, call) => {
        requireNoQuestion(task);
        await grantBoth(needs, tx, call, task, paramsIn(artifacts));
        return complete(needs, tx, task, { artifacts, note, quality });
      }),
    ),
    '/yangent-tasks:tasks/task/fail': on(
      requireExecutor,
      attempted((tx, task, { code, message, diagnostic, recovery = [] }) => {
        const error = { code, message, recovery, ...(diagnostic === undefined ? {} : { diagnostic }) };
        return fail(needs, tx, task, error);
      }),
    ),
    '/yangent-tasks:tasks/task/release': on(
      requireExecutor,
      attempted((tx, task, { reason }) => release(needs, tx, task, reason)),
    ),
  };
}

/** Refuses the executor of a task whose authority was revoked. @throws RpcError */
function requireInForce({ authorities }: TaskServices, { document }: TaskRecord, call: Call): void {
  const { authority } = document;
  if (!authority || !authorities.isRevoked(authority)) return;
  call.fail({
    tag: 'access-denied',
    appTag: 'aap_capability_expired',
    message: 'the authority by which the task was assigned was revoked: release the task or let it fail',
  });
}

/** Refuses an executor whose authority does not cover what the task needs. @throws RpcError */
function requireCovered({ authorities }: TaskServices, { document }: TaskRecord, call: Call): void {
  const { 'required-capability': required = [] } = document.description;
  if (required.length === 0 || authorities.covers(call, required)) return;
  call.fail({
    tag: 'access-denied',
    appTag: 'aap_invalid_capability',
    message: 'your authority does not cover what the task needs (required-capability)',
  });
}

/** Returns the token of the attempt that the caller may begin now; undefined when it may not, or needs none. */
async function tokenToClaim(needs: TaskServices, call: TaskCall): Promise<NextToken | undefined> {
  const task = await needs.rows.get(call.keys.id);
  return task && call.mayActFor(task.to) && isDue(needs, task) ? nextToken(needs, task) : undefined;
}

/** True for a task of which an attempt may begin now. */
function isDue({ halt, steady }: TaskServices, { state, notBefore = 0 }: TaskRecord): boolean {
  return state === 'accepted' && !halt.holds && notBefore <= steady();
}

/** Makes an action of the executor that is refused when the named attempt is over. */
function attempted<Input extends { readonly attempt?: number }>(step: Step<Input>): Step<Input> {
  return async (tx, task, input, call) => {
    requireAttempt(task, input.attempt);
    return step(tx, task, input, call);
  };
}

/** Returns the agent as which the caller acts; undefined for actions that stop a task: they do not need an approved agent. */
function sideOf(permit: Permit, { from, to }: TaskRecord): string | undefined {
  if (permit === requireExecutor) return to;
  return permit === requireAssigner ? from : undefined;
}

/**
 * Lets both sides of a task read the data that one of them gives.
 *
 * @throws RpcError data-missing for data that this side may not read
 */
async function grantBoth(
  { contexts }: TaskServices,
  tx: Tx,
  call: Call,
  { from, to }: TaskRecord,
  params: readonly string[] = [],
): Promise<void> {
  for (const param of params) await contexts.grantRead(tx, call, param, [from, to]);
}

function paramsIn(artifacts: readonly Artifact[]): readonly string[] {
  return artifacts.flatMap((artifact) => artifact['data-param'] ?? []);
}
