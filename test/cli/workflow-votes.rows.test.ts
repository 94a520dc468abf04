/** `yangent workflow waiting`, `approve` and `reject`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { octetsOf, SshKeygen } from '../support/ssh-keygen.js';
import { until } from '../until.js';
import { type Run, stepOf, WorkflowClient, worker } from '../workflows/rig.js';
import { type Outcome, yangent } from './support.js';

const keygen = new SshKeygen();
let node: TestNode;
let client: WorkflowClient;

const passwordOf = (user: string) => `the password of ${user}`;
const ID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const SHORT_ID = /\b[0-9a-f]{8}-[0-9a-f]{4}(-7[0-9a-f]{3})?\b/g;
const TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;
const plain = (text: string) => text.replace(ID, 'ID').replace(SHORT_ID, 'SHORT').replace(TIME, 'TIME');

/** Runs `yangent workflow ...args` as a user. */
function command(user: string, ...args: readonly string[]): Promise<Outcome> {
  const file = join(keygen.folder, `${user}.password`);
  writeFileSync(file, passwordOf(user), { mode: 0o600 });
  return yangent(
    'workflow',
    ...args,
    '--url',
    node.url,
    '--user',
    user,
    '--password-file',
    file,
    '--ca',
    node.certificate,
  );
}

const DEFINITION = {
  node: [
    {
      name: 'mend',
      task: { skill: 'do', agent: 'field' },
      oversight: { approver: ['vera'], signature: true, question: 'Mend the link?' },
    },
  ],
};

beforeAll(async () => {
  keygen.key('vera');
  node = await startTestNode({ agents: [worker('field')] });
  const key = octetsOf(join(keygen.folder, 'vera.pub')).toString('base64');
  await node.node.edit({
    'yangent-access:access': {
      user: [
        {
          name: 'vera',
          password: `$0$${passwordOf('vera')}`,
          'authorized-key': [{ name: 'laptop', algorithm: 'ssh-ed25519', 'key-data': key }],
        },
        { name: 'dan', password: `$0$${passwordOf('dan')}` },
        { name: 'olga', password: `$0$${passwordOf('olga')}`, group: ['operator'] },
      ],
    },
  });
  client = new WorkflowClient(new Https(node));
  await client.define('change', DEFINITION);
  await client.define('pipe', {
    node: [{ name: 'lay', task: { skill: 'do', agent: 'field' }, compensation: { skill: 'none' } }],
  });
  await node.node.edit({
    'yangent-workflows:workflows': {
      guard: [{ name: 'pipes', definition: ['pipe'], skill: ['none'], approval: { approver: ['vera'] } }],
    },
  });
});
afterAll(async () => {
  client?.admin.close();
  await node?.stop();
});

async function asked(): Promise<string> {
  const { id } = await client.rpc('start', { definition: 'change' });
  await client.until(id, (run) => run.step !== undefined && stepOf(run, 'mend').state.endsWith(':awaiting-approval'));
  return id;
}

test('ATD-8-r: what waits is listed for those who have a vote, and a signed vote lets it go', async () => {
  const id = await asked();
  const { out } = await command('vera', 'waiting');
  expect(plain(out).replace(/ {2,}/g, '  ')).toBe(
    'RUN  WORKFLOW  STEP  GATE  STARTED BY  UNTIL  QUESTION\nSHORT  change  mend  oversight  admin  TIME  Mend the link?\n',
  );
  expect((await command('dan', 'waiting')).out).toBe('no step waits for your vote\n');
  const unsigned = await command('vera', 'approve', id);
  expect([unsigned.code, unsigned.err]).toEqual([1, expect.stringContaining('must be signed')]);
  const voted = await command('vera', 'approve', id, 'mend', '--sign', join(keygen.folder, 'vera'), '--comment', 'ok');
  expect(voted).toMatchObject({ code: 0 });
  expect(voted.out).toContain('question   Mend the link?\n');
  expect(voted.out).toMatch(/statement {2}\{"digest":"[0-9a-f]{64}","expires":/);
  expect(plain(voted.out)).toMatch(/step mend of run ID is (ready|executing|completed)\n$/);
  const run = await client.until(id, ({ state }) => state === 'completed');
  const [{ vote }] = stepOf(run, 'mend').gate as [{ vote: [Record<string, unknown>] }];
  expect(vote[0]).toMatchObject({ by: 'vera', comment: 'ok', key: expect.stringMatching(/^SHA256:/) });
  expect(vote[0].signature).toContain('BEGIN SSH SIGNATURE');
});

test('a person rejects', async () => {
  const id = await asked();
  const { out } = await command('vera', 'reject', id, '--reason', 'not today');
  expect(plain(out)).toMatch(/\nstep mend of run ID is failed\n$/);
  const run = await client.run(id);
  expect(run['state-reason']).toBe('step "mend" failed: rejected by vera: not today');
  const none = await command('vera', 'approve', id);
  expect(none.err).toContain('no step of run');
});

/** Lays a pipe. Returns the run, which has completed. */
async function laid(): Promise<string> {
  const { id } = await client.rpc('start', { definition: 'pipe', wait: 10 });
  return id;
}

const asksBack = (run: Run) =>
  ((stepOf(run, 'lay').gate ?? []) as readonly { readonly state: string }[]).some(({ state }) => state === 'open');

test('votes on the way back of a run are given as others are', async () => {
  const id = await laid();
  await client.act(
    `${id}/roll-back`,
    Object.fromEntries([...Object.entries({ to: '1', reason: 'x' }), ['then', 'end']]),
  );
  await client.until(id, asksBack);
  const { out: listed } = await command('vera', 'waiting');
  expect(plain(listed)).toContain('rollback:1/guard:pipes');
  const { code, out } = await command('vera', 'approve', id);
  expect([code, plain(out)]).toEqual([0, expect.stringMatching(/\nthe way back of run ID has your vote\n$/)]);
  await client.until(id, ({ state }) => state === 'rolled-back');
});

test('the command that sends a run back tells for which votes it waits, and an operator ends the wait', async () => {
  const id = await laid();
  const told = command('olga', 'rollback', id, '--to', '1', '--reason', 'the wrong street', '--then', 'end');
  await until(
    () => vi.mocked(console.log).mock?.calls.join('\n') ?? '',
    (text) => text.includes('vote with: '),
  );
  await client.act(`${id}/rollback=1/acknowledge`, { agent: 'field', reason: 'it may stay' });
  const { code, out } = await told;
  expect([code, plain(out).split('\n')]).toEqual([
    0,
    expect.arrayContaining([
      'lay: before it is undone it waits for rollback:1/guard:pipes',
      'vote with: yangent workflow approve ID lay',
      'run ID is rolled-back',
    ]),
  ]);
});
