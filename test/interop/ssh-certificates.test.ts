/** Certificates that ssh-keygen signs, in logins of the OpenSSH client. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestNode, type TestNode } from '../support/node.js';
import { openssh } from '../support/openssh.js';
import { octetsOf, SshKeygen } from '../support/ssh-keygen.js';

const keygen = new SshKeygen();
const TYPES: readonly (readonly [name: string, ...args: string[]])[] = [
  ['ed25519', 'ed25519'],
  ['p-256', 'ecdsa', '-b', '256'],
  ['p-384', 'ecdsa', '-b', '384'],
  ['rsa', 'rsa', '-b', '2048'],
];
const DENIED = /^ann@127\.0\.0\.1: Permission denied \(publickey,password,keyboard-interactive\)\.\r?\n$/;
const PASSWORD = 'the password of two';
let rig: TestNode;

beforeAll(async () => {
  for (const [name, type = '', ...args] of TYPES) {
    keygen.key(`key-${name}`, type, ...args);
    keygen.key(`ca-${name}`, type, ...args);
  }
  keygen.key('foreign');
  rig = await startTestNode({ limits: { login: { first: 1, longest: 1 } } });
  const keys = TYPES.map(([name]) => ({
    name,
    'public-key-format': 'ietf-crypto-types:ssh-public-key-format',
    'public-key': octetsOf(file(`ca-${name}.pub`)).toString('base64'),
  }));
  const plain = {
    name: 'laptop',
    algorithm: 'ssh-ed25519',
    'key-data': octetsOf(file('key-ed25519.pub')).toString('base64'),
  };
  await rig.node.edit({
    'ietf-truststore:truststore': { 'public-key-bags': { 'public-key-bag': [{ name: 'people', 'public-key': keys }] } },
    'yangent-access:access': {
      user: [
        { name: 'ann', group: ['staff'] },
        { name: 'bob' },
        {
          name: 'two',
          password: `$0$${PASSWORD}`,
          'login-requires': ['public-key+password'],
          'authorized-key': [plain],
        },
      ],
      'ssh-user-ca-bag': ['people'],
    },
  });
});
afterAll(() => rig?.stop());

function file(name: string): string {
  return `${keygen.folder}/${name}`;
}

function login(ca: string, key: string, ...args: readonly string[]) {
  const certificate = keygen.sign(file(ca), file(key), ...args);
  return openssh(rig, { user: 'ann', key: file(key), certificate });
}

const GOOD = ['-n', 'ann', '-V', '-5m:+5m'];

describe('ssh -o CertificateFile', () => {
  it.each(TYPES.flatMap(([ca]) => TYPES.map(([key]) => [ca, key] as const)))(
    'logs in with a certificate of an authority %s for a key %s',
    async (ca, key) => {
      const { code, out, complaint } = await login(`ca-${ca}`, `key-${key}`, ...GOOD);
      expect(complaint).toBe('');
      expect(out).toMatch(/message-id="1"><ok\/>/);
      expect(code).toBe(0);
    },
  );

  it('logs in from an address that the certificate names', async () => {
    expect((await login('ca-rsa', 'key-rsa', ...GOOD, '-O', 'source-address=127.0.0.1/32')).code).toBe(0);
  });

  it.each<[string, string, readonly string[]]>([
    ['that has ended', 'ca-ed25519', ['-n', 'ann', '-V', '-5m:-1m']],
    ['that has not begun', 'ca-ed25519', ['-n', 'ann', '-V', '+5m:+9m']],
    ['of a foreign authority', 'foreign', GOOD],
    ['for another user', 'ca-ed25519', ['-n', 'bob']],
    ['for all users', 'ca-ed25519', []],
    ['of a host', 'ca-ed25519', [...GOOD, '-h']],
    ['with a command', 'ca-ed25519', [...GOOD, '-O', 'force-command=/bin/true']],
    ['from another address', 'ca-ed25519', [...GOOD, '-O', 'source-address=192.0.2.0/24']],
    ['signed with SHA-1', 'ca-rsa', [...GOOD, '-t', 'ssh-rsa']],
  ])('is refused with a certificate %s, in the same words', async (_title, ca, args) => {
    const { code, out, complaint } = await login(ca, 'key-ed25519', ...args);
    expect(complaint).toMatch(DENIED);
    expect(out).toBe('');
    expect(code).toBe(255);
  });
});

describe('ssh for a user who must prove two factors', () => {
  const key = file('key-ed25519');
  const only = (method: string) => ({ options: [`PreferredAuthentications=${method}`] });

  it.each([
    ['a key', () => ({ user: 'two', key })],
    ['a certificate', () => ({ user: 'two', key: file('key-rsa'), certificate: certificate('two') })],
    ['a key and keyboard-interactive', () => ({ user: 'two', key, ...only('publickey,keyboard-interactive') })],
  ])('logs in with %s and the password', async (_title, login) => {
    const { code, out, complaint } = await openssh(rig, { ...login(), password: PASSWORD });
    expect(complaint).toBe('');
    expect(out).toMatch(/message-id="1"><ok\/>/);
    expect(code).toBe(0);
  });

  it.each([
    ['a key alone', () => ({ user: 'two', key }), 'password,keyboard-interactive'],
    [
      'a certificate alone',
      () => ({ user: 'two', key: file('key-rsa'), certificate: certificate('two') }),
      'password,keyboard-interactive',
    ],
    [
      'a key and a wrong password',
      () => ({ user: 'two', key, password: 'wrong one' }),
      'password,keyboard-interactive',
    ],
    [
      'the password alone',
      () => ({ user: 'two', key, password: PASSWORD, ...only('password') }),
      'publickey,password,keyboard-interactive',
    ],
  ])('is refused with %s', async (_title, login, left) => {
    const { code, complaint } = await openssh(rig, login());
    expect(complaint).toContain(`two@127.0.0.1: Permission denied (${left}).`);
    expect(code).toBe(255);
  });
});

function certificate(user: string): string {
  return keygen.sign(file('ca-ed25519'), file('key-rsa'), '-n', user);
}
