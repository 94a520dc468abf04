/** Copies data and context of a task to the other node, and data of its results back. */

import { createHash } from 'node:crypto';
import { RpcError } from '../../../data/index.js';
import { withoutAbsent } from '../../../data/rfc7951/members.js';
import type { Rpcs } from '../../../generated/index.js';
import { madePrefix } from '../../record/made-data.js';
import type { Artifact, Dispatch, TaskRecord } from '../../record/record.js';
import { isFinal } from '../../record/states.js';
import { TaskFailure } from '../../skill/agent.js';
import type { RemoteNeeds } from './needs.js';
import type { RemoteNode } from './nodes.js';

/** Returns the identifier on the other node: the same for every attempt, so that nothing is copied twice. */
export function givenId(task: string, id: string): string {
  return `${task}.given.${plain(id)}`;
}

/** Returns the identifier on this node for data that the other node made. */
function madeId(task: string, id: string): string {
  return `${madePrefix(task)}${plain(id)}`;
}

const PLAIN = /^[\w.:@~-]{1,128}$/;

function plain(id: string): string {
  return PLAIN.test(id) ? id : createHash('sha256').update(id).digest('hex');
}

/** Copies all data and context of the task, before it is sent to the other node. @throws TaskFailure */
export async function giveBelongings(
  needs: RemoteNeeds,
  node: RemoteNode,
  task: TaskRecord,
  dispatch: Dispatch,
  signal: AbortSignal,
): Promise<void> {
  await giveData(needs, node, task, task.document.description['data-param'] ?? [], signal);
  await giveContext(needs, node, task, dispatch, signal);
}

/**
 * Copies data to the other node, as far as the sharing policies and the readers of the data permit.
 * @throws TaskFailure access-denied, invalid-input, and errors of the other node
 */
export async function giveData(
  { contexts }: Pick<RemoteNeeds, 'contexts'>,
  node: RemoteNode,
  { id: task, from, to }: TaskRecord,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  for (const id of ids) {
    try {
      contexts.shareable({ from, to, type: 'task', content: '', dataParams: [id] });
    } catch (error) {
      keptBack(error);
    }
    const data = await contexts.exchange.given(id, to);
    if (!data) throw notThere(`data "${id}" that agent "${to}" may read`);
    if (!data.complete) {
      const message = `data "${id}" still arrives; it goes to agent "${to}" on another node once it is complete`;
      throw new TaskFailure('invalid-input', message, { recovery: ['retry', 'modify'] });
    }
    await node.data.give(givenId(task, id), data, signal);
  }
}

/** Copies context items to the other node as the agent may have them. The task records which information was removed. */
async function giveContext(
  needs: RemoteNeeds,
  node: RemoteNode,
  task: TaskRecord,
  dispatch: Dispatch,
  signal: AbortSignal,
): Promise<void> {
  const { id, owner, from, to, document } = task;
  const removed = new Set(document.redacted);
  for (const each of document.description.context ?? []) {
    const as = `${givenId(id, each)}.${plain(to)}`;
    const item = await needs.contexts.reshare(each, { as, task: id, owner, from, to }).catch(keptBack);
    if (!item) throw notThere(`context item "${each}" that agent "${from}" may pass on`);
    for (const kind of item.redacted) removed.add(kind);
    await giveData(needs, node, task, item.dataParams, signal);
    await node.share({ ...itemThere(id, item, dispatch), id: givenId(id, each) }, signal);
  }
  if (removed.size === (document.redacted ?? []).length) return;
  await needs.store.transact(async (tx) => {
    const now = await needs.rows.get(id, tx);
    if (now && !isFinal(now.state)) await needs.changes.heartbeat(tx, now, { document: { redacted: [...removed] } });
  });
}

type PassedItem = NonNullable<Awaited<ReturnType<RemoteNeeds['contexts']['reshare']>>>;

/** Returns the input of `yangent-contexts:share` for the other node. The item refers to the task by the assigner's task-id. */
function itemThere(
  task: string,
  item: PassedItem,
  { address, taskId }: Dispatch,
): Rpcs['yangent-contexts:share']['input'] {
  const { type, encoding, mediaType, sensitivity, content = '', dataParams } = item;
  return withoutAbsent({
    ...{ from: address.as, to: address.agent, task: taskId, thread: taskId, type },
    ...{ encoding, 'media-type': mediaType, sensitivity, content },
    'data-param': dataParams.length > 0 ? dataParams.map((each) => givenId(task, each)) : undefined,
  });
}

function notThere(what: string): TaskFailure {
  return new TaskFailure('invalid-input', `there is no ${what}`, { recovery: ['modify'] });
}

/** Converts the refusal of a policy to a failure of the task. */
function keptBack(error: unknown): never {
  if (!(error instanceof RpcError && error.tag === 'access-denied')) throw error;
  throw new TaskFailure('access-denied', error.message, { recovery: ['modify', 'escalate'] });
}

/** Returns the artifact with the identifiers that its data have on this node. */
export function artifactHere({ id: task, document }: TaskRecord, artifact: Artifact): Artifact {
  const there = artifact['data-param'];
  if (there === undefined) return artifact;
  const own = document.description['data-param']?.find((id) => givenId(task, id) === there);
  return { ...artifact, 'data-param': own ?? madeId(task, there) };
}

/**
 * Fetches the data of an artifact from the other node. @returns why that is impossible; undefined when the data are here
 * @throws RpcError when there is no room for them
 */
export async function fetchMade(
  { contexts }: Pick<RemoteNeeds, 'contexts'>,
  node: RemoteNode,
  task: TaskRecord,
  artifact: Artifact,
  signal: AbortSignal,
): Promise<string | undefined> {
  const there = artifact['data-param'];
  const here = artifactHere(task, artifact)['data-param'];
  if (there === undefined || here !== madeId(task.id, there)) return undefined;
  const data = await node.data.look(there, signal);
  if (!data) return `artifact "${artifact.name}" refers to data "${there}", which cannot be read on ${node.place}`;
  if (!data.complete)
    return `artifact "${artifact.name}" refers to data "${there}", which is not complete on ${node.place}`;
  const { owner, to: agent, from } = task;
  await contexts.exchange.keep(here, data, { owner, agent, readers: [from, agent], signal });
  return undefined;
}
