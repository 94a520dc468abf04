import { existsSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { RestconfClient } from '../../src/clients/restconf/client.js';
import { RpcError } from '../../src/data/index.js';
import { Https } from '../support/http.js';
import { SshKeygen } from '../support/ssh-keygen.js';
import { logIn, key as sshKey } from '../support/ssh-login.js';
import { type CommandNode, startCommandNode } from './node.js';
import { type Outcome, withInput } from './support.js';

const keygen = new SshKeygen();
let node: CommandNode;
let laptop: string;
beforeAll(async () => {
  laptop = keygen.key('laptop');
  node = await startCommandNode();
});
afterAll(() => node.stop());

const user = (...args: readonly string[]) => node.command('user', ...args);
/** Runs `yangent user ...` with that on its standard input. */
const typing = (input: string | Buffer, ...args: readonly string[]): Promise<Outcome> =>
  withInput(input, () => user(...args));

/** Returns the status with which the node answers a login over RESTCONF. */
async function login(name: string, password: string): Promise<number> {
  const https = new Https(node, name, password);
  try {
    return (await https.send('GET', '/restconf/yang-library-version')).status;
  } finally {
    https.close();
  }
}

/** Returns true when the key lets the user in over SSH. */
async function entersBy(name: string, key: string): Promise<boolean> {
  const { isIn, connection } = await logIn(node, sshKey(name, key));
  connection.end();
  return isIn;
}

test('a node without users in its configuration says so', async () => {
  expect(await user('list')).toEqual({
    ...{ out: 'the configuration has no users that you may see; "yangent user add NAME" adds one\n', err: '', code: 0 },
  });
});

test('a user is added with a password from standard input, and logs in by it', async () => {
  expect(await typing('the password of ann\n', 'add', 'ann', '--group', 'staff')).toEqual({
    ...{ err: '', code: 0 },
    out: `user ann is added: person, group staff, logs in by password
next: log in over NETCONF or RESTCONF, or use these commands with --user ann --password-file FILE
`,
  });
  expect([await login('ann', 'the password of ann'), await login('ann', 'another password')]).toEqual([200, 401]);
});

test('a user without a password logs in by its SSH key', async () => {
  const { out } = await user('add', 'col', '--kind', 'node', '--no-password', '--authorized-key', `${laptop}.pub`);
  expect(out).toBe(`user col is added: node, no group, logs in by 1 SSH key
next: for a peer, which needs no group, yangent peer add PEER --domain DOMAIN --its-user col;
  else yangent user group add col GROUP; docs/access-control.md says what groups may do
`);
  expect(await entersBy('col', laptop)).toBe(true);
  expect((await user('list')).out).toBe(`USER  KIND    GROUPS  LOGS IN BY
ann   person  staff   password
col   node            1 SSH key
`);
});

test('no output has a password or its hash', async () => {
  const outputs = [await user('list'), await user('list', '--json'), await user('show', 'ann')];
  expect(outputs.map(({ out }) => out).join('')).not.toMatch(/scrypt|the password/);
  expect(JSON.parse((await user('show', 'ann', '--json')).out)).toEqual({
    name: 'ann',
    kind: 'person',
    group: ['staff'],
  });
});

test('a password is changed', async () => {
  expect(await typing('another password', 'password', 'ann')).toEqual({
    ...{ out: 'the password of ann is changed\n', err: '', code: 0 },
  });
  expect([await login('ann', 'the password of ann'), await login('ann', 'another password')]).toEqual([401, 200]);
});

test('the password of the own administrator is changed in the file of the node as well', async () => {
  const file = join(node.directory, 'admin-password');
  expect((await typing('a new one for admin', 'password', 'admin')).out).toBe(
    `the password of admin is changed, also in ${file}\n`,
  );
  expect(readFileSync(file, 'utf8')).toBe('a new one for admin\n');
  expect((await user('list')).out).toMatch(/^admin +person +password$/m);
});

test('a new password stays on the disk when the answer of the node is lost', async () => {
  const file = join(node.directory, 'admin-password');
  const fresh = `${file}.new`;
  const patch = RestconfClient.prototype.patch;
  vi.spyOn(RestconfClient.prototype, 'patch').mockImplementationOnce(async function (this: RestconfClient, ...args) {
    await patch.apply(this, args);
    throw new RpcError({ type: 'transport', tag: 'operation-failed', message: 'the connection broke off' });
  });
  expect(await typing('a newer one for admin', 'password', 'admin')).toEqual({
    ...{ code: 1, out: '' },
    err: `yangent: it is not known whether the password is changed (the connection broke off). The new one is in ${fresh}: try "yangent user list --password-file ${fresh}". If the node lets you in, move it to ${file}; if not, remove it\n`,
  });
  vi.restoreAllMocks();
  expect([readFileSync(fresh, 'utf8'), statSync(fresh).mode & 0o777]).toEqual(['a newer one for admin\n', 0o600]);
  expect((await user('list')).err).toContain(
    `another password; a change got no answer, and may have set the one in ${fresh}: try --password-file with it`,
  );
  expect((await user('list', '--password-file', fresh)).code).toBe(0);
  renameSync(fresh, file);
  expect((await user('list')).code).toBe(0);
});

test('only one command at a time changes the own password, and no link is followed', async () => {
  const file = join(node.directory, 'admin-password');
  const other = join(node.directory, 'other');
  writeFileSync(other, 'of another command\n', { mode: 0o644 });
  symlinkSync(other, `${file}.new`);
  const { out, err, code } = await typing('the newest for admin', 'password', 'admin');
  expect([out, code]).toEqual(['', 2]);
  expect(err).toContain(`${file}.new is there: another command changes this password now`);
  expect(readFileSync(other, 'utf8')).toBe('of another command\n');
  expect((await user('list')).code).toBe(0);
  rmSync(`${file}.new`);
});

test('a new password is removed from the disk when the node refuses it', async () => {
  const file = join(node.directory, 'admin-password');
  vi.spyOn(RestconfClient.prototype, 'patch').mockImplementationOnce(function (this: RestconfClient) {
    return this.patch('/yangent-access:access/user=none', { 'yangent-access:user': [{ name: 'none' }] });
  });
  const { err, code } = await typing('the newest for admin', 'password', 'admin');
  vi.restoreAllMocks();
  expect([err, code]).toEqual([expect.stringContaining('the resource does not exist'), 1]);
  expect(existsSync(`${file}.new`)).toBe(false);
  expect((await user('list')).code).toBe(0);
});

test.each([
  ['password', ['password', 'gone']],
  ['group', ['group', 'add', 'gone', 'staff']],
  ['key', ['key', 'add', 'gone', 'KEY.pub']],
])('a user that is removed meanwhile does not come back with a %s', async (_, args) => {
  await typing('the password of gone', 'add', 'gone');
  const get = RestconfClient.prototype.get;
  vi.spyOn(RestconfClient.prototype, 'get').mockImplementationOnce(async function (this: RestconfClient, ...asked) {
    const answer = await get.apply(this, asked);
    await this.delete('/yangent-access:access/user=gone');
    return answer;
  });
  const { out, err, code } = await typing('another password', ...args.map((each) => each.replace('KEY', laptop)));
  vi.restoreAllMocks();
  expect([out, code]).toEqual(['', 1]);
  expect(err).toContain("/yangent-access:access/user[name='gone']: the resource does not exist");
  expect((await user('list')).out).not.toContain('gone');
});

test('groups are added and removed', async () => {
  expect((await user('group', 'add', 'ann', 'night', 'day')).out).toBe('user ann is in groups day, night, staff\n');
  expect((await user('group', 'remove', 'ann', 'night', 'staff')).out).toBe('user ann is in group day\n');
  expect(await user('group', 'remove', 'ann', 'day', 'moon')).toMatchObject({
    ...{ code: 2, err: expect.stringContaining('user ann is not in "moon", but in group day') },
  });
  expect((await user('group', 'remove', 'ann', 'day')).out).toBe('user ann is in no group\n');
});

test('SSH keys are added, shown with their fingerprints, and removed', async () => {
  expect((await user('key', 'add', 'ann', `${laptop}.pub`, '--name', 'own')).out).toMatch(
    /^user ann logs in by the SSH key own, SHA256:\S{43}\n$/,
  );
  expect((await user('show', 'ann')).out).toMatch(
    /^user {6}ann\nkind {6}person\npassword {2}set\nSSH keys {2}own {2}SHA256:\S{43}\n$/,
  );
  expect(await entersBy('ann', laptop)).toBe(true);
  expect((await user('key', 'remove', 'ann', 'own')).out).toBe(
    'user ann does not log in by the SSH key own any more\n',
  );
  expect(await entersBy('ann', laptop)).toBe(false);
});

test('a user is removed, and does not log in any more', async () => {
  expect((await user('remove', 'ann')).out).toBe('user ann is removed, and its sessions end\n');
  expect(await login('ann', 'another password')).toBe(401);
});

test.each([
  ['a short password', 'short', ['add', 'bob'], /a password has 8 to 1024 characters, this one has 5/],
  ['two lines', 'first line\nsecond line', ['add', 'bob'], /this one has a line end inside; nothing is changed/],
  ['octets that are no UTF-8', Buffer.from('the password \xe9', 'latin1'), ['add', 'bob'], /octets that are no UTF-8/],
  ['no password', '', ['password', 'col'], /this one has 0; it comes from standard input/],
  ['a user that is there', '', ['add', 'col'], /there is a user "col" already/],
  ['a name with a letter less', '', ['show', 'co'], /no user "co" \(did you mean 'col'\?\)/],
  ['the own user', '', ['remove', 'admin'], /a user is removed by another one/],
  ['a key of that name', '', ['key', 'add', 'col', 'KEY.pub'], /there are two keys of the name "laptop"/],
  ['a private key', '', ['key', 'add', 'col', 'KEY'], /an SSH public key begins with its type/],
  ['a key that is not there', '', ['key', 'remove', 'col', 'old'], /has no SSH key "old"; it has laptop/],
])('%s is refused with an explanation, and nothing changes', async (_, input, args, message) => {
  const before = (await user('list', '--json')).out;
  const { out, err, code } = await typing(input, ...args.map((each) => each.replace('KEY', laptop)));
  expect([out, code]).toEqual(['', 2]);
  expect(err).toMatch(message);
  expect((await user('list', '--json')).out).toBe(before);
});
