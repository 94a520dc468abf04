import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { netconfFace, type Refusal, restconfFace } from '../support/faces.js';
import { Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';

let rig: TestNode;
let https: Https;

const entry = (id: string) => ({
  id,
  owner: ['admin'],
  profile: { name: id, description: 'd', version: '1.0.0', provider: 'p' },
});

beforeAll(async () => {
  rig = await startTestNode();
  https = new Https(rig);
  await rig.node.edit({ 'yangent-agents:agents': { agent: [entry('noc'), entry('meter')] } });
}, 60_000);
afterAll(async () => {
  https.close();
  await rig.stop();
});

/** Times of the right form that no clock shows, and a leap second, which POSIX time has not. */
const IMPOSSIBLE = [
  '2025-13-45T99:99:99Z',
  '2027-02-30T00:00:00Z',
  '2100-02-29T00:00:00Z',
  '2031-04-31T12:00:00+02:00',
  '2030-12-31T23:59:60Z',
  '2030-12-31T24:00:00Z',
  '0000-00-00T00:00:00Z',
  '2030-01-01T00:00:00+99:99',
];

/** Every leaf by which a caller gives a time to the node. */
const LEAVES: readonly (readonly [string, string, (time: string) => unknown])[] = [
  [
    'the time of a request in irtf-agent:context',
    '/restconf/data/irtf-agent:context=c',
    (time) => ({
      'irtf-agent:context': [{ id: 'c', sendFrom: 'noc', sendTo: 'meter', 'request-info': { content: 'q', time } }],
    }),
  ],
  [
    'a deadline',
    '/restconf/operations/yangent-tasks:assign',
    (deadline) => ({ 'yangent-tasks:input': { from: 'noc', to: 'meter', objective: 'x', deadline } }),
  ],
  [
    'an expected completion',
    '/restconf/operations/yangent-tasks:assign',
    (time) => ({ 'yangent-tasks:input': { from: 'noc', to: 'meter', objective: 'x', 'expected-completion': time } }),
  ],
  [
    'the end of a negotiation',
    '/restconf/operations/yangent-tasks:negotiate',
    (time) => ({
      'yangent-tasks:input': { from: 'noc', to: 'meter', type: 'FEASIBILITY', content: ['x'], 'negotiate-until': time },
    }),
  ],
  [
    'since when items are fetched',
    '/restconf/operations/yangent-contexts:fetch',
    (since) => ({ 'yangent-contexts:input': { since } }),
  ],
];

describe.each(LEAVES)('%s', (_title, path, body) => {
  it.each(IMPOSSIBLE)('cannot be %s', async (time) => {
    const answer = await https.send(path.includes('operations') ? 'POST' : 'PUT', path, {
      body: JSON.stringify(body(time)),
    });
    expect([answer.status, JSON.parse(answer.body)['ietf-restconf:errors'].error[0]]).toEqual([
      400,
      expect.objectContaining({
        'error-tag': 'invalid-value',
        'error-message': expect.stringContaining(`'${time}' is no date and time: `),
      }),
    ]);
  });
});

it('a time that cannot be is refused over NETCONF as well', async () => {
  const face = await netconfFace(rig);
  const time = '2025-02-30T10:00:00Z';
  const refused = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      ({ tag }: Refusal) => tag,
    );
  const context = { id: 'c', sendFrom: 'noc', sendTo: 'meter', 'request-info': { content: 'q', time } };
  expect(await refused(face.merge({ 'irtf-agent:context': context }))).toBe('invalid-value');
  expect(await refused(face.invoke('yangent-contexts:fetch', { since: time }))).toBe('invalid-value');
  await face.close();
});

it.each(['2024-02-29T23:59:59Z', '2025-04-21T14:19:00.123456+00:00', '2025-12-31T00:00:00-23:59'])(
  '%s is a time, and is given back as it was written',
  async (time) => {
    const face = restconfFace(rig);
    const context = {
      id: `at-${time.replaceAll(/[^0-9]/g, '-')}`,
      sendFrom: 'noc',
      sendTo: 'meter',
      'request-info': { content: 'q', time },
    };
    await face.merge({ 'irtf-agent:context': [context] });
    expect(JSON.parse((await https.send('GET', `/restconf/data/irtf-agent:context=${context.id}`)).body)).toEqual({
      'irtf-agent:context': [context],
    });
    await face.close();
  },
);

it.each(['start-time=2025-02-30T00:00:00Z', 'start-time=2025-01-01T00:00:60Z'])(
  'an event stream does not begin at ?%s',
  async (query) => {
    const answer = await https.send('GET', `/restconf/streams/NETCONF/json?${query.replaceAll(':', '%3A')}`, {
      headers: { accept: 'text/event-stream' },
    });
    expect([answer.status, answer.body]).toEqual([400, expect.stringContaining('invalid-value')]);
  },
);
