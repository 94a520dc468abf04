import { describe, expect, it } from 'vitest';
import { retryAfterOf } from '../../src/access/index.js';
import { RpcError } from '../../src/data/index.js';
import { BytesUnderWay, HeldBytes } from '../../src/server/index.js';

const MEGABYTE = 1024 ** 2;

function refusal(work: () => void): RpcError | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof RpcError) return error;
    throw error;
  }
}

describe('bytes under way', () => {
  it('of one user are refused beyond the bound, with the time to wait, and of others not', () => {
    const all = new BytesUnderWay({ perUser: 4 * MEGABYTE, total: 100 * MEGABYTE });
    const first = all.open('ada');
    first.take(3 * MEGABYTE);
    const second = all.open('ada');
    const error = refusal(() => second.take(2 * MEGABYTE));
    expect(error).toMatchObject({ tag: 'resource-denied', appTag: 'bytes-under-way' });
    expect(error && retryAfterOf(error)).toBe('1');
    all.open('bob').take(2 * MEGABYTE);
    first.close();
    second.take(2 * MEGABYTE);
    second.close();
    expect(all.held('ada')).toBe(0);
  });

  it('of a user who was refused let nothing more be begun until some are given back', () => {
    const all = new BytesUnderWay({ perUser: 4 * MEGABYTE });
    const first = all.open('ada');
    first.take(3 * MEGABYTE);
    const next = all.open('ada');
    next.requireRoom();
    refusal(() => next.take(2 * MEGABYTE));
    expect(refusal(() => next.requireRoom())).toMatchObject({ tag: 'resource-denied', appTag: 'bytes-under-way' });
    all.open('bob').requireRoom();
    first.add(-1);
    next.requireRoom();
  });

  it('of a user who holds little let more be begun, whatever was refused', () => {
    const all = new BytesUnderWay({ perUser: 4 * MEGABYTE });
    const held = all.open('ada');
    refusal(() => held.take(5 * MEGABYTE));
    held.requireRoom();
  });

  it('of all users are bounded, yet who holds little is served', () => {
    const all = new BytesUnderWay({ perUser: 10 * MEGABYTE, total: 15 * MEGABYTE });
    all.open('ada').take(9 * MEGABYTE);
    all.open('bob').take(5 * MEGABYTE);
    const held = all.open('eve');
    held.take(MEGABYTE / 2);
    expect(refusal(() => held.take(2 * MEGABYTE))).toMatchObject({ tag: 'resource-denied' });
  });

  it('of a request alone are not refused, and count for the next', () => {
    const all = new BytesUnderWay({ perUser: 4 * MEGABYTE });
    new HeldBytes(all, 'ada').takeRequest(16 * MEGABYTE);
    expect(refusal(() => new HeldBytes(all, 'ada').takeRequest(1))).toMatchObject({ tag: 'resource-denied' });
    expect(refusal(() => all.open('ada'))).toMatchObject({ tag: 'resource-denied' });
  });

  it('are given back once', () => {
    const all = new BytesUnderWay();
    const held = all.open('ada');
    held.take(MEGABYTE);
    held.close();
    held.close();
    held.add(MEGABYTE);
    expect(all.total).toBe(0);
  });
});
