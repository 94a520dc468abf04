/** The leaves of a message that each operation of the draft uses. Other leaves are refused, so that none is ignored silently. */
import type { Call } from '../../../server/index.js';
import type { SentMessage } from './messages.js';

type Leaf = keyof SentMessage;

/** Leaves that every message may have: the header, `task-async`, and the status that a read message shows. */
const HEADER: readonly Leaf[] = ['task-sendFrom', 'task-sendTo', 'commuType', 'task-id', 'task-async', 'task-status'];

const TASK: readonly Leaf[] = [
  'content',
  'task-subscription',
  'expected-response',
  'term-explains',
  'msg-data',
  'context',
];
const ROUND: readonly Leaf[] = ['content', 'msg-data'];

/** By `commuType`. */
const TAKEN: Readonly<Record<string, readonly Leaf[]>> = {
  taskAssign: TASK,
  taskAssgin: TASK,
  taskCancel: ['content'],
  taskResultQuery: [],
  taskResultSubscribe: ['task-subscription'],
  taskResultNotify: ['content', 'msg-data'],
  CapabilityRequest: [],
  FeasibilityNegotiate: ROUND,
  FulfillmentNegotiate: ROUND,
};

/** Refuses a message with a leaf that its operation does not use. */
export function requireMeaning(call: Call, operation: string, value: SentMessage): void {
  const taken: readonly string[] = [...HEADER, ...(TAKEN[operation] ?? [])];
  const odd = Object.keys(value).find((name) => !taken.includes(name));
  if (odd !== undefined) refuseLeaf(call, odd, operation);
}

/** Refuses a leaf. @param where name of the message that does not use it */
export function refuseLeaf(call: Call, leaf: string, where: string): never {
  return call.fail({
    tag: 'invalid-value',
    path: `/irtf-agent:tasks/${leaf}`,
    message: `"${leaf}" means nothing in ${where}; leave it out`,
  });
}
