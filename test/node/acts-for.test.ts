/** With whose rights an agent inside the node acts: those of one owner, without the groups that are withheld, else its own alone. */
import { Subject } from 'rxjs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closedLoop, defineAgent } from '../../src/index.js';
import { startTestNode, type TestNode } from '../support/node.js';

interface Request {
  readonly rpc: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly answered: (outcome: string) => void;
}

const asked = new Subject<Request>();
const profile = (name: string) => ({ name, description: name, version: '1.0.0', provider: 'acme' });
/** Its loop asks the node for whatever it is told to. */
const hand = defineAgent({
  id: 'hand',
  profile: profile('hand'),
  loops: [
    closedLoop({
      name: 'ask',
      policy: { mode: 'autonomous' },
      observe: () => asked,
      analyse: (request: Request) => request,
      decide: (request) => ({ summary: request.rpc, request }),
      execute: async ({ request: { rpc, input, answered } }, { invoke }) => {
        await invoke(rpc, input).then(
          () => answered('done'),
          ({ tag }) => answered(String(tag)),
        );
        return rpc;
      },
      verify: async () => ({ ok: true, note: 'asked' }),
    }),
  ],
});

let rig: TestNode;
beforeAll(async () => {
  rig = await startTestNode({ agents: [hand] });
  const user = (name: string) => ({ name, password: '$0$pw-xxxxxxxx', group: ['operator'] });
  await rig.node.edit({
    'yangent-access:access': { user: [user('nina'), user('olga')] },
    'yangent-agents:agents': { agent: [{ id: 'noc', owner: ['nina'], profile: profile('noc') }] },
  });
});
afterAll(() => rig?.stop());

const loop = async (): Promise<unknown> => rig.node.read("/yangent-loops:loops/loop[name='ask']");
/** How the node answers the agent. */
const answer = (rpc: string, input: Request['input']) =>
  new Promise<string>((answered) => asked.next({ rpc: `yangent-tasks:${rpc}`, input, answered }));
const assign = (from: string) => answer('assign', { from, to: 'noc', objective: 'x', async: true });

it.each<[string, object, string, object]>([
  ['without an owner', {}, 'agent:hand', { hand: 'done', noc: 'access-denied', resumeAll: 'access-denied' }],
  ['for its only owner', { owner: ['nina'] }, 'nina', { hand: 'done', noc: 'done', resumeAll: 'access-denied' }],
  [
    'with a group that its entry gives it',
    { 'acts-with-group': ['operator'] },
    'nina',
    { hand: 'done', noc: 'done', resumeAll: 'done' },
  ],
  [
    'with two owners of whom it acts for none',
    { owner: ['olga'] },
    'agent:hand',
    { hand: 'done', noc: 'access-denied', resumeAll: 'access-denied' },
  ],
  ['for one of two owners', { 'acts-for': 'olga' }, 'olga', { hand: 'done', noc: 'access-denied', resumeAll: 'done' }],
])('an agent acts %s', async (_how, entry, actsAs, outcomes) => {
  await rig.node.edit({ 'yangent-agents:agents': { agent: [{ id: 'hand', ...entry }] } });
  await expect.poll(loop).toMatchObject({ 'acts-as': actsAs, state: 'running', phase: 'observe' });
  const own = await assign('hand');
  const others = await assign('noc');
  const resumeAll = await answer('resume-all', {});
  expect({ hand: own, noc: others, resumeAll }).toEqual(outcomes);
});

it('a loop acts for a user who is gone without any right of his', async () => {
  await rig.node.edit({ 'yangent-loops:loops': { loop: [{ name: 'ask', owner: 'gone' }] } });
  await expect.poll(loop).toMatchObject({ 'acts-as': 'gone' });
  expect(await assign('noc')).toBe('access-denied');
  expect(await answer('resume-all', {})).toBe('access-denied');
});
