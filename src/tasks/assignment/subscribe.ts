/** Subscribing to a task: by URL, to which every change is posted, or by event stream. */
import type { AgentDirectory, AgentRecord } from '../../agents/index.js';
import { RpcError } from '../../data/index.js';
import type { YangentTasksActions } from '../../generated/index.js';
import type { Tx } from '../../store/index.js';
import type { TaskChanges } from '../record/changes.js';
import { newId } from '../record/ids.js';
import type { TaskRecord, TaskSubscription } from '../record/record.js';
import { isFinal } from '../record/states.js';

export interface SubscriptionNeeds {
  readonly changes: TaskChanges;
  readonly directory: AgentDirectory;
  /** Refuses a URL to which the node may not be sent. @throws RpcError access-denied */
  readonly requireReach: (url: URL) => void;
}

/** RFC 7951 value of the grouping `subscriber`. */
type Subscriber = YangentTasksActions['/yangent-tasks:tasks/task/subscribe']['input'];

/** Subscriptions of one task. */
const MOST = 16;
/** What a report may be said to go by, and the schemes of the URLs that fit. */
const PROTOCOLS: Readonly<Record<string, readonly string[]>> = {
  http: ['http:'],
  https: ['https:'],
  restconf: ['http:', 'https:'],
};

/** Where to read the changes of a task when no URL is given. */
export const STREAM = 'NETCONF';

/**
 * Checks what a subscriber asks for (the grouping `subscriber`).
 *
 * @throws RpcError invalid-value naming what could be served; access-denied for an address to which the node may not be sent.
 */
export function subscription(
  { requireReach }: Pick<SubscriptionNeeds, 'requireReach'>,
  { url, protocol, method }: Subscriber,
  by: string,
): TaskSubscription {
  if (url === undefined && (protocol !== undefined || method !== undefined)) {
    throw bad(
      '"protocol" and "method" say how a report goes to a "url", which is missing; without all three, read the stream',
    );
  }
  if (url !== undefined) {
    const target = requireUrl(url);
    requireReach(target);
    requireProtocol(protocol, target);
  }
  if (method !== undefined && method.toUpperCase() !== 'POST') {
    throw bad(`method "${method}" is not served; reports are sent by POST`);
  }
  return {
    id: newId(),
    ...(url === undefined ? {} : { url, method: 'POST' }),
    ...(protocol === undefined ? {} : { protocol }),
    by,
  };
}

function requireProtocol(protocol: string | undefined, { protocol: scheme }: URL): void {
  if (protocol === undefined) return;
  const name = protocol.toLowerCase();
  const fits = Object.hasOwn(PROTOCOLS, name) ? PROTOCOLS[name] : undefined;
  if (!fits) throw bad(`protocol "${protocol}" is not served; reports go by http or https, as the url says`);
  if (!fits.includes(scheme)) throw bad(`protocol "${protocol}" is not that of the url, which is a ${scheme} URL`);
}

/** Why changes of a task of the agent are not pushed to the URL of a subscriber; undefined when they are. */
export function pushProblem(
  { id, profile }: Pick<AgentRecord, 'id' | 'profile'>,
  { url }: Pick<TaskSubscription, 'url'>,
): string | undefined {
  if (url === undefined || profile.capability?.['push-notifications'] !== false) return undefined;
  return `agent "${id}" pushes no notifications (capability/push-notifications): subscribe without a url, and read the event stream`;
}

/** @throws RpcError invalid-value for a subscription by URL to a task of an agent that pushes nothing */
export function requirePush(agent: AgentRecord | undefined, wanted: Pick<TaskSubscription, 'url'>): void {
  const problem = agent && pushProblem(agent, wanted);
  if (problem !== undefined) throw bad(problem);
}

function requireUrl(text: string): URL {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw bad(`"${text.slice(0, 200)}" is not a URL; give one like https://host/path`);
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw bad(`a report cannot go to a ${url.protocol} URL; give an http or https URL`);
  // They would stand in the task for every reader, and in logs.
  if (url.username !== '' || url.password !== '') throw bad('the URL holds a user name or password; give one without');
  return url;
}

function bad(message: string): RpcError {
  return new RpcError({ type: 'application', tag: 'invalid-value', message });
}

export async function subscribe(
  needs: SubscriptionNeeds,
  tx: Tx,
  task: TaskRecord,
  wanted: TaskSubscription,
): Promise<TaskRecord> {
  requirePush(needs.directory.get(task.to), wanted);
  const { subscriptions } = task.document;
  if (subscriptions.length >= MOST) {
    throw new RpcError({
      type: 'application',
      tag: 'resource-denied',
      message: `the task already has ${MOST} subscriptions, which is the most it may have`,
    });
  }
  const subscribed = await needs.changes.heartbeat(tx, task, {
    document: { subscriptions: [...subscriptions, wanted] },
  });
  if (isFinal(task.state)) await needs.changes.report(tx, subscribed, wanted);
  return subscribed;
}

export async function unsubscribe(needs: SubscriptionNeeds, tx: Tx, task: TaskRecord, id: string): Promise<TaskRecord> {
  const { subscriptions } = task.document;
  const left = subscriptions.filter((each) => each.id !== id);
  if (left.length === subscriptions.length) {
    throw new RpcError({ type: 'application', tag: 'data-missing', message: `the task has no subscription "${id}"` });
  }
  return needs.changes.heartbeat(tx, task, { document: { subscriptions: left } });
}

/** XPath that selects the changes of one task on the stream. */
export function streamFilter(task: TaskRecord): string {
  return `/yangent-tasks:task-changed[yangent-tasks:id='${task.id}']`;
}
