/** A task whose input is a document: another node has this one run a graph (`ATD-5-z`). */
import { isObject } from '../../data/index.js';
import type { Tx } from '../../store/index.js';
import { newId, type TaskRecord, type TaskWork } from '../../tasks/index.js';
import { errorOf, failure } from '../course/failure.js';
import { underOwnNames } from '../course/long-outputs.js';
import type { Door } from '../course/needs.js';
import { fromAbove } from '../engine/above.js';
import { begin, newRun } from '../engine/begin.js';
import { DOCUMENT } from '../model/exchange.js';
import type { LongOutput } from '../run/reference-rows.js';
import type { WorkflowNeeds } from './needs.js';
import { graphToRun } from './start.js';

export interface DocumentMeans {
  readonly door: Pick<Door, 'admitStart'>;
  readonly work: Pick<TaskWork, 'fail'>;
}

/**
 * Begins a run for a document, with the rights of the user for whom the task was assigned, and under the checks and rules of this
 * node: as if the user started the graph. The task fails when it cannot be run. A task has one run, however often it comes.
 */
export async function beginDocument(
  needs: WorkflowNeeds,
  { door, work }: DocumentMeans,
  tx: Tx,
  task: TaskRecord,
): Promise<void> {
  try {
    const { graph, request } = documentIn(task);
    const asked = {
      dag: graph,
      coordinator: task.to,
      ...(request.input === undefined ? {} : { input: request.input }),
    };
    const { input, call } = await door.admitStart(tx, { user: task.owner, agent: task.to }, asked);
    const { chosen, value: given } = await graphToRun(needs, input, call);
    const { value, named } = underOwnNames(given, await dataOf(needs, tx, task));
    const { content, findings: _, ...about } = chosen;
    if (content !== undefined) await needs.rows.keepGraph(tx, chosen.digest, content);
    const run = newRun(needs.now(), {
      ...{ id: newId(needs.now()), ...about, input: value, initiator: task.owner, task: task.id },
      ...(await fromAbove(needs, task, tx, depthIn(request))),
      ...(task.deadline === undefined ? {} : { deadline: task.deadline }),
    });
    await needs.engine.in(tx).on(run, task.from, async (turn) => {
      await turn.values.pass(named);
      await begin(turn, value);
    });
  } catch (thrown) {
    const error = errorOf(thrown);
    if (!error) throw thrown;
    await work.fail(tx, task, failure(error.code, error.message));
  }
}

/** Returns the data that came with the task: long outputs to which the input refers. */
async function dataOf({ digestOf }: WorkflowNeeds, tx: Tx, { document }: TaskRecord): Promise<readonly LongOutput[]> {
  const came: LongOutput[] = [];
  for (const param of document.description['data-param'] ?? []) {
    const digest = await digestOf(tx, param);
    if (digest !== undefined) came.push({ param, digest });
  }
  return came;
}

/** Returns the parts of a document that this node reads. The rpc `start` checks them. */
function documentIn({ document: { description } }: TaskRecord) {
  const { input } = description;
  const content = isObject(input) ? input[DOCUMENT] : undefined;
  const { graph, request } = isObject(content) ? content : {};
  return { graph, request: isObject(request) ? request : {} };
}

/** Returns the depth of the run, as the node that sends the document counts; another value counts as none. */
function depthIn({ depth }: { readonly depth?: unknown }): number {
  return typeof depth === 'number' && Number.isSafeInteger(depth) && depth > 0 ? depth : 0;
}
