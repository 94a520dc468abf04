/**
 * The fingerprint by which an assignment that is sent again is known (`fingerprintOf`). It is stored with the task: were it
 * another one after an upgrade, an assigner who repeats an assignment would get data-exists.
 */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MIGRATIONS } from '../../src/node/migrations.js';
import { openStore } from '../../src/store/index.js';
import { temporaryFolder } from '../support/clean-up.js';
import type { TestNode } from '../support/node.js';
import { basic, HttpClient, type HttpReply } from './http.js';
import { PASSWORDS, startGoldenNode } from './rig.js';

type Members = Readonly<Record<string, unknown>>;

const EVERY_LEAF = {
  priority: 5,
  domain: 'optical',
  type: 'measure',
  initiator: 'ticket 4711',
  deadline: '2099-03-02T18:00:00+01:00',
  'expected-completion': '2099-03-02T12:00:00Z',
  objective: 'measure the level of link 7',
  content: '##target object link 7 ##task description measure the level',
  constraint: [{ name: 'power', type: 'safety', value: '< 10 dBm', description: 'do not blind the receiver' }],
  'expected-artifact': [
    { name: 'level', format: 'text/plain', modality: 'text', required: true, description: 'in dBm' },
  ],
  'expected-response': 'the level in dBm',
  term: [{ term: 'dBm', explanation: 'decibel milliwatts' }],
  input: { link: 7 },
  async: true,
  policy: { 'max-attempts': 2, 'on-restart': 'fail', 'retry-delay': 10, 're-entry': 'restart', reassign: false },
  wait: 10,
  verification: { wanted: true, automatic: true },
};

/** By task-id: what is said besides `from` and `task-id`, and the digest in hexadecimal. */
const ASSIGNMENTS: Readonly<Record<string, readonly [assignment: Members, digest: string]>> = {
  minimal: [
    { to: 'meter', objective: 'measure link 7' },
    '38cade8dd40b16ad23ece1d400017f5befbba1b49bda55d60acfe37f92811eb7',
  ],
  'a prompt': [
    { to: 'meter', content: '##target object link 7 ##task description measure' },
    '5a731c0daf54843de47f47485b4efda324fbeac3a8686767396db1012808bda0',
  ],
  'every leaf': [{ to: 'meter', ...EVERY_LEAF }, '5c8f1bc99d997a9aa8255fddb85900fd62f19a9df0f99ba2ef69ab16a732ea71'],
  'nested input': [
    {
      to: 'meter',
      type: 'measure',
      input: {
        ü: ['é', '\u{1F600}', ''],
        b: { d: null, c: [1, 1.5, -2e-7, true] },
        a: '10',
      },
    },
    'c0c3e8c01b54e9be764066aaa74b5df0e4944ee3308a533ff9086f18eed26594',
  ],
  'expected artifacts': [
    {
      to: 'meter',
      objective: 'x',
      'expected-artifact': [{ name: 'b' }, { name: 'a', required: false, modality: 'image' }],
    },
    'f439086b7cb11c380ae1259d274d4606fd12bf88be282cf933a43313d44fa432',
  ],
  'a verified result': [
    { to: 'meter', objective: 'x', verification: { wanted: true } },
    '20b3b5dfe0b412132efaefc995755e179e37c324d320c454f785121368f9b231',
  ],
  'an automatic verification': [
    { to: 'meter', objective: 'x', verification: { automatic: true } },
    '20e917be01b6bc342b2a0ab5cc8a5659b69117e3786a68b12758ad2ebdd876fd',
  ],
  'a subscription': [
    {
      to: 'meter',
      objective: 'x',
      subscription: { url: 'http://127.0.0.1:9/reports', protocol: 'http', method: 'POST' },
    },
    '94e9288b3f762aa0e1fd7399404d7f8767859c67e3e79d8e3d3199c9e381a8ba',
  ],
  'a query': [
    { discover: { skill: ['measure'], tag: ['optics', 'level'], state: ['online'] }, objective: 'x' },
    '39d4eee1522056009c316838f7ff08b08936ec0f2c58bf104f99b279c2abfc0a',
  ],
  'a negotiation': [
    { to: 'meter', content: '##target object ring ##task description measure the east' },
    '3e0121199d92237fbd560572eb049e09acd17fcaf8ac9d91f51ceafd5af708c8',
  ],
};

/** Of one assignment by a message of the draft. */
const DRAFT = 'e926a95656c38d144091258798a51bd5221f1660a01dc6bf13d158ecc54a5204';

let node: TestNode;
let client: HttpClient;
let digests: ReadonlyMap<string, string>;
/** Of the same assignment, said in two ways. */
let repeated: readonly [string, string];

const send = (method: string, path: string, value: unknown): Promise<HttpReply> =>
  client.send({
    method,
    path: `/restconf/${path}`,
    headers: {
      authorization: basic('desk', PASSWORDS.desk ?? ''),
      'content-type': 'application/yang-data+json',
      accept: 'application/yang-data+json',
    },
    body: JSON.stringify(value),
  });

async function assign(taskId: string, assignment: Members): Promise<string> {
  const input = { 'task-id': taskId, from: 'noc', ...assignment };
  const { status, body } = await send('POST', 'operations/yangent-tasks:assign', { 'yangent-tasks:input': input });
  expect(`${status} ${body}`).toMatch(/^200 /);
  return JSON.parse(body)['yangent-tasks:output'].id;
}

beforeAll(async () => {
  node = await startGoldenNode(temporaryFolder());
  client = new HttpClient(node.url);
  const asked = {
    'task-id': 'a negotiation',
    from: 'noc',
    to: 'meter',
    type: 'FEASIBILITY',
    content: ['east?'],
    wait: 0,
  };
  await send('POST', 'operations/yangent-tasks:negotiate', { 'yangent-tasks:input': asked });
  for (const [taskId, [assignment]] of Object.entries(ASSIGNMENTS)) await assign(taskId, assignment);
  const [minimal] = ASSIGNMENTS.minimal ?? [];
  const first = await assign('minimal', minimal ?? {});
  repeated = [first, await assign('minimal', { ...minimal, async: false, wait: 0 })];
  await send('PUT', 'data/irtf-agent:tasks', {
    'irtf-agent:tasks': {
      'task-sendFrom': 'noc',
      'task-sendTo': 'meter',
      commuType: 'taskAssign',
      'task-id': 'the draft',
      content: '##target object link 7 ##task description measure',
      'expected-response': 'a level',
      'term-explains': [{ term: 'dBm', explaination: 'decibel milliwatts' }],
    },
  });
  digests = await digestsIn(node.directory, node);
});
afterAll(() => client.close());

/** The fingerprints in the database of the node, which stops for it, by task-id. */
async function digestsIn(directory: string, { stop }: TestNode): Promise<ReadonlyMap<string, string>> {
  await stop();
  const store = await openStore({ file: join(directory, 'yangent.db'), migrations: MIGRATIONS });
  const rows = await store.reads.selectFrom('task').select(['task_id', 'document']).execute();
  await store.close();
  return new Map(
    rows.map(({ task_id, document }) => {
      const { fingerprint }: { fingerprint: string } = JSON.parse(document);
      return [task_id, Buffer.from(fingerprint, 'base64').toString('hex')];
    }),
  );
}

it.each(Object.entries(ASSIGNMENTS))('%s has its fingerprint', (taskId, [, digest]) => {
  expect(digests.get(taskId)).toBe(digest);
});

it('a message of the draft has its fingerprint', () => {
  expect(digests.get('the draft')).toBe(DRAFT);
});

it('how long to wait for the result does not count', () => {
  const [first, second] = repeated;
  expect(second).toBe(first);
});
