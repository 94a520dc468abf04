/** Which leaves of a message mean something to which operation of the draft; the others are refused, so that none is lost. */
import type { Members } from '../../../data/rfc7951/members.js';
import type { Call } from '../../../server/index.js';

/** What every message may say: the header, how its answer is wanted, and the status that a message which was read shows. */
const HEADER = ['task-sendFrom', 'task-sendTo', 'commuType', 'task-id', 'task-async', 'task-status'];

const TASK = ['content', 'task-subscription', 'expected-response', 'term-explains', 'msg-data', 'context'];
const ROUND = ['content', 'msg-data'];

/** By `commuType`. */
const TAKEN: Readonly<Record<string, readonly string[]>> = {
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

/** Refuses a message with a leaf that its operation would not act on. */
export function requireMeaning(call: Call, operation: string, value: Members): void {
  const taken = [...HEADER, ...(TAKEN[operation] ?? [])];
  const odd = Object.keys(value).find((name) => !taken.includes(name));
  if (odd !== undefined) refuseLeaf(call, odd, operation);
}

/** @param where the message in which the leaf means nothing */
export function refuseLeaf(call: Call, leaf: string, where: string): never {
  return call.fail({
    tag: 'invalid-value',
    path: `/irtf-agent:tasks/${leaf}`,
    message: `"${leaf}" means nothing in ${where}; leave it out`,
  });
}
