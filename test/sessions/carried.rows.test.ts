/** All that a message carries besides its text, and its bounds. */
import { describe, expect, it } from 'vitest';
import type { Plain } from '../rows/agents-rig.js';
import { useBytesRig } from './bytes-rig.js';

const { group, say, receive } = useBytesRig();

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
