/** Data that messages of sessions name: who may read the message may read the data, if its sender might. */
import { beforeAll, describe, expect, it } from 'vitest';
import { all, artifact, NONE, useBytesRig } from './bytes-rig.js';
import { SESSIONS_XML } from './sessions-rig.js';

const { rig, call, act, open, group, say, receive, acknowledge, put, ways, text } = useBytesRig();

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
