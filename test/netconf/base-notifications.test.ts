/** The base notifications say who did it, and from where (RFC 6470 §2.2, grouping common-session-parms). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Https } from '../support/http.js';
import type { RawNetconf } from '../support/raw-netconf.js';
import { B, type BoxNode, edit, outcome, startBox } from './box.js';

const NAMESPACE = 'urn:ietf:params:xml:ns:yang:ietf-netconf-notifications';

let node: BoxNode;
let admin: RawNetconf;
let watcher: RawNetconf;
beforeAll(async () => {
  node = await startBox();
  [admin, watcher] = [await node.session(), await node.session()];
  const filter = `<netconf-config-change xmlns="${NAMESPACE}"/><netconf-confirmed-commit xmlns="${NAMESPACE}"/>`;
  const subscribe = `<create-subscription xmlns="urn:ietf:params:xml:ns:netconf:notification:1.0"><filter>${filter}</filter></create-subscription>`;
  expect(await watcher.ask(subscribe)).toContain('<ok/>');
});
afterAll(() => node.stop());

const named = (name: string) => `<box ${B}><name>${name}</name></box>`;
const who = (session: number) =>
  `<username>admin</username><session-id>${session}</session-id><source-host>127.0.0.1</source-host>`;
/** What the next notification says, apart from its time. */
const next = async () => /<\/eventTime>(.*)<\/notification>/.exec(await watcher.receive())?.[1];

const change = (by: string, operation: string, target = '/acme-box:box') =>
  expect.stringMatching(
    new RegExp(
      `^<netconf-config-change xmlns="${NAMESPACE}"><changed-by>${by}</changed-by><datastore>running</datastore><edit><target[^>]*>${target.replace(/acme-box/g, '\\w+')}</target><operation>${operation}</operation></edit></netconf-config-change>$`,
    ),
  );
const confirmed = (content: string) =>
  `<netconf-confirmed-commit xmlns="${NAMESPACE}">${content}</netconf-confirmed-commit>`;

it('of an edit over NETCONF, and over RESTCONF, which has no sessions', async () => {
  expect(outcome(await admin.ask(edit('running', named('a'))))).toBe('ok');
  expect(await next()).toEqual(change(who(1), 'create'));
  const https = new Https(node.rig);
  await https.send('PUT', '/restconf/data/acme-box:box/name', { body: '{"acme-box:name":"b"}' });
  expect(await next()).toEqual(change(who(0), 'replace', '/acme-box:box/acme-box:name'));
  https.close();
});

it('of a confirmed commit that is extended and canceled', async () => {
  expect(outcome(await admin.ask(edit('candidate', named('c'))))).toBe('ok');
  const commit = (seconds: number) => `<commit><confirmed/><confirm-timeout>${seconds}</confirm-timeout></commit>`;
  for (const request of [commit(60), commit(90), '<cancel-commit/>'])
    expect(outcome(await admin.ask(request))).toBe('ok');
  const seen = [await next(), await next(), await next(), await next(), await next()];
  const name = '/acme-box:box/acme-box:name';
  expect(seen).toHaveLength(5);
  expect(seen).toContain(confirmed(`${who(1)}<confirm-event>start</confirm-event><timeout>60</timeout>`));
  expect(seen).toContain(confirmed(`${who(1)}<confirm-event>extend</confirm-event><timeout>90</timeout>`));
  expect(seen).toContain(confirmed(`${who(1)}<confirm-event>cancel</confirm-event>`));
  expect(seen).toContainEqual(change(who(1), 'replace', name));
  expect(seen).toContainEqual(change('<server/>', 'replace', name));
});
