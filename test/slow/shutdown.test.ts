/** How `yangent serve` ends: what is under way is answered, subscribers are told, and nothing keeps it longer than its bounds. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type ClientHttp2Session, connect } from 'node:http2';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { temporaryFolder } from '../support/clean-up.js';
import { chunked, RawNetconf, rpc } from '../support/raw-netconf.js';
import { type ServeProcess, startServe } from '../support/serve.js';
import { until } from '../until.js';

const MODULE = `module acme-slow {
  yang-version 1.1;
  namespace "urn:acme:slow";
  prefix slow;
  rpc work { input { leaf name { type string; mandatory true; } } output { leaf done { type string; } } }
}`;

/** Its rpc says that it has begun, and is done when the file \`go\` is there. */
const plugin = (folder: string) => `
import { existsSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
export default {
  module: 'acme-slow',
  rpcs: {
    work: async ({ name }) => {
      writeFileSync(\`${folder}/begun-\${name}\`, '');
      while (!existsSync('${folder}/go')) await setTimeout(10);
      return { done: name };
    },
  },
};`;

let running: ServeProcess | undefined;
let http: ClientHttp2Session | undefined;
afterEach(async () => {
  http?.destroy();
  await running?.end('SIGKILL');
  [running, http] = [undefined, undefined];
});

const SUBSCRIBED = 'urn:ietf:params:xml:ns:yang:ietf-subscribed-notifications';
const ESTABLISH = `<establish-subscription xmlns="${SUBSCRIBED}"><stream>NETCONF</stream></establish-subscription>`;

async function serve(...args: string[]) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'acme-slow.yang'), MODULE);
  writeFileSync(join(folder, 'slow.mjs'), plugin(folder));
  const data = join(folder, 'data');
  const served = await startServe({
    data,
    tls: true,
    args: ['--yang', folder, '--plugin', `${folder}/slow.mjs`, ...args],
  });
  running = served;
  const session = connect(served.url, { ca: readFileSync(served.ready.restconf?.certificate ?? '') });
  session.on('error', () => undefined);
  http = session;
  const rig = { ...served, certificate: served.ready.restconf?.certificate ?? '' };
  const authorization = `Basic ${Buffer.from(`admin:${served.password}`).toString('base64')}`;

  /** One request over HTTP/2; `body` resolves when the answer is complete. */
  async function ask(method: string, path: string, content?: unknown, accept = 'application/yang-data+json') {
    const stream = session.request({
      ':method': method,
      ':path': path,
      authorization,
      accept,
      ...(content === undefined ? {} : { 'content-type': 'application/yang-data+json' }),
    });
    const body = readText(stream);
    const status = new Promise<unknown>((resolve) => stream.on('response', (fields) => resolve(fields[':status'])));
    stream.end(content === undefined ? undefined : JSON.stringify(content));
    return { body, status };
  }

  /** Sends the slow request over both protocols, and waits until both are worked on. */
  async function work(netconf: RawNetconf) {
    netconf.send(chunked(rpc('<work xmlns="urn:acme:slow"><name>netconf</name></work>', 7)));
    const answer = await ask('POST', '/restconf/operations/acme-slow:work', {
      'acme-slow:input': { name: 'restconf' },
    });
    for (const name of ['netconf', 'restconf']) await until(() => existsSync(join(folder, `begun-${name}`)), Boolean);
    return answer;
  }

  return { served, rig, session, ask, work, finish: () => writeFileSync(join(folder, 'go'), '') };
}

it('SIGTERM: requests under way are answered, subscribers are told, streams end, and the node is gone with 0', async () => {
  const { served, rig, session, ask, work, finish } = await serve();
  const worker = await RawNetconf.open(rig);
  const subscriber = await RawNetconf.open(rig);
  expect(await subscriber.ask(ESTABLISH)).toContain('<id ');
  const stream = await ask('GET', '/restconf/streams/NETCONF/json', undefined, 'text/event-stream');
  expect(await stream.status).toBe(200);
  const made = await ask('POST', '/restconf/operations/ietf-subscribed-notifications:establish-subscription', {
    'ietf-subscribed-notifications:input': { stream: 'NETCONF' },
  });
  const { id } = JSON.parse(await made.body)['ietf-subscribed-notifications:output'];
  const subscription = await ask('GET', `/restconf/subscriptions/${id}`, undefined, 'text/event-stream');
  expect(await subscription.status).toBe(200);
  const slow = await work(worker);
  const goaway = new Promise((resolve) => session.once('goaway', resolve));

  process.kill(served.pid, 'SIGTERM');
  await stream.body;
  expect(await subscription.body).toMatch(
    /"ietf-subscribed-notifications:subscription-terminated":\{"id":\d+,"reason":"[a-z-]*:?stream-unavailable"\}/,
  );
  let last = '';
  for (let message = await subscriber.receive(); message !== 'closed'; message = await subscriber.receive())
    last = message;
  expect(last).toContain('<subscription-terminated');
  finish();
  expect(await worker.receive()).toContain('<done xmlns="urn:acme:slow">netconf</done>');
  expect(await worker.receive()).toBe('closed');
  expect(await slow.body).toBe('{"acme-slow:output":{"done":"restconf"}}');
  await goaway;
  expect(await served.ended).toBe(0);
  expect(served.errors()).toBe('');
  worker.close();
  subscriber.close();
});

it('what takes longer than the bounds is cut off', async () => {
  const { served, rig, work } = await serve('--limit', 'ssh-close-time=200', '--limit', 'restconf-close-time=200');
  const worker = await RawNetconf.open(rig);
  const slow = await work(worker);
  process.kill(served.pid, 'SIGTERM');
  expect(await served.ended).toBe(0);
  expect(await worker.receive()).toBe('closed');
  expect(await slow.body).toBe('');
  worker.close();
});

it('a second SIGTERM waits for nothing', async () => {
  const bound = ['--limit', 'ssh-close-time=600000', '--limit', 'restconf-close-time=600000'];
  const { served, rig, session, work } = await serve(...bound);
  const worker = await RawNetconf.open(rig);
  const slow = await work(worker);
  const idle = await RawNetconf.open(rig);
  process.kill(served.pid, 'SIGTERM');
  expect(await idle.receive()).toBe('closed');
  process.kill(served.pid, 'SIGTERM');
  expect(await served.ended).toBe(1);
  expect(await slow.body).toBe('');
  session.destroy();
  worker.close();
  idle.close();
});
