/** Watches a device: reads its data now, after each of its notifications, and at every poll. */
import { Observable } from 'rxjs';
import type { Devices } from './devices.js';
import type { DeviceDocument } from './driver.js';

export interface WatchOptions {
  /** Milliseconds between polls; maximum time between two reads when the device sends notifications. */
  readonly poll: number;
  /** First pause after a failure, in milliseconds; doubled after each further failure, up to `poll`. */
  readonly retry?: number;
}

const FIRST_RETRY = 500;

/**
 * Emits the named top-level nodes of the device as they are read. It never fails: while the device cannot be reached, it
 * tries again, and `Devices.status` has the reason. Unsubscribing ends it.
 */
export function watchDevice(
  devices: Devices,
  name: string,
  names: readonly string[],
  options: WatchOptions,
): Observable<DeviceDocument> {
  return new Observable((subscriber) => {
    const stop = new AbortController();
    const bell = new Bell();
    stop.signal.addEventListener('abort', () => bell.ring());
    void watch(devices, name, names, options, stop.signal, bell, (document) => subscriber.next(document));
    return () => stop.abort();
  });
}

async function watch(
  devices: Devices,
  name: string,
  names: readonly string[],
  { poll, retry = FIRST_RETRY }: WatchOptions,
  signal: AbortSignal,
  bell: Bell,
  emit: (document: DeviceDocument) => void,
): Promise<void> {
  let pause = retry;
  let listening: unknown;
  while (!signal.aborted) {
    let reached = false;
    try {
      const session = await devices.session(name);
      reached = true;
      if (listening !== session) {
        listening = session;
        void listen(devices, name, session.events(signal), signal, bell);
        void session.closed.then(() => bell.ring());
      }
      const document = await session.get(names, signal);
      if (signal.aborted) return;
      emit(document);
      pause = retry;
      await bell.wait(poll);
    } catch (error) {
      if (signal.aborted) return;
      // `Devices` stores and logs why there is no session.
      if (reached) devices.log.warn({ device: name, names, err: error }, 'device cannot be read');
      await bell.wait(pause);
      pause = Math.min(pause * 2, poll);
    }
  }
}

/** Rings the bell at each event. A device without events is only polled. */
async function listen(
  devices: Devices,
  name: string,
  events: AsyncIterable<unknown> | undefined,
  signal: AbortSignal,
  bell: Bell,
): Promise<void> {
  if (!events) return;
  try {
    for await (const _ of events) bell.ring();
  } catch (error) {
    if (!signal.aborted) devices.log.info({ device: name, err: error }, 'notifications of the device ended');
  }
}

/** Wakes a waiter; a ring without a waiter is kept for the next one, so that no change is missed. */
class Bell {
  #rung = false;
  #wake: (() => void) | undefined;

  ring(): void {
    this.#rung = true;
    this.#wake?.();
  }

  async wait(milliseconds: number): Promise<void> {
    if (!this.#rung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        timer.unref();
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#wake = undefined;
    this.#rung = false;
  }
}
