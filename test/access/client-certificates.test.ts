/** The entries of client certificates: which one counts, the name of the user, and what the log says. */
import pino from 'pino';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { type Access, accessMigrations, openAccess } from '../../src/access/index.js';
import type { YangentAccess_Access_ClientCertificate } from '../../src/generated/yangent-access.js';
import { ClientChain } from '../../src/keys/index.js';
import { openStore } from '../../src/store/index.js';
import { cleanUp } from '../support/clean-up.js';
import { authority, Pki } from '../support/pki.js';

const pki = new Pki();
const names = (name: string) => [`subjectAltName=email:${name}@example.net,DNS:${name}.example`];
let access: Access;
let log: readonly { readonly msg: string; readonly reason: string; readonly user?: string }[];

beforeAll(() => {
  pki.root('root');
  pki.issue('issuing', 'root', { extensions: [...authority(), ...names('issuing')] });
  pki.issue('ann', 'issuing', { extensions: names('ann') });
  pki.issue('server', 'issuing', { subject: 'ann', extensions: ['extendedKeyUsage=serverAuth'] });
  pki.root('stranger');
});

beforeEach(async () => {
  const store = await openStore({ file: ':memory:', migrations: accessMigrations });
  cleanUp(() => store.close());
  log = [];
  const lines = {
    write: (line: string) => {
      log = [...log, JSON.parse(line)];
    },
  };
  access = await openAccess(store, { log: pino({ level: 'info' }, lines) });
});

const chain = (leaf: string, ...sent: readonly string[]) =>
  new ClientChain(
    pki.certificate(leaf),
    sent.map((name) => pki.certificate(name)),
  );
type Unnamed<C> = C extends unknown ? Omit<C, 'name'> : never;

const configure = (...entries: readonly Unnamed<YangentAccess_Access_ClientCertificate>[]) =>
  access.configure({
    user: ['ann', 'bob', 'ann@example.net', 'ann.example', 'issuing'].map((name) => ({ name })),
    'client-certificate': entries.map((entry, at) => ({ name: `${at}`, ...entry })),
  });

it.each([
  ['common-name', 'ann'],
  ['san-rfc822-name', 'ann@example.net'],
  ['san-dns-name', 'ann.example'],
] as const)('the %s of the certificate of the client is the user, not that of an authority', async (field, user) => {
  await configure({ 'ca-certificate': pki.pem('root'), 'user-from': field });
  expect(access.authenticateCertificate(chain('ann', 'issuing'))?.name).toBe(user);
});

it('the first entry for which the certificate holds counts', async () => {
  const pinned = { fingerprint: pki.certificate('server').fingerprint256, user: 'bob' };
  await configure({ 'ca-certificate': pki.pem('root'), user: 'ann' }, pinned);
  expect(access.authenticateCertificate(chain('server', 'issuing'))?.name).toBe('bob');
  expect(access.authenticateCertificate(chain('ann', 'issuing'))?.name).toBe('ann');
  expect(log).toEqual([]);
});

it('the log has the reason of a refusal below an authority, and nothing of certificates of strangers', async () => {
  await configure({ 'ca-certificate': pki.pem('root'), 'user-from': 'common-name' });
  for (const refused of [chain('server', 'issuing'), chain('ann'), chain('stranger')])
    expect(access.authenticateCertificate(refused)).toBeUndefined();
  expect(log.map(({ msg, reason }) => [msg, reason])).toEqual([
    [
      'access: a TLS client certificate was refused',
      "the certificate of 'CN=ann' is not for TLS clients (extended key usage)",
    ],
  ]);
});

it('the log has the reason for a good certificate that is not enough, or whose name no user has', async () => {
  const certificate = { name: '0', 'ca-certificate': pki.pem('root'), 'user-from': 'common-name' } as const;
  await access.configure({ user: [], 'client-certificate': [certificate] });
  expect(access.authenticateCertificate(chain('ann', 'issuing'))).toBeUndefined();
  const user = [{ name: 'ann', 'login-requires': ['tls-certificate+password' as const] }];
  await access.configure({ user, 'client-certificate': [certificate] });
  expect(access.authenticateCertificate(chain('ann', 'issuing'))).toBeUndefined();
  expect(log.map(({ user, reason }) => [user, reason])).toEqual([
    [undefined, 'no user has the name in the certificate'],
    ['ann', 'the certificate is right, but its user must prove another factor as well'],
  ]);
});

it('a login ends with the configuration under which it holds', async () => {
  await configure({ 'ca-certificate': pki.pem('root'), user: 'ann' });
  const principal = access.authenticateCertificate(chain('ann', 'issuing'));
  expect(principal && access.holds(principal)).toBe(true);
  await configure({ 'ca-certificate': pki.pem('issuing'), user: 'ann' });
  expect(principal && access.holds(principal)).toBe(true);
  await configure({ 'ca-certificate': pki.pem('stranger'), user: 'ann' });
  expect(principal && access.holds(principal)).toBe(false);
});
