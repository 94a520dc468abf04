/** Who may not read everything is told which values are defaults, like everybody else (RFC 8040 §4.8.9). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BoxNode, startBox } from '../netconf/box.js';
import { Https } from '../support/http.js';

let node: BoxNode;
beforeAll(async () => {
  node = await startBox();
  const password = `$0$${node.rig.password}`;
  const rule = [
    { name: 'no-tags', path: '/acme-box:box/acme-box:tag', 'access-operations': 'read', action: 'deny' },
    { name: 'else', 'module-name': '*', action: 'permit' },
  ];
  await node.rig.node.edit({
    'yangent-access:access': { user: [{ name: 'guest', password }] },
    'ietf-netconf-acm:nacm': {
      groups: { group: [{ name: 'guests', 'user-name': ['guest'] }] },
      'rule-list': [{ name: 'all', group: ['guests'], rule }],
    },
    'acme-box:box': { name: 'n', tag: ['hidden'], port: [{ name: 'a', speed: 1 }] },
  });
});
afterAll(() => node.stop());

const DEFAULT = { 'ietf-netconf-with-defaults:default': true };
const port = [{ name: 'a', speed: 1, enabled: true, '@enabled': DEFAULT }];

it.each([
  ['admin', { name: 'n', limit: 7, '@limit': DEFAULT, port, tag: ['hidden'] }],
  ['guest', { name: 'n', limit: 7, '@limit': DEFAULT, port }],
])('in JSON for %s', async (user, box) => {
  const https = new Https(node.rig, user, node.rig.password);
  const answer = await https.send('GET', '/restconf/data/acme-box:box?with-defaults=report-all-tagged');
  expect(JSON.parse(answer.body)).toEqual({ 'acme-box:box': box });
  https.close();
});
