/** Dynamic subscriptions over RESTCONF (RFC 8650), as literal requests, answers and server-sent events over HTTPS. */
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startBox } from '../netconf/box.js';
import { XML_TYPE } from '../support/curl.js';
import { errorIn, Https } from '../support/http.js';
import { until } from '../until.js';

const SN = 'ietf-subscribed-notifications';
const SN_NAMESPACE = `urn:ietf:params:xml:ns:yang:${SN}`;
const ESTABLISH = `/restconf/operations/${SN}:establish-subscription`;
const LIST = `/restconf/data/${SN}:subscriptions`;
const GUEST = { name: 'guest', password: 'guest-password' };

let node: Awaited<ReturnType<typeof startBox>>;
let admin: Https;
let guest: Https;
const streams: EventStream[] = [];
beforeAll(async () => {
  node = await startBox();
  const user = [{ name: GUEST.name, password: `$0$${GUEST.password}` }];
  await node.rig.node.edit({ 'yangent-access:access': { user } });
  admin = new Https(node.rig);
  guest = new Https(node.rig, GUEST.name, GUEST.password);
});
afterAll(async () => {
  admin.close();
  guest.close();
  await node.stop();
});
afterEach(async () => {
  for (const stream of streams.splice(0)) stream.close();
});

/** The events of one answer, one by one. */
class EventStream {
  readonly #blocks: AsyncGenerator<string, void>;

  private constructor(private readonly answer: IncomingMessage) {
    this.#blocks = this.#read();
  }

  static open(path: string, login = `admin:${node.rig.password}`): Promise<EventStream> {
    const headers = { authorization: `Basic ${Buffer.from(login).toString('base64')}`, accept: 'text/event-stream' };
    return new Promise((resolve, reject) => {
      request(`${node.rig.url}${path}`, { headers, ca: readFileSync(node.rig.certificate), agent: false }, (answer) => {
        expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/event-stream']);
        const stream = new EventStream(answer);
        streams.push(stream);
        resolve(stream);
      })
        .on('error', reject)
        .end();
    });
  }

  /** The next block that is no comment, the time of the event left out; 'end' behind the last. */
  async next(): Promise<string> {
    for (;;) {
      const { value, done } = await this.#blocks.next();
      if (done) return 'end';
      if (!value.startsWith(':')) return value.replace(/"eventTime":"[^"]*",|<eventTime>[^<]*<\/eventTime>/, '');
    }
  }

  close(): void {
    this.answer.destroy();
  }

  async *#read(): AsyncGenerator<string, void> {
    let text = '';
    this.answer.setEncoding('utf8');
    for await (const chunk of this.answer) {
      text += chunk;
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        yield text.slice(0, end);
        text = text.slice(end + 2);
      }
    }
  }
}

const alarm = (id: number) => node.rig.node.notify('acme-box:alarm', { id });
const input = (members: object) => ({ body: JSON.stringify({ [`${SN}:input`]: members }) });
const alarms = (id?: number) => ({
  stream: 'NETCONF',
  'stream-subtree-filter': { 'acme-box:alarm': id === undefined ? {} : { id } },
});
const notification = (member: string, value: object) =>
  `data: {"ietf-restconf:notification":{"${member}":${JSON.stringify(value)}}}`;

interface Made {
  readonly id: number;
  readonly path: string;
}

async function establish(members: object, as = admin): Promise<Made> {
  const { status, body } = await as.send('POST', ESTABLISH, input(members));
  expect([status, body]).toEqual([200, expect.stringContaining(`{"${SN}:output":{"id":`)]);
  const output = JSON.parse(body)[`${SN}:output`];
  const uri = output['ietf-restconf-subscribed-notifications:uri'];
  expect(uri).toBe(`${node.rig.url}/restconf/subscriptions/${output.id}`);
  return { id: output.id, path: new URL(uri).pathname };
}

async function listed(as = admin): Promise<readonly { readonly id: number }[]> {
  const { status, body } = await as.send('GET', LIST);
  return status === 404 ? [] : (JSON.parse(body)[`${SN}:subscriptions`].subscription ?? []);
}

describe('dynamic subscriptions over RESTCONF', () => {
  it('answer an id and the URI where the messages are', async () => {
    const { id, path } = await establish(alarms(2));
    await alarm(1);
    await alarm(2);
    const stream = await EventStream.open(path);
    expect(await stream.next()).toMatch(
      /^id: \d+\ndata: \{"ietf-restconf:notification":\{"acme-box:alarm":\{"id":2\}\}\}$/,
    );
    await alarm(2);
    expect(await stream.next()).toMatch(/"acme-box:alarm":\{"id":2\}/);
    expect((await listed()).find((each) => each.id === id)).toEqual({
      id,
      'stream-subtree-filter': { 'acme-box:alarm': { id: 2 } },
      stream: 'NETCONF',
      encoding: `${SN}:encode-json`,
      receivers: {
        receiver: [
          {
            name: 'admin@127.0.0.1',
            'sent-event-records': '2',
            'excluded-event-records': expect.stringMatching(/^[1-9]\d*$/),
            state: 'active',
          },
        ],
      },
      'ietf-restconf-subscribed-notifications:uri': `${node.rig.url}${path}`,
    });
  });

  it('have the encoding of the request, and the prefixes of its XPath filter', async () => {
    const body = `<input xmlns="${SN_NAMESPACE}"><stream>NETCONF</stream><stream-xpath-filter xmlns:b="urn:acme:box">/b:alarm[b:id = 3]</stream-xpath-filter></input>`;
    const answer = await admin.send('POST', ESTABLISH, { body, type: XML_TYPE, accept: XML_TYPE });
    const [, path = ''] = /<uri [^>]*>https:\/\/[^/]*(\/[^<]*)<\/uri>/.exec(answer.body) ?? [];
    const stream = await EventStream.open(path);
    await alarm(2);
    await alarm(3);
    expect(await stream.next()).toMatch(
      /^id: \d+\ndata: <notification xmlns="urn:ietf:params:xml:ns:netconf:notification:1.0"><alarm xmlns="urn:acme:box"><id>3<\/id><\/alarm><\/notification>$/,
    );
  });

  it('have the encoding that is asked for', async () => {
    const { path } = await establish({ ...alarms(), encoding: 'encode-xml' });
    const stream = await EventStream.open(path);
    await alarm(4);
    expect(await stream.next()).toMatch(/data: <notification /);
  });

  it('have one receiver', async () => {
    const { path } = await establish(alarms());
    await EventStream.open(path);
    const second = await admin.send('GET', path, { accept: 'text/event-stream' });
    expect([second.status, errorIn(second)['error-tag']]).toEqual([409, 'in-use']);
  });

  it('are not there for other users', async () => {
    const { id, path } = await establish(alarms());
    expect((await guest.send('GET', path, { accept: 'text/event-stream' })).status).toBe(404);
    expect(await listed(guest)).toEqual([]);
    const refused = await guest.send('POST', `/restconf/operations/${SN}:delete-subscription`, input({ id }));
    expect([refused.status, errorIn(refused)]).toEqual([
      404,
      {
        'error-type': 'application',
        'error-tag': 'invalid-value',
        'error-app-tag': `${SN}:no-such-subscription`,
        'error-message': `there is no subscription ${id} of this subscriber`,
        'error-info': { [`${SN}:delete-subscription-error-info`]: { reason: `${SN}:no-such-subscription` } },
      },
    ]);
    expect((await admin.send('POST', `/restconf/operations/${SN}:delete-subscription`, input({ id }))).status).toBe(
      204,
    );
    expect((await admin.send('GET', path, { accept: 'text/event-stream' })).status).toBe(404);
  });

  it('are listed for their owner, and killed by administrators only', async () => {
    const { id, path } = await establish(alarms(), guest);
    expect(await listed(guest)).toEqual([expect.objectContaining({ id })]);
    const stream = await EventStream.open(path, `${GUEST.name}:${GUEST.password}`);
    const kill = `/restconf/operations/${SN}:kill-subscription`;
    expect((await guest.send('POST', kill, input({ id }))).status).toBe(403);
    expect((await admin.send('POST', kill, input({ id }))).status).toBe(204);
    expect(await stream.next()).toBe(
      notification(`${SN}:subscription-terminated`, { id, reason: `${SN}:no-such-subscription` }),
    );
    expect(await stream.next()).toBe('end');
  });

  it('end when the receiver leaves', async () => {
    const { id, path } = await establish(alarms());
    const stream = await EventStream.open(path);
    stream.close();
    await until(listed, (all) => all.every((each) => each.id !== id));
    expect((await admin.send('GET', path, { accept: 'text/event-stream' })).status).toBe(404);
  });

  it('are modified, with the URI in the notice', async () => {
    const { id, path } = await establish(alarms(1));
    const stream = await EventStream.open(path);
    const { stream: _, ...filter } = alarms(2);
    const modify = `/restconf/operations/${SN}:modify-subscription`;
    expect((await admin.send('POST', modify, input({ id, ...filter }))).status).toBe(204);
    expect(await stream.next()).toBe(
      notification(`${SN}:subscription-modified`, {
        id,
        'stream-subtree-filter': { 'acme-box:alarm': { id: 2 } },
        stream: 'NETCONF',
        encoding: `${SN}:encode-json`,
        'ietf-restconf-subscribed-notifications:uri': `${node.rig.url}${path}`,
      }),
    );
    await alarm(1);
    await alarm(2);
    expect(await stream.next()).toMatch(/"acme-box:alarm":\{"id":2\}/);
  });

  it('replay what was logged', async () => {
    await alarm(51);
    const { id, path } = await establish({ ...alarms(51), 'replay-start-time': '2001-01-01T00:00:00Z' });
    const stream = await EventStream.open(path);
    expect(await stream.next()).toMatch(/"acme-box:alarm":\{"id":51\}/);
    expect(await stream.next()).toBe(notification(`${SN}:replay-completed`, { id }));
  });

  it('refuse filters that cannot be used', async () => {
    const answer = await admin.send('POST', ESTABLISH, input({ stream: 'NETCONF', 'stream-xpath-filter': '/no:x' }));
    expect([answer.status, errorIn(answer)]).toEqual([
      400,
      expect.objectContaining({
        'error-tag': 'invalid-value',
        'error-app-tag': `${SN}:filter-unsupported`,
        'error-info': {
          [`${SN}:establish-subscription-stream-error-info`]: {
            reason: `${SN}:filter-unsupported`,
            'filter-failure-hint': "at character 2 of '/no:x': the prefix 'no' is not declared",
          },
        },
      }),
    ]);
  });

  it('take GET only, without query, of clients that take event streams', async () => {
    const { path } = await establish(alarms());
    const wrong = await admin.send('POST', path);
    expect([wrong.status, wrong.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect((await admin.send('GET', path)).status).toBe(406);
    expect((await admin.send('GET', `${path}?depth=1`, { accept: 'text/event-stream' })).status).toBe(400);
    expect((await admin.send('HEAD', path, { accept: 'text/event-stream' })).status).toBe(200);
    await EventStream.open(path);
  });
});

describe('dynamic subscriptions at the endpoint of an agent', () => {
  it('have their URI there', async () => {
    const profile = { name: 'a1', description: 'an agent', version: '1.0.0', provider: 'ACME' };
    await node.rig.node.edit({ 'yangent-agents:agents': { agent: [{ id: 'a1', owner: ['admin'], profile }] } });
    const root = '/agents/a1/restconf';
    const made = await admin.send(
      'POST',
      `${root}/operations/${SN}:establish-subscription`,
      input({ stream: 'NETCONF' }),
    );
    const { id } = JSON.parse(made.body)[`${SN}:output`];
    expect(made.body).toContain(
      `"ietf-restconf-subscribed-notifications:uri":"${node.rig.url}${root}/subscriptions/${id}"`,
    );
    expect((await admin.send('GET', `/restconf/subscriptions/${id}`, { accept: 'text/event-stream' })).status).toBe(
      404,
    );
    const stream = await EventStream.open(`${root}/subscriptions/${id}`);
    expect(await admin.send('GET', `${root}/data/${SN}:subscriptions`)).toMatchObject({ status: 200 });
    stream.close();
    await until(listed, (all) => all.every((each) => each.id !== id));
  });
});
