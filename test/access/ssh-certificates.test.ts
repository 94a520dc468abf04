/** SSH certificates of configured authorities: whom they let in, and what the log has of others. */
import { pino } from 'pino';
import { beforeAll, expect, it } from 'vitest';
import { type Access, type AccessOptions, accessMigrations, openAccess } from '../../src/access/index.js';
import type { YangentAccess_Access } from '../../src/generated/yangent-access.js';
import { openStore } from '../../src/store/index.js';
import { cleanUp } from '../support/clean-up.js';
import { octetsOf, SshKeygen } from '../support/ssh-keygen.js';

const keygen = new SshKeygen();
const CAS = ['ed25519', 'ecdsa', 'rsa'];
let key: string;

beforeAll(() => {
  key = keygen.key('key');
  for (const type of CAS) keygen.key(`ca-${type}`, type);
});

const ca = (type = 'ed25519') => `${keygen.folder}/ca-${type}`;
const signed = (...args: readonly string[]) => octetsOf(keygen.sign(ca(), key, ...args));
const CONFIG: YangentAccess_Access = {
  user: [{ name: 'ann', kind: 'agent', group: ['staff'] }],
  'ssh-user-ca-bag': ['people'],
};

async function open(o: AccessOptions = {}): Promise<Access> {
  const store = await openStore({ file: ':memory:', migrations: accessMigrations });
  cleanUp(() => store.close());
  return openAccess(store, { cost: 4, throttle: { first: 1, longest: 4 }, ...o });
}

const SSH_FORMAT = 'ietf-crypto-types:ssh-public-key-format';

function bags(...keys: readonly (readonly [bag: string, format: string, octets: Buffer])[]) {
  const bag = keys.map(([name, format, octets]) => ({
    name,
    'public-key': [{ name: 'first', 'public-key-format': format, 'public-key': octets.toString('base64') }],
  }));
  return { 'public-key-bags': { 'public-key-bag': bag } };
}

const ours = (type?: string) => bags(['people', SSH_FORMAT, octetsOf(`${ca(type)}.pub`)]);

it.each(CAS)('a certificate of an authority with a key %s lets its principal in', async (type) => {
  const access = await open();
  await access.configure(CONFIG, ours(type));
  const made = octetsOf(keygen.sign(ca(type), key, '-n', 'ann'));
  const login = await access.authenticateSshCertificate('ann', made, '192.0.2.1');
  const principal = login?.kind === 'login' ? login.principal : undefined;
  expect(principal).toEqual({ name: 'ann', groups: ['staff'], kind: 'agent', methods: ['ssh-certificate'] });
  const again = await access.authenticateSshCertificate('ann', made, '192.0.2.1');
  expect(again?.kind === 'login' && again.principal).toBe(principal);
  expect(principal && access.holds(principal)).toBe(true);
  await access.configure({ ...CONFIG, 'ssh-user-ca-bag': [] }, ours(type));
  expect(principal && access.holds(principal)).toBe(false);
  expect(await access.authenticateSshCertificate('ann', made, '192.0.2.1')).toBeUndefined();
});

it('the key of an authority may be a SubjectPublicKeyInfo', async () => {
  const access = await open();
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), octetsOf(`${ca()}.pub`).subarray(-32)]);
  await access.configure(CONFIG, bags(['people', 'ietf-crypto-types:subject-public-key-info-format', spki]));
  expect(await access.authenticateSshCertificate('ann', signed('-n', 'ann'))).toMatchObject({ kind: 'login' });
});

it('only the bags count that are named', async () => {
  const access = await open();
  await access.configure(CONFIG, bags(['others', SSH_FORMAT, octetsOf(`${ca()}.pub`)]));
  expect(await access.authenticateSshCertificate('ann', signed('-n', 'ann'))).toBeUndefined();
});

it.each<[string, string, Buffer, RegExp]>([
  ['a key of a type that is not taken', SSH_FORMAT, Buffer.from('AAAAB3NzaC1kc3M=', 'base64'), /'ssh-dss'/],
  ['a text', SSH_FORMAT, Buffer.from('hello'), /octets/],
  [
    'a key that does not sign',
    'ietf-crypto-types:subject-public-key-info-format',
    Buffer.concat([Buffer.from('302a300506032b656e032100', 'hex'), Buffer.alloc(32, 9)]),
    /certificates are not signed/,
  ],
  ['a key of another form', 'ietf-crypto-types:other', Buffer.alloc(1), /not taken/],
])('%s is no authority', async (_title, format, octets, words) => {
  const access = await open();
  const check = access.check(CONFIG, bags(['people', format, octets]));
  await expect(check).rejects.toMatchObject({ code: 'bad-authority', message: expect.stringMatching(words) });
  await expect(access.check(CONFIG, bags(['others', format, octets]))).resolves.toBeUndefined();
});

it('the log has the reason of a refusal, and no name that no user has', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const access = await open({ log });
  await access.configure(CONFIG, ours());
  const refused = async (name: string, octets: Buffer) => {
    lines.length = 0;
    expect(await access.authenticateSshCertificate(name, octets, '192.0.2.1')).toBeUndefined();
    return JSON.parse(lines.join('')).reason;
  };
  expect(await refused('ann', signed('-n', 'bob'))).toBe('the name of the user is none of its principals');
  expect(await refused('ann', signed('-n', 'ann', '-h'))).toBe('it is the certificate of a host, not of a user');
  expect(await refused('ann', Buffer.from('x'))).toMatch(/^it cannot be read: octet 0/);
  expect(await refused('my-secret', signed('-n', 'my-secret'))).toBe('no user has the name');
  expect(lines.join('')).not.toContain('my-secret');
});

it('a refusal costs time, more with each further one', async () => {
  const access = await open({ throttle: { first: 20, longest: 80 } });
  await access.configure(CONFIG, ours());
  const [wrong, right] = [signed('-n', 'bob'), signed('-n', 'ann')];
  const begun = performance.now();
  for (let n = 0; n < 3; n += 1)
    expect(await access.authenticateSshCertificate('ann', wrong, '192.0.2.1')).toBeUndefined();
  // 20, 40 and 80 ms; timers may be early by one.
  expect(performance.now() - begun).toBeGreaterThanOrEqual(20 + 40 + 80 - 5);
  expect(await access.authenticateSshCertificate('ann', right, '192.0.2.1')).toBeDefined();
});
