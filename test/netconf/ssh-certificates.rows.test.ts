/** Logins over SSH with certificates, to a whole node. */
import type { ClientChannel } from 'ssh2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { chunked, hello, RawNetconf, rpc } from '../support/raw-netconf.js';
import { octetsOf, SshKeygen } from '../support/ssh-keygen.js';
import { certificate, type Holder, type Login, logIn } from '../support/ssh-login.js';

const keygen = new SshKeygen();
let rig: TestNode;
let ca: string;
let foreign: string;
let key: string;
let rsa: string;

beforeAll(async () => {
  rig = await startTestNode({ limits: { login: { first: 1, longest: 1 }, failures: { perSource: 100 } } });
  ca = keygen.key('ca');
  foreign = keygen.key('foreign');
  key = keygen.key('key');
  rsa = keygen.key('rsa', 'rsa', '-b', '2048');
  await trust(ca);
  await rig.node.edit({
    'yangent-access:access': {
      user: [{ name: 'ann', group: ['staff'] }, { name: 'bob' }],
      'ssh-user-ca-bag': ['ours'],
    },
  });
});
afterAll(() => rig?.stop());

const PUBLIC_KEY_BAG = '/restconf/data/ietf-truststore:truststore/public-key-bags/public-key-bag=ours';

async function trust(authority: string): Promise<void> {
  const format = 'ietf-crypto-types:ssh-public-key-format';
  const bag = {
    name: 'ours',
    'public-key': [
      { name: 'ca', 'public-key-format': format, 'public-key': octetsOf(`${authority}.pub`).toString('base64') },
    ],
  };
  const admin = new Https(rig);
  const body = JSON.stringify({ 'ietf-truststore:public-key-bag': [bag] });
  const { status, body: answer } = await admin.send('PUT', PUBLIC_KEY_BAG, { body });
  admin.close();
  if (status >= 300) throw new Error(answer);
}

/** Tries with a certificate for ann that is made with these arguments of ssh-keygen. */
function tries(args: readonly string[], o: Partial<Holder> & { readonly by?: string } = {}): Promise<Login> {
  const { by = ca, ...holder } = o;
  const made = keygen.sign(by, holder.key ?? key, ...args);
  return logIn(rig, certificate({ username: 'ann', key, certificate: made, ...holder }));
}

const GOOD = ['-n', 'ann,anna', '-V', '-5m:+5m'];

describe('a certificate', () => {
  it.each<[string, readonly string[], () => Partial<Holder>]>([
    ['for the user', GOOD, () => ({})],
    ['without an end', ['-n', 'ann'], () => ({})],
    ['from this address', [...GOOD, '-O', 'source-address=192.0.2.0/24,127.0.0.0/8'], () => ({})],
    [
      'with an RSA key and SHA-512',
      GOOD,
      () => ({ key: rsa, algorithm: 'rsa-sha2-512-cert-v01@openssh.com', hash: 'sha512' }),
    ],
    [
      'with an RSA key and SHA-256',
      GOOD,
      () => ({ key: rsa, algorithm: 'rsa-sha2-256-cert-v01@openssh.com', hash: 'sha256' }),
    ],
  ])('%s logs in', async (_title, args, holder) => {
    const { isIn, connection } = await tries(args, holder());
    expect(isIn).toBe(true);
    connection.end();
  });

  it.each<[string, readonly string[], () => Partial<Holder> & { readonly by?: string }]>([
    ['of a foreign authority', GOOD, () => ({ by: foreign })],
    ['that has ended', ['-n', 'ann', '-V', '-5m:-1m'], () => ({})],
    ['that has not begun', ['-n', 'ann', '-V', '+5m:+9m'], () => ({})],
    ['of a host', [...GOOD, '-h'], () => ({})],
    ['for another user', ['-n', 'bob'], () => ({})],
    ['for all users', [], () => ({})],
    ['for a user that is not there', ['-n', 'nora'], () => ({ username: 'nora' })],
    ['with a command', [...GOOD, '-O', 'force-command=/bin/true'], () => ({})],
    ['with an unknown critical option', [...GOOD, '-O', 'critical:mfa@example.com'], () => ({})],
    ['from another address', [...GOOD, '-O', 'source-address=192.0.2.0/24'], () => ({})],
    ['with an RSA key and SHA-1', GOOD, () => ({ key: rsa, hash: 'sha1' })],
    ['under the name of a plain key', GOOD, () => ({ algorithm: 'ssh-ed25519' })],
    ['under the name of another algorithm', GOOD, () => ({ algorithm: 'ecdsa-sha2-nistp256-cert-v01@openssh.com' })],
    ['under an unknown name', GOOD, () => ({ algorithm: 'other-cert-v01@openssh.com' })],
  ])('%s is refused, and the client is not told why', async (_title, args, more) => {
    const { isIn, asked } = await tries(args, more());
    expect(isIn).toBe(false);
    expect(asked).toEqual(['publickey,password,keyboard-interactive']);
  });

  it('is refused when another key has signed', async () => {
    const made = keygen.sign(ca, key, ...GOOD);
    const other = keygen.key('other');
    expect((await logIn(rig, certificate({ username: 'ann', key: other, certificate: made }))).isIn).toBe(false);
  });

  it('is refused as a plain key of the user, and a plain key that is in one, too', async () => {
    const made = keygen.sign(ca, key, ...GOOD);
    const [algorithm, data] = ['ssh-ed25519', octetsOf(`${key}.pub`).toString('base64')];
    const user = { name: 'bob', 'authorized-key': [{ name: 'laptop', algorithm, 'key-data': data }] };
    await rig.node.edit({ 'yangent-access:access': { user: [user] } });
    expect((await logIn(rig, certificate({ username: 'bob', key, certificate: made }))).isIn).toBe(false);
  });
});

describe('what is configured', () => {
  it('acts on the next login, and ends sessions of a certificate that does not hold any more', async () => {
    const made = certificate({ username: 'ann', key, certificate: keygen.sign(ca, key, ...GOOD) });
    const { isIn, connection } = await logIn(rig, made);
    expect(isIn).toBe(true);
    const channel = await new Promise<ClientChannel>((resolve, reject) => {
      connection.subsys('netconf', (error, opened) => (error ? reject(error) : resolve(opened)));
    });
    const over = new Promise((resolve) => channel.once('close', resolve));
    channel.write(`${hello('urn:ietf:params:netconf:base:1.1')}${chunked(rpc('<get><filter/></get>'))}`);
    await new Promise<void>((resolve) =>
      channel.on('data', (octets: Buffer) => octets.includes('rpc-reply') && resolve()),
    );
    await trust(foreign);
    await over;
    connection.end();
    expect((await logIn(rig, made)).isIn).toBe(false);
    const other = await tries(GOOD, { by: foreign });
    expect(other.isIn).toBe(true);
    other.connection.end();
    await trust(ca);
    const again = await logIn(rig, made);
    expect(again.isIn).toBe(true);
    again.connection.end();
  });
});

it('a refused certificate is told on the stream audit by its method, without a reason', async () => {
  const watch = await RawNetconf.open(rig);
  const stream =
    '<create-subscription xmlns="urn:ietf:params:xml:ns:netconf:notification:1.0"><stream>audit</stream></create-subscription>';
  expect(await watch.ask(stream)).toContain('<ok/>');
  await tries(['-n', 'bob']);
  const message = await watch.receive();
  expect(message).toMatch(/<user>ann<[\s\S]*<outcome>denied<[\s\S]*<method>ssh-certificate</);
  expect(message).not.toMatch(/principal|bob/);
  watch.close();
});
