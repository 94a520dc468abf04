/** The rpcs of yangent-tasks except negotiation and claim-next: assign, query, stop-all, resume-all. */
import { shownAgent } from '../../agents/index.js';
import type { YangentTasksProvider } from '../../generated/providers.js';
import type { Call } from '../../server/index.js';
import { assign } from '../assignment/assign.js';
import { assignmentOf, candidates } from '../assignment/orders.js';
import { sender } from '../parties.js';

import type { TaskRecord } from '../record/record.js';
import { tasksShown } from '../record/references.js';
import { isFinal } from '../record/states.js';
import { artifactValue, errorValue } from '../record/value.js';
import { resumeAll, stopAll } from '../schedule/halting.js';
import { requireVisible, seesTask, shownTo } from '../visibility.js';
import type { TaskServices } from './services.js';

const EVENTS_SHOWN = 1_000;

type Rpcs = YangentTasksProvider['rpcs'];

export async function assignOperation(
  needs: TaskServices,
  input: Rpcs['assign']['input'],
  call: Call,
): Promise<Rpcs['assign']['output']> {
  sender(call, needs.directory, input.from, 'from');
  if (input.to !== undefined) await needs.directory.foreign.lookUp([input.to]);
  const found = input.discover && (await candidates(needs, input.discover, call));
  const assignment = assignmentOf(needs, input, call, found);
  const { to } = assignment;
  // For a caller that does not wait, the reply shows the task as accepted, before it begins.
  const place = input.async ? undefined : needs.executors.of(to[0].id).reserve(to[0].id);
  const patience = { timeout: patienceOf(needs, input), signal: call.signal };
  let outcome: Promise<TaskRecord | undefined> | undefined;
  const task = await needs.store
    .transact(async (tx) => {
      const assigned = await assign(needs, tx, call, { ...assignment, place });
      if (patience.timeout > 0 && !isSettled(assigned)) {
        tx.afterCommit(() => {
          outcome = needs.watch.next(assigned.id, isSettled, patience);
          outcome.catch(() => undefined); // awaited below
        });
      }
      return assigned;
    })
    .finally(() => (place === 'unlimited' ? undefined : place?.release()));
  if (!outcome) return assignAnswer(task);
  return assignAnswer((await outcome) ?? (await needs.rows.get(task.id)) ?? task);
}

/** Returns the milliseconds for which the assigner waits for the outcome. */
function patienceOf({ settings }: TaskServices, { async: isAsync, wait }: Rpcs['assign']['input']): number {
  if (isAsync) return 0;
  return wait === undefined ? settings.syncWait : wait * 1_000;
}

/** True when the task is final, needs input, or has a result to be judged. */
export function isSettled({ state }: TaskRecord): boolean {
  return isFinal(state) || state === 'input-required' || state === 'verifying';
}

function assignAnswer(task: TaskRecord): Rpcs['assign']['output'] {
  const { artifacts, error, reason } = task.document;
  return {
    id: task.id,
    'task-id': task.taskId,
    to: shownAgent(task.to),
    state: task.state,
    'state-reason': reason,
    artifact: artifacts.length > 0 ? artifacts.map(artifactValue) : undefined,
    error: error && errorValue(error),
  };
}

/** Returns the task of an assigner, given by identifier or name, if the caller may see it. */
async function taskOf({ rows, directory }: TaskServices, call: Call, from: string, taskId: string) {
  const plain = directory.foreign.plain(from);
  for (const agent of new Set([plain, ...directory.named(plain)])) {
    const task = await rows.byKey(agent, taskId);
    if (task && seesTask(call, task)) return task;
  }
  return undefined;
}

export async function queryOperation(
  needs: TaskServices,
  { id, from = '', 'task-id': taskId = '' }: Rpcs['query']['input'],
  call: Call,
): Promise<Rpcs['query']['output']> {
  const found = id === undefined ? await taskOf(needs, call, from, taskId) : await needs.rows.get(id);
  const task = requireVisible(call, found, id ?? taskId);
  const events = await needs.rows.events([task.id], EVENTS_SHOWN);
  const value = shownTo(call, task, events.get(task.id));
  const [shown = value] = await tasksShown(needs, call, [value]);
  return { task: shown };
}

/** Refuses callers for a hosted agent: the node itself executes its tasks. */
export function requireAttached(needs: TaskServices, call: Call, agent: string): void {
  needs.states.saw(agent);
  const record = needs.directory.get(agent);
  if (needs.executors.isAttached(agent) && record?.kind !== 'hosted') return;
  call.fail({
    tag: 'operation-failed',
    appTag: 'hosted',
    message: record?.remote
      ? `agent "${agent}" lives on another node, to which this node gives its tasks itself`
      : `agent "${agent}" runs inside this node, which executes its tasks itself`,
  });
}

export async function stopAllOperation(
  needs: TaskServices,
  { reason }: Rpcs['stop-all']['input'],
  call: Call,
): Promise<Rpcs['stop-all']['output']> {
  return { tasks: await stopAll(needs, call.user, reason) };
}

export async function resumeAllOperation(needs: TaskServices, call: Call): Promise<Rpcs['resume-all']['output']> {
  return { tasks: await resumeAll(needs, call.user) };
}
