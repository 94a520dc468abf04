/** While one session reads a long list of state, or filters it, the others are answered. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../support/clean-up.js';
import { Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { chunked, RawNetconf, rpc } from '../support/raw-netconf.js';

const MODULE = `module acme-flows {
  yang-version 1.1;
  namespace "urn:acme:flows";
  prefix f;
  container flows {
    config false;
    list flow { key id; leaf id { type uint32; } leaf packets { type uint64; } leaf text { type string; } }
    list whole { key id; leaf id { type uint32; } leaf packets { type uint64; } leaf text { type string; } }
    list twice { key id; leaf id { type uint32; } }
  }
}`;
/** So many that reading them takes far longer than the requests of the other session, on a fast machine, too. */
const ENTRIES = 100_000;
const PLUGIN = `
const one = (id) => ({ id, packets: String(id), text: 'flow ' + id });
const from = (begin, count) => Array.from({ length: Math.min(count, ${ENTRIES} - begin) }, (_, i) => one(begin + i));
export default {
  module: 'acme-flows',
  state: {
    '/acme-flows:flows/flow': {
      get: async ([id]) => one(id),
      list: async ({ after, limit }) => from(after === undefined ? 0 : Number(after[0]) + 1, limit),
    },
    '/acme-flows:flows/whole': async () => from(0, ${ENTRIES}),
    '/acme-flows:flows/twice': {
      get: async () => undefined,
      list: async ({ after, limit }) => Array.from({ length: after === undefined ? limit : 1 }, (_, id) => ({ id })),
    },
  },
};`;

let node: TestNode;
let reader: RawNetconf;
let other: RawNetconf;
beforeAll(async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'acme-flows.yang'), MODULE);
  writeFileSync(join(folder, 'flows.mjs'), PLUGIN);
  node = await startTestNode({ yang: [folder], plugins: [join(folder, 'flows.mjs')] });
  [reader, other] = [await RawNetconf.open(node), await RawNetconf.open(node)];
});
afterAll(async () => {
  reader.close();
  other.close();
  await node.stop();
});

const get = (list: string) => `<get><filter><flows xmlns="urn:acme:flows">${list}</flows></filter></get>`;

it.each([
  ['page by page', '<flow/>', /<text>/g],
  ['given as one value', '<whole/>', /<text>/g],
  ['of which only a part is wanted', '<flow><packets/></flow>', /<packets>/g],
  ['of which one entry is wanted by its content', '<flow><text>flow 77</text></flow>', /<text>flow 77</g],
])('a list %s', async (title, list, member) => {
  let isAnswered = false;
  reader.send(chunked(rpc(get(list))));
  const answer = reader.receive().then((reply) => {
    isAnswered = true;
    return reply;
  });
  for (let i = 0; i < 15; i += 1) {
    expect(await other.ask('<get-config><source><running/></source><filter/></get-config>')).toContain('<data');
    expect(isAnswered, `${title}: after ${i + 1} requests of the other session`).toBe(false);
  }
  expect((await answer).match(member)).toHaveLength(title.includes('one entry') ? 1 : ENTRIES);
});

it('is the same over RESTCONF, in its order', async () => {
  const https = new Https(node);
  const answer = await https.send('GET', '/restconf/data/acme-flows:flows/flow?fields=id');
  const ids = JSON.parse(answer.body)['acme-flows:flow'].map((each: { id: number }) => each.id);
  expect(ids).toEqual(Array.from({ length: ENTRIES }, (_, id) => id));
  https.close();
});

it('whose provider gives an entry twice is its fault', async () => {
  expect(await reader.ask(get('<twice/>'))).toContain('<error-tag>operation-failed</error-tag>');
});
