/** The right to read the data that a message names: how far it goes, and when it ends. */
import { describe, expect, it } from 'vitest';
import { type Plain, register } from '../rows/agents-rig.js';
import { Https } from '../support/http.js';
import { artifact, NONE, useBytesRig } from './bytes-rig.js';

const { rig, call, act, open, group, say, put, ways, text, follow } = useBytesRig();

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
    await put('secret', 'of alice alone');
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
