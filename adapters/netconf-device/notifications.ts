/** A device's notifications, as many readers as want them (RFC 5277). */
import { Readable } from 'node:stream';
import { type DeviceEvent, type NetconfClient, type Notification, RpcError } from '../../src/index.js';
import type { DeviceModels } from './device-models.js';

/** Notifications that may wait for one reader. */
const WAITING = 1_000;

/**
 * Subscribes to the default stream and gives what comes, until `signal` or the end of the session.
 * @param subscribed gives the client whose session has the subscription
 * @throws RpcError when the device refuses, the connection breaks, or the reader falls too far behind
 */
export async function* readEvents(
  subscribed: () => Promise<NetconfClient>,
  models: DeviceModels,
  signal: AbortSignal,
): AsyncGenerator<DeviceEvent, void> {
  const client = await subscribed();
  if (signal.aborted) return;
  const queue = new Readable({ objectMode: true, highWaterMark: WAITING, read: () => undefined });
  const subscription = client.observable.subscribe({
    next: (notification) => {
      if (queue.readableLength < WAITING) queue.push(notification);
      else queue.destroy(tooSlow());
    },
    error: (error: Error) => queue.destroy(error),
    complete: () => queue.push(null),
  });
  const stop = (): void => {
    subscription.unsubscribe();
    queue.push(null);
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    for await (const notification of queue) {
      if (signal.aborted) return;
      yield await toEvent(notification, models);
    }
  } finally {
    signal.removeEventListener('abort', stop);
    subscription.unsubscribe();
  }
}

async function toEvent({ eventTime, event }: Notification, models: DeviceModels): Promise<DeviceEvent> {
  return { time: eventTime, ...(await models.decodeEvent(event)) };
}

function tooSlow(): RpcError {
  const message = `the reader of the device's notifications fell more than ${WAITING} behind`;
  return new RpcError({ type: 'transport', tag: 'resource-denied', message });
}
