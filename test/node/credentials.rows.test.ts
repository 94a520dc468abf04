/** What is open ends with what its user came in by: keys, certificates, tokens; and rules hold for what is open. */
import { execFileSync } from 'node:child_process';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { default as ssh2 } from 'ssh2';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectNetconf } from '../../src/clients/index.js';
import { B, type BoxNode, startBox } from '../netconf/box.js';
import { temporaryFolder } from '../support/clean-up.js';
import { Https } from '../support/http.js';
import { chunked, hello, RawNetconf, rpc } from '../support/raw-netconf.js';
import { SshKeygen } from '../support/ssh-keygen.js';

let box: BoxNode;
let admin: Https;
beforeAll(async () => {
  box = await startBox();
  admin = new Https(box.rig);
});
afterAll(async () => {
  admin?.close();
  await box?.stop();
});

const ACCESS = '/restconf/data/yangent-access:access';
const STREAM = '/restconf/streams/NETCONF/json';
const LIBRARY = '/restconf/yang-library-version';

async function change(method: string, path: string, value?: unknown): Promise<void> {
  const answer = await admin.send(method, path, value === undefined ? {} : { body: JSON.stringify(value) });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.body}`);
}

/** Merges into the configuration of users. */
const configure = (access: unknown) => change('PATCH', ACCESS, { 'yangent-access:access': access });

const alarm = (id: number) => box.rig.node.notify('acme-box:alarm', { id });

interface Stream {
  /** Resolves with all that came, when the stream has ended. */
  readonly ended: Promise<string>;
  isOpen(): boolean;
  close(): void;
}

/** Resolves when the stream is open. */
async function openStream(login: { token?: string; basic?: string; cert?: string; key?: string }): Promise<Stream> {
  const { token, basic, cert, key } = login;
  const authorization = token ? `Bearer ${token}` : basic && `Basic ${Buffer.from(basic).toString('base64')}`;
  const headers = { accept: 'text/event-stream', ...(authorization ? { authorization } : {}) };
  const ca = readFileSync(box.rig.certificate);
  const outgoing = request(`${box.rig.url}${STREAM}`, { headers, ca, cert, key, agent: false });
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.on('response', resolve).on('error', reject).end();
  });
  expect(answer.statusCode).toBe(200);
  let [text, open] = ['', true];
  const ended = new Promise<string>((resolve) => {
    answer.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    answer
      .on('error', () => undefined)
      .once('close', () => {
        open = false;
        resolve(text);
      });
  });
  return { ended, isOpen: () => open, close: () => outgoing.destroy() };
}

it('a NETCONF session ends with the key of its login, and its connection opens no other; one by password stays', async () => {
  const file = new SshKeygen().key('laptop');
  const privateKey = readFileSync(file);
  const [algorithm, data] = readFileSync(`${file}.pub`, 'utf8').split(' ');
  const key = { name: 'laptop', algorithm, 'key-data': data };
  await configure({ user: [{ name: 'kim', password: '$0$secret of it', 'authorized-key': [key] }] });
  const byPassword = await RawNetconf.open(box.rig, '1.1', { user: 'kim', password: 'secret of it' });
  const connection = new ssh2.Client().on('error', () => undefined);
  await new Promise((resolve, reject) => {
    const { host, port } = box.rig.netconf;
    connection.once('ready', () => resolve(undefined)).once('error', reject);
    connection.connect({ host, port, username: 'kim', privateKey, hostVerifier: () => true });
  });
  const [channel, silent] = [await subsystem(connection), await subsystem(connection)];
  const ends = Promise.all([channel, silent].map((each) => new Promise((resolve) => each.once('close', resolve))));
  silent.resume();
  const greeting = hello('urn:ietf:params:netconf:base:1.1');
  channel.write(`${greeting}${chunked(rpc('<get-config><source><running/></source><filter/></get-config>'))}`);
  await new Promise<void>((resolve) => channel.on('data', (bytes: Buffer) => bytes.includes('rpc-reply') && resolve()));
  await change('DELETE', `${ACCESS}/user=kim/authorized-key=laptop`);
  silent.write(greeting);
  await ends;
  await expect(subsystem(connection)).rejects.toThrow();
  connection.end();
  expect(await byPassword.ask('<get-config><source><running/></source><filter/></get-config>')).toContain('<data');
  byPassword.close();
  const login = { ...box.rig.netconf, username: 'kim', privateKey };
  await expect(connectNetconf(login)).rejects.toMatchObject({ tag: 'access-denied' });
});

function subsystem(connection: ssh2.Client): Promise<ssh2.ClientChannel> {
  return new Promise((resolve, reject) => {
    connection.subsys('netconf', (error, made) => (error ? reject(error) : resolve(made)));
  });
}

it('an event stream ends with the certificate of its login; one by password stays', async () => {
  const folder = temporaryFolder();
  const openssl = (...parameters: string[]) => execFileSync('openssl', parameters, { cwd: folder, stdio: 'pipe' });
  const subject = ['-subj', '/CN=cleo', '-days', '2'];
  openssl(
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-keyout',
    'k',
    '-out',
    'c',
    ...subject,
  );
  const fingerprint = openssl('x509', '-in', 'c', '-noout', '-fingerprint', '-sha256').toString().trim().split('=')[1];
  await configure({
    user: [{ name: 'cleo', password: '$0$secret of it' }],
    'client-certificate': [{ name: 'cleo', fingerprint, user: 'cleo' }],
  });
  const byCertificate = await openStream({
    cert: readFileSync(join(folder, 'c'), 'utf8'),
    key: readFileSync(join(folder, 'k'), 'utf8'),
  });
  const byPassword = await openStream({ basic: 'cleo:secret of it' });
  await change('DELETE', `${ACCESS}/client-certificate=cleo`);
  await byCertificate.ended;
  expect(byPassword.isOpen()).toBe(true);
  byPassword.close();
});

async function signer(issuer: string) {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const jwt = new SignJWT({ iss: issuer, aud: 'yangent', sub: 'tom' }).setProtectedHeader({ alg: 'ES256' });
  const exp = Math.floor(Date.now() / 1_000) + 600;
  return {
    token: await jwt.setExpirationTime(exp).sign(privateKey),
    jwks: JSON.stringify({ keys: [await exportJWK(publicKey)] }),
  };
}

it('event streams end with the keys of their tokens, also when a file of keys is replaced; those of others stay', async () => {
  const [one, two] = ['https://one.example', 'https://two.example'];
  const [old, fresh, other] = [await signer(one), await signer(one), await signer(two)];
  const file = join(box.rig.directory, 'one.jwks');
  writeFileSync(file, old.jwks);
  await configure({
    'token-issuer': [
      { issuer: one, audience: ['yangent'], 'jwks-file': 'one.jwks' },
      { issuer: two, audience: ['yangent'], jwks: other.jwks },
    ],
  });
  const statusOf = async (token: string) =>
    (await admin.send('GET', LIBRARY, { headers: { authorization: `Bearer ${token}` } })).status;
  expect(await statusOf(old.token)).toBe(200);
  const [ofOld, ofOther] = [await openStream({ token: old.token }), await openStream({ token: other.token })];

  writeFileSync(`${file}.new`, fresh.jwks);
  renameSync(`${file}.new`, file);
  await ofOld.ended;
  expect([await statusOf(old.token), await statusOf(fresh.token)]).toEqual([401, 200]);

  const ofFresh = await openStream({ token: fresh.token });
  rmSync(file);
  await ofFresh.ended;
  expect(await statusOf(fresh.token)).toBe(401);
  writeFileSync(file, fresh.jwks);
  while ((await statusOf(fresh.token)) !== 200);

  expect(ofOther.isOpen()).toBe(true);
  await change('DELETE', `${ACCESS}/token-issuer=${encodeURIComponent(two)}`);
  await ofOther.ended;
});

it('rules that change hold for what is open: requests of a session, events of a stream and of a subscription', async () => {
  await configure({ user: [{ name: 'ruth', password: '$0$secret of it', group: ['staff'] }] });
  const login = { user: 'ruth', password: 'secret of it' };
  const [session, subscriber] = [
    await RawNetconf.open(box.rig, '1.1', login),
    await RawNetconf.open(box.rig, '1.1', login),
  ];
  const rules = (...rule: readonly object[]) =>
    change('PUT', '/restconf/data/ietf-netconf-acm:nacm', {
      'ietf-netconf-acm:nacm': { 'rule-list': [{ name: 'staff', group: ['staff'], rule }] },
    });
  await rules();
  const subscribe = '<create-subscription xmlns="urn:ietf:params:xml:ns:netconf:notification:1.0"/>';
  expect(await subscriber.ask(subscribe)).toContain('<ok/>');
  const stream = await openStream({ basic: 'ruth:secret of it' });
  const read = `<get-config><source><running/></source><filter><box ${B}/></filter></get-config>`;
  await change('PUT', '/restconf/data/acme-box:box', { 'acme-box:box': { name: 'b' } });
  expect(await session.ask(read)).toContain('<name>b</name>');
  await alarm(1);

  await rules(
    { name: 'no-alarms', 'notification-name': 'alarm', 'module-name': 'acme-box', action: 'deny' },
    { name: 'no-box', path: '/acme-box:box', action: 'deny' },
  );
  await alarm(2);
  expect(await session.ask(read)).not.toContain('<name>');
  await rules();
  await alarm(3);
  const told: string[] = [];
  while (!told.includes('3')) {
    const id = /<alarm[^>]*><id>(\d)<\/id>/.exec(await subscriber.receive())?.[1];
    if (id) told.push(id);
  }
  expect(told).toEqual(['1', '3']);
  await change('DELETE', `${ACCESS}/user=ruth`);
  const alarms = [...(await stream.ended).matchAll(/"acme-box:alarm":\{"id":(\d)/g)].map(([, id]) => id);
  expect(alarms).toEqual(['1', '3']);
  expect(await session.receive()).toBe('closed');
  session.close();
  subscriber.close();
});
