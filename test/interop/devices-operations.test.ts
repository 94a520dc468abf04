/** The operations on a managed device through either protocol, in literal text, against our simulated device and netconfd. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDriver } from '../../adapters/netconf-device/index.js';
import { describePeer } from '../peers.js';
import { temporaryFolder } from '../support/clean-up.js';
import { Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { type CountedDevice, netconfdDevice, simulatedDevice, writeDevice } from '../support/phased-device.js';
import { RawNetconf } from '../support/raw-netconf.js';
import { until } from '../until.js';

const DEVICES = 'urn:yangent:params:xml:ns:yang:yangent-devices';
const CANDIDATE = 'urn:ietf:params:netconf:capability:candidate:1.0';
/** The fingerprint of a key that nobody has. */
const FOREIGN = `SHA256:${'A'.repeat(43)}`;

interface Way {
  /** The text of the answer, or of the refusal. */
  act(device: string, action: 'connect' | 'check'): Promise<string>;
  read(device: string): Promise<string>;
  close(): void;
}

async function netconfWay(node: TestNode): Promise<Way> {
  const session = await RawNetconf.open(node);
  const entry = (device: string, more = '') =>
    `<devices xmlns="${DEVICES}"><device><name>${device}</name>${more}</device></devices>`;
  return {
    act: (device, action) =>
      session.ask(`<action xmlns="urn:ietf:params:xml:ns:yang:1">${entry(device, `<${action}/>`)}</action>`),
    read: (device) => session.ask(`<get><filter type="subtree">${entry(device)}</filter></get>`),
    close: () => session.close(),
  };
}

async function restconfWay(node: TestNode): Promise<Way> {
  const https = new Https(node);
  const path = (device: string) => `/restconf/data/yangent-devices:devices/device=${device}`;
  return {
    act: async (device, action) => (await https.send('POST', `${path(device)}/${action}`)).body,
    read: async (device) => (await https.send('GET', path(device))).body,
    close: () => https.close(),
  };
}

/** A leaf in the text of either protocol. */
const leaf = (text: string, name: string) =>
  new RegExp(`<${name}[^>]*>([^<]*)<|"${name}": *"?([^",}]*)`).exec(text)?.slice(1).find(Boolean);

describe('the simulated device', () => scenarios(() => simulatedDevice(temporaryFolder())));
describePeer(['netconfd', 'sshd', 'libyuma-base'], 'netconfd', () => scenarios(netconfdDevice));

function scenarios(start: () => Promise<CountedDevice>): void {
  let rig: CountedDevice;
  let node: TestNode;
  beforeAll(async () => {
    rig = await start();
    const data = temporaryFolder();
    const { port, user, hostKey } = rig.device;
    const file = writeDevice(data, rig.device);
    node = await startTestNode({ data, config: [file], drivers: new Map([['netconf-ssh', createDriver()]]) });
    const common = { address: '127.0.0.1', port, user, credential: 'edge-1' };
    const names = ['NETCONF', 'RESTCONF'];
    await node.node.edit({
      'yangent-devices:devices': {
        device: names.flatMap((way) => [
          { ...common, name: `own-${way}`, 'host-key': hostKey },
          { ...common, name: `imposter-${way}`, 'host-key': FOREIGN },
          { ...common, name: `unproved-${way}` },
        ]),
      },
    });
    expect(readFileSync(file, 'utf8')).not.toContain(rig.device.secret);
  });
  afterAll(async () => {
    await node?.stop();
    await Promise.all([rig?.console.close(), rig?.watcher.close()]);
    await rig?.stop();
  });

  describe.each([
    ['NETCONF', netconfWay],
    ['RESTCONF', restconfWay],
  ] as const)('through %s', (name, open) => {
    let way: Way;
    beforeAll(async () => {
      way = await open(node);
    });
    afterAll(() => way?.close());
    const state = (device: string, wanted: string) =>
      until(
        () => way.read(device),
        (text) => leaf(text, 'state') === wanted,
      );

    it('connect opens one session, and another when that was lost', async () => {
      const device = `own-${name}`;
      expect(leaf(await way.read(device), 'state')).toBe('disconnected');
      const first = await way.act(device, 'connect');
      expect(leaf(first, 'state')).toBe('connected');
      expect(first).toContain(CANDIDATE);
      const session = leaf(first, 'session-id');
      expect(leaf(await way.act(device, 'connect'), 'session-id')).toBe(session);
      const read = await way.read(device);
      expect([leaf(read, 'state'), leaf(read, 'last-connected')]).toEqual(['connected', expect.stringMatching(/^20/)]);
      expect(read).toContain(CANDIDATE);
      await rig.console.rpc(`<kill-session><session-id>${session}</session-id></kill-session>`);
      await state(device, 'disconnected');
      const next = await way.act(device, 'connect');
      expect(leaf(next, 'state')).toBe('connected');
      expect(leaf(next, 'session-id')).not.toBe(session);
    });

    it('check says whether the device answers, and what key it shows', async () => {
      const checked = await way.act(`own-${name}`, 'check');
      expect(leaf(checked, 'reachable')).toBe('true');
      expect(Number(leaf(checked, 'latency'))).toBeGreaterThanOrEqual(0);
      expect(leaf(checked, 'host-key')).toMatch(/^(ssh|ecdsa)-\S+ AAAA/);
    });

    it('nobody is talked to who shows another key than the configured one, until that is the key', async () => {
      const device = `imposter-${name}`;
      const refused = await way.act(device, 'connect');
      expect(leaf(refused, 'error-tag')).toMatch(/access-denied|operation-failed/);
      expect(refused).toMatch(/the host key is SHA256:\S+, not SHA256:AAAA/);
      const read = await way.read(device);
      expect(leaf(read, 'state')).toBe('failed');
      expect(leaf(read, 'last-error')).toContain('the host key is');
      const checked = await way.act(device, 'check');
      expect(leaf(checked, 'reachable')).toBe('false');
      const offered = leaf(checked, 'host-key');
      await node.node.edit({ 'yangent-devices:devices': { device: [{ name: device, 'host-key': offered }] } });
      expect(leaf(await way.act(device, 'connect'), 'state')).toBe('connected');
    });

    it('a device without a key is not talked to at all, and check gives the key to be configured', async () => {
      const device = `unproved-${name}`;
      expect(await way.act(device, 'connect')).toContain('has no host-key; set /yangent-devices:devices/device');
      const checked = await way.act(device, 'check');
      expect(leaf(checked, 'reachable')).toBe('false');
      expect(leaf(checked, 'host-key')).toMatch(/^(ssh|ecdsa)-\S+ AAAA/);
    });
  });
}
