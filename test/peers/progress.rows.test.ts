/** A session tells how two tasks go on, at which an agent of another node works at once. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { member } from '../sessions/hosted-rig.js';
import { until } from '../until.js';
import { Client, type Plain } from './domains-rig.js';
import { session } from './sessions-client.js';
import { startTwoNodes, type TwoNodes } from './two-nodes.js';

const OPTICS = 'optics@core.example';
let release: () => void = () => {};
const released = new Promise<void>((resolve) => {
  release = resolve;
});
const optics = member('optics', {
  skills: {
    measure: async () => {
      await released;
      return 'no light';
    },
  },
  sessions: { invited: () => true },
});

let nodes: TwoNodes;
let ann: Client;
beforeAll(async () => {
  nodes = await startTwoNodes([member('lead', {})], [optics]);
  ann = new Client(nodes.oss);
});
afterAll(async () => {
  ann?.https.close();
  await nodes?.stop();
});

it('IOA-1-f: tells that each of them runs, and how it ended', async () => {
  const { id } = await ann.output('yangent-sessions:open', {
    ...{ from: 'lead', kind: 'group', member: [{ agent: OPTICS }] },
  });
  await session(ann, id, ({ member: all }) => all.every(({ state }: Plain) => state === 'joined'));
  for (const task of ['one', 'two']) {
    await ann.output('yangent-sessions:send', {
      ...{ session: id, from: 'lead', type: 'yangent-sessions:task-assignment', 'next-speaker': [OPTICS] },
      ...{ mode: 'asynchronous', task: { 'task-id': task, type: 'measure' }, content: `measure ${task}` },
    });
  }
  const told = async () => {
    const { message = [] } = await ann.output('yangent-sessions:history', { session: id, limit: 1000 });
    return message
      .filter((each: Plain) => each['task-news'])
      .map((each: Plain) => `${each['task-news']['task-id']} ${each['task-news'].state}`);
  };
  const isRunning = (all: readonly string[]) => ['one running', 'two running'].every((each) => all.includes(each));
  expect((await until(told, isRunning)).toSorted()).toEqual(['one running', 'two running']);
  release();
  const haveEnded = (all: readonly string[]) => all.filter((each) => each.endsWith('completed')).length === 2;
  expect((await until(told, haveEnded)).toSorted()).toEqual([
    ...['one completed', 'one running', 'two completed', 'two running'],
  ]);
});
