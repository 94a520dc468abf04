import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

test('list tells the keys in use', async () => {
  const { out, code } = await key('list');
  const time = '\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z';
  expect(out).toMatch(
    new RegExp(
      `^PURPOSE         KEY  ALGORITHM  STATE                                  FINGERPRINT
tls-server      own  p-256      in use since ${time}  ([0-9A-F]{2}:){31}[0-9A-F]{2}
ssh-host        own  ed25519    in use since ${time}  SHA256:[A-Za-z0-9+/]{43}
report          own  ed25519    in use since ${time}  [A-Za-z0-9_-]{43}
token           own  ed25519    in use since ${time}  [A-Za-z0-9_-]{43}
audit           own  ed25519    in use since ${time}  [A-Za-z0-9_-]{43}
document        own  ed25519    in use since ${time}  [A-Za-z0-9_-]{43}
authentication  own  ed25519    in use since ${time}  [A-Za-z0-9_-]{43}
key-agreement   own  x25519     in use since ${time}  [A-Za-z0-9_-]{43}
$`,
    ),
  );
  expect(code).toBe(0);
});

test('generate makes a key that the node keeps, and use takes it', async () => {
  expect((await key('generate', 'edge', '--algorithm', 'p-384')).out).toMatch(
    /^key edge \(p-384\) has the thumbprint [\w-]{43}\n$/,
  );
  expect(await key('use', 'ssh-host', 'edge')).toMatchObject({
    out: 'the node uses the key edge for ssh-host\n',
    code: 0,
  });
  expect((await key('list')).out).toMatch(/^ssh-host +edge +p-384 +in use.*\nssh-host +own +ed25519 +shown until/m);
  expect((await key('list')).out).toMatch(
    /^KEYSTORE +ALGORITHM +PRIVATE KEY +CERTIFICATES +THUMBPRINT\nedge +p-384 +here/m,
  );
  expect(await key('use', 'ssh-host')).toMatchObject({ out: 'the node uses its own key for ssh-host\n', code: 0 });
  expect((await key('list')).out).toMatch(/^ssh-host +own +ed25519 +in use.*\nssh-host +edge +p-384 +shown until/m);
});

test('a key that has a name is not replaced unawares', async () => {
  const thumbprint = async () => /^edge +\S+ +here +(\S+)/m.exec((await key('list')).out)?.[1];
  const before = await thumbprint();
  const refused = {
    err: 'yangent: the keystore has a key "edge" already; take another name, or replace the key with --replace\n',
    code: 2,
  };
  expect(await key('generate', 'edge')).toMatchObject(refused);
  openssl('genpkey', '-algorithm', 'ED25519', '-out', 'other.pem');
  expect(await key('import', 'edge', join(folder, 'other.pem'))).toMatchObject(refused);
  expect(await thumbprint()).toBe(before);
  expect(await key('use', 'ssh-host', 'edge')).toMatchObject({ code: 0 });
  expect((await key('generate', 'edge', '--algorithm', 'p-256', '--replace')).out).toMatch(
    /^key edge \(p-256\) has the thumbprint [\w-]{43}, and is in use for ssh-host now\n$/,
  );
  expect(await thumbprint()).not.toBe(before);
  expect(await key('use', 'ssh-host')).toMatchObject({ code: 0 });
});

test('import gives a key with its certificate, which TLS uses at once', async () => {
  openssl('ecparam', '-genkey', '-name', 'secp384r1', '-noout', '-out', 'tls.key');
  const names = ['-addext', 'subjectAltName=IP:127.0.0.1'];
  openssl('req', '-x509', '-new', '-key', 'tls.key', '-days', '9', '-subj', '/CN=node', ...names, '-out', 'tls.crt');
  const files = [join(folder, 'tls.key'), '--certificate', join(folder, 'tls.crt')];
  expect(await key('import', 'tls', ...files, '--use', 'tls-server')).toEqual({
    ...{ out: 'key tls is in the keystore, and in use for tls-server\n', err: '', code: 0 },
  });
  expect((await key('list', '--json')).out).toContain('"asymmetric-key":"tls"');
});

test('mistakes are explained', async () => {
  writeFileSync(join(folder, 'none'), 'nothing');
  expect(await key('import', 'x', join(folder, 'none'))).toMatchObject({
    ...{ err: `yangent: ${join(folder, 'none')}: a private key in PEM or in the form of OpenSSH is needed\n`, code: 2 },
  });
  expect((await key('import', 'x', join(folder, 'tls.crt'))).err).toContain('tls.crt: it is a certificate: a private');
  expect((await key('import', 'x', join(folder, 'gone'))).err).toContain('gone: there is no such file');
  expect(await key('import', 'x', join(folder, 'tls.key'), '--use', 'tls-server')).toMatchObject({
    ...{ err: expect.stringContaining('the key for tls-server needs a certificate'), code: 2 },
  });
  expect((await key('use', 'report', 'edge')).err).toContain('a key of the algorithm p-256 does not suit report');
  expect((await key('rotate', 'tls-server')).err).toContain('names the key "tls" for tls-server');
  expect((await key('rotate', 'lunch')).err).toContain('Allowed choices are tls-server, ssh-host, report');
});

test('rotate tells from when the new key is used, by the fingerprint that list shows', async () => {
  const [, fingerprint] =
    /^the node uses the key (\S{43}) for report from 2/.exec((await key('rotate', 'report')).out) ?? [];
  expect((await key('list')).out).toMatch(
    new RegExp(`^report +own +ed25519 +to be used from \\S+ +${fingerprint}$`, 'm'),
  );
  expect((await key('rotate', 'report', '--compromised')).code).toBe(0);
  expect((await key('list')).out.match(/^report .*/gm)).toHaveLength(1);
});
