/** A node with loops that disagree, and one device, `edge-1`, that is cut off while its port `management` is off. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createDriver } from '../../adapters/netconf-device/index.js';
import type { NetconfClient } from '../../src/clients/index.js';
import { serializeXml } from '../../src/data/index.js';
import type { DeviceDriver } from '../../src/devices/index.js';
import { temporaryFolder } from './clean-up.js';
import type { EdgeDevice, LoopValue } from './link-repair.js';
import { startTestNode, type TestNode } from './node.js';
import { layWire, type Wire } from './wire.js';

const IF = 'urn:ietf:params:xml:ns:yang:ietf-interfaces';

/** Milliseconds. netconfd looks at its timers only when nobody has asked it anything for a second. */
export const QUIET = 1_500;

/** The device as an operator at its console has it. */
export class Console {
  constructor(private readonly client: NetconfClient) {}

  /** Whether a port is configured on. */
  async isOn(name: string): Promise<boolean> {
    const filter = { subtree: `<interfaces xmlns="${IF}"><interface><name>${name}</name></interface></interfaces>` };
    return !serializeXml(await this.client.getConfig('running', { filter })).includes('<enabled>false</enabled>');
  }

  /** Edits a port; waits while a loop has the device locked. */
  async configure(name: string, more: string): Promise<void> {
    const type = '<type xmlns:t="urn:ietf:params:xml:ns:yang:iana-if-type">t:ethernetCsmacd</type>';
    const config = `<interfaces xmlns="${IF}"><interface><name>${name}</name>${type}${more}</interface></interfaces>`;
    for (;;) {
      try {
        await this.client.editConfig({ target: 'candidate', config });
        await this.client.commit();
        return;
      } catch (error) {
        const tag = error instanceof Error && 'tag' in error ? error.tag : undefined;
        if (tag !== 'in-use' && tag !== 'lock-denied' && tag !== 'access-denied') throw error;
        await this.client.discardChanges().catch(() => undefined);
        await pause(20);
      }
    }
  }
}

export interface RivalLoops extends TestNode {
  loop(name: string): Promise<LoopValue>;
  /** Merges into the configuration of a loop. */
  set(name: string, configuration: Readonly<Record<string, unknown>>): Promise<void>;
}

/**
 * Cuts the wire when the device has answered an edit that switches its management port off, before anybody does anything else;
 * mends it when the port is on again.
 */
function cutting(
  driver: DeviceDriver,
  console: Console,
  wire: Wire,
): DeviceDriver & { readonly mended: () => Promise<void> } {
  let mending: Promise<void> = Promise.resolve();
  const mend = async (): Promise<void> => {
    while (!(await console.isOn('management'))) await pause(QUIET);
    wire.pass(true);
  };
  const connect: DeviceDriver['connect'] = async (target, context) => {
    const session = await driver.connect(target, context);
    const { sessionId, capabilities, closed, editOnTrial } = session;
    return {
      ...{ sessionId, capabilities, closed },
      get: (names, signal) => session.get(names, signal),
      edit: (document, signal) => session.edit(document, signal),
      events: (signal) => session.events(signal),
      close: () => session.close(),
      ...(editOnTrial && {
        editOnTrial: async (document, timeout, signal) => {
          const trial = await editOnTrial(document, timeout, signal);
          if (!(await console.isOn('management'))) {
            wire.pass(false);
            mending = mend();
          }
          return trial;
        },
      }),
    };
  };
  return { connect, mended: () => mending };
}

/** @param console on a way to the device of its own, which is never cut */
export async function startRivalLoops(device: EdgeDevice, console: Console): Promise<RivalLoops> {
  const wire = await layWire(device.port);
  const driver = cutting(createDriver(), console, wire);
  const data = temporaryFolder();
  mkdirSync(join(data, 'secrets'), { mode: 0o700 });
  writeFileSync(join(data, 'secrets', 'edge-1'), device.secret, { mode: 0o600 });
  const configuration = join(data, 'configuration.json');
  const edge = {
    ...{ name: 'edge-1', address: '127.0.0.1', port: wire.port, user: device.user },
    ...{ credential: 'edge-1', 'host-key': device.hostKey },
  };
  const idle = ['keep-up', 'keep-down', 'careless'].map((name) => ({
    ...{ name, agent: 'rivals', enabled: false },
    policy: { mode: 'autonomous', ...(name === 'careless' && { 'rate-limit': 1 }) },
  }));
  const document = { 'yangent-devices:devices': { device: [edge] }, 'yangent-loops:loops': { loop: idle } };
  writeFileSync(configuration, JSON.stringify(document));
  const node = await startTestNode({
    data,
    agents: ['test/support/agents/rivals.mjs'],
    config: [configuration],
    drivers: new Map([['netconf-ssh', driver]]),
  });
  return {
    ...node,
    loop: async (name) => (await node.node.read(`/yangent-loops:loops/loop[name='${name}']`)) as LoopValue,
    set: async (name, more) => {
      await node.node.edit({ 'yangent-loops:loops': { loop: [{ name, ...more }] } }, { user: 'admin' });
    },
    stop: async () => {
      await node.stop();
      await driver.mended();
      await wire.close();
    },
  };
}
