/** Each cell of features.ts on a node that has every optional part, and on one that has none. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorIn, Https } from '../../support/http.js';
import { hello, RawNetconf } from '../../support/raw-netconf.js';
import { type BoxNode, outcome, startBox } from '../box.js';
import { FEATURE_CELLS, OPTIONAL } from './features.js';
import { cellsFolder } from './model.js';

function modules(): string {
  const folder = cellsFolder();
  writeFileSync(join(folder, 'acme-optional.yang'), OPTIONAL);
  return folder;
}

const OFF = new Map(['acme-optional', ...FEATURE_CELLS.map(({ module }) => module)].map((module) => [module, []]));
const cells = FEATURE_CELLS.map((cell) => ({ ...cell, title: `${cell.module}:${cell.feature}` }));

let all: BoxNode;
let none: BoxNode;
let withAll: RawNetconf;
let withNone: RawNetconf;
beforeAll(async () => {
  all = await startBox({ yang: [modules()], startup: true });
  none = await startBox({ yang: [modules()], features: OFF });
  withAll = await all.session();
  withNone = await none.session();
});
afterAll(async () => {
  await all.stop();
  await none.stop();
});

describe('what is on', () => {
  it.each(cells)('$title: $request works', async ({ request, on }) => {
    // Notifications of the subscriptions would come between the replies.
    const isSubscription = request.startsWith('<establish-subscription');
    const session = isSubscription ? await all.session() : withAll;
    expect(await session.ask(request)).toMatch(on);
    if (isSubscription) session.close();
  });
});

describe('what is off', () => {
  it.each(cells)('$title: $request is $off', async ({ request, off }) => {
    expect(outcome(await withNone.ask(request))).toBe(off);
  });

  it('is not announced', async () => {
    const announced = async (node: BoxNode) => {
      const session = await RawNetconf.connect(node.rig);
      const greeting = await session.receive();
      session.send(hello('urn:ietf:params:netconf:base:1.1'));
      session.close();
      return greeting;
    };
    const optional = (greeting: string) =>
      [...greeting.matchAll(/capability:([a-z-]+):1\.\d/g)]
        .map(([, name]) => name)
        .filter((name) => cells.some(({ module, feature }) => module === 'ietf-netconf' && feature === name))
        .sort();
    const wanted = cells.filter(({ module }) => module === 'ietf-netconf').map(({ feature }) => feature);
    expect(optional(await announced(all))).toEqual([...new Set(wanted)].sort());
    const greeting = await announced(none);
    expect(optional(greeting)).toEqual([]);
    expect(greeting).toContain('urn:acme:optional?module=acme-optional<');
    expect(await announced(all)).toContain('urn:acme:optional?module=acme-optional&amp;features=fancy<');
  });

  it('is in no datastore that yang-library lists, nor over RESTCONF', async () => {
    const library =
      '<get><filter><yang-library xmlns="urn:ietf:params:xml:ns:yang:ietf-yang-library"><datastore/></yang-library></filter></get>';
    const names = [...(await withNone.ask(library)).matchAll(/<name[^>]*>[\w-]*:([\w-]+)<\/name>/g)];
    expect(names.map(([, name]) => name).sort()).toEqual(['intended', 'operational', 'running']);
    const https = new Https(none.rig);
    for (const datastore of ['candidate', 'startup']) {
      const answer = await https.send('GET', `/restconf/ds/ietf-datastores:${datastore}`);
      expect([answer.status, errorIn(answer)['error-tag']]).toEqual([404, 'invalid-value']);
    }
    expect((await https.send('GET', '/restconf/data/acme-optional:optional/fancy')).status).toBe(404);
    https.close();
  });

  it('is a node that is not there, and one that is where its feature is on', async () => {
    const put = async (node: BoxNode, body: object) => {
      const https = new Https(node.rig);
      const answer = await https.send('PUT', '/restconf/data/acme-optional:optional', {
        body: JSON.stringify({ 'acme-optional:optional': body }),
      });
      https.close();
      return answer;
    };
    expect((await put(all, { fancy: 'x' })).status).toBe(201);
    const refused = await put(none, { fancy: 'x' });
    expect([refused.status, errorIn(refused)['error-tag']]).toEqual([400, 'unknown-element']);
    expect((await put(none, { plain: 'x' })).status).toBe(201);
  });

  it('leaves the rest readable as a whole', async () => {
    expect(await withNone.ask('<get/>')).toContain('<data ');
    const https = new Https(none.rig);
    const whole = await https.send('GET', '/restconf/data?content=all');
    expect(whole.status).toBe(200);
    const streams = await https.send('GET', '/restconf/data/ietf-subscribed-notifications:streams');
    expect(JSON.parse(streams.body)['ietf-subscribed-notifications:streams'].stream[0]).toEqual({
      name: 'NETCONF',
      description: expect.any(String),
    });
    https.close();
  });
});
