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
function ssh(username: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const client = new ssh2.Client();
    client.on('ready', () => reject(new Error('is in')));
    client.on('error', () => client.end());
    client.on('close', () => resolve());
    client.connect({ ...rig.netconf, username, password: SECRET, hostVerifier: () => true });
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
