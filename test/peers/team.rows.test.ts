/** IOA-1-f: a team of agents of two nodes that act by themselves: they speak in turn, work for one another, and conclude. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { member } from '../sessions/hosted-rig.js';
import { until } from '../until.js';
import { Client, type Plain } from './domains-rig.js';
import { act, session } from './sessions-client.js';
import { startTwoNodes, type TwoNodes } from './two-nodes.js';

const OPTICS = 'optics@core.example';

/** Leads: optics speaks, measures, and concludes; each decision is taken once the one before it has had its effect. */
const lead = member('lead', {
  sessions: {
    coordinate: ({ floor, tasks, session: { state } }) => {
      if (!floor.holder.includes('lead')) return undefined;
      if (floor.turn === 0) return { next: [OPTICS], message: 'who can measure R1-R2?' };
      if (tasks.length === 0)
        return {
          state: 'synchronous-task-assignment',
          next: [OPTICS],
          message: 'measure R1-R2',
          task: { type: 'measure' },
        };
      return state === 'discussion' ? { state: 'conclusion', next: [OPTICS], message: 'say what it is' } : undefined;
    },
  },
});
const heard: string[] = [];
const optics = member('optics', {
  skills: { measure: async () => 'no light' },
  sessions: {
    invited: () => true,
    turn: ({ floor }) => `I can; it is turn ${floor.turn}`,
    message: ({ content, type }) => {
      heard.push(`${type.slice(type.indexOf(':') + 1)}: ${content ?? ''}`);
      // Nothing has this number: the home refuses the answer.
      return content === 'answer what is not there'
        ? { type: 'response', 'in-reply-to': '9999', content: 'what?' }
        : undefined;
    },
    conclude: () => 'the fibre is cut',
  },
});

let nodes: TwoNodes;
let ann: Client;
let bob: Client;
beforeAll(async () => {
  nodes = await startTwoNodes([lead], [optics]);
  [ann, bob] = [new Client(nodes.oss), new Client(nodes.core)];
});
afterAll(async () => {
  for (const client of [ann, bob]) client?.https.close();
  await nodes?.stop();
});

/** Returns what was said and told of tasks, as an operator of a node reads it. */
async function told(client: Client, id: string): Promise<readonly string[]> {
  const { message = [] } = await client.output('yangent-sessions:history', { session: id, limit: 1000 });
  return message
    .map(({ from = 'node', type, content = '' }: Plain) => [from, type.split(':')[1], content])
    .filter(([, type]: readonly string[]) => !['membership', 'floor', 'task-progress'].includes(String(type)))
    .map(([from, type, content]: readonly string[]) => `${from} ${type}: ${content}`);
}

it('IOA-1-f: speaks in turn, has a task done on the other node, and concludes there', async () => {
  const { id } = await ann.output('yangent-sessions:open', {
    ...{ from: 'lead', kind: 'team', goal: 'find the fault', member: [{ agent: OPTICS }] },
  });
  const closed = await session(ann, id, ({ state }) => state === 'closed', 60_000);
  expect(closed).toMatchObject({ 'close-reason': 'concluded', conclusion: 'the fibre is cut' });
  const home = await told(ann, id);
  expect(home).toEqual([
    'lead discussion: who can measure R1-R2?',
    `${OPTICS} discussion: I can; it is turn 1`,
    'lead task-assignment: measure R1-R2',
    `${OPTICS} task-result: no light`,
    'lead conclude: say what it is',
    `${OPTICS} conclusion: the fibre is cut`,
  ]);
  const copy = await session(bob, id, ({ state }) => state === 'closed');
  expect(copy).toMatchObject({ 'close-reason': 'concluded', conclusion: 'the fibre is cut', home: 'oss.example' });
  expect(
    (await told(bob, id)).map((line) => line.replace(`${OPTICS} `, 'optics ').replace('@oss.example', '')),
  ).toEqual(home.map((line) => line.replace(`${OPTICS} `, 'optics ')));
});

it('goes on when the home refuses a message of an agent that acts by itself', async () => {
  const { id } = await ann.output('yangent-sessions:open', {
    from: 'lead',
    kind: 'group',
    member: [{ agent: OPTICS }],
  });
  await session(ann, id, ({ member: all }) => all.every(({ state }: Plain) => state === 'joined'));
  for (const content of ['answer what is not there', 'and now?'])
    await ann.output('yangent-sessions:send', { session: id, from: 'lead', content });
  await until(
    () => heard,
    (all) => all.includes('discussion: and now?'),
  );
  await session(bob, id, ({ copy }) => copy.waiting === undefined);
  await until(
    () => bob.rpc('yangent-sessions:receive', { agent: 'optics', session: id }),
    ({ status }) => status === 204,
  );
  await act(ann, id, 'close', { agent: 'lead' });
});
