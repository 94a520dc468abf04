/** Tokens of executors whose task goes to another agent, of several executors, after negotiations, and inside the node. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defineAgent } from '../../../src/index.js';
import { type Run, stepOf } from '../rig.js';
import { AuthorityRig, graphOf, taskOf } from './rig.js';

let rig: AuthorityRig;
/** The tokens that agents inside the node have got. */
const inside: (string | undefined)[] = [];

const insider = defineAgent({
  id: 'insider',
  profile: { name: 'insider', description: 'works inside', version: '1.0.0', provider: 'test' },
  skills: {
    look: async (_, run) => {
      inside.push(await run.token());
    },
  },
});

beforeAll(async () => {
  rig = await AuthorityRig.start('a secret of the client: 100 %', { agents: [insider] });
});
afterAll(() => rig?.stop());

/** Starts a run, and returns it when agents were found for its step. */
async function found(graph: object): Promise<Run> {
  const { id } = await rig.begin(graph);
  return rig.flows.until(id, (each) => stepOf(each, 'a').agent !== undefined);
}

it('ATD-8-d: a task that goes to another agent ends the token of the first one, and gives the other its own', async () => {
  const grants = [await rig.grantTo('crew'), await rig.grantTo('spare')];
  const graph = graphOf('own', { discover: { skill: ['diagnose-link'] } });
  const [node] = graph.node;
  const run = await found({ ...graph, node: [{ ...node, retry: { 'max-attempts': 3, delay: 0 } }] });
  const { agent } = stepOf(run, 'a') as unknown as { agent: readonly string[] };
  const { token: first, attempt } = await rig.act(run, 'claim');
  expect(await rig.readWith(first)).toBe(200);
  await rig.act(run, 'fail', { attempt, code: 'lack-of-skills', message: 'no ladder' });
  const task = taskOf(run);
  expect(await rig.readWith(first)).toBe(401);
  const { to, state } = await rig.stateOf(task);
  expect([state, to === agent[0]]).toEqual(['accepted', false]);
  const { token: second } = await rig.act(run, 'claim');
  expect(await rig.verified(second)).toMatchObject({
    ...{ agent: { id: `agent:${to}` }, act: { sub: `agent:${to}` }, recovery_state: 'retrying', task: { id: task } },
  });
  expect(await rig.readWith(second)).toBe(200);
  expect(await rig.readWith(first)).toBe(401);
  await rig.act(run, 'complete');
  expect(await rig.readWith(second)).toBe(401);
  for (const grant of grants) await rig.revoke(grant);
});

it('a token ends with its attempt, also where the same agent makes the next one', async () => {
  const grant = await rig.grantTo('crew');
  const graph = graphOf('own');
  const run = await rig.begin({
    ...graph,
    node: graph.node.map((node) => ({ ...node, retry: { 'max-attempts': 3, delay: 0 } })),
  });
  const { token: first, attempt } = await rig.act(run, 'claim');
  await rig.act(run, 'fail', { attempt, code: 'broken', message: 'no ladder', recovery: ['retry'] });
  expect(await rig.readWith(first)).toBe(401);
  const { token: second } = await rig.act(run, 'claim');
  expect([await rig.readWith(first), await rig.readWith(second)]).toEqual([401, 200]);
  expect(await rig.verified(second)).toMatchObject({ recovery_state: 'retrying', task: { id: taskOf(run) } });
  await rig.act(run, 'release', { reason: 'the ladder is needed elsewhere' });
  expect(await rig.readWith(second)).toBe(401);
  const { token: third } = await rig.act(run, 'claim');
  expect(await rig.readWith(third)).toBe(200);
  await rig.act(run, 'complete');
  await rig.revoke(grant);
});

it('each of several executors gets its own token under explicit grants, and one without a grant none', async () => {
  const grants = [await rig.grantTo('crew'), await rig.grantTo('third')];
  const run = await found(graphOf('own', { discover: { skill: ['diagnose-link'] }, executors: 2 }));
  const step = stepOf(run, 'a') as unknown as { agent: readonly string[]; task: readonly string[] };
  expect([...step.agent].sort()).toEqual(['crew', 'third']);
  const tokens = [];
  for (const task of step.task) tokens.push((await rig.act(run, 'claim', {}, task)).token);
  const claims = await Promise.all(tokens.map((token) => rig.verified(token)));
  expect(claims.map(({ agent, task }) => [agent, task])).toEqual(
    step.task.map((id, index) => [{ id: `agent:${step.agent[index]}` }, expect.objectContaining({ id })]),
  );
  expect(claims).toMatchObject([
    { dagid: run.uri, tasknode: 'a' },
    { dagid: run.uri, tasknode: 'a' },
  ]);
  // The first success ends the other one, with its token.
  await rig.act(run, 'complete', {}, step.task[0]);
  await rig.flows.until(run.id, ({ state }) => state === 'completed');
  expect(await Promise.all(tokens.map((token) => rig.readWith(token)))).toEqual([401, 401]);
  for (const grant of grants) await rig.revoke(grant);
});

it('an agent that has agreed to a step gets its token under explicit grants', async () => {
  const grant = await rig.grantTo('crew');
  const run = await rig.begin(graphOf('own', { agent: 'crew', negotiate: true }));
  const task = taskOf(run);
  await rig.act(run, 'propose', { type: 'FEASIBILITY', verdict: 'feasible' }, task);
  await rig.flows.until(run.id, (each) => stepOf(each, 'a').state === 'yangent-workflows:ready');
  const { token } = await rig.act(run, 'claim', {}, task);
  expect(await rig.verified(token)).toMatchObject({ dagid: run.uri, tasknode: 'a', task: { id: task } });
  await rig.act(run, 'complete', {}, task);
  await rig.revoke(grant);
});

it('ATD-8-d: an agent inside the node gets a token by run.token(), and does no explicit step without one', async () => {
  const grant = await rig.grantTo('insider');
  const run = await rig.flows.start(graphOf('own', { agent: 'insider', skill: 'look' }));
  expect(run.state).toBe('completed');
  expect(inside).toEqual([expect.any(String)]);
  // The task is over, and so is its token.
  expect(await rig.readWith(inside[0] ?? '')).toBe(401);
  await rig.revoke(grant);
});

it('ATD-8-d: an agent inside the node fails its attempt when another server issues no token', async () => {
  const grant = await rig.grantTo('insider');
  rig.server.next.push({ claims: { dagid: 'agent-dag:other' } });
  const run = await rig.flows.start(graphOf('foreign', { agent: 'insider', skill: 'look' }));
  expect(run.state).toBe('failed');
  expect(stepOf(run, 'a').error).toMatchObject({
    code: 'unreachable',
    message: `token issuer "${rig.server.url}" gives no token: its token does not have the claim dagid of the token for which it was given`,
  });
  expect(inside).toHaveLength(1);
  await rig.revoke(grant);
});

it('no token is in the data directory', () => {
  const all = [...rig.tokens, ...inside.flatMap((token) => token ?? []), ...rig.server.tokens];
  expect(all.length).toBeGreaterThan(6);
  expect(rig.filesWith(all)).toEqual([]);
});
