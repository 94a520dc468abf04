/** `yangent workflow waiting`, `approve` and `reject`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { octetsOf, SshKeygen } from '../support/ssh-keygen.js';
import { stepOf, WorkflowClient, worker } from '../workflows/rig.js';
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
      ],
    },
  });
  client = new WorkflowClient(new Https(node));
  await client.define('change', DEFINITION);
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
