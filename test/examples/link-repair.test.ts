/** The two examples together: one node simulates a router, another keeps its uplink up. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectNetconf, type NetconfClient } from '../../src/clients/index.js';
import { buildPrompt } from '../../src/tasks/index.js';
import { readLoop, startLinkRepair } from '../support/link-repair.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { until } from '../until.js';

let device: TestNode;
let node: TestNode;

beforeAll(async () => {
  device = await startTestNode({
    plugins: ['examples/simulated-device/plugin.ts'],
    config: ['examples/simulated-device/interfaces.json'],
  });
  const { host, port, hostKeyFingerprint } = device.node.ready.netconf ?? { host: '', port: 0, hostKeyFingerprint: '' };
  expect(host).toBe('127.0.0.1');
  node = await startLinkRepair({ port, user: 'admin', secret: device.password, hostKey: hostKeyFingerprint });
  await until(
    () => readLoop(node),
    ({ counters }) => counters.observations !== '0',
  );
});
afterAll(async () => {
  await node?.stop();
  await device?.stop();
});

describe('the simulated device', () => {
  it('has an uplink and two customer ports, with state that follows configuration', async () => {
    const state = await device.node.read('/ietf-interfaces:interfaces/interface');
    expect(state).toMatchObject([
      { name: 'customer-1', enabled: true, 'admin-status': 'up', 'oper-status': 'up', 'if-index': expect.any(Number) },
      { name: 'customer-2', enabled: false, 'admin-status': 'down', 'oper-status': 'down' },
      { name: 'uplink', enabled: true, 'oper-status': 'up', statistics: { 'in-octets': expect.any(String) } },
    ]);
  });

  it('counts while a port is up, and notes when it changed', async () => {
    const path = "/ietf-interfaces:interfaces/interface[name='customer-1']";
    const enable = (enabled: boolean) =>
      device.node.edit({ 'ietf-interfaces:interfaces': { interface: [{ name: 'customer-1', enabled }] } });
    const before = (await device.node.read(path)) as { 'last-change': string };
    await enable(false);
    const down = (await device.node.read(path)) as { 'last-change': string; statistics: unknown };
    expect(down).toMatchObject({ 'oper-status': 'down' });
    expect(Date.parse(down['last-change'])).toBeGreaterThan(Date.parse(before['last-change']));
    expect(((await device.node.read(path)) as typeof down).statistics).toEqual(down.statistics);
    await enable(true);
    expect(await device.node.read(path)).toMatchObject({ 'oper-status': 'up' });
  });
});

describe('the link-repair agent', () => {
  it('repairs the uplink through a task, and tells of it in loop state, task result and condition-notifications', async () => {
    const listener = await agentClient();
    await listener.createSubscription();
    const heard: string[] = [];
    const subscription = listener.observable.subscribe(({ event }) => heard.push(event.name));

    await switchOff('uplink');
    const loop = await until(
      () => readLoop(node),
      ({ history = [] }) => history.length > 0,
    );
    expect(loop).toMatchObject({
      state: 'running',
      'last-outcome': 'succeeded',
      counters: { decisions: '1', executions: '1', successes: '1' },
      history: [{ decided: 'switch on uplink of edge-1', verified: 'uplink of edge-1 is up', outcome: 'succeeded' }],
    });
    const [, id] = /^task (\S+) is completed$/.exec(loop.history?.[0]?.done ?? '') ?? [];
    expect(await node.node.read(`/yangent-tasks:tasks/task[id='${id}']`)).toMatchObject({
      from: 'link-repair',
      to: 'link-repair',
      type: 'repair-link',
      initiator: 'loop uplink-up',
      state: 'completed',
      artifact: [
        {
          name: 'repair',
          data: { device: 'edge-1', interface: 'uplink', before: 'administratively-down', after: 'up', changed: true },
        },
      ],
    });
    expect(await device.node.read("/ietf-interfaces:interfaces/interface[name='uplink']")).toMatchObject({
      enabled: true,
      'oper-status': 'up',
    });
    await until(
      () => heard,
      (names) => names.filter((name) => name === 'condition-notifications').length >= 2,
    );
    subscription.unsubscribe();
    await listener.close();
  });

  it('leaves alone what its intent does not name', async () => {
    const { counters } = await readLoop(node);
    await switchOff('customer-1');
    await until(
      () => readLoop(node),
      ({ counters: now }) => Number(now.observations) > Number(counters.observations),
    );
    expect((await readLoop(node)).counters).toMatchObject({ decisions: counters.decisions });
  });

  it('diagnoses a link that a prompt names', async () => {
    const answer = await node.node.invoke('yangent-tasks:assign', {
      from: 'link-repair',
      to: 'link-repair',
      type: 'diagnose-link',
      content: buildPrompt({ object: 'edge-1/customer-2', description: 'find out why the link is down' }),
      async: false,
    });
    expect(answer).toMatchObject({
      state: 'completed',
      artifact: [{ value: expect.stringMatching(/^customer-2 of edge-1 is administratively-down/) }],
    });
  });

  it('says what is wrong with a task that names no link, or none that is there', async () => {
    const assign = (input: unknown) =>
      node.node.invoke('yangent-tasks:assign', {
        from: 'link-repair',
        to: 'link-repair',
        type: 'repair-link',
        input,
        async: false,
      });
    expect(await assign({ device: 'edge-1' })).toMatchObject({ state: 'failed', error: { code: 'invalid-input' } });
    expect(await assign({ device: 'edge-1', interface: 'none' })).toMatchObject({
      error: { code: 'invalid-input', message: 'edge-1 has no interface none' },
    });
  });
});

async function switchOff(name: string): Promise<void> {
  await device.node.edit({ 'ietf-interfaces:interfaces': { interface: [{ name, enabled: false }] } });
}

function agentClient(): Promise<NetconfClient> {
  const { port, hostKeyFingerprint } = node.node.ready.netconf ?? { port: 0, hostKeyFingerprint: '' };
  return connectNetconf({
    host: '127.0.0.1',
    port,
    username: 'admin%link-repair',
    password: node.password,
    hostKey: hostKeyFingerprint,
  });
}
