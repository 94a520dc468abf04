import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentView } from '../../src/server/index.js';
import { agentEntry, cleanUp, configure, type Fixture, openFixture, type User } from '../tasks/fixture.js';

let node: Fixture;
let alice: User;
let carol: User;

beforeEach(async () => {
  node = await openFixture();
  alice = node.as('alice');
  carol = node.as('carol');
  await configure(node, agentEntry('noc', ['alice']), agentEntry('crew', ['carol']), agentEntry('spy', ['mallory']));
});
afterEach(() => node.close());
afterAll(cleanUp);

const time = '2025-04-21T14:19:00+00:00';
const entry = (id: string, more: Record<string, unknown> = {}) => ({
  id,
  sendFrom: 'noc',
  sendTo: 'crew',
  'request-info': { content: 'hello', time },
  ...more,
});
const put = (user: User, list: string, ...entries: unknown[]) => user.edit({ [`irtf-agent:${list}`]: entries });

describe('irtf-agent:context', () => {
  it('keeps what one agent says to another, for those two', async () => {
    await put(alice, 'context', entry('c1'));
    for (const user of [alice, carol]) expect(await user.read("/irtf-agent:context[id='c1']")).toEqual(entry('c1'));
    expect(await carol.read("/yangent-contexts:contexts/item[id='c1']")).toMatchObject({
      from: 'noc',
      to: 'crew',
      type: 'conversation',
      content: 'hello',
      length: 5,
    });
    expect(await node.as('mallory').read("/irtf-agent:context[id='c1']")).toBeUndefined();
    expect(await node.as('alice', { view: agentView('crew') }).read('/irtf-agent:context')).toHaveLength(1);
    expect(await node.as('alice', { view: agentView('spy') }).read('/irtf-agent:context')).toBeUndefined();
    expect(await node.as('carol', { view: agentView('spy') }).read('/irtf-agent:context')).toBeUndefined();
  });

  it('takes the answer from the receiver, and nothing else', async () => {
    await put(alice, 'context', entry('c1'));
    await put(carol, 'data-params', { id: 'd1', dataType: 'text', data: 'yes' });
    const response = { 'response-info': { dataParam: 'd1', time } };
    const forged = entry('c1', { 'request-info': { content: 'forged', time }, ...response });
    await expect(put(carol, 'context', forged)).rejects.toMatchObject({ tag: 'access-denied' });
    await put(carol, 'context', { id: 'c1', sendFrom: 'noc', sendTo: 'crew', ...response });
    expect(await alice.read("/irtf-agent:context[id='c1']")).toMatchObject({
      'request-info': { content: 'hello' },
      'response-info': { dataParam: 'd1' },
    });
    await expect(carol.edit({ 'irtf-agent:context': [entry('c1')] }, 'replace')).rejects.toMatchObject({
      tag: 'access-denied',
    });
  });

  it('lets nobody speak as another agent, or take another identifier', async () => {
    await expect(put(carol, 'context', entry('c1'))).rejects.toMatchObject({ tag: 'access-denied' });
    await expect(put(alice, 'context', entry('c1', { sendFrom: 'ghost' }))).rejects.toMatchObject({
      tag: 'invalid-value',
    });
    await put(alice, 'context', entry('c1'));
    await expect(put(node.as('mallory'), 'context', entry('c1', { sendFrom: 'spy' }))).rejects.toMatchObject({
      tag: 'access-denied',
    });
  });

  it('pages through many entries', async () => {
    await put(alice, 'context', ...Array.from({ length: 1201 }, (_, at) => entry(`c${String(at).padStart(5, '0')}`)));
    expect(await carol.read('/irtf-agent:context')).toHaveLength(1201);
  });
});

describe('irtf-agent:data-params', () => {
  it('collects chunked data until the last piece', async () => {
    for (const [data, finished] of [
      ['one ', false],
      ['two ', false],
      ['three', true],
    ] as const) {
      await put(alice, 'data-params', { id: 'd1', dataType: 'text', data, chunked: true, finished });
    }
    expect(await alice.read("/irtf-agent:data-params[id='d1']")).toMatchObject({
      data: 'one two three',
      finished: true,
    });
    expect(await alice.read("/yangent-contexts:data/param[id='d1']")).toMatchObject({
      size: '13',
      'chunk-count': 3,
      complete: true,
      digest: expect.stringMatching(/^sha-256:[0-9a-f]{64}$/),
    });
  });

  it('begins anew with a piece that comes after the last one', async () => {
    const piece = (data: string, more = {}) =>
      put(alice, 'data-params', { id: 'd1', dataType: 'text', data, chunked: true, ...more });
    await piece('one ');
    await piece('two', { finished: true });
    await piece('three ');
    expect(await alice.read("/yangent-contexts:data/param[id='d1']")).toMatchObject({ size: '6', complete: false });
    await piece('four', { finished: true });
    expect(await alice.read("/irtf-agent:data-params[id='d1']")).toMatchObject({ data: 'three four', finished: true });
  });

  it('is added to by a merge that says only what is new; a first piece says what is mandatory', async () => {
    const rest = { id: 'd1', data: 'two', finished: true };
    await expect(put(alice, 'data-params', rest)).rejects.toMatchObject({
      tag: 'data-missing',
      path: "/irtf-agent:data-params[id='d1']/dataType",
    });
    await put(alice, 'data-params', { id: 'd1', dataType: 'text', data: 'one ', chunked: true });
    await expect(put(carol, 'data-params', rest)).rejects.toMatchObject({ tag: 'data-missing' });
    await put(alice, 'data-params', rest);
    expect(await alice.read("/irtf-agent:data-params[id='d1']")).toMatchObject({ data: 'one two', finished: true });
  });

  it('belongs to its writer', async () => {
    await put(alice, 'data-params', { id: 'd1', dataType: 'text', data: 'secret' });
    expect(await carol.read("/irtf-agent:data-params[id='d1']")).toBeUndefined();
    await expect(put(carol, 'data-params', { id: 'd1', dataType: 'text', data: 'mine' })).rejects.toMatchObject({
      tag: 'access-denied',
    });
    await expect(
      put(carol, 'context', {
        id: 'c2',
        sendFrom: 'crew',
        sendTo: 'noc',
        'request-info': { content: 'x', dataParam: 'd1', time },
      }),
    ).rejects.toMatchObject({ tag: 'data-missing' });
  });

  it('leaves its identifier to its writer when it is removed, until an operator frees it', async () => {
    const admin = node.as('admin', { groups: ['admin', 'operator'] });
    const mine = { id: 'd1', dataType: 'text', data: 'mine' };
    await put(alice, 'data-params', { id: 'd1', dataType: 'text', data: 'first' });
    const { id } = await alice.rpc('yangent-tasks:assign', {
      from: 'noc',
      to: 'crew',
      objective: 'x',
      'data-param': ['d1'],
    });
    const read = async () => (await carol.rpc('yangent-tasks:query', { id })).task['data-param'];
    expect(await read()).toEqual(['d1']);
    await alice.remove("/irtf-agent:data-params[id='d1']");
    expect(await read()).toBeUndefined();
    // Or the task of alice would refer to what carol says.
    await expect(put(carol, 'data-params', mine)).rejects.toMatchObject({ tag: 'data-exists' });
    await put(alice, 'data-params', { id: 'd1', dataType: 'text', data: 'second' });
    await alice.remove("/irtf-agent:data-params[id='d1']");
    await admin.rpc('yangent-contexts:remove', { param: ['d1'] });
    await put(carol, 'data-params', mine);
    expect(await carol.read("/irtf-agent:data-params[id='d1']")).toMatchObject({ data: 'mine' });
  });
});

describe('yangent-contexts', () => {
  const share = (content: string, more: Record<string, unknown> = {}) =>
    alice.rpc('yangent-contexts:share', { from: 'noc', to: 'crew', type: 'contact', content, ...more });
  const policies = (...list: Record<string, unknown>[]) =>
    node.as('admin', { groups: ['admin'] }).edit({ 'yangent-contexts:sharing-policy': list });

  it('removes from an item what the sharing policy names, and says so', async () => {
    await policies({
      name: 'crews',
      to: ['crew'],
      action: 'redact',
      redact: ['name', 'phone', 'email'],
      pattern: ['C-[0-9]{4}'],
    });
    const shared = await share('{"name":"Ann","note":"call +49 170 1234567 or ann@x.example about C-1234."}');
    expect(shared.redacted.sort()).toEqual(['C-[0-9]{4}', 'email', 'name', 'phone']);
    const item = await carol.read(`/yangent-contexts:contexts/item[id='${shared.id}']`);
    expect(JSON.parse(item.content)).toEqual({ note: 'call [redacted] or [redacted] about [redacted].' });
    expect(item.length).toBeGreaterThan(item.content.length);
  });

  it('refuses an item that is declared JSON and is not, where members are to be removed', async () => {
    await policies({ name: 'crews', to: ['crew'], action: 'redact', 'redact-member': ['serial'] });
    const media = { 'media-type': 'application/json' };
    expect(await share('{"serial":"4711","port":7}', { ...media, id: 'one' })).toMatchObject({ redacted: ['serial'] });
    expect((await carol.read("/yangent-contexts:contexts/item[id='one']")).content).toBe('{"port":7}');
    await expect(share('{"serial":1,"serial":2}', { ...media, id: 'two' })).rejects.toMatchObject({
      tag: 'access-denied',
      message: expect.stringMatching(
        /context item "two" has the media type application\/json and cannot be read as such/,
      ),
    });
    expect(await carol.read("/yangent-contexts:contexts/item[id='two']")).toBeUndefined();
  });

  it('refuses what a policy denies, by the first policy that fits', async () => {
    await policies(
      { name: 'a', type: ['contact'], 'min-sensitivity': 'personal', action: 'deny' },
      { name: 'b', action: 'allow', 'max-length': 10 },
    );
    await expect(share('x', { sensitivity: 'secret' })).rejects.toMatchObject({
      tag: 'access-denied',
      message: expect.stringContaining('"a"'),
    });
    await expect(share('x'.repeat(11))).rejects.toMatchObject({ tag: 'too-big' });
    await expect(policies({ name: 'c', action: 'redact', pattern: ['['] })).rejects.toMatchObject({
      tag: 'invalid-value',
    });
  });

  it('gives items newest first, by task, thread and length, to those concerned', async () => {
    const ids: string[] = [];
    for (const text of ['first', 'second', 'third']) ids.push((await share(text, { thread: 'talk' })).id);
    const fetched = await carol.rpc('yangent-contexts:fetch', { thread: 'talk', limit: 2 });
    expect(fetched.item.map((each: { content: string }) => each.content).sort()).toEqual(['second', 'third']);
    expect(fetched.more).toBe(true);
    const rest = await carol.rpc('yangent-contexts:fetch', { thread: 'talk', before: ids[1] });
    expect(rest.item.map((each: { content: string }) => each.content)).toEqual(['first']);
    expect((await carol.rpc('yangent-contexts:fetch', { 'max-length': 12 })).item).toHaveLength(2);
    expect((await node.as('mallory').rpc('yangent-contexts:fetch')).item).toBeUndefined();
  });

  it('redacts a stored item for good', async () => {
    const { id } = await share('password: hunter2, door code 4711');
    await expect(carol.rpc('yangent-contexts:redact', { id, text: ['4711'] })).rejects.toMatchObject({
      tag: 'access-denied',
    });
    expect(await alice.rpc('yangent-contexts:redact', { id, redact: ['credential'], text: ['4711'] })).toEqual({
      redacted: ['credential'],
      content: '[redacted] door code [redacted]',
    });
    expect((await carol.read(`/yangent-contexts:contexts/item[id='${id}']`)).content).not.toContain('hunter2');
  });
});
