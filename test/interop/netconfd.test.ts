/** Our NETCONF client, the device adapter and the link-repair loop against yuma123's netconfd. */
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDriver } from '../../adapters/netconf-device/index.js';
import type { DeviceEvent, DeviceSession } from '../../src/devices/index.js';
import { describePeer } from '../peers.js';
import { readLoop, startLinkRepair } from '../support/link-repair.js';
import type { TestNode } from '../support/node.js';
import { until } from '../until.js';
import { type NetconfdOptions, type NetconfdRig, startNetconfd } from './netconfd-rig.js';

const UPLINK = { name: 'uplink', type: 'iana-if-type:ethernetCsmacd' };
const INTERFACES = 'ietf-interfaces:interfaces';

function configuration(enabled: boolean) {
  return { [INTERFACES]: { interface: [{ ...UPLINK, enabled }] } };
}

function openSession({ host, port, user, privateKey, hostKey }: NetconfdRig): Promise<DeviceSession> {
  return createDriver().connect(
    { name: 'edge-1', address: host, port, user, secret: privateKey, hostKey },
    { signal: new AbortController().signal, log: pino({ level: 'silent' }) },
  );
}

const CONFIGURABLE: readonly NonNullable<NetconfdOptions['target']>[] = ['running', 'candidate'];

for (const target of CONFIGURABLE) {
  describePeer(['netconfd', 'sshd', 'libyuma-base'], `netconfd, configured through ${target}`, () => {
    let rig: NetconfdRig;
    let session: DeviceSession;

    beforeAll(async () => {
      rig = await startNetconfd({ target });
      session = await openSession(rig);
    });
    afterAll(async () => {
      await session?.close();
      await rig?.stop();
    });

    it('creates, changes and reads an interface under the revision of 2014', async () => {
      await session.edit(configuration(true));
      expect(await session.get([INTERFACES])).toEqual(configuration(true));
      await session.edit({ [INTERFACES]: { interface: [{ name: 'uplink', description: 'to the core & back' }] } });
      expect(await session.get([INTERFACES])).toEqual({
        [INTERFACES]: { interface: [{ ...UPLINK, description: 'to the core & back', enabled: true }] },
      });
    });

    it('reads what our models do not know: its modules are fetched, and what has none is left out', async () => {
      const document = await session.get([
        'ietf-system:system-state',
        'ietf-yang-library:modules-state',
        'no-such:data',
      ]);
      expect(Object.keys(document).sort()).toEqual(['ietf-system:system-state', 'ietf-yang-library:modules-state']);
    });

    it('tells the error of the device with its path in RFC 7951 form', async () => {
      const edit = session.edit({ [INTERFACES]: { interface: [{ name: 'no-type', enabled: true }] } });
      await expect(edit).rejects.toMatchObject({
        tag: 'data-missing',
        path: expect.stringContaining("/ietf-interfaces:interfaces/interface[name='no-type']"),
      });
      expect(await session.get([INTERFACES])).not.toContain('no-type');
    });

    it('decodes the notification of a change that another session makes', async () => {
      const stop = new AbortController();
      const events = session.events(stop.signal)?.[Symbol.asyncIterator]();
      const changed = nextNamed(events, 'ietf-netconf-notifications:netconf-config-change');
      // The subscription was asked for before this, on the same session, and is answered before it.
      await session.get([]);
      const other = await openSession(rig);
      await other.edit({ [INTERFACES]: { interface: [{ name: 'uplink', description: 'changed' }] } });
      expect(await changed).toMatchObject({
        value: {
          'changed-by': { username: rig.user, 'session-id': other.sessionId },
          edit: [{ target: expect.stringMatching(/^\/ietf-interfaces:interfaces\/interface\[name='uplink'\]/) }],
        },
      });
      stop.abort();
      expect(await events?.next()).toMatchObject({ done: true });
      await other.close();
    });

    it('says that the session is over when the device ends it', async () => {
      const victim = await openSession(rig);
      const killer = await rig.connect();
      await killer.killSession(victim.sessionId ?? 0);
      await victim.closed;
      await expect(victim.get([INTERFACES])).rejects.toMatchObject({ type: 'transport' });
      await killer.close();
    });

    it('refuses a server with another host key', async () => {
      const wrong = `SHA256:${'A'.repeat(43)}`;
      await expect(openSession({ ...rig, hostKey: wrong })).rejects.toMatchObject({
        tag: 'access-denied',
        message: expect.stringContaining(`the host key is ${rig.fingerprint}, not ${wrong}`),
      });
    });
  });
}

describePeer(['netconfd', 'sshd', 'libyuma-base'], 'the link-repair loop on netconfd', () => {
  let rig: NetconfdRig;
  let node: TestNode;

  beforeAll(async () => {
    rig = await startNetconfd();
    const session = await openSession(rig);
    await session.edit(configuration(true));
    await session.close();
    node = await startLinkRepair({ port: rig.port, user: rig.user, secret: rig.privateKey, hostKey: rig.hostKey });
    await until(
      () => readLoop(node),
      ({ counters }) => counters.observations !== '0',
    );
  });
  afterAll(async () => {
    await node?.stop();
    await rig?.stop();
  });

  it('switches the uplink on again after somebody switched it off, and shows what it did', async () => {
    const operator = await openSession(rig);
    await operator.edit(configuration(false));
    const loop = await until(
      () => readLoop(node),
      ({ history = [] }) => history.length > 0,
    );
    expect(loop).toMatchObject({
      state: 'running',
      'last-outcome': 'succeeded',
      counters: { decisions: '1', executions: '1', successes: '1', failures: '0' },
      history: [
        {
          id: '1',
          seen: 'uplink of edge-1 is administratively-down',
          decided: 'switch on uplink of edge-1',
          done: expect.stringMatching(/^task \S+ is completed$/),
          verified: 'uplink of edge-1 is up',
          outcome: 'succeeded',
        },
      ],
    });
    expect(await operator.get([INTERFACES])).toEqual(configuration(true));
    await operator.close();
  });

  it('goes on after the device dropped its session', async () => {
    const operator = await openSession(rig);
    const admin = await rig.connect();
    const { capabilities: _, ...device } = await deviceState(node);
    expect(device).toMatchObject({ state: 'connected' });
    // Every session but those of this test.
    for (let id = 1; id < admin.sessionId; id += 1) {
      if (id !== operator.sessionId) await admin.killSession(id).catch(() => undefined);
    }
    await operator.edit(configuration(false));
    await until(
      () => readLoop(node),
      ({ history = [] }) => history.length > 1,
    );
    expect(await operator.get([INTERFACES])).toEqual(configuration(true));
    await operator.close();
    await admin.close();
  });
});

/** The next notification of that name; others, of sessions that begin and end, are passed over. */
async function nextNamed(
  events: AsyncIterator<DeviceEvent> | undefined,
  name: string,
): Promise<DeviceEvent | undefined> {
  for (;;) {
    const next = await events?.next();
    if (!next || next.done === true) return undefined;
    if (next.value.name === name) return next.value;
  }
}

async function deviceState({ node }: TestNode): Promise<Readonly<Record<string, unknown>>> {
  const state = await node.read("/yangent-devices:devices/device[name='edge-1']");
  return typeof state === 'object' && state !== null ? { ...state } : {};
}
