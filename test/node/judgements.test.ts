/** Hosted agents that look at devices before they answer in a negotiation. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defineAgent } from '../../src/node/index.js';
import { FakeDevice } from '../devices/fake-device.js';
import { temporaryFolder } from '../support/clean-up.js';
import { startTestNode, type TestNode } from '../support/node.js';

const device = new FakeDevice({ 'acme:load': { percent: 40 } });

const planner = defineAgent({
  id: 'planner',
  profile: { name: 'planner', description: 'plans by the load of box-1', version: '1.0.0', provider: 'acme' },
  skills: { plan: async (_task, run) => void (await run.propose('a plan')) },
  feasibility: async (_proposal, { devices }) => {
    const seen = JSON.stringify(await devices.get('box-1', ['acme:load']));
    return { feasible: seen.includes('40'), reason: seen };
  },
});

const asker = defineAgent({
  id: 'asker',
  profile: { name: 'asker', description: 'wants plans', version: '1.0.0', provider: 'acme' },
  fulfillment: async (_proposal, { devices }) => {
    return { satisfied: false, reason: JSON.stringify(await devices.get('box-1', ['acme:load'])) };
  },
});

let node: TestNode;

beforeAll(async () => {
  const data = temporaryFolder();
  mkdirSync(join(data, 'secrets'), { mode: 0o700 });
  writeFileSync(join(data, 'secrets', 'box-1'), 'secret', { mode: 0o600 });
  const config = join(data, 'devices.json');
  const box = { name: 'box-1', address: '127.0.0.1', user: 'admin', credential: 'box-1', 'host-key': 'SHA256:key' };
  writeFileSync(config, JSON.stringify({ 'yangent-devices:devices': { device: [box] } }));
  node = await startTestNode({
    data,
    agents: [planner, asker],
    config: [config],
    drivers: new Map([['netconf-ssh', device]]),
  });
});
afterAll(() => node?.stop());

it('says what is feasible by what a device shows', async () => {
  const ask = () =>
    node.node.invoke('yangent-tasks:negotiate', {
      from: 'asker',
      to: 'planner',
      type: 'FEASIBILITY',
      content: ['##task description <description>plan for tonight</description>'],
    });
  expect(await ask()).toMatchObject({ verdict: 'feasible', content: ['{"acme:load":{"percent":40}}'] });
  device.change({ 'acme:load': { percent: 90 } });
  expect(await ask()).toMatchObject({ verdict: 'infeasible', content: ['{"acme:load":{"percent":90}}'] });
});

it('judges a proposed result by what a device shows', async () => {
  device.change({ 'acme:load': { percent: 55 } });
  const { id } = await node.node.invoke('yangent-tasks:assign', {
    from: 'asker',
    to: 'planner',
    type: 'plan',
    objective: 'plan for tonight',
    async: false,
  });
  expect(await node.node.read(`/yangent-tasks:tasks/task[id='${id}']/negotiation`)).toMatchObject([
    { round: 1, type: 'FULFILLMENT', content: ['a plan'] },
    { round: 2, type: 'FULFILLMENT', verdict: 'unsatisfied', content: ['{"acme:load":{"percent":55}}'] },
  ]);
});
