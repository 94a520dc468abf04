import { describe, expect, it } from 'vitest';
import { Locks } from '../../src/datastore/index.js';

const denied = (session: number) =>
  expect.objectContaining({ tag: 'lock-denied', info: { 'session-id': String(session) } });

describe('locks', () => {
  it('are held by one session for each datastore', () => {
    const locks = new Locks();
    locks.lock('running', 4);
    locks.lock('candidate', 5);
    expect(() => locks.lock('running', 5)).toThrow(denied(4));
    expect(() => locks.lock('running', 4)).toThrow(denied(4));
    expect(locks.get('candidate')).toMatchObject({ session: 5 });
  });

  it('keep others from changing the datastore, not their owner', () => {
    const locks = new Locks();
    locks.lock('running', 4);
    locks.requireFree('running', 4);
    locks.requireFree('candidate', 5);
    expect(() => locks.requireFree('running', 5)).toThrow(expect.objectContaining({ tag: 'in-use' }));
    expect(() => locks.requireFree('running', 0)).toThrow(expect.objectContaining({ tag: 'in-use' }));
  });

  it('are given up by their owner only', () => {
    const locks = new Locks();
    expect(() => locks.unlock('running', 4)).toThrow(expect.objectContaining({ tag: 'operation-failed' }));
    locks.lock('running', 4);
    expect(() => locks.unlock('running', 5)).toThrow(denied(4));
    locks.unlock('running', 4);
    locks.lock('running', 5);
  });

  it('go with their session', () => {
    const locks = new Locks();
    locks.lock('running', 4);
    locks.lock('startup', 4);
    locks.lock('candidate', 5);
    expect(locks.release(4)).toEqual(['running', 'startup']);
    expect(locks.get('running')).toBeUndefined();
    expect(locks.get('candidate')).toMatchObject({ session: 5 });
  });
});
