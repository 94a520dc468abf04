/** kill -9 of a node in each phase of a loop: after the restart it goes on or takes back, and nothing is done twice. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RestconfClient } from '../../src/clients/index.js';
import { serializeXml } from '../../src/data/index.js';
import { describePeer } from '../peers.js';
import { temporaryFolder } from '../support/clean-up.js';
import type { LoopValue } from '../support/link-repair.js';
import {
  Changes,
  type CountedDevice,
  isOn,
  netconfdDevice,
  simulatedDevice,
  switchPorts,
  writeDevice,
} from '../support/phased-device.js';
import { type ServeProcess, startServe } from '../support/serve.js';
import { until } from '../until.js';

/** Each is a place to stand still, a loop that does, and the port that it keeps on. */
const HELD = ['observe', 'analyse', 'decide', 'before', 'after', 'forgets', 'takes-back', 'verify', 'compensate'];
const PORTS = [...HELD, 'approve', 'assigned', 'on-trial'];
const RESTARTED = 'the node was restarted while this was being executed';

describe('kill -9 of a node whose loops work on the simulated device', () =>
  scenarios(() => simulatedDevice(temporaryFolder())));
describePeer(['netconfd', 'sshd', 'libyuma-base'], 'kill -9 of a node whose loops work on netconfd', () =>
  scenarios(netconfdDevice),
);

describe('kill -9 of a node behind the edit of the link-repair example', () => {
  it('ends the cycle with the one task of its number, which edits the device no second time', async () => {
    const { device, console, watcher, stop } = await simulatedDevice(temporaryFolder());
    const [data, marks] = [temporaryFolder(), temporaryFolder()];
    const args = ['--agent', 'test/support/agents/link-repair-held.mjs', '--config', writeDevice(data, device)];
    await switchPorts(console, ['uplink'], false);
    const edits: string[] = [];
    await watcher.createSubscription({ stream: 'audit' });
    watcher.observable.subscribe(({ event }) => edits.push(serializeXml(event)));
    const killed = await startServe({ data, args, env: { HOLD: marks } });
    await until(() => existsSync(join(marks, 'edited')), Boolean);
    await killed.end('SIGKILL');
    const node = await startServe({ data, args, env: { HOLD: '' } });
    const client = new RestconfClient({ url: node.url, username: 'admin', password: node.password });
    const read = async (path: string): Promise<unknown> => (await client.get(path)).value;
    try {
      const loop = await until(
        () => read('/yangent-loops:loops/loop=uplink-up'),
        (value) => JSON.stringify(value).includes('"outcome"'),
      );
      expect(loop).toMatchObject({
        'yangent-loops:loop': [
          {
            counters: { executions: '1', successes: '1' },
            history: [{ id: '1', outcome: 'succeeded', done: expect.stringMatching(/^task \S+ is completed$/) }],
          },
        ],
      });
      expect(await read('/yangent-tasks:tasks')).toMatchObject({
        'yangent-tasks:tasks': {
          task: [
            {
              'task-id': 'uplink-up/1',
              state: 'completed',
              attempt: 2,
              artifact: [{ data: { before: 'administratively-down', after: 'up', changed: true } }],
            },
          ],
        },
      });
      // Also an edit that changes nothing would be one. The console, who has switched the port off, is the device's first session.
      const requests = edits.filter(
        (text) =>
          text.includes('<operation>edit</operation><target>/ietf-interfaces:interfaces</target>') &&
          !text.includes('<session-id>1</session-id>'),
      );
      expect(requests).toHaveLength(1);
    } finally {
      client.close();
      await node.end('SIGKILL');
      await Promise.all([console.close(), watcher.close()]);
      await stop();
    }
  });
});

function scenarios(start: () => Promise<CountedDevice>): void {
  let rig: CountedDevice;
  let changes: Changes;
  let node: ServeProcess;
  let client: RestconfClient;
  const data = temporaryFolder();
  const marks = temporaryFolder();

  /** @param configuration merged into what the node has */
  async function startNode(hold: boolean, configuration: readonly string[] = []): Promise<void> {
    client?.close();
    node = await startServe({
      data,
      args: ['--agent', 'test/support/agents/phases.mjs', ...configuration],
      env: { HOLD: hold ? marks : '' },
    });
    client = new RestconfClient({ url: node.url, username: 'admin', password: node.password });
  }
  const loop = async (name: string): Promise<LoopValue> => {
    const { value } = await client.get(`/yangent-loops:loops/loop=${name}`);
    return (value as { 'yangent-loops:loop': [LoopValue] })['yangent-loops:loop'][0];
  };
  /** The history, once the last of so many cycles has ended. */
  const history = async (name: string, length: number): Promise<LoopValue['history']> =>
    (
      await until(
        () => loop(name),
        (each) => (each.history?.length ?? 0) >= length,
      )
    ).history;

  beforeAll(async () => {
    rig = await start();
    await switchPorts(rig.console, PORTS, false);
    changes = await Changes.of(rig.watcher);
    const profile = { name: 'field', description: 'an agent outside', version: '1.0.0', provider: 'ACME' };
    const configuration = writeDevice(data, rig.device, {
      'yangent-agents:agents': { agent: [{ id: 'field', profile, execution: { kind: 'attached' } }] },
      'yangent-loops:loops': {
        loop: [{ name: 'on-trial', agent: 'phases', enabled: false, policy: { mode: 'autonomous' } }],
      },
    });
    await startNode(true, ['--config', configuration]);
  });
  afterAll(async () => {
    client?.close();
    await node?.end('SIGKILL');
    await Promise.all([rig?.console.close(), rig?.watcher.close()]);
    await rig?.stop();
  });

  it('each loop stands still in its phase, and the node is killed', async () => {
    await until(
      () => HELD.filter((place) => !existsSync(join(marks, place))),
      (missing) => missing.length === 0,
    );
    await until(
      () => loop('approve'),
      ({ pending }) => pending?.id === '1',
    );
    const claimed = await client.invoke('yangent-tasks:claim-next', { agent: 'field', wait: 10, lease: 600 });
    expect(claimed).toMatchObject({ task: [{ 'task-id': 'assigned/1', from: 'phases', type: 'switch-on' }] });
    await node.end('SIGKILL');
    await startNode(false);
  });

  it.each([
    ['observe', [{ id: '1', outcome: 'succeeded', done: 'switched on' }], 1],
    ['analyse', [{ id: '1', outcome: 'succeeded', done: 'switched on' }], 1],
    ['decide', [{ id: '1', outcome: 'succeeded', done: 'switched on' }], 1],
    ['verify', [{ id: '1', outcome: 'succeeded', done: 'switched on', verified: 'it is on' }], 1],
    ['after', [{ id: '1', outcome: 'succeeded', done: 'found on', verified: 'it is on' }], 1],
    ['forgets', [{ id: '1', outcome: 'interrupted', reason: RESTARTED }], 1],
    [
      'before',
      [
        { id: '1', outcome: 'interrupted', reason: `${RESTARTED}; nothing had been done` },
        { id: '2', outcome: 'succeeded', done: 'switched on' },
      ],
      1,
    ],
    [
      'takes-back',
      [
        { id: '1', outcome: 'compensated', reason: `${RESTARTED}; taken back: switched off again` },
        { id: '2', outcome: 'succeeded', done: 'switched on' },
      ],
      3,
    ],
    [
      'compensate',
      [
        { id: '1', outcome: 'compensated', verified: 'it does not help', reason: 'taken back: it was off again' },
        { id: '2', outcome: 'succeeded', done: 'switched on' },
      ],
      3,
    ],
  ])('killed at "%s": what the loop recorded, and how often the device was changed', async (name, recorded, edits) => {
    expect(await history(name, recorded.length)).toMatchObject(recorded);
    expect(await isOn(rig.console, name)).toBe(true);
    expect(await changes.ofPort(name, edits)).toBe(edits);
    expect(await loop(name)).toMatchObject({ state: 'running', counters: { executions: String(recorded.length) } });
  });

  it('killed while it waits for approval: it is decided anew, under another number, and executed when that is approved', async () => {
    const { pending, history: before } = await until(
      () => loop('approve'),
      (each) => each.pending !== undefined,
    );
    expect(pending).toMatchObject({ id: '2', decided: 'switch approve on' });
    expect(before).toMatchObject([
      { id: '1', outcome: 'interrupted', reason: expect.stringContaining('decided anew') },
    ]);
    const approve = (id: string) => client.action('/yangent-loops:loops/loop=approve/approve', { id });
    await expect(approve('1')).rejects.toThrow('decision 2 waits for approval, not 1');
    expect(await isOn(rig.console, 'approve')).toBe(false);
    await approve('2');
    expect(await history('approve', 2)).toMatchObject([{ id: '1' }, { id: '2', outcome: 'succeeded', by: 'admin' }]);
    expect(await changes.ofPort('approve', 1)).toBe(1);
  });

  it('killed while another agent works on its task: the task is there once, and its end is the end of the cycle', async () => {
    const { value } = await client.get('/yangent-tasks:tasks');
    const tasks = (value as { 'yangent-tasks:tasks': { task: { id: string; attempt: number }[] } })[
      'yangent-tasks:tasks'
    ].task;
    expect(tasks).toMatchObject([{ 'task-id': 'assigned/1', state: 'running', attempt: 1 }]);
    await switchPorts(rig.console, ['assigned'], true);
    await client.action(`/yangent-tasks:tasks/task=${tasks[0]?.id}/complete`, { attempt: 1 });
    expect(await history('assigned', 1)).toMatchObject([
      { id: '1', done: 'task assigned/1 is completed', verified: 'it is on', outcome: 'succeeded' },
    ]);
    expect(await changes.ofPort('assigned', 1)).toBe(1);
  });

  it('killed while its edit is on trial: the device takes it back by itself, and the loop does it anew', async () => {
    await node.end('SIGKILL');
    await startNode(true);
    await client.patch('/yangent-loops:loops/loop=on-trial', {
      'yangent-loops:loop': [{ name: 'on-trial', enabled: true }],
    });
    await until(() => existsSync(join(marks, 'on-trial')), Boolean);
    expect(await isOn(rig.console, 'on-trial')).toBe(true);
    await node.end('SIGKILL');
    await until(
      () => isOn(rig.console, 'on-trial'),
      (on) => !on,
    );
    await startNode(false);
    expect(await history('on-trial', 2)).toMatchObject([
      { id: '1', outcome: 'interrupted', reason: `${RESTARTED}; nothing had been done` },
      { id: '2', outcome: 'succeeded', done: 'switched on' },
    ]);
    expect(await isOn(rig.console, 'on-trial')).toBe(true);
  });

  it('stop-all interrupts what is being executed; nothing goes on, a restart included, until resume-all', async () => {
    await node.end('SIGKILL');
    rmSync(join(marks, 'before'));
    await startNode(true);
    const before = await loop('before');
    await switchPorts(rig.console, ['before'], false);
    await until(() => existsSync(join(marks, 'before')), Boolean);
    await client.invoke('yangent-tasks:stop-all', { reason: 'drill' });
    const length = (before.history?.length ?? 0) + 1;
    const interrupted = (await history('before', length))?.at(-1);
    const reason = 'everything autonomous is stopped (yangent-tasks:stop-all)';
    expect(interrupted).toMatchObject({ decided: 'switch before on', outcome: 'interrupted', reason });
    const paused = () => Promise.all(PORTS.map(loop));
    await until(paused, (loops) => loops.every(({ state }) => state === 'paused'));
    await node.end('SIGKILL');
    await startNode(false);
    for (const each of await paused()) expect(each).toMatchObject({ state: 'paused', 'state-reason': reason });
    expect((await loop('before')).history).toHaveLength(length);
    expect(await isOn(rig.console, 'before')).toBe(false);
    await client.invoke('yangent-tasks:resume-all', {});
    expect((await history('before', length + 1))?.at(-1)).toMatchObject({ outcome: 'succeeded', done: 'switched on' });
    expect(await isOn(rig.console, 'before')).toBe(true);
    expect((await paused()).map(({ state }) => state)).toEqual(PORTS.map(() => 'running'));
  });
}
