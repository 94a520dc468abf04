import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Https } from '../support/http.js';
import { octetsOf, SshKeygen } from '../support/ssh-keygen.js';
import { type CommandNode, startCommandNode } from './node.js';
import type { Outcome } from './support.js';

const keygen = new SshKeygen();
let node: CommandNode;
let desk: Https;

const passwordOf = (user: string) => `the password of ${user}`;

/** Runs `yangent approval ...args` as a user. */
function approval(user: string, ...args: readonly string[]): Promise<Outcome> {
  const file = join(keygen.folder, `${user}.password`);
  writeFileSync(file, passwordOf(user), { mode: 0o600 });
  return node.command('approval', ...args, '--user', user, '--password-file', file, '--ca', node.certificate);
}

beforeAll(async () => {
  keygen.key('vera');
  node = await startCommandNode();
  const key = octetsOf(join(keygen.folder, 'vera.pub')).toString('base64');
  await node.node.edit({
    'yangent-access:access': {
      user: [
        { name: 'dan', password: `$0$${passwordOf('dan')}` },
        {
          name: 'vera',
          password: `$0$${passwordOf('vera')}`,
          group: ['voters'],
          'authorized-key': [{ name: 'laptop', algorithm: 'ssh-ed25519', 'key-data': key }],
        },
      ],
      'approval-rule': [
        { name: 'signed', action: ['yangent-tasks.assign'], 'approver-group': ['voters'], signature: true },
      ],
    },
    'yangent-agents:agents': { agent: [{ id: 'noc', owner: ['dan'] }] },
  });
  desk = new Https(node, 'dan', passwordOf('dan'));
});
afterAll(async () => {
  desk?.close();
  await node?.stop();
});

/** Makes a request that must be approved. @returns its approval */
async function asked(objective: string): Promise<string> {
  const input = { from: 'noc', to: 'ip-fault', objective };
  const body = JSON.stringify({ 'yangent-tasks:input': input });
  const answer = await desk.send('POST', '/restconf/operations/yangent-tasks:assign', { body });
  expect(answer.status).toBe(403);
  return JSON.parse(answer.body)['ietf-restconf:errors'].error[0]['error-info']['yangent-access:approval'];
}

test('list tells what waits, and show what it is', async () => {
  expect(await approval('vera', 'list')).toMatchObject({ out: 'no approvals\n', code: 0 });
  const id = await asked('the first');
  expect((await approval('vera', 'list')).out).toMatch(
    new RegExp(
      `^ID +STATE +RULE +USER +EXPIRES +REQUEST\n${id} +waiting +signed +dan +2\\S+Z +yangent-tasks.assign\n$`,
    ),
  );
  const { out } = await approval('vera', 'show', id);
  expect(out).toContain(`id         ${id}\nstate      waiting\n`);
  expect(out).toContain('"objective":"the first"');
  expect(out).toMatch(/^node {7}\S+\nstatement {2}says the same, with the digest of this input$/m);
  expect((await approval('dan', 'show', id)).out).toMatch(/^statement {2}says the same; you do not see the input/m);
  expect(JSON.parse((await approval('dan', 'show', id, '--json')).out)).not.toHaveProperty('input');
  const { statement, salt, input, digest } = JSON.parse((await approval('vera', 'show', id, '--json')).out);
  expect((await approval('vera', 'show', id, '--statement')).out).toBe(statement);
  expect(createHash('sha256').update(Buffer.from(salt, 'base64')).update(input).digest('hex')).toBe(digest);
});

test('approve signs with ssh-keygen, and show writes the signature', async () => {
  const id = await asked('the second');
  expect(await approval('vera', 'approve', id)).toMatchObject({
    ...{ err: expect.stringContaining('must be signed, as the rule "signed" says'), code: 1 },
  });
  const key = join(keygen.folder, 'vera');
  expect(await approval('vera', 'approve', id, '--sign', key, '--comment', 'ticket 4711')).toMatchObject({
    ...{ out: `approval ${id} is granted\n`, code: 0 },
  });
  expect((await approval('vera', 'show', id)).out).toMatch(
    /^vote {7}approve by vera at 2\S+Z, signed by SHA256:\S+: ticket 4711$/m,
  );
  const folder = join(keygen.folder, 'proof');
  expect((await approval('vera', 'show', id, '--signatures', folder)).out).toMatch(/^ssh-keygen -Y verify -f /);
  expect(readFileSync(join(folder, 'vera.sig'), 'utf8')).toMatch(/^-----BEGIN SSH SIGNATURE-----\n/);
  expect(readFileSync(join(folder, 'allowed_signers'), 'utf8')).toBe(
    `vera namespaces="approval@yangent" ${readFileSync(`${key}.pub`, 'utf8').split(' ').slice(0, 2).join(' ')}\n`,
  );
});

test('reject ends an approval, which list --all still tells', async () => {
  const id = await asked('the third');
  expect((await approval('vera', 'reject', id, '--comment', 'no')).out).toBe(`approval ${id} is refused\n`);
  expect((await approval('vera', 'list')).out).not.toContain(id);
  expect((await approval('vera', 'list', '--all')).out).toMatch(new RegExp(`^${id} +refused`, 'm'));
});

test('withdraw takes a request back, and task assign tells how to make the same again', async () => {
  const id = await asked('the fifth');
  expect((await approval('dan', 'withdraw', id)).out).toBe(`approval ${id} is withdrawn\n`);
  const credentials = [
    '--user',
    'dan',
    '--password-file',
    join(keygen.folder, 'dan.password'),
    '--ca',
    node.certificate,
  ];
  const order = ['task', 'assign', 'do it', '--from', 'noc', '--to', 'ip-fault', ...credentials];
  const refusal = await node.command(...order);
  const [, own = ''] = /make the same request with --task-id ([\w-]{36})$/m.exec(refusal.err) ?? [];
  const approvalIn = ({ err }: Outcome) => /approval (\S+) is needed first/.exec(err)?.[1];
  expect([refusal.code, approvalIn(refusal)]).toEqual([1, expect.any(String)]);
  const again = await node.command(...order, '--task-id', own);
  expect([approvalIn(again), again.err]).toEqual([approvalIn(refusal), expect.not.stringContaining('--task-id')]);
});

test('mistakes are explained', async () => {
  const id = await asked('the fourth');
  expect(await approval('vera', 'show', 'none')).toMatchObject({
    ...{ err: expect.stringContaining('there is no approval none that this user may see'), code: 2 },
  });
  expect(await approval('vera', 'approve', id, '--sign', join(keygen.folder, 'gone'))).toMatchObject({
    ...{ err: expect.stringContaining(`ssh-keygen has not signed with ${join(keygen.folder, 'gone')}`), code: 2 },
  });
  expect(await approval('dan', 'approve', id)).toMatchObject({
    ...{ err: expect.stringContaining('dan asks for it (access-denied, not-a-voter)'), code: 1 },
  });
});

test('rules are added, listed, replaced and removed, and requests wait by them', async () => {
  const rule = (...args: readonly string[]) => node.command('approval', 'rule', ...args);
  const terms = ['--action', 'yangent-tasks.cancel', '--agent', 'crew', '--approver-group', 'voters'];
  expect((await rule('add', 'cancel', ...terms, '--expires', '8h')).out).toMatch(
    /^rule cancel is in force: yangent-tasks\.cancel waits for a person of voters\n/,
  );
  expect((await rule('list')).out).toBe(`RULE    REQUESTS              ONLY        VOTERS  VOTES      EXPIRES
cancel  yangent-tasks.cancel  agent crew  voters  1          28800 s
signed  yangent-tasks.assign              voters  1, signed  3600 s
`);
  await node.node.edit({ 'yangent-access:access': { 'trust-domain': [{ name: 'carrier-b' }] } });
  expect((await rule('add', 'theirs', '--action', 'yangent-tasks.assign', '--domain', 'carrier-b')).code).toBe(0);
  expect((await rule('list')).out).toMatch(/^theirs +yangent-tasks\.assign +domain carrier-b +admin, operator /m);
  expect((await rule('remove', 'theirs')).code).toBe(0);
  expect(await rule('add', 'cancel', ...terms)).toMatchObject({
    ...{ code: 2, err: expect.stringContaining('there is a rule "cancel" already') },
  });
  expect(await rule('add', 'cancel', ...terms, '--quorum', '2')).toMatchObject({ code: 2 });
  expect(await rule('add', 'cancel', ...terms, '--quorum', '2', '--replace')).toMatchObject({
    ...{ code: 1, err: expect.stringContaining('nobody could grant it') },
  });
  expect((await rule('add', 'cancel', ...terms, '--no-separation', '--replace')).code).toBe(0);
  const stored = { name: 'cancel', action: ['yangent-tasks.cancel'], agent: ['crew'], 'approver-group': ['voters'] };
  expect(JSON.parse((await rule('list', '--json')).out)[0]).toEqual({ ...stored, separation: false });
  expect(await rule('remove', 'cancle')).toMatchObject({
    ...{ code: 2, err: expect.stringContaining(`no rule "cancle" (did you mean 'cancel'?)`) },
  });
  expect((await rule('remove', 'cancel')).out).toBe('rule cancel is removed: its requests wait no more\n');
  expect((await rule('remove', 'signed')).code).toBe(0);
  expect((await rule('list')).out).toBe('no rules: no request needs an approval\n');
});
