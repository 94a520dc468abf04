/** Users, tokens and certificates as configuration, and the audit trail. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/clean-up.js';
import { Https } from '../support/http.js';
import type { TestNode } from '../support/node.js';
import { RawNetconf } from '../support/raw-netconf.js';
import { https, nacm, netconf, put, startAccessNode, USERS } from './access-rig.js';

let rig: TestNode;
let admin: Https;
beforeAll(async () => {
  rig = await startAccessNode();
  admin = new Https(rig);
});
afterAll(async () => {
  admin?.close();
  await rig?.stop();
});

const LIBRARY = '/restconf/yang-library-version';
const ACCESS = '/restconf/data/yangent-access:access';
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

describe('configured users', () => {
  it('log in, and their passwords are kept as hashes only', async () => {
    const ann = https(rig, 'ann');
    expect((await ann.send('GET', LIBRARY)).status).toBe(200);
    const { body } = await admin.send('GET', ACCESS);
    expect(body).not.toContain(USERS.ann);
    const { user } = JSON.parse(body)['yangent-access:access'];
    for (const { password } of user) expect(password).toMatch(/^\$scrypt\$ln=\d+,r=8,p=1\$/);
    for (const file of ['yangent.db', 'yangent.db-wal']) {
      expect(readFileSync(join(rig.directory, file)).includes(USERS.ann)).toBe(false);
    }
    ann.close();
  });

  it('are in with a new password at once, and out with the old', async () => {
    const carl = { name: 'carl', password: '$0$the first', group: ['staff'] };
    await put(rig, 'yangent-access:access/user=carl', { 'yangent-access:user': [carl] });
    const [old, fresh] = [new Https(rig, 'carl', 'the first'), new Https(rig, 'carl', 'the second')];
    expect((await old.send('GET', LIBRARY)).status).toBe(200);
    await put(rig, 'yangent-access:access/user=carl', {
      'yangent-access:user': [{ ...carl, password: '$0$the second' }],
    });
    expect((await old.send('GET', LIBRARY)).status).toBe(401);
    expect((await fresh.send('GET', LIBRARY)).status).toBe(200);
    old.close();
    fresh.close();
  });

  it('lose their sessions when they are removed', async () => {
    const dora = { name: 'dora', password: '$0$dora-dora', group: ['staff'] };
    await put(rig, 'yangent-access:access/user=dora', { 'yangent-access:user': [dora] });
    const session = await RawNetconf.open(rig, '1.1', { user: 'dora', password: 'dora-dora' });
    expect((await admin.send('DELETE', `${ACCESS}/user=dora`)).status).toBe(204);
    expect(await session.receive()).toBe('closed');
    session.close();
  });

  it('have their passwords hashed whichever way they come', async () => {
    const session = await RawNetconf.open(rig);
    const user = (name: string) =>
      `<access xmlns="urn:yangent:params:xml:ns:yang:yangent-access"><user><name>${name}</name><password>$0$in-clear</password></user></access>`;
    const candidate = '<target><candidate/></target>';
    expect(await session.ask(`<edit-config>${candidate}<config>${user('eve')}</config></edit-config>`)).toContain(
      '<ok/>',
    );
    const edited = await session.ask('<get-config><source><candidate/></source></get-config>');
    expect(edited).toContain('$scrypt$');
    expect(edited).not.toContain('in-clear');
    expect(
      await session.ask(`<copy-config>${candidate}<source><config>${user('eve')}</config></source></copy-config>`),
    ).toContain('<ok/>');
    expect(await session.ask('<get-config><source><candidate/></source></get-config>')).not.toContain('in-clear');
    expect(await session.ask('<discard-changes/>')).toContain('<ok/>');
    session.close();
  });

  it.each([
    [
      'a key that is none',
      { name: 'x', 'authorized-key': [{ name: 'k', algorithm: 'ssh-ed25519', 'key-data': 'AAAA' }] },
    ],
    ['a password in clear without mark', { name: 'x', password: 'clear' }],
    ['a name with a colon', { name: 'x:y' }],
  ])('are refused with %s', async (_title, user) => {
    const answer = await admin.send('POST', ACCESS, { body: JSON.stringify({ 'yangent-access:user': [user] }) });
    expect(answer.status).toBe(400);
    expect(answer.body).not.toContain('clear"');
  });
});

describe('a password in clear', () => {
  const WORDS = 'write a password in clear as $0$ and 8 to 1024 characters behind it; the node makes the hash';
  const put = (password: string) =>
    admin.send('POST', ACCESS, {
      body: JSON.stringify({ 'yangent-access:user': [{ name: 'lou', password: `$0$${password}` }] }),
    });

  it('is refused below 8 characters, in words and without the password, over both protocols', async () => {
    const short = await put('tooshrt');
    expect([short.status, short.body]).toEqual([400, expect.stringContaining(WORDS)]);
    expect(short.body).not.toContain('tooshrt');
    const session = await RawNetconf.open(rig);
    const access = 'xmlns="urn:yangent:params:xml:ns:yang:yangent-access"';
    const answer = await session.ask(
      `<edit-config><target><running/></target><config><access ${access}><user><name>lou</name><password>$0$tooshrt</password></user></access></config></edit-config>`,
    );
    expect(answer).toContain(WORDS);
    expect(answer).not.toContain('tooshrt');
    session.close();
  });

  it('of 8 to 1024 characters is taken, and lets its user in', async () => {
    expect((await put('x'.repeat(1_025))).status).toBe(400);
    for (const password of ['8 signs!', '\u{1f511}'.repeat(1_024)]) {
      expect((await put(password)).status).toBe(201);
      const lou = new Https(rig, 'lou', password);
      expect((await lou.send('GET', '/restconf/yang-library-version')).status).toBe(200);
      lou.close();
      expect((await admin.send('DELETE', `${ACCESS}/user=lou`)).status).toBe(204);
    }
  });
});

describe('bearer tokens', () => {
  const ISSUER = 'https://issuer.example';
  const signer = async (alg: 'ES256' | 'HS256' = 'ES256') => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    const key = alg === 'HS256' ? new TextEncoder().encode(JSON.stringify(await exportJWK(publicKey))) : privateKey;
    const token = (claims: Record<string, unknown>, o: { exp?: number; nbf?: number; typ?: string } = {}) => {
      const jwt = new SignJWT({ iss: ISSUER, aud: 'yangent', sub: 'tom', ...claims }).setProtectedHeader({
        alg,
        ...(o.typ && { typ: o.typ }),
      });
      const now = Math.floor(Date.now() / 1000);
      return jwt
        .setExpirationTime(now + (o.exp ?? 60))
        .setNotBefore(now + (o.nbf ?? -1))
        .sign(key);
    };
    return { token, jwks: JSON.stringify({ keys: [await exportJWK(publicKey)] }) };
  };
  const issuer = (more: Record<string, unknown>) =>
    put(rig, `yangent-access:access/token-issuer=${encodeURIComponent(ISSUER)}`, {
      'yangent-access:token-issuer': [{ issuer: ISSUER, audience: ['yangent'], ...more }],
    });
  const statusOf = async (token: string, path = LIBRARY) => (await admin.send('GET', path, bearer(token))).status;

  it('are access tokens of now: of another type, or issued later than now, they are no login', async () => {
    const { token, jwks } = await signer();
    await issuer({ jwks });
    for (const typ of [undefined, 'JWT', 'at+jwt', 'application/at+jwt'])
      expect([typ, await statusOf(await token({}, { typ }))]).toEqual([typ, 200]);
    for (const typ of ['id_token+jwt', 'logout+jwt', 'dpop+jwt', 'JOSE', 'secevent+jwt'])
      expect([typ, await statusOf(await token({}, { typ }))]).toEqual([typ, 401]);
    for (const claims of [{ at_hash: 'x' }, { c_hash: 'x' }, { events: {} }])
      expect([claims, await statusOf(await token(claims))]).toEqual([claims, 401]);
    const now = Math.floor(Date.now() / 1000);
    expect(await statusOf(await token({ iat: now + 20 }))).toBe(200);
    expect(await statusOf(await token({ iat: now + 36_000 }))).toBe(401);
  });

  it('are for the user and groups that they name', async () => {
    const { token, jwks } = await signer();
    await issuer({ jwks, members: 'local' });
    await nacm(rig, [{ path: '/yangent-devices:devices', action: 'deny' }]);
    await put(rig, 'yangent-devices:devices', { 'yangent-devices:devices': {} }).catch(() => undefined);
    expect(await statusOf(await token({}))).toBe(200);
    await nacm(rig, [{ path: '/ietf-yang-library:yang-library', action: 'deny' }]);
    const library = '/restconf/data/ietf-yang-library:yang-library/content-id';
    expect(await statusOf(await token({ groups: [] }), library)).toBe(200);
    expect(await statusOf(await token({ groups: ['staff'] }), library)).toBe(404);
    expect(await statusOf(await token({ groups: ['admin'] }), ACCESS)).toBe(404);
    await nacm(rig, []);
  });

  it('name users of their issuer: a local one, and his groups, only where its members are local', async () => {
    const { token, jwks } = await signer();
    const chief = { groups: { group: [{ name: 'chiefs', 'user-name': ['admin'] }] } };
    const rule = [{ name: 'all', 'module-name': '*', 'access-operations': '*', action: 'permit' }];
    await put(rig, 'ietf-netconf-acm:nacm', {
      'ietf-netconf-acm:nacm': { ...chief, 'rule-list': [{ name: 'chiefs', group: ['chiefs', 'staff'], rule }] },
    });
    let written = 0;
    const write = async (claims: Record<string, unknown>) => {
      written += 1;
      const body = JSON.stringify({ 'acme-box:box': { name: `written ${written}` } });
      return admin.send('PATCH', '/restconf/data/acme-box:box', { body, ...bearer(await token(claims)) });
    };
    await put(rig, 'acme-box:box', { 'acme-box:box': { name: 'b' } });
    await issuer({ jwks });
    const refused = await write({ sub: 'admin', groups: ['staff'] });
    expect(refused.status).toBe(403);
    expect(refused.body).toContain('admin@https://issuer.example');
    // Groups that configuration names count.
    await issuer({ jwks, 'permitted-group': ['staff'] });
    expect((await write({ sub: 'admin', groups: [] })).status).toBe(403);
    expect((await write({ sub: 'admin', groups: ['staff'] })).status).toBe(204);
    await issuer({ jwks, members: 'local' });
    expect((await write({ sub: 'admin' })).status).toBe(204);
    expect((await write({ sub: 'tom' })).status).toBe(403);
    expect((await write({ sub: 'system' })).status).toBe(401);
    await nacm(rig, []);
  });

  it('that are not good are answered with 401 and the reason of RFC 6750', async () => {
    const [good, other] = [await signer(), await signer()];
    await issuer({ jwks: good.jwks });
    const refused = await admin.send('GET', LIBRARY, bearer(await other.token({})));
    expect(refused.status).toBe(401);
    expect(refused.headers['www-authenticate']).toBe(
      'Basic realm="yangent", charset="UTF-8", Bearer realm="yangent", error="invalid_token", DPoP realm="yangent", algs="EdDSA Ed25519 ES256 ES384 PS256 RS256"',
    );
    const confused = await signer('HS256');
    for (const token of [
      await good.token({}, { exp: -60 }),
      await good.token({}, { nbf: 120 }),
      await good.token({ aud: 'others' }),
      await good.token({ iss: 'https://elsewhere.example' }),
      await good.token({ sub: 'a:b' }),
      await good.token({ sub: undefined }),
      await good.token({}, { exp: 1_000_000 }),
      await confused.token({}),
      'not.a.token',
    ]) {
      expect(await statusOf(token)).toBe(401);
    }
    expect(await statusOf(await good.token({}, { exp: -10 }))).toBe(200);
  });

  it('end the event streams that were opened with them', async () => {
    const { token, jwks } = await signer();
    await issuer({ jwks, 'clock-skew': 0 });
    const stream = '/restconf/streams/NETCONF/json';
    const answer = await admin.send('GET', stream, {
      accept: 'text/event-stream',
      ...bearer(await token({}, { exp: 2 })),
    });
    expect(answer.status).toBe(200);
  });

  it('do not count any more when their issuer is gone', async () => {
    const { token, jwks } = await signer();
    await issuer({ jwks });
    const mine = await token({});
    expect(await statusOf(mine)).toBe(200);
    expect((await admin.send('DELETE', `${ACCESS}/token-issuer=${encodeURIComponent(ISSUER)}`)).status).toBe(204);
    expect(await statusOf(mine)).toBe(401);
  });
});

describe('client certificates', () => {
  const folder = temporaryFolder();
  const openssl = (...parameters: string[]) => execFileSync('openssl', parameters, { cwd: folder, stdio: 'ignore' });
  const file = (name: string) => readFileSync(join(folder, name), 'utf8');

  function get(name: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const client = {
        cert: file(`${name}.crt`),
        key: file(`${name}.key`),
        ca: readFileSync(rig.certificate),
        agent: false,
      };
      request(`${rig.url}${LIBRARY}`, client, (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      })
        .on('error', reject)
        .end();
    });
  }

  beforeAll(() => {
    const key = (name: string) => [
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-keyout',
      `${name}.key`,
    ];
    openssl('req', '-x509', ...key('ca'), '-out', 'ca.crt', '-subj', '/CN=authority', '-days', '2');
    openssl('req', '-x509', ...key('lone'), '-out', 'lone.crt', '-subj', '/CN=lone', '-days', '2');
    openssl('req', ...key('ben'), '-out', 'ben.csr', '-subj', '/CN=ben');
    openssl('x509', '-req', '-in', 'ben.csr', '-CA', 'ca.crt', '-CAkey', 'ca.key', '-out', 'ben.crt', '-days', '2');
    openssl('req', '-x509', ...key('forged'), '-out', 'forged.crt', '-subj', '/CN=ben', '-days', '2');
  });

  it('stand for users by fingerprint, or by the name that an authority vouches for', async () => {
    expect([await get('lone'), await get('ben'), await get('forged')]).toEqual([401, 401, 401]);
    const printed = execFileSync('openssl', ['x509', '-in', 'lone.crt', '-noout', '-fingerprint', '-sha256'], {
      cwd: folder,
    });
    const fingerprint = printed.toString().trim().split('=')[1];
    const mapping = [
      { name: 'one', fingerprint, user: 'ann' },
      { name: 'all', 'ca-certificate': file('ca.crt'), 'user-from': 'common-name' },
    ];
    const body = JSON.stringify({ 'yangent-access:access': { 'client-certificate': mapping } });
    expect((await admin.send('PATCH', ACCESS, { body })).status).toBe(204);
    expect([await get('lone'), await get('ben'), await get('forged')]).toEqual([200, 200, 401]);
    expect((await admin.send('DELETE', `${ACCESS}/client-certificate=one`)).status).toBe(204);
    expect(await get('lone')).toBe(401);
  });
});

describe('the audit trail', () => {
  const trail = async (who: Https) => {
    const span = `start-time=2000-01-01T00:00:00Z&stop-time=${new Date(Date.now() + 300).toISOString()}`;
    return who.send('GET', `/restconf/streams/audit/json?${span}`, { accept: 'text/event-stream' });
  };

  it('tells administrators of changes and refusals, without secrets', async () => {
    await nacm(rig, []);
    const session = await netconf(rig, 'ann');
    await session.ask('<kill-session><session-id>4000</session-id></kill-session>');
    session.close();
    const events = (await trail(admin)).body
      .split('\n')
      .filter((line) => line.startsWith('data: '))
      .map((line) => JSON.parse(line.slice(6))['ietf-restconf:notification']['yangent-access:audit']);
    expect(events).toContainEqual(
      expect.objectContaining({
        user: 'ann',
        source: '127.0.0.1',
        protocol: 'netconf',
        'session-id': expect.any(Number),
        operation: 'ietf-netconf:kill-session',
        outcome: 'denied',
        'error-tag': 'access-denied',
      }),
    );
    expect(events).toContainEqual(
      expect.objectContaining({ user: 'admin', protocol: 'restconf', operation: 'edit', outcome: 'done' }),
    );
    expect(JSON.stringify(events)).not.toMatch(/password of|\$scrypt|\$0\$/);
  });

  it('is no stream to others', async () => {
    const ann = https(rig, 'ann');
    const { status, body } = await trail(ann);
    expect(status).toBe(404);
    const streams = await ann.send('GET', '/restconf/data/ietf-restconf-monitoring:restconf-state/streams');
    expect(streams.body).not.toContain('"audit"');
    expect(body).not.toContain('streams/audit/');
    ann.close();
    const session = await netconf(rig, 'ann');
    const reply = await session.ask(
      '<create-subscription xmlns="urn:ietf:params:xml:ns:netconf:notification:1.0"><stream>audit</stream></create-subscription>',
    );
    expect(reply).toContain('bad-element');
    session.close();
  });
});
