/** A node that hosts the link-repair example and manages one device, `edge-1`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDriver } from '../../adapters/netconf-device/index.js';
import { temporaryFolder } from './clean-up.js';
import { startTestNode, type TestNode, type TestNodeOptions } from './node.js';

export interface EdgeDevice {
  readonly port: number;
  readonly user: string;
  /** Password, or private key. */
  readonly secret: string;
  readonly hostKey: string;
}

/** @param options what else is in its configuration (`document`), and of the node */
export async function startLinkRepair(
  device: EdgeDevice,
  { document = {}, ...options }: TestNodeOptions & { readonly document?: object } = {},
): Promise<TestNode> {
  const data = temporaryFolder();
  mkdirSync(join(data, 'secrets'), { mode: 0o700 });
  writeFileSync(join(data, 'secrets', 'edge-1'), device.secret, { mode: 0o600 });
  const configuration = join(data, 'devices.json');
  const { port, user, hostKey } = device;
  const edge = { name: 'edge-1', address: '127.0.0.1', port, user, credential: 'edge-1', 'host-key': hostKey };
  writeFileSync(configuration, JSON.stringify({ 'yangent-devices:devices': { device: [edge] }, ...document }));
  return startTestNode({
    ...options,
    data,
    agents: ['examples/link-repair/agent.ts'],
    config: [configuration],
    drivers: new Map([['netconf-ssh', createDriver()]]),
  });
}

/** What of `/yangent-loops:loops/loop` the tests look at. */
export interface LoopValue {
  readonly state: string;
  readonly policy?: Readonly<Record<string, unknown>>;
  readonly pending?: { readonly id: string; readonly expires?: string };
  readonly 'last-outcome'?: string;
  readonly counters: Readonly<Record<string, string>>;
  readonly history?: readonly Readonly<Record<string, string>>[];
}

export async function readLoop({ node }: TestNode): Promise<LoopValue> {
  return (await node.read("/yangent-loops:loops/loop[name='uplink-up']")) as LoopValue;
}
