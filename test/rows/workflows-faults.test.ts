/** A step on another node, whose way there fails for a while: the run ends by itself, and the effect happens once. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/clean-up.js';
import { Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { until } from '../until.js';
import { stepOf, WorkflowClient, worker } from '../workflows/rig.js';
import { type Fault, FaultyWay } from './faulty-way.js';
import { passwordOf, profile, user } from './remote-rig.js';

/** The sites at which the agent has begun, and how each task is let go. */
const begun: string[] = [];
const gates = new Map<string, () => void>();

let far: TestNode;
let near: TestNode;
let way: FaultyWay;
let admin: Https;
let client: WorkflowClient;
beforeAll(async () => {
  const work = worker('worker', {
    work: async ({ input }, { signal }) => {
      const { site, holds } = Object(input);
      begun.push(site);
      if (holds)
        await new Promise<void>((resolve, reject) => {
          gates.set(site, resolve);
          signal.addEventListener('abort', () => reject(signal.reason));
        });
      return { artifacts: [{ name: 'result', data: { site } }] };
    },
  });
  far = await startTestNode({ agents: [work], tls: false });
  await far.node.edit({
    ...user('near'),
    'yangent-agents:agents': { agent: [{ id: 'broker', owner: ['near'], profile: profile('broker') }] },
  });
  way = await FaultyWay.to(far.url);
  const data = temporaryFolder();
  mkdirSync(join(data, 'secrets'), { recursive: true, mode: 0o700 });
  writeFileSync(join(data, 'secrets', 'far'), passwordOf('near'), { mode: 0o600 });
  near = await startTestNode({ data });
  const remote = { agent: 'worker', as: 'broker', user: 'near', credential: 'far' };
  await near.node.edit({
    'yangent-agents:agents': {
      agent: [
        {
          ...{ id: 'there', execution: { kind: 'remote', target: way.url, remote } },
          profile: { ...profile('there'), skills: { skill: [{ 'skill-name': 'work' }] } },
        },
      ],
    },
  });
  admin = new Https(near);
  client = new WorkflowClient(admin);
});
afterAll(async () => {
  admin?.close();
  await near?.stop();
  await way?.close();
  await far?.stop();
});

async function start(site: string, holds: boolean): Promise<string> {
  const node = {
    ...{ name: 'a', task: { skill: 'work', agent: 'there' } },
    input: [
      { name: 'site', value: `"${site}"` },
      { name: 'holds', value: String(holds) },
    ],
  };
  return (await client.rpc('start', { dag: { version: '1.0', node: [node] } })).id;
}

async function expectDoneOnce(id: string, site: string): Promise<void> {
  const run = await client.until(id, ({ state }) => state !== 'running', 25_000);
  expect([run.state, stepOf(run, 'a').output]).toEqual(['completed', { result: { site } }]);
  expect(begun.filter((each) => each === site)).toEqual([site]);
}

const hasMet = (times: number) =>
  until(
    async () => way.met,
    (met) => met >= times,
  );

describe.each<[Fault, number]>([
  [500, 2],
  [503, 2],
  ['hang', 1],
  ['lost', 1],
])('a step whose node answers with %s for a while ends once', (fault, times) => {
  it('when that is as it gets the task', async () => {
    const site = `begin ${fault}`;
    way.fail(fault);
    const id = await start(site, false);
    await hasMet(times);
    way.mend();
    await expectDoneOnce(id, site);
  }, 40_000);

  it('when that is while it works', async () => {
    const site = `middle ${fault}`;
    const id = await start(site, true);
    await until(
      async () => gates.get(site),
      (open) => open !== undefined,
    );
    way.fail(fault);
    await hasMet(times);
    gates.get(site)?.();
    way.mend();
    await expectDoneOnce(id, site);
  }, 40_000);
});
