/** Data that grow while members read them: from any offset, as long as they are in, and over another connection after a break. */
import { describe, expect, it } from 'vitest';
import { followed, upload } from '../support/live-data.js';
import { until } from '../until.js';
import { artifact, useBytesRig } from './bytes-rig.js';

const { rig, act, group, say, put, text } = useBytesRig();
const user = (name: string) => ({ name, password: `the password of ${name}` });
const AUDIO = { 'content-type': 'audio/opus' };
/** Resolves when the node has stored so many bytes. */
const reached = (id: string, length: number) =>
  until(
    () => rig.http('alice', 'HEAD', `/data/${id}`),
    ({ headers }) => headers['upload-offset'] === String(length),
  );
const LIVE = { range: 'bytes=4-9007199254740991' };

describe('data of a message', () => {
  it('ANF-10-a: are text, structured data, documents, images, recordings and films, told apart by their modality', async () => {
    const session = await group('ip');
    const kinds = [
      ['note', 'text/plain', 'text'],
      ['alarm', 'application/json', 'text'],
      ['manual', 'application/pdf', 'file'],
      ['map', 'image/png', 'image'],
      ['call', 'audio/opus', 'audio'],
      ['camera', 'video/mp4', 'video'],
    ] as const;
    for (const [id, type] of kinds)
      expect((await rig.http('alice', 'PUT', `/data/${id}`, `bytes of ${id}`, type)).status).toBe(201);
    const all = kinds.map(([id]) => ({ name: id, 'data-param': id }));
    expect(await say('noc', session, 'all of it', { artifact: all })).toMatchObject({ status: 200 });
    for (const [id, type, modality] of kinds) {
      const bytes = await rig.http('bob', 'GET', `/data/${id}`);
      expect([bytes.status, bytes.headers['content-type'], bytes.body]).toEqual([200, type, `bytes of ${id}`]);
      const { body } = await rig.http('bob', 'GET', `/restconf/data/yangent-contexts:data/param=${id}`);
      expect(JSON.parse(body)['yangent-contexts:param'][0]).toMatchObject({ id, modality, 'media-type': type });
    }
  });
});

describe('a stream that is being sent', () => {
  it('ANF-10-b: is read from an offset on, and goes on as it arrives (RFC 8673)', async () => {
    const stream = upload(rig.node, user('alice'), '/data/offset', AUDIO);
    stream.write('one two ');
    await reached('offset', 8);
    const present = await followed(rig.node, user('alice'), '/data/offset', { range: 'bytes=4-' });
    expect([present.status, present.headers['content-range'], await present.over]).toEqual([206, 'bytes 4-7/*', true]);
    const live = await followed(rig.node, user('alice'), '/data/offset', LIVE);
    expect([live.status, live.headers['content-range']]).toEqual([206, 'bytes 4-9007199254740991/*']);
    const following = followed(rig.node, user('alice'), '/data/offset', { range: 'bytes=8-999999999999' });
    const beyond = await followed(rig.node, user('alice'), '/data/offset', { range: 'bytes=9-999999999999' });
    expect([beyond.status, beyond.headers['content-range']]).toEqual([416, 'bytes */8']);
    stream.write('three');
    expect(await stream.end()).toBe(201);
    const next = await following;
    expect(next.status).toBe(206);
    expect(await Promise.all([live.over, next.over])).toEqual([true, true]);
    expect([live.text(), next.text()]).toEqual(['two three', 'three']);
    const whole = await followed(rig.node, user('alice'), '/data/offset', LIVE);
    expect([whole.status, whole.headers['content-range'], await whole.over]).toEqual([206, 'bytes 4-12/13', true]);
  });

  it('ANF-13-i: goes on over another connection when its own is cut, and its readers notice nothing', async () => {
    const session = await group('ip');
    const first = upload(rig.node, user('alice'), '/data/moved', AUDIO);
    first.write('over one, ');
    await reached('moved', 10);
    await say('noc', session, 'listen', artifact('moved'));
    const reader = await followed(rig.node, user('bob'), '/data/moved');
    await expect.poll(() => reader.text()).toBe('over one, ');
    first.cut();
    const second = () =>
      upload(rig.node, user('alice'), '/data/moved', {
        ...AUDIO,
        'content-range': 'bytes 10-18/19',
        'content-length': '9',
      });
    await until(
      async () => {
        const more = second();
        more.write('over two.');
        return more.end();
      },
      (status) => status === 204,
    );
    expect(await reader.over).toBe(true);
    expect(reader.text()).toBe('over one, over two.');
  });

  it('ends for a reader when it is deleted', async () => {
    const stream = upload(rig.node, user('alice'), '/data/deleted', AUDIO);
    stream.write('one');
    await reached('deleted', 3);
    const reader = await followed(rig.node, user('alice'), '/data/deleted');
    await expect.poll(() => reader.text()).toBe('one');
    expect(await rig.http('alice', 'DELETE', '/data/deleted')).toMatchObject({ status: 204 });
    expect(await reader.over).toBe(false);
    stream.cut();
  });

  it('ends for a member that is removed, at the next bytes; when it is whole, that member reads what was named while it was in', async () => {
    const session = await group('ip', 'optics');
    const stream = upload(rig.node, user('alice'), '/data/removed', AUDIO);
    stream.write('one ');
    await reached('removed', 4);
    await say('noc', session, 'listen', artifact('removed'));
    const [stays, goes] = await Promise.all([
      followed(rig.node, user('bob'), '/data/removed'),
      followed(rig.node, user('carol'), '/data/removed'),
    ]);
    await expect.poll(() => [stays.text(), goes.text()]).toEqual(['one ', 'one ']);
    await act('alice', session, 'remove', { agent: 'noc', member: 'optics' });
    stream.write('two');
    expect(await goes.over).toBe(false);
    expect(goes.text()).toBe('one ');
    expect((await followed(rig.node, user('carol'), '/data/removed')).status).toBe(404);
    expect(await stream.end()).toBe(201);
    expect(await stays.over).toBe(true);
    expect(stays.text()).toBe('one two');
    expect(await text('carol', 'removed')).toBe('one two');
  });

  it('ANF-13-g: comes to a member as fast as the session allows, by terms that change', async () => {
    const session = await group('ip');
    await put('film', 'x'.repeat(30_000));
    await say('noc', session, 'look', artifact('film'));
    await act('alice', session, 'set', { agent: 'noc', qos: { 'max-bytes-rate': 10_000 } });
    const time = async (name: string) => {
      const began = performance.now();
      const reader = await followed(rig.node, user(name), '/data/film');
      expect(await reader.over).toBe(true);
      expect(reader.text()).toHaveLength(30_000);
      return performance.now() - began;
    };
    // The bytes of the first second come at once.
    expect(await time('bob')).toBeGreaterThan(1_900);
    const own = await followed(rig.node, user('alice'), '/data/film');
    expect([await own.over, own.text().length]).toEqual([true, 30_000]);
    await act('alice', session, 'set', { agent: 'noc', qos: { 'max-bytes-rate': 10_000_000 } });
    expect(await time('bob')).toBeLessThan(1_900);
  });

  it('does not wait for a reader that takes nothing, or leaves', async () => {
    const session = await group('ip');
    const stream = upload(rig.node, user('alice'), '/data/slow', AUDIO);
    stream.write('x');
    await reached('slow', 1);
    await say('noc', session, 'listen', artifact('slow'));
    const [left, stays] = await Promise.all([
      followed(rig.node, user('bob'), '/data/slow'),
      followed(rig.node, user('bob'), '/data/slow'),
    ]);
    left.leave();
    stream.write('y'.repeat(1_000_000));
    expect(await stream.end()).toBe(201);
    expect(await stays.over).toBe(true);
    expect(stays.text()).toHaveLength(1_000_001);
  });
});
