/** Tasks of an agent on another node when one of the two nodes is killed. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectPeer, type Peer, type PeerTask } from '../../src/peers/index.js';
import { Porter } from '../rows/remote-porter.js';
import { Program } from '../rows/remote-program.js';
import { farConfiguration, profile, RemoteRig, reached, user, WAYS, WORKER, withSecrets } from '../rows/remote-rig.js';
import { temporaryFolder } from '../support/clean-up.js';
import { startServe } from '../support/serve.js';
import { until } from '../until.js';

let rig: RemoteRig;
let noc: Peer;
beforeAll(async () => {
  rig = await RemoteRig.start();
  noc = await rig.noc();
});
afterAll(() => rig?.stop());

const counterpart = (task: PeerTask, state: string) => rig.counterpart(task, state);

describe.each(WAYS)('an agent on another node over %s', (to) => {
  it('has exactly one task after the node that gave it was killed and started again', { timeout: 60_000 }, async () => {
    const data = withSecrets();
    const file = join(data, 'configuration.json');
    writeFileSync(file, JSON.stringify(rig.configuration()));
    const first = await startServe({ data, args: ['--config', file] });
    const before = await connectPeer({ url: first.url, user: 'admin', password: first.password, as: 'noc' });
    const waiting = await before.assign({ type: 'ask', description: 'find it', to });
    const running = await before.assign({ type: 'wait', description: 'wait', to });
    await reached(waiting, 'input-required');
    await counterpart(running, 'running');
    await first.end('SIGKILL');
    await before.close();

    const second = await startServe({ data, args: ['--config', file] });
    const after = await connectPeer({ url: second.url, user: 'admin', password: second.password, as: 'noc' });
    try {
      await after.task(waiting.id).provideInput('R1-R2');
      await until(
        () => after.task(waiting.id).view(),
        (record) => record['input-request']?.required === 'which end?',
      );
      await after.task(waiting.id).provideInput('the near one');
      expect((await after.task(waiting.id).result()).artifact[0]).toMatchObject({ value: 'R1-R2, the near one' });
      await after.task(running.id).cancel();
      await counterpart(running, 'canceled');
      await counterpart(waiting, 'completed');
    } finally {
      await after.close();
      await second.end('SIGTERM');
    }
  });

  it('is negotiated with further after either node was killed: what it said meanwhile is heard', {
    timeout: 90_000,
  }, async () => {
    const far = Program.configured(temporaryFolder(), farConfiguration(), ['--agent', WORKER]);
    const near = Program.configured(withSecrets(), {});
    await far.start();
    await near.start();
    const porter = new Porter(far.node);
    try {
      const target = to === 'RESTCONF' ? far.node.url : `netconf://127.0.0.1:${far.node.netconf.port}`;
      const remote = { agent: 'porter', as: 'broker', user: 'near', credential: 'far' };
      await near.admin.send('PUT', '/restconf/data/yangent-agents:agents', {
        body: JSON.stringify({
          'yangent-agents:agents': {
            agent: [
              { id: 'noc', profile: profile('noc') },
              { id: 'porter', profile: profile('porter'), execution: { kind: 'remote', target, remote } },
            ],
          },
        }),
      });
      const speak = (input: object) =>
        near.admin.send('POST', '/restconf/operations/yangent-tasks:negotiate', {
          body: JSON.stringify({ 'yangent-tasks:input': { from: 'noc', type: 'FEASIBILITY', wait: 0, ...input } }),
        });
      const opened = await speak({ to: 'porter', 'task-id': 'agreed', content: ['can you?'] });
      const { id } = JSON.parse(opened.body)['yangent-tasks:output'];
      const held = await until(
        () => porter.tasks(),
        ([first]) => first?.negotiation?.length === 1,
      );
      await near.crash();
      await porter.act(held[0]!, 'propose', { type: 'FEASIBILITY', verdict: 'countered', counter: 'half of it' });
      await near.start();
      const rounds = (number: number) =>
        until(
          async () => JSON.parse((await near.admin.send('GET', `/restconf/data/yangent-tasks:tasks/task=${id}`)).body),
          (task) => task['yangent-tasks:task'][0].negotiation.length === number,
        );
      await rounds(2);
      await far.crash();
      await speak({ 'task-id': 'agreed', content: ['and the other half?'] });
      await far.start();
      const again = await until(
        () => porter.task(held[0]!.id),
        ({ negotiation = [] }) => negotiation.length === 3,
      );
      await porter.act(again, 'propose', { type: 'FEASIBILITY', verdict: 'feasible' });
      const {
        'yangent-tasks:task': [agreed],
      } = await rounds(4);
      expect(agreed.negotiation).toMatchObject([
        { by: 'noc', content: ['can you?'] },
        { by: 'porter', verdict: 'countered', counter: 'half of it' },
        { by: 'noc', content: ['and the other half?'] },
        { by: 'porter', verdict: 'feasible' },
      ]);
    } finally {
      porter.close();
      await near.stop();
      await far.stop();
    }
  });
});

describe('an agent on another node', () => {
  it('is followed further after its node was killed and started again', { timeout: 60_000 }, async () => {
    const data = temporaryFolder();
    const file = join(data, 'configuration.json');
    const broker = { id: 'broker', owner: ['near'], profile: profile('broker') };
    writeFileSync(file, JSON.stringify({ ...user('near'), 'yangent-agents:agents': { agent: [broker] } }));
    const args = ['--agent', WORKER, '--config', file];
    let other = await startServe({ data, args });
    const { port, hostname } = new URL(other.url);
    try {
      const target = { kind: 'remote', target: other.url };
      const remote = { agent: 'worker', as: 'broker', user: 'near', credential: 'far' };
      await rig.near.node.edit({
        'yangent-agents:agents': {
          agent: [{ id: 'elsewhere', profile: profile('elsewhere'), execution: { ...target, remote } }],
        },
      });
      const task = await noc.assign({ type: 'ask', description: 'find it', to: 'elsewhere' });
      await reached(task, 'input-required');
      await other.end('SIGKILL');
      await task.provideInput('R1-R2');
      other = await startServe({ data, args: [...args, '--restconf', `${hostname}:${port}`] });
      await until(
        () => task.view(),
        (record) => record['input-request']?.required === 'which end?',
      );
      await task.provideInput('the near one');
      expect((await task.result()).artifact[0]).toMatchObject({ value: 'R1-R2, the near one' });
    } finally {
      await other.end('SIGTERM');
    }
  });
});
