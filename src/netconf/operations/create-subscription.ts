/** create-subscription (RFC 5277 §2.1.1): one live subscription per session. */
import { namespaces } from '../../wire/index.js';
import { parseFilter } from '../filter.js';
import type { Operation } from './context.js';
import { Parameters } from './parameters.js';

const DEFAULT_STREAM = 'NETCONF';
/** RFC 5277 §4 has the filter in its own namespace; some clients send that of get, with the same meaning. */
const FILTER_OF_GET: ReadonlyMap<string, string> = new Map([[namespaces.NETCONF_BASE, 'filter']]);

export const createSubscription: Operation = async (element, { subscriptions, schema }) => {
  const parameters = new Parameters(element, ['stream', 'filter', 'startTime', 'stopTime'], FILTER_OF_GET);
  const run = subscriptions.prepare({
    stream: parameters.text('stream') ?? DEFAULT_STREAM,
    filter: parseFilter(parameters.get('filter'), schema),
    startTime: parameters.text('startTime'),
    stopTime: parameters.text('stopTime'),
  });
  return { kind: 'ok', next: { kind: 'run', run } };
};
