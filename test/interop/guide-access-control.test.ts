/** docs/access-control.md: the commands for certificates, bound tokens and two factors, run by a shell as they stand. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Guide } from '../support/guide.js';

const guide = new Guide('docs/access-control.md');
/** Has the aliases of a page, as the shell of a person does. */
const shell = (text: string) => guide.shell(`shopt -s expand_aliases\n${text}`);

beforeAll(() => guide.serve('npx yangent serve --data .yangent'));
afterAll(() => guide.stop());

it('a client below an intermediate authority logs in over TLS', async () => {
  const [make = ''] = guide.commands('TLS client certificates below an authority');
  expect(await shell(make)).toMatch(/"ietf-restconf:yang-library-version":\s?"2019-01-04"/);
  const alone =
    'curl -s -o /dev/null -w "%{http_code}" --cacert .yangent/restconf-cert.pem --cert ann.crt --key ann.key';
  expect(await shell(`${alone} $url/restconf/yang-library-version`)).toBe('401');
}, 60_000);

it('users are added, changed and removed by commands', async () => {
  const [add = '', change = ''] = guide.commands('Users on the command line');
  const added = await shell(add);
  expect(added).toMatch(/^user carl is added: person, group staff, logs in by password, 1 SSH key$/m);
  expect(added).toMatch(/^carl +person +night, staff +password, 1 SSH key$/m);
  const changed = await shell(change);
  expect(changed).toMatch(
    /^the password of carl is changed\nuser carl does not log in by the SSH key laptop any more$/m,
  );
  expect(changed).toMatch(/^user +carl\nkind +person\ngroups +night, staff\npassword +set\nuser carl is removed, /m);
}, 90_000);

it('an authority in the truststore lets its certificates in', async () => {
  const [trust = '', login = ''] = guide.commands('SSH certificates');
  expect(await shell(trust)).not.toMatch(/error/);
  expect(await shell(login)).toMatch(/<hello [\s\S]*<session-id>\d+<\/session-id>/);
}, 60_000);

it('a certificate is not enough for a user who must prove two factors', async () => {
  const [require = ''] = guide.commands('Two factors');
  const out = await shell(require);
  expect(out).not.toContain('<hello');
  expect(out).toContain('ann@127.0.0.1: Permission denied (password,keyboard-interactive).');
}, 60_000);

it('a token that is bound to a key logs in with proofs of the key', async () => {
  const [ask = ''] = guide.commands('Tokens that are bound to a key or certificate');
  expect(await shell(ask)).toMatch(/^200 .*2019-01-04/m);
}, 60_000);

it('the password of admin is changed, and the commands of this machine use the new one', async () => {
  const change = guide.commands('Users on the command line').at(-1) ?? '';
  const read = 'curl -s -o /dev/null -w "%{http_code}" $auth $url/restconf/yang-library-version';
  const out = await shell(`${change}\necho; ${read}; echo; npx yangent grant list`);
  expect(out).toMatch(/^the password of admin is changed, also in \S+admin-password\n\n401\nno grants\n$/);
  guide.environment.auth = `--cacert .yangent/restconf-cert.pem --user admin:${guide.password}`;
  expect(await shell(read)).toBe('200');
}, 60_000);

it('administrators edit by a rule-list of their own, beside one for others', async () => {
  const page = readFileSync('docs/access-control.md', 'utf8');
  const [staff = ''] =
    page.match(/\{\n {2}"ietf-netconf-acm:nacm": \{\n {4}"rule-list": \[\n {6}\{\n {8}"name": "staff"[\s\S]*?^\}/m) ??
    [];
  const [administrators = ''] = page.match(/\{ "name": "administrators".*(?=`)/) ?? [];
  const send = (method: string, path: string, body: object, auth = '$auth') =>
    shell(
      `curl -s -o /dev/null -w '%{http_code}' ${auth} -X ${method} -H 'Content-Type: application/yang-data+json' $url/restconf/data/${path} -d @- <<'END'\n${JSON.stringify(body)}\nEND`,
    );
  const dora = { name: 'dora', password: '$0$the password of dora', group: ['admin'] };
  await send('PATCH', 'yangent-access:access', { 'yangent-access:access': { user: [dora] } });
  await send('PATCH', 'ietf-netconf-acm:nacm', JSON.parse(staff));
  const edit = () =>
    send(
      'PATCH',
      'yangent-access:access/token',
      { 'yangent-access:token': { 'max-depth': 2 } },
      "--cacert .yangent/restconf-cert.pem --user 'dora:the password of dora'",
    );
  const before = await edit();
  await send('PATCH', 'ietf-netconf-acm:nacm', {
    'ietf-netconf-acm:nacm': { 'rule-list': [JSON.parse(administrators)] },
  });
  expect([before, await edit()]).toEqual(['403', '204']);
}, 60_000);

it('other commands of the page are templates', () => {
  expect(guide.sections).toEqual([
    'Who may log in',
    'Users on the command line',
    'TLS client certificates below an authority',
    'SSH certificates',
    'Tokens that are bound to a key or certificate',
    'Two factors',
  ]);
});
