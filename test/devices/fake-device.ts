/** A device that exists only in the test: a document, notifications, and sessions that can be lost. */
import pino from 'pino';
import {
  type DeviceDocument,
  type DeviceDriver,
  type DeviceEvent,
  type DeviceRecord,
  type DeviceSession,
  Devices,
  type DeviceTarget,
  type Inventory,
} from '../../src/devices/index.js';
import { cleanUp } from '../support/clean-up.js';

export class FakeDevice implements DeviceDriver {
  document: DeviceDocument;
  readonly targets: DeviceTarget[] = [];
  readonly edits: DeviceDocument[] = [];
  readonly sessions: FakeSession[] = [];
  /** Makes the next connects fail. */
  refuses: string | undefined;
  /** Makes reads fail. */
  fault: Error | undefined;
  reads = 0;

  /** What became of the edits on trial; undefined makes the device have none. */
  trials: string[] | undefined;
  /** Runs when an edit on trial comes into force. */
  onTrial: () => void = () => undefined;

  constructor(
    document: DeviceDocument = {},
    readonly notifies = true,
  ) {
    this.document = document;
  }

  async connect(target: DeviceTarget): Promise<DeviceSession> {
    this.targets.push(target);
    if (this.refuses !== undefined) throw new Error(this.refuses);
    const session = new FakeSession(this, this.sessions.length + 1);
    this.sessions.push(session);
    return session;
  }

  /** Changes the document; says so where it notifies. */
  change(document: DeviceDocument): void {
    this.document = document;
    for (const session of this.sessions) session.notify();
  }

  /** Breaks all sessions. */
  drop(): void {
    for (const session of this.sessions) session.end();
  }
}

export class FakeSession implements DeviceSession {
  readonly capabilities = ['urn:test:capability'];
  readonly closed: Promise<void>;
  ended = false;
  #resolveClosed: () => void = () => undefined;
  readonly #waiting = new Set<(event: DeviceEvent | undefined) => void>();

  constructor(
    private readonly device: FakeDevice,
    readonly sessionId: number,
  ) {
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve;
    });
  }

  async get(): Promise<DeviceDocument> {
    this.device.reads += 1;
    if (this.ended) throw new Error('the session is lost');
    if (this.device.fault) throw this.device.fault;
    return this.device.document;
  }

  async edit(document: DeviceDocument): Promise<void> {
    if (this.ended) throw new Error('the session is lost');
    this.device.edits.push(document);
    this.device.change({ ...this.device.document, ...document });
  }

  get editOnTrial(): DeviceSession['editOnTrial'] {
    const { device } = this;
    const { trials } = device;
    if (!trials) return undefined;
    return async (document) => {
      const before = device.document;
      await this.edit(document);
      device.onTrial();
      return {
        confirm: async () => void trials.push('confirmed'),
        cancel: async () => {
          if (this.ended) throw new Error('the session is lost');
          trials.push('taken back');
          device.change(before);
        },
      };
    };
  }

  events(signal: AbortSignal): AsyncIterable<DeviceEvent> | undefined {
    return this.device.notifies ? this.listen(signal) : undefined;
  }

  private async *listen(signal: AbortSignal): AsyncGenerator<DeviceEvent, void> {
    while (!signal.aborted && !this.ended) {
      const event = await new Promise<DeviceEvent | undefined>((resolve) => {
        this.#waiting.add(resolve);
        signal.addEventListener('abort', () => resolve(undefined), { once: true });
      });
      if (event) yield event;
    }
  }

  notify(): void {
    for (const resolve of this.#waiting) resolve({ time: new Date().toISOString(), name: 'test:changed', value: {} });
    this.#waiting.clear();
  }

  end(): void {
    this.ended = true;
    for (const resolve of this.#waiting) resolve(undefined);
    this.#resolveClosed();
  }

  async close(): Promise<void> {
    this.end();
  }
}

export const EDGE_1: DeviceRecord = {
  name: 'edge-1',
  address: '192.0.2.1',
  protocol: 'netconf-ssh',
  user: 'operator',
  credential: 'edge-1-password',
  hostKey: 'SHA256:AAAA',
};

/** Devices over one fake, with one secret. */
export function openDevices(
  device: DeviceDriver,
  records: readonly DeviceRecord[] = [EDGE_1],
  secrets: Readonly<Record<string, string>> = { 'edge-1-password': 'sesame' },
): Devices {
  const inventory: Inventory = { get: (name) => records.find((each) => each.name === name) };
  const devices = new Devices({
    inventory,
    secrets: { get: async (name) => secrets[name] },
    drivers: new Map([['netconf-ssh', device]]),
    log: pino({ level: 'silent' }),
  });
  cleanUp(() => devices.close());
  return devices;
}
