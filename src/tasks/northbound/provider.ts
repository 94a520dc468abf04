import { rowScope } from '../../agents/index.js';
import type { Members } from '../../data/rfc7951/members.js';
import type { Call, Provider } from '../../server/index.js';
import type { SigningKey } from '../delivery/signing-key.js';
import type { TaskRecord } from '../record/record.js';
import { tasksShown } from '../record/references.js';
import { seesTask, shownTo } from '../visibility.js';
import { taskActions } from './action.js';
import { Messages } from './irtf/messages.js';
import { taskNegotiate } from './irtf/negotiate-rpc.js';
import { tasksNode } from './irtf/tasks-node.js';
import { listOperation } from './list.js';
import { negotiateOperation } from './negotiate.js';
import { removeOperation } from './remove.js';
import { assignOperation, claimNextOperation, queryOperation, resumeAllOperation, stopAllOperation } from './rpc.js';
import type { TaskServices } from './services.js';

/** Events of one task that a read shows; the event log has all. */
const EVENTS_SHOWN = 1_000;

/** Implements `yangent-tasks`. */
export function tasksProvider(context: TaskServices, signingKey: SigningKey): Provider {
  return {
    module: 'yangent-tasks',
    rpcs: {
      assign: (input, call) => assignOperation(context, input, call),
      'claim-next': (input, call) => claimNextOperation(context, input, call),
      query: (input, call) => queryOperation(context, input, call),
      list: (input, call) => listOperation(context, input, call),
      negotiate: (input, call) => negotiateOperation(context, input, call),
      remove: (input, call) => removeOperation(context, input, call),
      'stop-all': (input, call) => stopAllOperation(context, input, call),
      'resume-all': (input, call) => resumeAllOperation(context, input, call),
    },
    actions: taskActions(context),
    state: {
      '/yangent-tasks:tasks/halt': async () => context.halt.state,
      '/yangent-tasks:tasks/signing-key': async () => signingKey.shown,
      '/yangent-tasks:tasks/task': {
        get: async ([id], call) => {
          const task = await context.rows.get(String(id));
          return task && seesTask(call, task) ? (await values(context, call, [task]))[0] : undefined;
        },
        list: async ({ after, limit, members }, call) =>
          values(
            context,
            call,
            await visibleTasks(context, call, after === undefined ? undefined : String(after[0]), limit),
            members === undefined || members.has('yangent-tasks:event'),
          ),
      },
    },
  };
}

/** Implements `irtf-agent:tasks` and `irtf-agent:task-negotiate`. */
export function draftTasksProvider(context: TaskServices): Provider {
  return {
    module: 'irtf-agent',
    blankIsAbsent: { 'task-negotiate': ['task-id'] },
    rpcs: { 'task-negotiate': (input, call) => taskNegotiate(context, input, call) },
    owned: { '/irtf-agent:tasks': tasksNode(context, new Messages(context.store)) },
  };
}

async function values(
  context: TaskServices,
  call: Call,
  tasks: readonly TaskRecord[],
  withEvents = true,
): Promise<Members[]> {
  const ids = tasks.map(({ id }) => id);
  const events = withEvents ? await context.rows.events(ids, EVENTS_SHOWN) : undefined;
  return tasksShown(
    context,
    call,
    tasks.map((task) => shownTo(call, task, events?.get(task.id))),
  );
}

/** Gives a page of the tasks that the caller may see on the endpoint that is used. */
async function visibleTasks(
  context: TaskServices,
  call: Call,
  start: string | undefined,
  limit: number,
): Promise<TaskRecord[]> {
  const filter = rowScope(call, context.directory);
  const page: TaskRecord[] = [];
  for (let after = start; page.length < limit; ) {
    const tasks = await context.rows.page({ ...filter, after, limit });
    for (const task of tasks) if (page.length < limit && seesTask(call, task)) page.push(task);
    if (tasks.length < limit) break;
    after = tasks.at(-1)?.id;
  }
  return page;
}
