/** A device in another process, of which somebody counts the changes: our simulated one, or netconfd. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectNetconf, type NetconfClient } from '../../src/clients/index.js';
import { serializeXml } from '../../src/data/index.js';
import { startNetconfd } from '../interop/netconfd-rig.js';
import { until } from '../until.js';
import type { EdgeDevice } from './link-repair.js';
import { startServe } from './serve.js';

const IF = 'urn:ietf:params:xml:ns:yang:ietf-interfaces';
const TYPE = '<type xmlns:t="urn:ietf:params:xml:ns:yang:iana-if-type">t:ethernetCsmacd</type>';

export interface CountedDevice {
  readonly device: EdgeDevice;
  readonly console: NetconfClient;
  /** On a session of its own. */
  readonly watcher: NetconfClient;
  stop(): Promise<void>;
}

/** @param data where the device keeps its configuration */
export async function simulatedDevice(data: string): Promise<CountedDevice> {
  const serve = await startServe({
    data,
    args: ['--plugin', 'dist/examples/simulated-device/plugin.js'],
  });
  const hostKey = serve.ready.netconf?.hostKeyFingerprint ?? '';
  const login = { ...serve.netconf, username: 'admin', password: serve.password, hostKey };
  // One after the other: the console has the first session of the device.
  const console = await connectNetconf(login);
  const watcher = await connectNetconf(login);
  return {
    device: { port: serve.netconf.port, user: 'admin', secret: serve.password, hostKey },
    console,
    watcher,
    stop: () => serve.end('SIGKILL'),
  };
}

export async function netconfdDevice(): Promise<CountedDevice> {
  const { port, user, privateKey, hostKey, connect, stop } = await startNetconfd({ target: 'candidate' });
  return {
    device: { port, user, secret: privateKey, hostKey },
    console: await connect(),
    watcher: await connect(),
    stop,
  };
}

/** What the device tells of its ports: how often each was changed, whoever did it. */
export class Changes {
  readonly #told: string[] = [];

  static async of(watcher: NetconfClient): Promise<Changes> {
    const changes = new Changes();
    await watcher.createSubscription();
    watcher.observable.subscribe(({ event }) => {
      if (event.name === 'netconf-config-change') changes.#told.push(serializeXml(event));
    });
    return changes;
  }

  /** Changes of a port, once it is told of the last of so many. */
  async ofPort(port: string, least: number): Promise<number> {
    const target = `interface[if:name='${port}']/if:enabled`;
    const told = () => this.#told.filter((text) => text.includes(target)).length;
    return until(told, (count) => count >= least);
  }
}

export async function switchPorts(console: NetconfClient, ports: readonly string[], enabled: boolean): Promise<void> {
  const entries = ports.map(
    (name) => `<interface><name>${name}</name>${TYPE}<enabled>${enabled}</enabled></interface>`,
  );
  const config = `<interfaces xmlns="${IF}">${entries.join('')}</interfaces>`;
  await console.editConfig({ target: 'candidate', config });
  await console.commit();
}

/** Whether a port is configured on. */
export async function isOn(console: NetconfClient, name: string): Promise<boolean> {
  const subtree = `<interfaces xmlns="${IF}"><interface><name>${name}</name></interface></interfaces>`;
  return serializeXml(await console.getConfig('running', { filter: { subtree } })).includes('<enabled>true</enabled>');
}

/** Leaves the secret of `edge-1` in the data directory of a node, and gives the file of its configuration. */
export function writeDevice(data: string, { port, user, secret, hostKey }: EdgeDevice, more: object = {}): string {
  mkdirSync(join(data, 'secrets'), { mode: 0o700 });
  writeFileSync(join(data, 'secrets', 'edge-1'), secret, { mode: 0o600 });
  const edge = { name: 'edge-1', address: '127.0.0.1', port, user, credential: 'edge-1', 'host-key': hostKey };
  const file = join(data, 'configuration.json');
  writeFileSync(file, JSON.stringify({ 'yangent-devices:devices': { device: [edge] }, ...more }));
  return file;
}
