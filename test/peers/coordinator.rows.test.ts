/** A team whose leader is gone: an agent of the other node leads it by rules, and sees the tasks that it waits for. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { member } from '../sessions/hosted-rig.js';
import { Client, type Plain } from './domains-rig.js';
import { act, session } from './sessions-client.js';
import { startTwoNodes, type TwoNodes } from './two-nodes.js';

const [OPTICS, HANDS] = ['optics@core.example', 'hands@core.example'];
let release: () => void = () => {};
const released = new Promise<void>((resolve) => {
  release = resolve;
});
const hands = member('hands', {
  skills: {
    measure: async () => {
      await released;
      return 'no light';
    },
  },
  sessions: { invited: () => true, turn: () => 'I still measure' },
});

let nodes: TwoNodes;
let ann: Client;
beforeAll(async () => {
  nodes = await startTwoNodes(
    [member('lead', { sessions: { coordinate: () => undefined } })],
    [member('optics', { sessions: { invited: () => true } }), hands],
  );
  ann = new Client(nodes.oss);
});
afterAll(async () => {
  ann?.https.close();
  await nodes?.stop();
});

it('IOA-4.1-c IOA-1-f: waits for a task of which messages tell before it concludes', async () => {
  const { id } = await ann.output('yangent-sessions:open', {
    ...{ from: 'lead', kind: 'team', goal: 'find the fault', member: [{ agent: OPTICS }] },
  });
  await session(ann, id, ({ state }) => state === 'discussion');
  await act(ann, id, 'invite', { agent: 'lead', member: [{ agent: HANDS }] });
  const isIn = ({ agent, state }: Plain) => agent === HANDS && state === 'joined';
  await session(ann, id, ({ member: all }) => all.some(isIn));
  await ann.output('yangent-sessions:send', {
    ...{ session: id, from: 'lead', type: 'yangent-sessions:task-assignment', 'next-speaker': [HANDS] },
    ...{ mode: 'asynchronous', task: { type: 'measure' }, content: 'measure R1-R2' },
  });
  await act(ann, id, 'leave', { agent: 'lead' });
  const paused = await session(ann, id, ({ state }) => state === 'pause-and-trigger', 30_000);
  expect(paused).toMatchObject({ coordinator: OPTICS, task: [{ assignee: HANDS, state: 'running' }] });
  release();
  const closed = await session(ann, id, ({ state }) => state === 'closed', 30_000);
  expect(closed).toMatchObject({ 'close-reason': 'concluded', conclusion: 'hands@core.example: no light' });
});
