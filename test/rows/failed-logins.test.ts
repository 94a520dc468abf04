/** Logins that fail are told on the stream `audit`, whichever protocol they came by. */
import ssh2 from 'ssh2';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { RawNetconf } from '../support/raw-netconf.js';

const SECRET = 'wrong-secret';

let rig: TestNode;
beforeAll(async () => {
  rig = await startTestNode({ limits: { login: { first: 1, longest: 1 } } });
});
afterAll(() => rig?.stop());

/** Tries to log in over SSH; resolves when that has failed and the connection is gone. */
function ssh(username: string, { netconf } = rig): Promise<void> {
  return new Promise((resolve, reject) => {
    const client = new ssh2.Client();
    client.on('ready', () => reject(new Error('is in')));
    client.on('error', () => client.end());
    client.on('close', () => resolve());
    client.connect({ ...netconf, username, password: SECRET, hostVerifier: () => true });
  });
}

async function told(session: RawNetconf): Promise<string> {
  const message = await session.receive();
  expect(message).not.toContain(SECRET);
  return ['user', 'protocol', 'operation', 'outcome', 'method', 'count']
    .map((name) => new RegExp(`<${name}>([^<]*)`).exec(message)?.[1])
    .join(' ');
}

it('names the user where there is one, with protocol and method', async () => {
  const watch = await RawNetconf.open(rig);
  const subscribe =
    '<create-subscription xmlns="urn:ietf:params:xml:ns:netconf:notification:1.0"><stream>audit</stream></create-subscription>';
  expect(await watch.ask(subscribe)).toContain('<ok/>');
  await ssh('admin');
  expect(await told(watch)).toBe('admin netconf login denied password 1');
  await ssh(SECRET);
  expect(await told(watch)).toBe('(unknown) netconf login denied password 1');
  const http = new Https(rig, 'admin', SECRET);
  expect((await http.send('GET', '/restconf/yang-library-version')).status).toBe(401);
  expect(await told(watch)).toBe('admin restconf login denied password 1');
  http.close();
  watch.close();
});

it('guesses at many names from one address cost more and more, over both protocols together', async () => {
  const LONGEST = 200;
  const limits = { login: { first: 1, longest: LONGEST, patience: 1_000 } };
  const other = await startTestNode({ limits, passwords: { nora: 'the password of nora' } });
  const status = async (name: string, password = SECRET) => {
    const http = new Https(other, name, password);
    const reply = await http.send('GET', '/restconf/yang-library-version');
    http.close();
    return [reply.status, reply.headers['retry-after']];
  };
  // Ten that cost a millisecond each, then 1, 2, 4 ... 200 ms.
  for (let n = 0; n < 19; n += 1) expect(await status(`name-${n}`)).toEqual([401, undefined]);
  const begun = performance.now();
  await ssh('another', other);
  expect(performance.now() - begun).toBeGreaterThanOrEqual(LONGEST);
  // Those that would wait for too long are told to come again; the right password costs nothing.
  const many = await Promise.all(Array.from({ length: 40 }, (_, n) => status(`many-${n}`)));
  expect(many).toContainEqual([503, '1']);
  expect(many.filter(([code]) => code === 401).length).toBeLessThan(20);
  expect(await status('nora', 'the password of nora')).toEqual([200, undefined]);
  await other.stop();
});

it('a login that is refused unchecked has a record with the error, too', async () => {
  const other = await startTestNode({ limits: { login: { first: 200, longest: 200 } } });
  // Eight logins of one name wait at most; the ninth is refused at once.
  const status = async (n: number) => {
    const http = new Https(other, 'admin', `${SECRET} ${n}`);
    const reply = await http.send('GET', '/restconf/yang-library-version');
    http.close();
    return reply.status;
  };
  const all = await Promise.all(Array.from({ length: 9 }, (_, n) => status(n)));
  expect(all.filter((each) => each === 503)).toHaveLength(1);
  const http = new Https(other);
  const refused = async () => {
    const { body } = await http.send('GET', '/restconf/data/yangent-audit:audit/log');
    const records: readonly Record<string, unknown>[] = JSON.parse(body)['yangent-audit:log'].entry;
    return records.filter((each) => each['record-kind'] === 'login' && each['error-tag'] === 'resource-denied');
  };
  await expect
    .poll(refused)
    .toMatchObject([
      { user: 'admin', outcome: 'denied', method: 'password', protocol: 'restconf', source: '127.0.0.1' },
    ]);
  http.close();
  await other.stop();
});
