/** The actions of `/yangent-tasks:tasks/task`. */
import { type AgentDirectory, means, requireApproved, shownAgent } from '../../agents/index.js';
import { entriesOf, type Members, numberOf, textOf, textsOf, withoutAbsent } from '../../data/rfc7951/members.js';
import type { Call, OperationHandler } from '../../server/index.js';
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
import { cancel, provideInput, resume, suspend, update, verify } from '../execution/steering.js';
import { speak } from '../negotiation/negotiation.js';
import { requireAssigner, requireAssignerOrOperator, requireExecutor } from '../parties.js';
import { remark } from '../record/minimisation.js';
import type { Artifact, TaskError, TaskRecord } from '../record/record.js';
import { requireVisible } from '../visibility.js';
import { speechOf } from './negotiate.js';
import { requireAttached } from './rpc.js';
import type { TaskServices } from './services.js';

/** One action inside its transaction: the task is there, and the caller may see it. */
type Step = (context: TaskServices, tx: Tx, task: TaskRecord, input: Members, call: Call) => Promise<TaskRecord>;

interface Action {
  readonly permit: (call: Call, task: TaskRecord, directory: AgentDirectory) => void;
  readonly step: Step;
  /** The output; the new state when absent. */
  readonly answer?: (task: TaskRecord, input: Members) => Members | undefined;
}

const ACTIONS: Readonly<Record<string, Action>> = {
  cancel: {
    permit: requireAssignerOrOperator,
    step: (context, tx, task, input, call) =>
      cancel(context, tx, task, call.user, remark(context, task, textOf(input, 'reason'))),
  },
  update: {
    permit: requireAssigner,
    step: async (context, tx, task, input, call) => {
      const isRemote = context.directory.get(task.to)?.remote !== undefined;
      await context.contexts.requireItems(tx, call, textsOf(input, 'context'), { agent: task.to, isRemote });
      await handOn(context, tx, call, task, textsOf(input, 'data-param'));
      return update(context, tx, task, input, call.user);
    },
  },
  suspend: {
    permit: requireAssignerOrOperator,
    step: (context, tx, task, input, call) =>
      suspend(context, tx, task, call.user, remark(context, task, textOf(input, 'reason'))),
  },
  resume: {
    permit: requireAssignerOrOperator,
    step: (context, tx, task, _input, call) => resume(context, tx, task, call.user),
  },
  'provide-input': {
    permit: requireAssigner,
    step: async (context, tx, task, input, call) => {
      await handOn(context, tx, call, task, textsOf(input, 'data-param'));
      return provideInput(context, tx, task, input, call.user);
    },
  },
  verify: {
    permit: requireAssigner,
    step: (context, tx, task, input, call) => verify(context, tx, task, input, call.user),
  },
  subscribe: {
    permit: requireAssigner,
    step: (context, tx, task, input, call) => subscribe(context, tx, task, subscription(context, input, call.user)),
    answer: (task) => {
      const made = task.document.subscriptions.at(-1);
      return { id: made?.id, ...(made?.url === undefined ? { stream: STREAM, filter: streamFilter(task) } : {}) };
    },
  },
  unsubscribe: {
    permit: requireAssigner,
    step: (context, tx, task, input) => unsubscribe(context, tx, task, textOf(input, 'id') ?? ''),
    answer: () => undefined,
  },
  claim: {
    permit: requireExecutor,
    step: (context, tx, task, input, call) => {
      const agent = textOf(input, 'agent');
      if (agent !== undefined && !means(context.directory, agent, task.to)) {
        call.fail({
          tag: 'invalid-value',
          message: `the task is assigned to agent "${shownAgent(task.to)}", not to "${agent}"`,
        });
      }
      return claim(context, tx, task, numberOf(input, 'lease') ?? context.settings.lease);
    },
    answer: (task) => withoutAbsent({ state: task.state, attempt: task.attempt, 'lease-expires': leaseText(task) }),
  },
  heartbeat: {
    permit: requireExecutor,
    step: attempted((context, tx, task, input) => heartbeat(context, tx, task, numberOf(input, 'lease'))),
    answer: (task) => withoutAbsent({ state: task.state, 'lease-expires': leaseText(task) }),
  },
  'report-progress': {
    permit: requireExecutor,
    step: attempted(async (context, tx, task, input, call) => {
      const artifacts = artifactsIn(input);
      await handOn(context, tx, call, task, paramsIn(artifacts));
      // An executor that works on withdraws its question; what is suspended has to be resumed.
      const running = task.state === 'input-required' ? await goOn(context, tx, task, context.settings.lease) : task;
      return reportProgress(context, tx, running, {
        percent: numberOf(input, 'percent'),
        note: textOf(input, 'note'),
        checkpoint: textOf(input, 'checkpoint'),
        artifacts,
      });
    }),
  },
  'request-input': {
    permit: requireExecutor,
    step: attempted((context, tx, task, input) =>
      requestInput(context, tx, task, textOf(input, 'required') ?? '', textOf(input, 'schema')),
    ),
  },
  propose: {
    permit: requireExecutor,
    step: attempted((context, tx, task, input) => speak(context, tx, task, task.to, speechOf(input))),
    answer: (task, input) => ({
      thread: task.id,
      round: numberOf(input, 'round') ?? task.document.rounds.length,
      state: task.state,
    }),
  },
  complete: {
    permit: requireExecutor,
    step: attempted(async (context, tx, task, input, call) => {
      requireNoQuestion(task);
      const artifacts = artifactsIn(input);
      await handOn(context, tx, call, task, paramsIn(artifacts));
      return complete(context, tx, task, artifacts, textOf(input, 'note'));
    }),
  },
  fail: {
    permit: requireExecutor,
    step: attempted((context, tx, task, input) => fail(context, tx, task, errorIn(input))),
  },
  release: {
    permit: requireExecutor,
    step: attempted((context, tx, task, input) => release(context, tx, task, textOf(input, 'reason'))),
  },
};

/** An action of the executor, refused when it speaks of an attempt that is over. */
function attempted(step: Step): Step {
  return async (context, tx, task, input, call) => {
    requireAttempt(task, numberOf(input, 'attempt'));
    return step(context, tx, task, input, call);
  };
}

/** The agent as which the caller acts; undefined for what stops a task, which is allowed also before the agent is approved. */
function sideOf({ permit }: Action, { from, to }: TaskRecord): string | undefined {
  if (permit === requireExecutor) return to;
  return permit === requireAssigner ? from : undefined;
}

export function taskActions(context: TaskServices): Readonly<Record<string, OperationHandler>> {
  return Object.fromEntries(
    Object.entries(ACTIONS).map(([name, action]) => [
      `/yangent-tasks:tasks/task/${name}`,
      async (input, call) => {
        const id = String(call.keys[0] ?? '');
        const task = await context.store.transact(async (tx) => {
          const found = requireVisible(call, await context.rows.get(id, tx), id);
          action.permit(call, found, context.directory);
          const acting = sideOf(action, found);
          if (acting !== undefined) requireApproved(context.directory.get(acting), call);
          if (action.permit === requireExecutor) requireAttached(context, call, found.to);
          return action.step(context, tx, found, input, call);
        });
        return action.answer ? action.answer(task, input) : { state: task.state };
      },
    ]),
  );
}

/** Lets both sides of a task read the data that one of them gives. @throws RpcError data-missing for data that the giver may not see */
async function handOn(
  { contexts }: TaskServices,
  tx: Tx,
  call: Call,
  { from, to }: TaskRecord,
  params: readonly string[],
): Promise<void> {
  for (const param of params) await contexts.handOn(tx, call, param, [from, to]);
}

function paramsIn(artifacts: readonly Artifact[]): readonly string[] {
  return artifacts.flatMap((artifact) => artifact['data-param'] ?? []);
}

function leaseText(task: TaskRecord): string | undefined {
  return task.leaseExpires === undefined ? undefined : new Date(task.leaseExpires).toISOString();
}

/** The entries of the grouping `artifacts`; the schema has checked them. */
export function artifactsIn(input: Members): readonly Artifact[] {
  return entriesOf(input, 'artifact').map((entry) => ({ ...entry, name: textOf(entry, 'name') ?? '' }));
}

function errorIn(input: Members): TaskError {
  const diagnostic = textOf(input, 'diagnostic');
  return {
    code: textOf(input, 'code') ?? 'internal',
    message: textOf(input, 'message') ?? '',
    recovery: textsOf(input, 'recovery'),
    ...(diagnostic === undefined ? {} : { diagnostic }),
  };
}
