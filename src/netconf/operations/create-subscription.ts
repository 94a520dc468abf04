/** create-subscription (RFC 5277 §2.1.1): one live subscription a session. */
import type { Operation } from './context.js';
import { parseFilter } from './filter.js';
import { Parameters } from './parameters.js';

const DEFAULT_STREAM = 'NETCONF';

export const createSubscription: Operation = async (element, { subscriptions }) => {
  const parameters = new Parameters(element, ['stream', 'filter', 'startTime', 'stopTime']);
  const run = subscriptions.prepare({
    stream: parameters.text('stream') ?? DEFAULT_STREAM,
    filter: parseFilter(parameters.get('filter')),
    startTime: parameters.text('startTime'),
    stopTime: parameters.text('stopTime'),
  });
  return { kind: 'ok', next: { kind: 'run', run } };
};
