import { createHash, createPublicKey, verify } from 'node:crypto';
import { createServer as createHttpServer, type Server as HttpServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  agentEntry,
  cleanUp,
  configure,
  type Fixture,
  openFixture,
  type Plain,
  PROMPT,
  type User,
} from '../fixture.js';

interface Received {
  readonly method: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Plain;
}

let node: Fixture;
let alice: User;
let carol: User;
let http: HttpServer;
let url: string;
let received: Received[];
let answers: number[];

beforeEach(async () => {
  received = [];
  answers = [];
  http = createHttpServer((request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (piece: string) => {
      text += piece;
    });
    request.on('end', () => {
      received.push({ method: request.method, headers: request.headers, body: JSON.parse(text) });
      response.statusCode = answers.shift() ?? 204;
      response.end();
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/reports`;
  node = await openFixture();
  alice = node.as('alice');
  carol = node.as('carol');
  await configure(node, agentEntry('noc', ['alice']), agentEntry('crew', ['carol']));
});
afterEach(async () => {
  await node.close();
  http.closeAllConnections();
  http.close();
});
afterAll(cleanUp);

const states = () =>
  received.map(
    ({ body }) => body['ietf-restconf:notification']['irtf-agent:condition-notifications']['yangent-tasks:state'],
  );

describe('reports to a URL', () => {
  it('bring every change of the task, in order, each once', async () => {
    const { id } = await alice.rpc('yangent-tasks:assign', {
      from: 'noc',
      to: 'crew',
      'task-id': 't1',
      content: PROMPT,
      subscription: { url },
    });
    await carol.onTask(id, 'claim');
    await carol.onTask(id, 'complete', { artifact: [{ name: 'r', value: 'fixed' }] });
    await expect.poll(states, { interval: 5 }).toEqual(['submitted', 'accepted', 'running', 'completed']);
    const last = received.at(-1)!;
    expect(last.method).toBe('POST');
    expect(last.headers).toMatchObject({ 'content-type': 'application/yang-data+json', 'yangent-attempt': '1' });
    expect(last.body['ietf-restconf:notification']).toMatchObject({
      eventTime: expect.any(String),
      'irtf-agent:condition-notifications': {
        'task-id': 't1',
        'yangent-tasks:id': id,
        'yangent-tasks:result': 'fixed',
        'yangent-tasks:sequence': '4',
      },
    });
    expect(new Set(received.map(({ headers }) => headers['idempotency-key'])).size).toBe(4);
  });

  it('are repeated under the same id when the receiver fails', async () => {
    answers = [503];
    await alice.send({
      'task-sendFrom': 'noc',
      'task-sendTo': 'crew',
      commuType: 'taskAssign',
      'task-id': 't1',
      content: PROMPT,
      'task-subscription': { 'subscript-protocol': 'http', 'subscript-method': 'POST', 'subscript-url': url },
    });
    await expect.poll(states, { interval: 5 }).toEqual(['submitted', 'submitted', 'accepted']);
    const [first, second] = received;
    expect(second!.headers['idempotency-key']).toBe(first!.headers['idempotency-key']);
    expect(second!.headers['yangent-attempt']).toBe('2');
  });

  it('are signed (RFC 9421), which the published key shows', async () => {
    const { id } = await alice.rpc('yangent-tasks:assign', { from: 'noc', to: 'crew', content: PROMPT });
    await alice.onTask(id, 'subscribe', { url });
    await carol.onTask(id, 'claim');
    await expect.poll(states, { interval: 5 }).toEqual(['running']);
    const [{ headers, body }] = received as [Received];
    const digest = createHash('sha256').update(JSON.stringify(body)).digest('base64');
    expect(headers['content-digest']).toBe(`sha-256=:${digest}:`);
    const key = await alice.read('/yangent-tasks:tasks/signing-key');
    const parameters = String(headers['signature-input']).replace(/^yangent=/, '');
    expect(parameters).toMatch(
      new RegExp(
        `^\\("@method" "@target-uri" "content-type" "idempotency-key" "content-digest"\\);created=\\d+;keyid="${key['key-id']}";alg="ed25519"$`,
      ),
    );
    const base = [
      '"@method": POST',
      `"@target-uri": ${url}`,
      '"content-type": application/yang-data+json',
      `"idempotency-key": ${headers['idempotency-key']}`,
      `"content-digest": sha-256=:${digest}:`,
      `"@signature-params": ${parameters}`,
    ].join('\n');
    const signature = Buffer.from(String(headers.signature).replace(/^yangent=:(.*):$/, '$1'), 'base64');
    const publicKey = createPublicKey({ key: JSON.parse(key['public-key']), format: 'jwk' });
    expect(verify(null, Buffer.from(base), publicKey, signature)).toBe(true);
    expect(verify(null, Buffer.from(`${base} `), publicKey, signature)).toBe(false);
  });

  it('bring intermediate results and checkpoints with them', async () => {
    const { id } = await alice.rpc('yangent-tasks:assign', { from: 'noc', to: 'crew', content: PROMPT });
    await alice.onTask(id, 'subscribe', { url });
    await carol.onTask(id, 'claim');
    const long = 'x'.repeat(70_000);
    await carol.onTask(id, 'report-progress', {
      percent: 50,
      checkpoint: 'arrived',
      artifact: [
        { name: 'photo', value: 'front door' },
        { name: 'trace', 'media-type': 'text/plain', value: long },
      ],
    });
    await carol.onTask(id, 'report-progress', { percent: 60 });
    await expect.poll(() => received.length, { interval: 5 }).toBe(3);
    const [, half, more] = received.map(
      ({ body }) => body['ietf-restconf:notification']['irtf-agent:condition-notifications'],
    );
    expect(half).toMatchObject({
      'yangent-tasks:checkpoint': 'arrived',
      'yangent-tasks:artifact': [
        { name: 'photo', value: 'front door' },
        { name: 'trace', 'media-type': 'text/plain' },
      ],
    });
    expect(JSON.stringify(half)).not.toContain(long);
    expect(more).not.toHaveProperty('yangent-tasks:artifact');
    const [told] = (await node.notifications('yangent-tasks:task-changed')).filter(
      ({ value }) => (value as Plain).checkpoint === 'arrived',
    );
    expect(told?.value).toMatchObject({ artifact: [{ name: 'photo', value: 'front door' }, { name: 'trace' }] });
  });

  it('begin and end with subscribe and unsubscribe; a task that is over is reported once', async () => {
    const { id } = await alice.rpc('yangent-tasks:assign', {
      from: 'noc',
      to: 'crew',
      'task-id': 't1',
      content: PROMPT,
    });
    const subscribed = await alice.onTask(id, 'subscribe', { url });
    await carol.onTask(id, 'claim');
    await alice.onTask(id, 'unsubscribe', { id: subscribed.id });
    await alice.onTask(id, 'cancel');
    await alice.send({
      'task-sendTo': 'crew',
      commuType: 'taskResultSubscribe',
      'task-id': 't1',
      'task-subscription': { 'subscript-url': url },
    });
    await expect.poll(states, { interval: 5 }).toEqual(['running', 'canceled']);
    expect(await alice.onTask(id, 'subscribe')).toMatchObject({
      stream: 'NETCONF',
      filter: expect.stringContaining(id),
    });
  });
});
