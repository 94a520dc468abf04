/** Data that messages of sessions name: who may read the message may read the data, if its sender might. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Plain, register, type User } from '../rows/agents-rig.js';
import { EventStream } from '../support/event-stream.js';
import { Https } from '../support/http.js';
import { SESSIONS_XML, useSessionsRig } from './sessions-rig.js';

const { rig, call, act, open, group, say, receive, acknowledge, read } = useSessionsRig();

/** Stores bytes of alice; other data have the text in their name. */
const put = async (id: string, text: string, user: User = 'alice') => {
  const { status } = await rig.http(user, 'PUT', `/data/${id}`, text, 'text/plain');
  expect(status).toBeLessThan(300);
};
const artifact = (param: string, more: Plain = {}) => ({ artifact: [{ name: 'trace', 'data-param': param, ...more }] });

/** The ways in which a user can read data, each with what it answers: the bytes, or `none`. */
async function ways(user: User, id: string, agent = ''): Promise<Plain> {
  const at = agent === '' ? '' : `/agents/${agent}`;
  const shown = async (path: string, name: string, pick: (entries: Plain[]) => Plain) => {
    const { status, body } = await rig.http(user, 'GET', `${at}/restconf/data/${path}`);
    return status === 200 ? (pick(JSON.parse(body)[name]) ?? 'none') : 'none';
  };
  const bytes = await rig.http(user, 'GET', `${at}/data/${id}`);
  const one = ([entry]: Plain[]) => entry.id;
  const among = (entries: Plain[]) => entries.find((entry) => entry.id === id)?.id;
  const filter = `<get><filter><data xmlns="urn:yangent:params:xml:ns:yang:yangent-contexts"><param><id>${id}</id></param></data></filter></get>`;
  const reply = await (agent === '' ? rig.netconf(user, filter) : rig.netconfAt(user, agent, filter));
  return {
    bytes: bytes.status === 200 ? bytes.body : 'none',
    param: await shown(`yangent-contexts:data/param=${id}`, 'yangent-contexts:param', one),
    listed: await shown('yangent-contexts:data/param', 'yangent-contexts:param', among),
    draft: await shown(`irtf-agent:data-params=${id}`, 'irtf-agent:data-params', one),
    draftListed: await shown('irtf-agent:data-params', 'irtf-agent:data-params', among),
    netconf: reply.includes(`<id>${id}</id>`) ? id : 'none',
  };
}
const NONE = { bytes: 'none', param: 'none', listed: 'none', draft: 'none', draftListed: 'none', netconf: 'none' };
const all = (id: string, text: string) => ({
  bytes: text,
  param: id,
  listed: id,
  draft: id,
  draftListed: id,
  netconf: id,
});
const text = async (user: User, id: string) => (await ways(user, id)).bytes;

/** Reads bytes that still come: `over` resolves when no more do. */
async function follow(user: User, id: string) {
  const authorization = `Basic ${Buffer.from(`${user}:the password of ${user}`).toString('base64')}`;
  const asked = request(`${rig.node.url}/data/${id}`, {
    ca: readFileSync(rig.node.certificate),
    headers: { authorization },
  });
  const [incoming] = (await once(asked.end(), 'response')) as [IncomingMessage];
  let text = '';
  incoming.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  // A stream that is cut short ends with an error.
  const over = new Promise<void>((resolve) => incoming.on('error', () => resolve()).on('close', resolve));
  return { text: () => text, over };
}

describe('data of a message', () => {
  let session: string;
  beforeAll(async () => {
    session = await group('ip');
    await put('trace-1', 'light is low');
  });

  it('are read by nobody else before, and by the members then, in every way and at both endpoints', async () => {
    expect(await ways('bob', 'trace-1')).toEqual(NONE);
    expect(await say('noc', session, 'see the trace', artifact('trace-1', { modality: 'text' }))).toMatchObject({
      status: 200,
    });
    expect(await ways('bob', 'trace-1')).toEqual(all('trace-1', 'light is low'));
    expect(await ways('bob', 'trace-1', 'ip')).toEqual(all('trace-1', 'light is low'));
  });

  it('are named by what is received, and by history', async () => {
    const named = { artifact: [{ name: 'trace', modality: 'text', 'data-param': 'trace-1' }] };
    const { message } = await receive('ip', { session });
    expect(message).toContainEqual(expect.objectContaining({ content: 'see the trace', ...named }));
    await acknowledge('ip', session, Number(message.at(-1).sequence));
    const { output } = await call('bob', 'history', { agent: 'ip', session, limit: 1 });
    expect(output.message).toMatchObject([named]);
  });

  it('are hidden from those that are no members, as data are that do not exist', async () => {
    expect(await ways('carol', 'trace-1')).toEqual(NONE);
    const hidden = await rig.http('carol', 'GET', '/data/trace-1');
    const missing = await rig.http('carol', 'GET', '/data/trace-0');
    expect(hidden.body).toBe(missing.body.replace('trace-0', 'trace-1'));
    const written = await rig.http('carol', 'DELETE', '/data/trace-1');
    expect(written).toMatchObject({ status: 404 });
  });

  it('are not those of a member: it reads them, and does not delete them', async () => {
    expect(await rig.http('bob', 'DELETE', '/data/trace-1')).toMatchObject({ status: 403 });
    expect(await text('bob', 'trace-1')).toBe('light is low');
  });

  it('may be named by each that reads them, for those that read its message', async () => {
    const other = await call('bob', 'open', { from: 'ip', kind: 'group', member: [{ agent: 'optics' }] });
    const { id } = other.output;
    expect(await call('bob', 'send', { from: 'ip', session: id, ...artifact('trace-1') })).toMatchObject({
      status: 200,
    });
    expect(await text('carol', 'trace-1')).toBe('light is low');
    await act('bob', id, 'close', { agent: 'ip' });
    expect(await text('carol', 'trace-1')).toBe('light is low');
  });

  it('are sent and read over NETCONF, at the endpoint of an agent too', async () => {
    await put('trace-n', 'over NETCONF');
    const message = `<session>${session}</session><artifact><name>trace</name><data-param>trace-n</data-param></artifact>`;
    const sent = await rig.netconfAt('alice', 'noc', `<send xmlns="${SESSIONS_XML}">${message}</send>`);
    expect(sent).toContain('<sequence');
    const received = await rig.netconfAt('bob', 'ip', `<receive xmlns="${SESSIONS_XML}"/>`);
    expect(received).toMatch(/<artifact[^>]*><name>trace<\/name><data-param>trace-n<\/data-param><\/artifact>/);
    expect(await ways('bob', 'trace-n', 'ip')).toEqual(all('trace-n', 'over NETCONF'));
  });
});

describe('a sender', () => {
  it('gives nobody a right to data of another by naming them in a session of its own', async () => {
    await put('secret', 'of alice alone');
    const own = (await call('carol', 'open', { from: 'optics', kind: 'group' })).output.id;
    const refused = async (param: string) =>
      call('carol', 'send', { from: 'optics', session: own, id: 'trick', ...artifact(param) });
    const hidden = await refused('secret');
    expect(hidden).toMatchObject({ status: 400, output: { 'error-tag': 'invalid-value' } });
    const missing = await refused('no-such');
    expect(JSON.stringify(missing).replaceAll('no-such', 'secret')).toBe(JSON.stringify(hidden));
    expect(await ways('carol', 'secret')).toEqual(NONE);
    expect((await call('carol', 'history', { agent: 'optics', session: own })).output.message).toHaveLength(1);
  });

  it('gives a digest of data that is theirs, or is refused', async () => {
    await put('digested', 'abc');
    const session = await group('ip');
    const wrong = { digest: `sha-256:${'0'.repeat(64)}` };
    expect(await say('noc', session, 'x', artifact('digested', wrong))).toMatchObject({
      output: { 'error-tag': 'invalid-value', 'error-app-tag': 'digest' },
    });
    const right = { digest: 'sha-256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad' };
    expect(await say('noc', session, 'x', artifact('digested', right))).toMatchObject({ status: 200 });
  });

  it('hands on what it may read at that moment, and then no more: who got it keeps it', async () => {
    await put('handed', 'from alice');
    await put('kept', 'from alice');
    const topic = await open('topic');
    await act('bob', topic, 'join', { agent: 'ip', filter: ['traces'] });
    for (const id of ['handed', 'kept']) await say('noc', topic, 'x', { subject: 'traces', ...artifact(id) });
    const session = (await call('bob', 'open', { from: 'ip', kind: 'group', member: [{ agent: 'optics' }] })).output.id;
    const handOn = (id: string) => call('bob', 'send', { from: 'ip', session, ...artifact(id) });
    expect(await handOn('handed')).toMatchObject({ status: 200 });
    await act('bob', topic, 'join', { agent: 'ip', filter: ['alarms'] });
    expect(await handOn('kept')).toMatchObject({ status: 400, output: { 'error-tag': 'invalid-value' } });
    expect(await ways('bob', 'kept')).toEqual(NONE);
    expect(await text('carol', 'handed')).toBe('from alice');
  });
});

describe('a right to data', () => {
  it('is for those for whom the message is, and for the coordinator', async () => {
    await put('for-ip', 'for ip alone', 'carol');
    const session = await group('ip', 'optics');
    await register(rig, 'admin', 'other');
    await act('alice', session, 'invite', { agent: 'noc', member: [{ agent: 'other' }] });
    await say('optics', session, 'x', { to: ['ip'], ...artifact('for-ip') });
    expect(await text('bob', 'for-ip')).toBe('for ip alone');
    expect(await text('alice', 'for-ip')).toBe('for ip alone');
    const second = await group('optics', 'ip');
    await put('for-noc', 'for noc alone', 'carol');
    await say('optics', second, 'x', { to: ['noc'], ...artifact('for-noc') });
    expect(await ways('bob', 'for-noc')).toEqual(NONE);
  });

  it('is not for those who left or were removed before, and stays with what they may still read', async () => {
    const session = await group('ip', 'optics');
    await put('before', 'said before');
    await put('after', 'said after');
    await say('noc', session, 'x', artifact('before'));
    await act('carol', session, 'leave', { agent: 'optics' });
    await act('alice', session, 'remove', { agent: 'noc', member: 'ip' });
    await say('noc', session, 'x', artifact('after'));
    for (const user of ['bob', 'carol'] as const) {
      expect([user, await text(user, 'before')]).toEqual([user, 'said before']);
      expect([user, await ways(user, 'after')]).toEqual([user, NONE]);
    }
  });

  it('comes with the history that a later member may read', async () => {
    await put('old', 'said before it joined');
    const session = await group('ip');
    await say('noc', session, 'x', artifact('old'));
    await act('alice', session, 'invite', { agent: 'noc', member: [{ agent: 'optics' }] });
    expect(await text('carol', 'old')).toBe('said before it joined');
    await act('alice', session, 'set', { agent: 'noc', qos: { history: 'joined' } });
    expect(await ways('carol', 'old')).toEqual(NONE);
    expect(await text('bob', 'old')).toBe('said before it joined');
  });

  it('is not for one that is invited and has not joined', async () => {
    await register(rig, 'carol', 'waits');
    const ask = { 'yangent-agents:agent': [{ id: 'waits', execution: { accepts: { sessions: 'ask' } } }] };
    await rig.http('admin', 'PATCH', '/restconf/data/yangent-agents:agents/agent=waits', ask);
    await put('invited', 'for members');
    const session = await group('waits');
    await say('noc', session, 'x', artifact('invited'));
    expect(await ways('carol', 'invited')).toEqual(NONE);
    await act('carol', session, 'join', { agent: 'waits' });
    expect(await text('carol', 'invited')).toBe('for members');
  });

  it('follows filters, in a topic whose members are hidden', async () => {
    const session = await open('topic');
    await act('bob', session, 'join', { agent: 'ip', filter: ['alarms/#'] });
    await act('carol', session, 'join', { agent: 'optics', 'by-profile': true });
    await put('news-data', 'news');
    await put('tagged-data', 'tagged');
    await say('noc', session, 'x', { subject: 'news', ...artifact('news-data') });
    await say('noc', session, 'x', { subject: 'news', tag: ['diagnose-link'], ...artifact('tagged-data') });
    expect(await ways('bob', 'news-data')).toEqual(NONE);
    expect(await ways('carol', 'news-data')).toEqual(NONE);
    expect(await text('carol', 'tagged-data')).toBe('tagged');
    await act('bob', session, 'join', { agent: 'ip', filter: ['news'] });
    expect(await text('bob', 'news-data')).toBe('news');
  });

  it('ends when the data are deleted: the message names them no more, also when others take the identifier', async () => {
    const session = await group('ip');
    await put('taken-back', 'first');
    await say('noc', session, 'look', { id: 'm-1', ...artifact('taken-back', { description: 'a trace' }) });
    const sent = await say('noc', session, 'look', {
      id: 'm-1',
      ...artifact('taken-back', { description: 'a trace' }),
    });
    expect(await text('bob', 'taken-back')).toBe('first');
    expect(await rig.http('alice', 'DELETE', '/data/taken-back')).toMatchObject({ status: 204 });
    expect(await ways('bob', 'taken-back')).toEqual(NONE);
    await put('taken-back', 'second');
    expect(await ways('bob', 'taken-back')).toEqual(NONE);
    const past = await call('bob', 'history', { agent: 'ip', session, limit: 1 });
    expect(past.output.message[0].artifact).toEqual([{ name: 'trace', description: 'a trace' }]);
    const again = await say('noc', session, 'look', {
      id: 'm-1',
      ...artifact('taken-back', { description: 'a trace' }),
    });
    expect(again).toEqual(sent);
    expect(await ways('bob', 'taken-back')).toEqual(NONE);
    await rig.operation('admin', 'yangent-contexts:remove', { param: ['taken-back'] });
    await put('taken-back', 'of carol', 'carol');
    expect(await ways('bob', 'taken-back')).toEqual(NONE);
  });

  it('follows data that are replaced, and those that are still being written', async () => {
    const session = await group('ip');
    const draft = { 'irtf-agent:data-params': [{ id: 'pieces', dataType: 'text', data: 'one ', chunked: true }] };
    expect((await rig.http('alice', 'PUT', '/restconf/data/irtf-agent:data-params=pieces', draft)).status).toBe(201);
    await say('noc', session, 'x', artifact('pieces'));
    const more = { 'irtf-agent:data-params': [{ id: 'pieces', dataType: 'text', data: 'two', finished: true }] };
    await rig.http('alice', 'PATCH', '/restconf/data/irtf-agent:data-params=pieces', more);
    expect(await text('bob', 'pieces')).toBe('one two');
    await put('pieces', 'three');
    expect(await text('bob', 'pieces')).toBe('three');
  });

  it('follows a live stream, until the message can be read no longer', async () => {
    const alice = new Https(rig.node, 'alice', 'the password of alice');
    const part = (body: string, range: string, last: boolean) =>
      alice.send('PUT', '/data/stream', {
        ...{ body, type: 'text/plain' },
        headers: { 'content-range': `bytes ${range}/*`, 'upload-complete': last ? '?1' : '?0' },
      });
    expect((await part('one ', '0-3', false)).status).toBe(201);
    const session = await open('topic');
    await act('bob', session, 'join', { agent: 'ip', filter: ['live'] });
    await act('carol', session, 'join', { agent: 'optics', filter: ['live'] });
    await say('noc', session, 'x', { subject: 'live', ...artifact('stream') });
    const [whole, cut] = await Promise.all([follow('bob', 'stream'), follow('carol', 'stream')]);
    await expect.poll(() => [whole.text(), cut.text()]).toEqual(['one ', 'one ']);
    await act('carol', session, 'join', { agent: 'optics', filter: ['other'] });
    expect((await part('two', '4-6', true)).status).toBeLessThan(300);
    await Promise.all([whole.over, cut.over]);
    expect([whole.text(), cut.text()]).toEqual(['one two', 'one ']);
    alice.close();
  });

  it('is listed in pages with other data of the reader, in one order', async () => {
    const session = await group('optics');
    await register(rig, 'carol', 'listener');
    for (const id of ['é', 'a-1', '\u{1f600}']) await put(encodeURIComponent(id), id, 'alice');
    await put('a-0', 'own', 'carol');
    await put('a-2', 'own', 'carol');
    for (const id of ['é', 'a-1', '\u{1f600}']) await say('noc', session, 'x', artifact(id));
    const { body } = await rig.http('carol', 'GET', '/restconf/data/yangent-contexts:data/param?fields=id');
    const ids: string[] = JSON.parse(body)['yangent-contexts:param'].map(({ id }: Plain) => id);
    expect(ids.filter((id) => ['é', 'a-0', 'a-1', 'a-2', '\u{1f600}'].includes(id))).toEqual([
      'a-0',
      'a-1',
      'a-2',
      'é',
      '\u{1f600}',
    ]);
    expect(ids).not.toContain('secret');
  });
});

describe('what a message carries', () => {
  it('is the same message when it is sent again, whatever the order of its members', async () => {
    const session = await group('ip');
    const carried = (data: Plain, extension = '{"a":1}') => ({
      id: 'm-1',
      artifact: [{ name: 'levels', 'media-type': 'application/json', data }],
      extension,
      expires: '2099-01-01T00:00:00Z',
    });
    const first = await say('noc', session, 'x', carried({ x: 1, y: ['two', null] }));
    expect(first).toMatchObject({ status: 200 });
    expect(await say('noc', session, 'x', carried({ y: ['two', null], x: 1 }))).toEqual(first);
    const later = { ...carried({ x: 1, y: ['two', null] }), expires: '2099-01-01T01:00:00+01:00' };
    expect(await say('noc', session, 'x', later)).toEqual(first);
    for (const other of [carried({ x: 2 }), carried({ x: 1, y: ['two', null] }, '{"a":2}')])
      expect(await say('noc', session, 'x', other)).toMatchObject({ status: 409 });
    const { message } = await receive('ip', { session });
    expect(message).toMatchObject([
      {
        artifact: [{ name: 'levels', 'media-type': 'application/json', data: { x: 1, y: ['two', null] } }],
        extension: '{"a":1}',
        expires: '2099-01-01T00:00:00.000Z',
      },
    ]);
  });

  it('is bounded: 64 KiB of an extension, which is JSON, 100 artifacts, and the length of a message', async () => {
    const session = await group('ip');
    const extension = (octets: number) => `"${'é'.repeat((octets - 2) / 2)}"`;
    expect(await say('noc', session, 'x', { extension: extension(65_536) })).toMatchObject({ status: 200 });
    expect(await say('noc', session, 'x', { extension: extension(65_538) })).toMatchObject({
      status: 413,
      output: { 'error-tag': 'too-big' },
    });
    expect(await say('noc', session, 'x', { extension: '{not json' })).toMatchObject({
      status: 400,
      output: { 'error-tag': 'invalid-value' },
    });
    const nested = (depth: number) => ({ extension: `${'['.repeat(depth)}${']'.repeat(depth)}` });
    expect(await say('noc', session, 'x', nested(200))).toMatchObject({ status: 200 });
    for (const depth of [201, 32_000])
      expect(await say('noc', session, 'x', nested(depth))).toMatchObject({
        status: 400,
        output: { 'error-tag': 'invalid-value', 'error-message': '"extension" is nested deeper than 200' },
      });
    const many = Array.from({ length: 101 }, (_, at) => ({ name: `${at}`, value: 'x' }));
    expect(await say('noc', session, 'x', { artifact: many })).toMatchObject({
      output: { 'error-app-tag': 'too-many-elements' },
    });
    expect(await say('noc', session, 'x', { artifact: many.slice(1) })).toMatchObject({ status: 200 });
    const long = { artifact: [{ name: 'long', value: 'x'.repeat(1_048_576) }] };
    expect(await say('noc', session, 'x', long)).toMatchObject({ status: 413, output: { 'error-tag': 'too-big' } });
  });
});

describe('a message that expires', () => {
  it('is given out until then, is counted for those that did not get it, and is still read by history', async () => {
    const session = await group('ip', 'optics');
    const soon = () => new Date(Date.now() + 1_500).toISOString();
    expect(await say('noc', session, 'x', { expires: '2020-01-01T00:00:00Z' })).toMatchObject({
      output: { 'error-tag': 'invalid-value' },
    });
    expect(await say('noc', session, 'x', { expires: '2020-13-45T00:00:00Z' })).toMatchObject({
      output: { 'error-tag': 'invalid-value' },
    });
    const expires = soon();
    await put('short', 'for a moment');
    await say('noc', session, 'for ip alone', { to: ['ip'], expires });
    await say('noc', session, 'for a moment', { expires, ...artifact('short') });
    await say('noc', session, 'for long');
    const early = await receive('ip', { session, max: 3 });
    expect(early.message.map(({ content }: Plain) => content)).toEqual([undefined, 'for ip alone', 'for a moment']);
    // The time of the node is that of this test.
    while (Date.now() <= Date.parse(expires)) await new Promise((done) => setTimeout(done, 50));
    const late = await receive('optics', { session });
    expect(late.message.map(({ content }: Plain) => content)).toEqual(['for long']);
    const again = await receive('optics', { session });
    expect(again).toEqual({});
    const counts = async () =>
      Object.fromEntries((await read('alice', session)).member.map((each: Plain) => [each.agent, each.expired]));
    expect(await counts()).toEqual({ noc: '0', ip: '0', optics: '1' });
    const past = await call('carol', 'history', { agent: 'optics', session, limit: 2 });
    expect(past.output.message.map(({ content }: Plain) => content)).toEqual(['for a moment', 'for long']);
    expect(await text('carol', 'short')).toBe('for a moment');
    await acknowledge('optics', session, 7);
    await acknowledge('ip', session, 6);
    await receive('ip', { session });
    expect(await counts()).toEqual({ noc: '0', ip: '0', optics: '1' });
  });
});

describe('messages that expired before a slow member read them', () => {
  it('hold up no sender, and are counted once', async () => {
    const session = await open('group', { member: [{ agent: 'ip' }], qos: { 'max-backlog': 2 } });
    const expires = new Date(Date.now() + 2_000).toISOString();
    for (const content of ['one', 'two']) expect((await say('noc', session, content, { expires })).status).toBe(200);
    expect((await say('noc', session, 'three')).output['error-app-tag']).toBe('backlog-full');
    while (Date.now() <= Date.parse(expires)) await new Promise((done) => setTimeout(done, 50));
    expect((await say('noc', session, 'three')).status).toBe(200);
    const ip = async () => (await read('bob', session)).member.find(({ agent }: Plain) => agent === 'ip');
    expect(await ip()).toMatchObject({ acknowledged: '4', expired: '2', missed: '0' });
    expect((await receive('ip', { session })).message).toMatchObject([{ content: 'three' }]);
    expect(await ip()).toMatchObject({ delivered: '5', expired: '2' });
  });

  it('are those that are older than time-to-live, too', async () => {
    const session = await open('group', { member: [{ agent: 'ip' }, { agent: 'optics' }], qos: { 'time-to-live': 1 } });
    const { sequence } = (await say('noc', session, 'for a second')).output;
    await say('noc', session, 'for noc alone', { to: ['ip'] });
    const sent = Date.now();
    while (Date.now() < sent + 1_200) await new Promise((done) => setTimeout(done, 50));
    expect((await receive('optics', { session })).message).toBeUndefined();
    const optics = (await read('carol', session)).member.find(({ agent }: Plain) => agent === 'optics');
    expect(optics).toMatchObject({ delivered: String(Number(sequence) + 1), expired: '1' });
  });
});

describe('a sharing policy', () => {
  const policies = async (policy: readonly Plain[]) => {
    const { status } = await rig.http('admin', 'PATCH', '/restconf/data', {
      'ietf-restconf:data': { 'yangent-contexts:sharing-policy': policy },
    });
    expect(status).toBe(204);
  };
  const unset = async (name: string) =>
    expect(await rig.http('admin', 'DELETE', `/restconf/data/yangent-contexts:sharing-policy=${name}`)).toMatchObject({
      status: 204,
    });
  const carried = {
    subject: 'staff',
    tag: ['people'],
    extension: '{"mail":"ann@example.com"}',
    artifact: [
      { name: 'note', value: 'write to ann@example.com' },
      { name: 'list', 'data-param': 'people' },
    ],
  };
  const last = async (user: User, agent: string, session: string, more: Plain = {}) =>
    (await call(user, 'history', { agent, session, limit: 1, ...more })).output?.message?.[0];

  it('that denies leaves a message empty for its reader, and gives no right to its data', async () => {
    const session = await group('ip', 'optics');
    await put('people', 'ann, ben');
    await policies([{ name: 'not-optics', from: ['noc'], to: ['optics'], action: 'deny' }]);
    const sent = await say('noc', session, 'mail ann@example.com', { id: 'm-1', ...carried });
    expect(sent).toMatchObject({ output: { withheld: 1 } });
    const { message } = await receive('optics', { session });
    expect(message.at(-1)).toEqual({
      ...{
        session,
        sequence: '4',
        id: 'm-1',
        type: 'yangent-sessions:discussion',
        from: 'noc',
        at: expect.any(String),
      },
      redacted: ['subject', 'tag', 'content', 'artifact', 'extension'],
    });
    expect(await last('carol', 'optics', session)).toMatchObject({ redacted: expect.anything() });
    expect(await last('carol', 'optics', session, { subject: 'staff' })).toBeUndefined();
    expect(await last('bob', 'ip', session, { subject: 'staff' })).toMatchObject({ content: 'mail ann@example.com' });
    expect(await ways('carol', 'people')).toEqual(NONE);
    expect(await text('bob', 'people')).toBe('ann, ben');
    const hidden = await open('topic', { member: [{ agent: 'optics' }, { agent: 'ip' }] });
    expect((await say('noc', hidden, 'x')).output.withheld).toBe(1);
    expect((await say('ip', hidden, 'x')).output.withheld).toBeUndefined();
    await policies([{ name: 'not-ip', from: ['ip'], action: 'deny' }]);
    expect((await say('ip', hidden, 'x')).output.withheld).toBeUndefined();
    expect((await say('ip', session, 'x', { to: ['noc'] })).output.withheld).toBe(1);
    await unset('not-ip');
    await unset('not-optics');
    expect((await say('noc', session, 'mail ann@example.com', { id: 'm-1', ...carried })).output).toEqual({
      ...{ session, id: 'm-1', sequence: '4' },
    });
    expect(await last('carol', 'optics', session, { from: 'noc' })).toMatchObject(carried);
    expect(await text('carol', 'people')).toBe('ann, ben');
  });

  it('that redacts removes what it names, and data, which cannot be searched', async () => {
    const session = await group('ip');
    await put('people', 'ann, ben');
    await say('noc', session, 'mail ann@example.com', carried);
    await policies([{ name: 'no-mail', to: ['ip'], action: 'redact', redact: ['email'] }]);
    expect(await last('bob', 'ip', session)).toMatchObject({
      subject: 'staff',
      content: 'mail [redacted]',
      artifact: [{ name: 'note', value: 'write to [redacted]' }, { name: 'list' }],
      redacted: expect.arrayContaining(['email', 'data-param']),
    });
    expect((await last('bob', 'ip', session)).extension).not.toContain('ann@');
    expect((await last('alice', 'noc', session)).content).toBe('mail ann@example.com');
    await unset('no-mail');
    expect(await last('bob', 'ip', session)).toMatchObject(carried);
  });

  it('holds in the stream inbox: at the endpoint of an agent, at the node, and with a filter', async () => {
    const session = await group('ip', 'optics');
    await put('people', 'ann, ben');
    await policies([
      { name: 'no-mail', to: ['ip'], action: 'redact', redact: ['email'] },
      { name: 'not-optics', from: ['noc'], to: ['optics'], action: 'deny' },
    ]);
    const streams: EventStream[] = [];
    const inbox = async (user: User, path: string) => {
      const login = { user, password: `the password of ${user}` };
      streams.push(await EventStream.open(rig.node, `${path}/restconf/streams/inbox/json`, login));
      return streams.at(-1);
    };
    const heard = async (stream: EventStream | undefined): Promise<Plain> => {
      for (;;) {
        const event = await stream?.next();
        if (!event) throw new Error('the stream has ended');
        if (event.value.session === session && event.value.id === 'mail') return event.value;
      }
    };
    const stored = await inbox('bob', '/agents/ip');
    await say('noc', session, 'mail ann@example.com', { id: 'mail', ...carried });
    const all = [stored, await inbox('bob', '/agents/ip'), await inbox('bob', '')];
    for (const message of await Promise.all(all.map(heard))) {
      expect(message).toMatchObject({ content: 'mail [redacted]', redacted: expect.arrayContaining(['email']) });
      expect(JSON.stringify(message)).not.toMatch(/ann@|"people"\}/);
    }
    const denied = await heard(await inbox('carol', '/agents/optics'));
    expect(denied).toMatchObject({ redacted: ['subject', 'tag', 'content', 'artifact', 'extension'] });
    expect(JSON.stringify(denied)).not.toMatch(/ann|staff|people/);
    // A filter tells nothing of what was removed.
    const filter = encodeURIComponent(`/yangent-sessions:message[contains(content, 'ann@')]`);
    const path = `/agents/ip/restconf/streams/inbox/json?filter=${filter}`;
    const asked = await EventStream.open(rig.node, path, { user: 'bob', password: 'the password of bob' });
    streams.push(asked);
    await unset('no-mail');
    await say('noc', session, 'now ann@example.com', { id: 'later' });
    expect((await asked.next())?.value).toMatchObject({ id: 'later', content: 'now ann@example.com' });
    // What was given whole to some is not given from memory to those that may not read it.
    await policies([{ name: 'no-mail', to: ['ip'], action: 'redact', redact: ['email'] }]);
    expect((await heard(await inbox('bob', '/agents/ip'))).content).toBe('mail [redacted]');
    await unset('no-mail');
    await unset('not-optics');
    for (const stream of streams) stream.close();
  });

  it('holds for the answer to a request', async () => {
    const session = await group('ip');
    await policies([{ name: 'no-answer', from: ['ip'], to: ['noc'], action: 'deny' }]);
    const ask = { type: 'request', id: 'ask' };
    const { sequence } = (await say('noc', session, 'well?', ask)).output;
    await say('ip', session, 'I may not say', { type: 'response', 'in-reply-to': sequence });
    const { reply } = (await say('noc', session, 'well?', { ...ask, wait: 5 })).output;
    expect(reply).toMatchObject({ from: 'ip', 'in-reply-to': sequence, redacted: ['content'] });
    expect(reply.content).toBeUndefined();
    await unset('no-answer');
  });
});
