/** Gates survive a kill: votes that were acknowledged count, the gate is the same one, and its time goes on. */
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/clean-up.js';
import { Https } from '../support/http.js';
import { type ServeProcess, startServe } from '../support/serve.js';
import { type Run, stepOf, WorkflowClient } from './rig.js';

const PASSWORD = 'long enough';

interface Shown {
  readonly digest: string;
  readonly state: string;
  readonly vote?: readonly { readonly by: string }[];
}

const gateIn = (run: Run) => (stepOf(run, 'ask').gate as readonly [Shown])[0];
const isAsking = (run: Run) => run.step !== undefined && stepOf(run, 'ask').state.endsWith(':awaiting-approval');

/** The administrator and two voters of a node. */
function open(node: ServeProcess) {
  const [admin, one, two] = [new Https(node), new Https(node, 'one', PASSWORD), new Https(node, 'two', PASSWORD)];
  return { client: new WorkflowClient(admin), one, two, close: () => [admin, one, two].map((each) => each.close()) };
}

it('a node that is killed between two votes', { timeout: 120_000 }, async () => {
  const data = temporaryFolder();
  const first = await startServe({ data });
  const before = open(first);
  const users = ['one', 'two'].map((name) => ({ name, password: `$0$${PASSWORD}` }));
  const body = JSON.stringify({ 'yangent-access:access': { user: users } });
  const added = await before.client.admin.send('PATCH', '/restconf/data/yangent-access:access', { body });
  expect(added.status).toBe(204);
  const approval = { approver: ['one', 'two'], quorum: 2 };
  const ask = { name: 'ask', type: 'yangent-workflows:approval', approval };
  const { id } = await before.client.rpc('start', { dag: { version: '1.0', node: [ask] } });
  const late = { ...ask, approval: { ...approval, timeout: 2 } };
  const { id: other } = await before.client.rpc('start', { dag: { version: '1.0', node: [late] } });
  const { digest } = gateIn(await before.client.until(id, isAsking));
  await before.client.until(other, isAsking);
  await before.client.act(`${id}/step=ask,0,1/approve`, { digest }, before.one);
  before.close();
  await first.end('SIGKILL');

  const second = await startServe({ data });
  const after = open(second);
  expect(gateIn(await after.client.run(id))).toMatchObject({ digest, state: 'open', vote: [{ by: 'one' }] });
  expect(await after.client.act(`${id}/step=ask,0,1/approve`, { digest }, after.two)).toEqual({
    state: 'yangent-workflows:completed',
  });
  after.close();
  await second.end('SIGKILL');

  const third = await startServe({ data });
  const last = open(third);
  const run = await last.client.until(id, ({ state }) => state === 'completed');
  expect(stepOf(run, 'ask').output).toEqual({ verdict: 'approved', by: ['one', 'two'] });
  const expired = await last.client.until(other, ({ state }) => state === 'failed');
  expect(stepOf(expired, 'ask').error).toMatchObject({ code: 'rejected' });
  last.close();
  await third.end('SIGTERM');
});
