/** Loops on real sessions: our simulated device, and netconfd. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectNetconf, type NetconfClient } from '../../src/clients/index.js';
import { describePeer } from '../peers.js';
import type { EdgeDevice } from '../support/link-repair.js';
import { startTestNode } from '../support/node.js';
import { Console, QUIET, type RivalLoops, startRivalLoops } from '../support/rival-loops.js';
import { Watcher } from '../support/watcher.js';
import { until } from '../until.js';
import { startNetconfd } from './netconfd-rig.js';

interface Rig {
  readonly device: EdgeDevice;
  readonly client: NetconfClient;
  stop(): Promise<void>;
}

async function simulatedDevice(): Promise<Rig> {
  const { node, netconf, password, stop } = await startTestNode({
    restconf: undefined,
    plugins: ['examples/simulated-device/plugin.ts'],
    config: ['examples/simulated-device/interfaces.json'],
  });
  const hostKey = node.ready.netconf?.hostKeyFingerprint ?? '';
  const client = await connectNetconf({ ...netconf, username: 'admin', password, hostKey });
  return { device: { port: netconf.port, user: 'admin', secret: password, hostKey }, client, stop };
}

async function netconfd(): Promise<Rig> {
  const { port, user, privateKey, hostKey, connect, stop } = await startNetconfd({ target: 'candidate' });
  return { device: { port, user, secret: privateKey, hostKey }, client: await connect(), stop };
}

describe('loops on the simulated device', () => scenarios(simulatedDevice));
describePeer(['netconfd', 'sshd', 'libyuma-base'], 'loops on netconfd', () => scenarios(netconfd));

function scenarios(start: () => Promise<Rig>): void {
  let rig: Rig;
  let console: Console;
  let node: RivalLoops;

  beforeAll(async () => {
    rig = await start();
    console = new Console(rig.client);
    for (const name of ['uplink', 'management']) await console.configure(name, '<enabled>true</enabled>');
    node = await startRivalLoops(rig.device, console);
  });
  afterAll(async () => {
    await node?.stop();
    await rig?.client.close();
    await rig?.stop();
  });

  const last = (name: string, outcome: string) =>
    until(
      async () => (await node.loop(name)).history?.at(-1),
      (entry) => entry?.outcome === outcome,
    );

  /** A weekday on which it is not. */
  const otherDay = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'][(new Date().getUTCDay() + 3) % 7] ?? '';

  it.each([
    ['rate limit', { 'rate-limit': 1 }, { 'rate-limit': 1000 }, /executions in the last hour, 1 are allowed/],
    ['cool-down', { 'cool-down': 3600 }, { 'cool-down': 0 }, /cooling down for 3600 s/],
    [
      'change window',
      { 'change-window': [`${otherDay} 12:00-12:01 Europe/Berlin`] },
      { 'change-window': ['daily 00:00-00:00Z'] },
      /outside the change windows .* Europe\/Berlin/,
    ],
    [
      'limit of what it may affect',
      { 'max-affected': 1 },
      { 'max-affected': 2 },
      /would touch 2 elements, 1 are allowed/,
    ],
  ])('a %s stops a loop, which acts once it is lifted', async (_name, limit, lifted, reason) => {
    await node.set('keep-up', { enabled: true });
    await console.configure('uplink', '<enabled>false</enabled>');
    await until(() => console.isOn('uplink'), Boolean);
    await last('keep-up', 'succeeded');
    await node.set('keep-up', { policy: limit });
    await console.configure('uplink', '<enabled>false</enabled>');
    expect((await last('keep-up', 'suppressed'))?.reason).toMatch(reason);
    expect(await console.isOn('uplink')).toBe(false);
    await node.set('keep-up', { policy: lifted });
    await last('keep-up', 'succeeded');
    expect(await console.isOn('uplink')).toBe(true);
  });

  it('a change window in the time of a place that nobody knows is refused', async () => {
    const window = 'daily 00:00-01:00 Nowhere/Land';
    await expect(node.set('keep-up', { policy: { 'change-window': [window] } })).rejects.toMatchObject({
      tag: 'invalid-value',
      path: `/yangent-loops:loops/loop[name='keep-up']/policy/change-window[.='${window}']`,
    });
  });

  it('a loop that only observes records what it would do, and does nothing', async () => {
    await node.set('keep-up', { enabled: true, policy: { mode: 'observe' } });
    const { counters } = await node.loop('keep-up');
    await console.configure('uplink', '<enabled>false</enabled>');
    expect(await last('keep-up', 'observed')).toMatchObject({
      seen: '{"enabled":false}',
      concluded: 'the uplink must be up',
      decided: 'switch it on',
      outcome: 'observed',
    });
    expect(await console.isOn('uplink')).toBe(false);
    expect((await node.loop('keep-up')).counters.executions).toBe(counters.executions);
    await node.set('keep-up', { policy: { mode: 'autonomous' } });
    await last('keep-up', 'succeeded');
    expect(await console.isOn('uplink')).toBe(true);
  });

  it('a loop that must ask waits for its approval', async () => {
    await node.set('keep-up', { enabled: true, policy: { mode: 'approve' } });
    const { counters } = await node.loop('keep-up');
    await console.configure('uplink', '<enabled>false</enabled>');
    const { pending } = await until(
      () => node.loop('keep-up'),
      (loop) => loop.pending !== undefined,
    );
    expect(await console.isOn('uplink')).toBe(false);
    await node.node.edit({ 'yangent-access:access': { user: [{ name: 'olga', group: ['operator'] }] } });
    const approve = (user: string) =>
      node.node.act("/yangent-loops:loops/loop[name='keep-up']/approve", { id: pending?.id }, { user });
    await expect(approve('admin')).rejects.toMatchObject({ tag: 'access-denied', appTag: 'not-a-voter' });
    await approve('olga');
    await until(() => console.isOn('uplink'), Boolean);
    const ended = await until(
      async () => (await node.loop('keep-up')).history?.at(-1),
      (entry) => entry?.id === pending?.id,
    );
    expect(ended).toMatchObject({ by: 'olga', outcome: 'succeeded' });
    expect((await node.loop('keep-up')).counters.executions).toBe(String(Number(counters.executions) + 1));
    await node.set('keep-up', { enabled: false, policy: { mode: 'autonomous' } });
  });

  it('a loop that another one undoes yields to it, until its priority is higher', async () => {
    const startTime = new Date().toISOString();
    await node.set('keep-up', { enabled: true });
    await node.set('keep-down', { enabled: true });
    // The one that finds its work undone first yields; of equals, whoever executed last stays.
    const yielded = await until(
      async () => {
        const loops = await Promise.all(
          ['keep-up', 'keep-down'].map(async (name) => [name, await node.loop(name)] as const),
        );
        return loops.find(([, { history = [] }]) => history.at(-1)?.reason?.includes('undoes'))?.[0];
      },
      (name) => name !== undefined,
    );
    if (yielded === undefined) throw new Error('no loop yields');
    const winner = yielded === 'keep-up' ? 'keep-down' : 'keep-up';
    const up = yielded === 'keep-up';
    const entry = await last(yielded, 'yielded');
    expect(entry).toMatchObject({
      seen: `{"enabled":${!up}}`,
      concluded: `the uplink must be ${up ? 'up' : 'down'}`,
      decided: `switch it ${up ? 'on' : 'off'}`,
      reason: `loop "${winner}" undoes what this loop does to edge-1/uplink, and goes first`,
    });
    expect(entry).not.toHaveProperty('done');
    const watcher = await Watcher.start(node, { startTime });
    const { value } = await watcher.until(({ name }) => name === 'yangent-loops:loop-conflict');
    expect(value).toMatchObject({ name: yielded, agent: 'rivals', rival: winner, resource: 'edge-1/uplink' });
    await watcher.close();
    expect(await console.isOn('uplink')).toBe(winner === 'keep-up');
    await node.set(yielded, { policy: { priority: 7 } });
    await until(
      async () => (await node.loop(winner)).history?.at(-1)?.reason,
      (reason) => reason === `loop "${yielded}" undoes what this loop does to edge-1/uplink, and goes first`,
    );
    expect(await console.isOn('uplink')).toBe(yielded === 'keep-up');
    for (const name of ['keep-up', 'keep-down']) await node.set(name, { enabled: false });
  });

  it('a repair that cuts the device off reverts itself', async () => {
    await node.set('careless', { enabled: true });
    await console.configure('uplink', '<description>tidy up</description>');
    await until(
      () => node.loop('careless'),
      ({ history = [] }) => history.some(({ outcome }) => outcome === 'failed'),
    );
    const { history = [] } = await node.loop('careless');
    expect(history.find(({ outcome }) => outcome === 'failed')?.reason).toMatch(
      /it could not be reached any more \(.*\); (it takes the edit back by itself within 4 s|the edit was taken back)/,
    );
    await until(async () => {
      await pause(QUIET);
      return console.isOn('management');
    }, Boolean);
    // The loop reaches the device again, and its rate limit keeps it from doing that again.
    await last('careless', 'suppressed');
    expect(await console.isOn('management')).toBe(true);
  });
}
