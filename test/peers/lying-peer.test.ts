/** A node that sends what its models do not allow: the task fails with a reason that says what was wrong, and where. */

import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { selfSigned } from '../../src/keys/index.js';
import { temporaryFolder } from '../support/clean-up.js';
import { Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { agentEntry } from '../tasks/fixture.js';
import { until } from '../until.js';

// biome-ignore lint/suspicious/noExplicitAny: answers are as the node gives them
type Plain = Record<string, any>;

const STREAMS = '/restconf/data/ietf-restconf-monitoring:restconf-state/streams/stream=NETCONF/access=json/location';
const LOCATION = { 'ietf-restconf-monitoring:location': 'https://peer/events' };
const VERSION = { 'ietf-restconf:yang-library-version': '2019-01-04' };
const ASSIGNED = { id: 'far-1', state: 'running' };

let server: Server;
let peer: string;
let near: TestNode;
let admin: Https;
/** The answer to `yangent-tasks:assign`, and that to `yangent-tasks:query`. */
let assigned: (order: Plain) => unknown;
let queried: unknown;
const streams = new Set<ServerResponse>();

function answer(path: string, order: Plain, response: ServerResponse): void {
  const json = (value: unknown) => {
    response.setHeader('content-type', 'application/yang-data+json');
    response.end(typeof value === 'string' ? value : JSON.stringify(value));
  };
  const output = (value: unknown) => json(typeof value === 'string' ? value : { 'yangent-tasks:output': value });
  const stream = () => {
    streams.add(response);
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
  };
  if (path === '/restconf/yang-library-version') json(VERSION);
  else if (path === STREAMS) json(LOCATION);
  else if (path.endsWith(':assign')) output(assigned(order));
  else if (path.endsWith(':query')) output(queried);
  else if (path.startsWith('/events')) stream();
  else response.writeHead(404).end();
}

beforeAll(async () => {
  const { cert, key } = await selfSigned(['127.0.0.1']);
  server = createServer({ cert, key }, (request, response) => {
    let text = '';
    request.on('data', (part) => {
      text += part;
    });
    request.on('end', () => answer(request.url ?? '', text === '' ? {} : JSON.parse(text), response));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  peer = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const data = temporaryFolder();
  mkdirSync(join(data, 'secrets'), { mode: 0o700 });
  writeFileSync(join(data, 'secrets', 'far'), 'the password there', { mode: 0o600 });
  near = await startTestNode({ data, limits: { remote: { patience: 1_000 } } });
  admin = new Https(near);
  const identity = `sha-256:${new X509Certificate(cert).fingerprint256.replaceAll(':', '').toLowerCase()}`;
  const remote = { agent: 'worker', as: 'broker', user: 'near', credential: 'far', identity };
  await near.node.edit({
    'yangent-agents:agents': {
      agent: [agentEntry('noc', []), agentEntry('far', [], { execution: { kind: 'remote', target: peer, remote } })],
    },
  });
});
afterAll(async () => {
  admin?.close();
  await near?.stop();
  server?.closeAllConnections();
  server?.close();
});

const idOf = (order: Plain) => order['yangent-tasks:input']['task-id'];

/** The error of a task at the lying node. */
async function failure(answers: { readonly assign?: (order: Plain) => unknown; readonly query?: Plain | string }) {
  assigned = answers.assign ?? ((order) => ({ ...ASSIGNED, 'task-id': idOf(order) }));
  queried =
    typeof answers.query === 'string'
      ? answers.query
      : {
          task: {
            id: 'far-1',
            'task-id': 'one',
            from: 'broker',
            to: 'worker',
            state: 'running',
            priority: 4,
            ...answers.query,
          },
        };
  const input = { from: 'noc', to: 'far', type: 'survey', async: true, content: '##task description look' };
  const made = await admin.send('POST', '/restconf/operations/yangent-tasks:assign', {
    body: JSON.stringify({ 'yangent-tasks:input': input }),
  });
  const { id } = JSON.parse(made.body)['yangent-tasks:output'];
  const task = await until(
    async () =>
      JSON.parse((await admin.send('GET', `/restconf/data/yangent-tasks:tasks/task=${id}`)).body)[
        'yangent-tasks:task'
      ][0],
    ({ state }) => state === 'failed',
  );
  return task.error;
}

const CREATED = { created: '2030-01-01T00:00:00Z' };
const QUERY = 'sent an answer to yangent-tasks:query that the model does not allow';

it.each([
  [
    'a text where a list is',
    { query: { ...CREATED, negotiation: 'all is well' } },
    `${QUERY} at /yangent-tasks:query/task/negotiation: the list 'negotiation' is an array of objects in JSON, not the string 'all is well'`,
  ],
  [
    'an entry without its key',
    { query: { ...CREATED, artifact: [{ value: 'x' }] } },
    `${QUERY} at /yangent-tasks:query/task/artifact[1]: the key 'name' of the list 'artifact' is missing`,
  ],
  [
    'a state that tasks do not have',
    { query: { ...CREATED, state: 'dancing' } },
    `${QUERY} at /yangent-tasks:query/task/state: `,
  ],
  ['a time that is none', { query: { created: 'yesterday' } }, `${QUERY} at /yangent-tasks:query/task/created: `],
  [
    'another task than that which was asked for',
    { query: { ...CREATED, id: 'far-2' } },
    `${QUERY}: it is of another task than that with the id "far-1"`,
  ],
  ['no document', { query: '<html>it works</html>' }, `${QUERY}: `],
  [
    'an assignment without identifier',
    { assign: () => ({ state: 'running', 'task-id': 'x' }) },
    'sent an answer to yangent-tasks:assign that the model does not allow at /yangent-tasks:assign/id: ',
  ],
])('a task fails with the place and the fault when the other node sends %s', async (_what, answers, said) => {
  const error = await failure(answers);
  expect(error).toMatchObject({ code: 'internal', recovery: ['escalate', 'reassign'] });
  expect(error.message).toContain(`the node at ${peer} cannot be understood: ${peer} ${said}`);
});

it('the reason stays short, however much the other node sends', async () => {
  const { message } = await failure({ query: { ...CREATED, state: 'x'.repeat(100_000) } });
  expect(message).toContain(QUERY);
  expect(message.length).toBeLessThan(1_000);
});

it('members that this node does not know do no harm, as a later version may have them', async () => {
  const { message } = await failure({
    query: { ...CREATED, state: 'failed', mood: 'good', error: { code: 'internal', message: 'no link', mood: 1 } },
  });
  expect(message).toBe('no link');
});

it('a notification that the model does not allow fails the task that is followed', async () => {
  const failed = failure({ query: CREATED });
  const [stream] = await until(
    async () => [...streams].filter((each) => !each.writableEnded && !each.destroyed),
    (open) => open.length > 0,
  );
  const changed = { 'yangent-tasks:task-changed': { id: 'far-1', sequence: 'x', state: 'running' } };
  const event = { 'ietf-restconf:notification': { eventTime: '2030-01-01T00:00:00Z', ...changed } };
  stream?.write(`data: ${JSON.stringify(event)}\n\n`);
  expect((await failed).message).toContain(
    `${peer} sent yangent-tasks:task-changed that the model does not allow at /yangent-tasks:task-changed/sequence: `,
  );
});
