/** netconf-config-change tells nobody of targets that he may not read (RFC 6470 §2.2, RFC 8341 §3.4.6), over both protocols. */
import { request } from 'node:http';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RawNetconf } from '../support/raw-netconf.js';
import { B, type BoxNode, edit, outcome, startBox } from './box.js';

const NOTIFICATIONS = 'urn:ietf:params:xml:ns:yang:ietf-netconf-notifications';
const SUBSCRIBE = `<create-subscription xmlns="urn:ietf:params:xml:ns:netconf:notification:1.0"><filter><netconf-config-change xmlns="${NOTIFICATIONS}"/></filter></create-subscription>`;
/** Nobody but administrators at the machine may read ports. */
const NO_PORTS = {
  'rule-list': [
    {
      name: 'all',
      group: ['*'],
      rule: [
        { name: 'no-ports', 'access-operations': 'read', path: '/acme-box:box/acme-box:port', action: 'deny' },
        { name: 'else', 'module-name': '*', action: 'permit' },
      ],
    },
  ],
  groups: { group: [{ name: 'guests', 'user-name': ['guest'] }] },
};

let node: BoxNode;
let admin: RawNetconf;
beforeAll(async () => {
  node = await startBox({ tls: false });
  const user = [{ name: 'guest', password: `$0$${node.rig.password}` }];
  await node.rig.node.edit({ 'yangent-access:access': { user }, 'ietf-netconf-acm:nacm': NO_PORTS });
  admin = await node.session();
  await change('<name>first</name>');
});
afterAll(() => node.stop());

async function change(content: string): Promise<void> {
  expect(outcome(await admin.ask(edit('running', `<box ${B}>${content}</box>`)))).toBe('ok');
}

const port = (speed: number) => `<port><name>a</name><speed>${speed}</speed></port>`;

/** The targets in a message, without their prefixes. */
const targetsIn = (message: string) =>
  [...message.matchAll(/<target[^>]*>([^<]*)</g)].map(([, target = '']) => target.replaceAll(/[\w-]+:/g, ''));

/** Three changes: of a port alone, of a port and the name, of the name alone. */
async function changes(n: number): Promise<void> {
  await change(port(n));
  await change(`<name>both ${n}</name>${port(n + 1)}`);
  await change(`<name>alone ${n}</name>`);
}

it('over NETCONF', async () => {
  const [guest, all] = [await node.session('guest'), await node.session()];
  for (const session of [guest, all]) expect(await session.ask(SUBSCRIBE)).toContain('<ok/>');
  await changes(10);
  expect([targetsIn(await guest.receive()), targetsIn(await guest.receive())]).toEqual([['/box/name'], ['/box/name']]);
  const seen = [await all.receive(), await all.receive(), await all.receive()];
  expect(seen.map((message) => targetsIn(message).length)).toEqual([1, 2, 1]);
});

it('over RESTCONF', async () => {
  const auth = `guest:${node.rig.password}`;
  const lines = await new Promise<AsyncIterator<string>>((resolve, reject) => {
    const url = `${node.rig.url}/restconf/streams/NETCONF/json`;
    request(url, { auth, headers: { accept: 'text/event-stream' } }, (answer) => {
      resolve(createInterface(answer)[Symbol.asyncIterator]());
    })
      .on('error', reject)
      .end();
  });
  expect((await lines.next()).value).toBe(': open');
  await changes(20);
  const seen: unknown[] = [];
  while (seen.length < 2) {
    const { value } = await lines.next();
    if (!String(value).includes('netconf-config-change')) continue;
    seen.push(JSON.parse(String(value).slice('data: '.length)));
  }
  const edits = [{ target: '/acme-box:box/name', operation: 'replace' }];
  for (const message of seen) {
    expect(message).toMatchObject({
      'ietf-restconf:notification': { 'ietf-netconf-notifications:netconf-config-change': { edit: edits } },
    });
  }
  await lines.return?.();
});
