/** Subscriptions to a task: by URL, to which every change is posted, or by event stream. */
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
  /** Refuses a URL to which the node may not send requests. @throws RpcError access-denied */
  readonly requireReach: (url: URL) => void;
}

/** RFC 7951 value of the grouping `subscriber`. */
type Subscriber = YangentTasksActions['/yangent-tasks:tasks/task/subscribe']['input'];

/** Maximum number of subscriptions of one task. */
const MOST = 16;
/** The values of `protocol` for reports, and the URL schemes that fit them. */
const PROTOCOLS: Readonly<Record<string, readonly string[]>> = {
  http: ['http:'],
  https: ['https:'],
  restconf: ['http:', 'https:'],
};

/** The event stream with the changes of a task, for subscriptions without a URL. */
export const STREAM = 'NETCONF';

/**
 * Checks a subscription (grouping `subscriber`).
 *
 * @throws RpcError invalid-value with the supported values; access-denied for an address to which the node may not send requests
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

/** Returns why changes of a task of the agent are not pushed to the URL of a subscriber; undefined when they are. */
export function pushProblem(
  { id, profile }: Pick<AgentRecord, 'id' | 'profile'>,
  { url }: Pick<TaskSubscription, 'url'>,
): string | undefined {
  if (url === undefined || profile.capability?.['push-notifications'] !== false) return undefined;
  return `agent "${id}" pushes no notifications (capability/push-notifications): subscribe without a url, and read the event stream`;
}

/** Refuses a subscription by URL to a task of an agent without push. @throws RpcError invalid-value */
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
  // Credentials in the URL would be visible to every reader of the task, and in logs.
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

/** Returns the XPath that selects the changes of one task on the stream. */
export function streamFilter(task: TaskRecord): string {
  return `/yangent-tasks:task-changed[yangent-tasks:id='${task.id}']`;
}
