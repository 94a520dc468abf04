/** Certificates of other names and times, keys in other forms, and keys that go. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { selfSigned } from '../../src/keys/index.js';
import { temporaryFolder } from '../support/clean-up.js';
import { type CommandNode, startCommandNode } from './node.js';

const folder = temporaryFolder();
let node: CommandNode;
beforeAll(async () => {
  node = await startCommandNode();
});
afterAll(() => node.stop());
const key = (...args: readonly string[]) => node.command('key', ...args);
const openssl = (...args: string[]) =>
  execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });

test('a certificate for other names is warned of, and this machine still reaches its node', async () => {
  openssl('ecparam', '-genkey', '-name', 'prime256v1', '-noout', '-out', 'named.key');
  const request = (name: string, out: string) => {
    const names = ['-addext', `subjectAltName=DNS:${name}`];
    openssl('req', '-x509', '-new', '-key', 'named.key', '-days', '9', '-subj', '/CN=node', ...names, '-out', out);
  };
  request('edge.example', 'named.crt');
  request('127.0.0.1', 'renewed.crt');
  const file = (name: string) => join(folder, name);
  const warning = (name: string) =>
    `warning: the certificate is for DNS:${name}: clients that come to 127.0.0.1 refuse it\n`;
  expect(
    await key('import', 'named', file('named.key'), '--certificate', file('named.crt'), '--use', 'tls-server'),
  ).toEqual({
    out: 'key named is in the keystore, and in use for tls-server\n',
    ...{ err: warning('edge.example'), code: 0 },
  });
  const shown = () => readFileSync(join(node.directory, 'restconf-cert.pem'), 'utf8');
  expect(shown()).toBe(readFileSync(file('named.crt'), 'utf8'));
  expect((await key('list')).out).toMatch(/^tls-server +named/m);
  expect(await key('certificate', 'named', file('renewed.crt'))).toMatchObject({
    ...{ out: 'key named has the certificate imported\n', err: warning('127.0.0.1'), code: 0 },
  });
  expect(shown()).toBe(readFileSync(file('renewed.crt'), 'utf8'));
  expect(await key('use', 'tls-server')).toMatchObject({ out: 'the node uses its own key for tls-server\n', code: 0 });
});

test('a certificate that has expired is not given to the node', async () => {
  const { key: pem, cert } = await selfSigned(['127.0.0.1'], new Date('2010-06-01'));
  const [keyFile, certificate] = [join(folder, 'late.key'), join(folder, 'late.crt')];
  writeFileSync(keyFile, pem);
  writeFileSync(certificate, cert);
  expect(await key('import', 'late', keyFile, '--certificate', certificate, '--use', 'tls-server')).toMatchObject({
    ...{ err: `yangent: ${certificate}: it has expired on 2020-06-01T00:00:00.000Z\n`, code: 2 },
  });
  expect((await key('list')).out).not.toMatch(/^late/m);
});

test('use takes the only certificate of a key, and tells which there are', async () => {
  openssl('ecparam', '-genkey', '-name', 'prime256v1', '-noout', '-out', 'bare.key');
  openssl('req', '-x509', '-new', '-key', 'bare.key', '-days', '9', '-subj', '/CN=bare', '-out', 'bare.crt');
  const certificate = (...more: readonly string[]) => key('certificate', 'bare', join(folder, 'bare.crt'), ...more);
  expect((await key('import', 'bare', join(folder, 'bare.key'))).code).toBe(0);
  const use = async (...more: readonly string[]) => (await key('use', 'tls-server', 'bare', ...more)).err;
  expect(await use()).toBe(
    'yangent: the key bare has no certificate, which tls-server needs: give it one with "yangent key certificate bare FILE"\n',
  );
  expect((await certificate()).code).toBe(0);
  expect(await use('--certificate', 'first')).toBe(
    'yangent: the key bare has no certificate "first"; name one with --certificate: imported\n',
  );
  expect((await certificate('--name', 'second')).code).toBe(0);
  expect(await use()).toBe('yangent: the key bare has 2 certificates; name one with --certificate: imported, second\n');
  expect((await key('use', 'ssh-host', 'nix')).err).toBe(
    'yangent: the keystore has no key "nix"; it has bare, named\n',
  );
});

test('a key is deleted when it is not in use', async () => {
  expect((await key('use', 'tls-server', 'named')).code).toBe(0);
  expect(await key('delete', 'named')).toMatchObject({
    err: 'yangent: the key named is in use for tls-server: name another one first, or the own key of the node with "yangent key use tls-server"\n',
    code: 2,
  });
  expect((await key('delete', 'bare')).out).toBe(
    'key bare is no longer in the keystore; its private key is deleted when nothing has named it for a day\n',
  );
  expect((await key('delete', 'bare')).err).toContain('the keystore has no key "bare"');
});

test.each([
  ['a key with passphrase', ['-algorithm', 'ED25519', '-aes256', '-pass', 'pass:secret'], 'the key has a passphrase'],
  [
    'a key of P-521',
    ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-521'],
    'keys of this algorithm are not taken',
  ],
])('%s is refused by its cause', async (_, options, message) => {
  openssl('genpkey', ...options, '-out', 'refused.pem');
  const { err, code } = await key('import', 'x', join(folder, 'refused.pem'));
  expect([err.startsWith(`yangent: ${join(folder, 'refused.pem')}: ${message}`), code]).toEqual([true, 2]);
});

test.each(['', 'a passphrase'])(
  'a key in the form of OpenSSH is imported unless it has a passphrase: "%s"',
  async (phrase) => {
    const file = join(folder, `ssh${phrase.length}`);
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', phrase, '-f', file]);
    const { out, err } = await key('import', 'shell', file, '--use', 'ssh-host');
    if (phrase !== '') expect(err).toContain(`${file}: the key has a passphrase`);
    else {
      expect(out).toBe('key shell is in the keystore, and in use for ssh-host\n');
      const [, fingerprint] = execFileSync('ssh-keygen', ['-l', '-f', `${file}.pub`], { encoding: 'utf8' }).split(' ');
      expect((await key('list')).out).toMatch(
        new RegExp(`^ssh-host +shell.*${fingerprint?.replace(/[+/]/g, '.')}$`, 'm'),
      );
      expect((await key('use', 'ssh-host')).code).toBe(0);
    }
    expect(existsSync(file)).toBe(true);
  },
);

test('rotate of a compromised key names the keys of the keystore that it deletes', async () => {
  await key('generate', 'signer');
  await key('use', 'document', 'signer');
  await key('use', 'document');
  expect((await key('rotate', 'document', '--compromised')).out).toMatch(
    /^the node uses the key \S{43} for document from 2.*\nprivate keys of the keystore that were deleted: signer\n$/,
  );
  expect((await key('list')).out).toMatch(/^signer +ed25519 +not here/m);
});
