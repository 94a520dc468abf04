import { X509Certificate } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { RestconfClient } from '../../src/clients/restconf/client.js';
import { certificatesIn } from '../../src/keys/index.js';
import { certificateIn } from '../support/certificate.js';
import { temporaryFolder } from '../support/clean-up.js';
import { SshKeygen } from '../support/ssh-keygen.js';
import { certificate, logIn } from '../support/ssh-login.js';
import { type CommandNode, startCommandNode } from './node.js';

let node: CommandNode;
beforeAll(async () => {
  node = await startCommandNode();
});
afterAll(() => node.stop());
const trust = (...args: readonly string[]) => node.command('trust', ...args);

test('a node without trust domains says so', async () => {
  expect(await trust('list')).toEqual({ out: 'the node has no trust domains\n', err: '', code: 0 });
});

test('domains are listed, and one is shown whole', async () => {
  await node.node.edit({
    'yangent-access:access': {
      'trust-domain': [
        {
          name: 'carrier-b',
          by: { did: ['did:web:b.example'], 'did-host': ['b.example'] },
          members: { group: ['partners', 'guests'], kind: 'node' },
          permit: [
            {
              name: 'work',
              action: ['yangent-tasks.assign'],
              constraint: {
                agent: ['meter', 'probe'],
                'max-priority': 3,
                'time-window': { start: '2026-01-01T00:00:00Z', end: '2027-01-01T00:00:00Z' },
              },
            },
          ],
          send: [{ name: 'orders', action: ['yangent-tasks.assign', 'yangent-tasks.cancel'] }],
          'proof-of-possession': false,
        },
        { name: 'carrier-c' },
      ],
    },
  });
  expect((await trust('list')).out).toBe(`DOMAIN     STATE           GROUPS            ACCEPTED  REFUSED
carrier-b  in force        guests, partners  0         0
carrier-c  without permit                    0         0
`);
  expect((await trust('show', 'carrier-b')).out).toBe(`domain          carrier-b
state           in force
identifiers     did:web:b.example
                b.example
members         nodes
groups          guests, partners
may             work: yangent-tasks.assign; agent meter or probe; max-priority 3; time-window 2026-01-01T00:00:00Z to 2027-01-01T00:00:00Z
is sent         orders: yangent-tasks.assign, yangent-tasks.cancel
unbound tokens  count
accepted        0
`);
  expect(JSON.parse((await trust('show', 'carrier-c', '--json')).out)).toMatchObject({ name: 'carrier-c' });
});

test('a domain is suspended and resumed', async () => {
  expect(await trust('suspend', 'carrier-b')).toEqual({
    ...{ out: 'trust domain carrier-b is suspended\n', err: '', code: 0 },
  });
  expect((await trust('list')).out).toMatch(/^carrier-b {2}suspended /m);
  expect((await trust('resume', 'carrier-b')).out).toBe('trust domain carrier-b is in force again\n');
  expect((await trust('show', 'carrier-b')).out).toMatch(/^state +in force$/m);
});

test.each(['show', 'suspend', 'resume', 'remove'])('%s explains that there is no such domain', async (verb) => {
  const { out, err, code } = await trust(verb, 'carrier-x');
  expect([out, code]).toEqual(['', 1]);
  expect(err).toContain(
    'there is no trust domain carrier-x that you may see; "yangent trust list" shows those there are',
  );
});

const keygen = new SshKeygen();

/** Returns true when the SSH certificate of an authority lets bot in as a member of the domain. */
async function botEnters(domain: string, authority: string, key: string): Promise<boolean> {
  const username = `bot@${domain}`;
  const file = keygen.sign(authority, key, '-n', 'bot', '-V', '+5m');
  const { isIn, connection } = await logIn(node, certificate({ username, key, certificate: file }));
  connection.end();
  return isIn;
}

test('a domain is added by its SSH authority, permitted something, and removed with its bag', async () => {
  const [authority, bot] = [keygen.key('ca-d'), keygen.key('bot')];
  const { out } = await trust('add', 'carrier-d', '--ssh-authority', `${authority}.pub`, '--group', 'partners');
  expect(out).toBe(`trust domain carrier-d is added
none of its members gets in without a permit; next: yangent trust permit carrier-d "data.read path=/yangent-agents:agents"
`);
  expect(await botEnters('carrier-d', authority, bot)).toBe(false);
  const look = ['data.read path=/yangent-agents:agents', '--name', 'look'];
  expect((await trust('permit', 'carrier-d', ...look)).out).toBe(
    'carrier-d: members may now\n  look: data.read; path /yangent-agents:agents\n',
  );
  expect(await botEnters('carrier-d', authority, bot)).toBe(true);
  expect((await trust('remove', 'carrier-d')).out).toContain('trust domain carrier-d is removed\n');
  expect(await botEnters('carrier-d', authority, bot)).toBe(false);
  const { out: list } = await trust('list');
  expect(list).not.toContain('carrier-d');
  expect(JSON.stringify((await node.node.read('/ietf-truststore:truststore')) ?? {})).not.toContain('carrier-d');
});

test('a domain is added with the issuer of its tokens, and says at its removal that the issuer stays', async () => {
  const issuer = 'https://login.carrier-e.example';
  const added = await trust(
    'add',
    'carrier-e',
    '--token-issuer',
    issuer,
    '--jwks',
    'https://login.carrier-e.example/keys',
  );
  expect(added.code).toBe(0);
  expect((await trust('show', 'carrier-e')).out).toContain(`token issuers   ${issuer}\n`);
  expect((await trust('remove', 'carrier-e')).out).toMatch(
    /^its token issuers stay, and let no one in: https:\/\/login\.carrier-e\.example$/m,
  );
});

test('permits have numbers without a name, are replaced by name, and are removed', async () => {
  await trust('add', 'carrier-f', '--node', 'https://f.example:8443/', '--permit', 'data.read');
  const { out, err } = await trust('permit', 'carrier-f', 'data.subscribe', 'yangent-tasks.assign agent=crew');
  expect([out, err]).toEqual([
    'carrier-f: members may now\n  1: data.read\n  2: data.subscribe\n  3: yangent-tasks.assign; agent crew\n',
    '',
  ]);
  const narrower = await trust('permit', 'carrier-f', 'data.read path=/yangent-tasks:tasks', '--name', '1');
  expect(narrower.out).toContain('  1: data.read; path /yangent-tasks:tasks\n');
  expect((await trust('permit', 'carrier-f', '--remove', '1', '--remove', '2', '--remove', '3')).out).toBe(
    'carrier-f: members may do nothing now\n',
  );
  expect((await trust('send', 'carrier-f', 'yangent-tasks.assign')).out).toBe(
    'carrier-f: the node may now send\n  1: yangent-tasks.assign\n',
  );
  expect((await trust('show', 'carrier-f')).out).toMatch(/^nodes +f\.example:8443$/m);
});

test('a skill is permitted with all that its tasks need, and a domain that is only sent to lacks no permit', async () => {
  const { out } = await trust('add', 'carrier-i', '--node', 'i.example:8443', '--send', 'yangent-tasks.assign');
  expect(out).toBe('trust domain carrier-i is added\n');
  expect((await trust('list')).out).toMatch(/^carrier-i +only sent to +0 +0$/m);
  expect(
    (await trust('permit', 'carrier-i', '--skill', 'survey', '--agent', 'meter')).out,
  ).toBe(`carrier-i: members may now
  survey: skill.survey, yangent-tasks.assign; agent meter
  survey-data: data.read; path /ietf-restconf-monitoring:restconf-state
  survey-tasks: data.subscribe, yangent-tasks.cancel, yangent-tasks.provide-input, yangent-tasks.query, yangent-tasks.renew-authority, yangent-tasks.resume, yangent-tasks.suspend, yangent-tasks.update
`);
  expect((await trust('list')).out).toMatch(/^carrier-i +in force +0 +0$/m);
  expect((await trust('send', 'carrier-i', '--skill', 'survey', '--name', 'surveys', '--remove', '1')).out).toBe(
    'carrier-i: the node may now send\n  surveys: skill.survey, yangent-tasks.assign, yangent-tasks.provide-input, yangent-tasks.update\n',
  );
  const many = ['2', '10', '1'].flatMap((each) => ['data.read path=/yangent-agents:agents', '--name', each]);
  for (let at = 0; at < many.length; at += 3)
    expect((await trust('permit', 'carrier-i', ...many.slice(at, at + 3))).code).toBe(0);
  expect((await trust('show', 'carrier-i')).out).toMatch(/may +1: .*\n +2: .*\n +10: .*\n +survey: /);
});

test('the certificate of the nodes of a domain is replaced, or another one added for a time', async () => {
  const folder = temporaryFolder();
  const [one, other] = await Promise.all(['one', 'other'].map((name) => certificateIn(join(folder, name))));
  const both = join(folder, 'both.pem');
  writeFileSync(both, `${one?.cert}${other?.cert}`);
  const bag = async () => {
    const all = JSON.stringify(await node.node.read('/ietf-truststore:truststore'));
    const cms = /"name":"carrier-j-nodes".*?"cert-data":"([^"]+)"/.exec(all)?.[1] ?? '';
    return (await certificatesIn(Buffer.from(cms, 'base64'))).map(({ raw }) => raw.toString('base64')).toSorted();
  };
  const der = (...pems: readonly (string | undefined)[]) =>
    pems.map((pem) => new X509Certificate(pem ?? '').raw.toString('base64')).toSorted();
  await trust('add', 'carrier-j', '--node', 'j.example', '--node-certificate', one?.certFile ?? '');
  expect(await bag()).toEqual(der(one?.cert));
  expect((await trust('certificate', 'carrier-j', both)).out).toBe(
    `the nodes of carrier-j are proved by the certificates in ${both}\n`,
  );
  expect(await bag()).toEqual(der(one?.cert, other?.cert));
  expect((await trust('certificate', 'carrier-j', other?.certFile ?? '')).code).toBe(0);
  expect(await bag()).toEqual(der(other?.cert));
  expect((await trust('show', 'carrier-j')).out).toMatch(/^nodes +j\.example$/m);
});

test.each([
  ['suspend', 'carrier-h'],
  ['resume', 'carrier-h'],
  ['permit', 'carrier-h', 'data.read'],
  ['send', 'carrier-h', 'yangent-tasks.assign'],
])('a domain that is removed meanwhile does not come back by %s', async (...args) => {
  await trust('add', 'carrier-h', '--did', 'did:web:h.example');
  const get = RestconfClient.prototype.get;
  vi.spyOn(RestconfClient.prototype, 'get').mockImplementationOnce(async function (this: RestconfClient, ...asked) {
    const answer = await get.apply(this, asked);
    await this.delete('/yangent-access:access/trust-domain=carrier-h');
    return answer;
  });
  const { out, err, code } = await trust(...args);
  vi.restoreAllMocks();
  expect([out, code]).toEqual(['', 1]);
  expect(err).toContain('does not exist');
  expect((await trust('list')).out).not.toContain('carrier-h');
});

test.each([
  ['an agent without a skill', ['permit', 'carrier-b', '--agent', 'meter'], /name the skill with --skill/],
  ['no proof', ['add', 'carrier-g'], /^yangent: say how callers prove to be of the domain: --node, /m],
  [
    'keys of no issuer',
    ['add', 'carrier-g', '--did', 'did:web:g.example', '--jwks', 'x'],
    /name it with --token-issuer/,
  ],
  [
    'a file that is not there',
    ['add', 'carrier-g', '--ssh-authority', '/none.pub'],
    /\/none\.pub: there is no such file/,
  ],
  [
    'a file without an end',
    ['add', 'carrier-g', '--token-issuer', 'https://g.example', '--jwks', '/dev/zero'],
    /cannot read \/dev\/zero: it is a device, and no file/,
  ],
  [
    'a large file',
    ['add', 'carrier-g', '--token-issuer', 'https://g.example', '--jwks', process.execPath],
    /it is larger than 1 MiB/,
  ],
  [
    'a domain that is there',
    ['add', 'carrier-b', '--did', 'did:web:h.example'],
    /there is a trust domain carrier-b already/,
  ],
  ['nothing to permit', ['permit', 'carrier-b'], /say what is to be added, or removed with --remove/],
  ['a permit that is not there', ['permit', 'carrier-b', '--remove', 'x'], /carrier-b has no permit "x"; it has work/],
  ['a constraint that is not there', ['permit', 'carrier-b', 'data.read colour=red'], /"colour" is no constraint/],
])('%s is refused with an explanation, and nothing changes', async (_, args, message) => {
  const before = (await trust('list', '--json')).out;
  const { out, err, code } = await trust(...args);
  expect([out, code]).toEqual(['', 2]);
  expect(err).toMatch(message);
  expect((await trust('list', '--json')).out).toBe(before);
});
