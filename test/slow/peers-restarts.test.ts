/** Tasks of an agent of another domain when one of the two nodes is killed in the middle of them. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addressOf, Client, PEERS, type Plain, users, WORKER, withSecret } from '../peers/domains-rig.js';
import { Program } from '../rows/remote-program.js';
import { agentEntry } from '../tasks/fixture.js';
import { until } from '../until.js';

const oss = Program.configured(withSecret('oss-node'), {
  ...users('core-node', 'ann'),
  'yangent-agents:agents': { agent: [agentEntry('noc', ['ann'])] },
});
const core = Program.configured(withSecret('core-node'), users('oss-node'), ['--agent', WORKER]);
const clients: Client[] = [];
const client = (program: Program, user?: string): Client => {
  const made = new Client(program.node, user);
  clients.push(made);
  return made;
};

beforeAll(async () => {
  await Promise.all([oss.start(), core.start()]);
  for (const [program, domain, name, other, user, login] of [
    [oss, 'oss.example', 'core', core, 'core-node', 'oss-node'],
    [core, 'core.example', 'oss', oss, 'oss-node', 'core-node'],
  ] as const) {
    const peer = { name, domain: [`${name}.example`], user, address: addressOf(other.node, login) };
    const { status } = await client(program).put(PEERS, { 'yangent-peers:peers': { domain, peer: [peer] } });
    expect(status).toBe(201);
  }
}, 180_000);
afterAll(async () => {
  for (const { https } of clients) https.close();
  await Promise.all([oss.stop(), core.stop()]);
});

const order = (type: string) => ({
  ...{ from: 'noc', to: 'worker@core.example', type, async: true, content: '##task description look' },
});
const assign = async (type: string): Promise<string> =>
  (await client(oss, 'ann').output('yangent-tasks:assign', order(type))).id;
const here = (id: string): Promise<Plain> => client(oss, 'ann').task(id);
const there = async (id: string): Promise<readonly Plain[]> =>
  (await client(core).tasks()).filter((task) => task['task-id'].startsWith(`${id}.`));
const reached = (id: string, state: string) =>
  until(
    () => here(id),
    (task) => task.state === state,
  );
const reachedThere = (id: string, state: string) =>
  until(
    () => there(id),
    ([task]) => task?.state === state,
  );
const answer = async (id: string, content: string): Promise<void> => {
  const { status } = await client(oss, 'ann').https.send(
    'POST',
    `/restconf/data/yangent-tasks:tasks/task=${id}/provide-input`,
    { body: JSON.stringify({ 'yangent-tasks:input': { content } }) },
  );
  expect(status).toBe(200);
};

it('the task is done once when the node of its executor is killed', { timeout: 180_000 }, async () => {
  const id = await assign('ask');
  await reached(id, 'input-required');
  await core.crash();
  await core.start();
  await answer(id, 'R1-R2');
  await until(
    () => here(id),
    (task) => task['input-request']?.required === 'which end?',
  );
  await answer(id, 'the near one');
  expect(await reached(id, 'completed')).toMatchObject({ artifact: [{ value: 'R1-R2, the near one' }] });
  expect(await there(id)).toMatchObject([{ from: 'noc@oss.example', state: 'completed' }]);
});

it('the task is followed further when the node of its assigner is killed, and can be canceled', {
  timeout: 180_000,
}, async () => {
  const [asked, waiting] = [await assign('ask'), await assign('wait')];
  await reached(asked, 'input-required');
  await reachedThere(waiting, 'running');
  await oss.crash();
  await oss.start();
  await answer(asked, 'R1-R2');
  await until(
    () => here(asked),
    (task) => task['input-request']?.required === 'which end?',
  );
  await answer(asked, 'the near one');
  await reached(asked, 'completed');
  await client(oss, 'ann').https.send('POST', `/restconf/data/yangent-tasks:tasks/task=${waiting}/cancel`);
  await reachedThere(waiting, 'canceled');
  expect([(await there(asked)).length, (await there(waiting)).length]).toEqual([1, 1]);
});

it('a task that is assigned while the peer is down is done once it is back', { timeout: 180_000 }, async () => {
  await core.crash();
  const id = await assign('survey');
  await reached(id, 'running');
  await core.start();
  await reached(id, 'completed');
  expect(await there(id)).toHaveLength(1);
});
