import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { applyEdit } from '../../src/data/index.js';
import { decodeStored, readStored } from '../../src/datastore/index.js';
import { temporaryFolder } from '../support/clean-up.js';
import { until } from '../until.js';
import { box, content, type Opened, open, schema, set, tree } from './rig.js';

let file: string;
let opened: Opened;
afterEach(() => opened.store.close());

async function start(): Promise<void> {
  file = join(temporaryFolder(), 'box.db');
  opened = await open(file);
}

async function restart(): Promise<void> {
  await opened.store.close();
  opened = await open(file);
}

describe('running', () => {
  it('is found again after a restart', async () => {
    await start();
    await set(opened.running, box('a', 'x', 'y'));
    await set(opened.running, box('b', 'y', 'x'));
    const { etag } = opened.running;
    await restart();
    expect(content(opened.running)).toEqual({ 'acme-box:box': { name: 'b', tag: ['y', 'x'] } });
    expect(opened.running.etag).toBe(etag);
  });

  it('is read from the store when it has grown longer than any message may be', async () => {
    await start();
    const name = 'x'.repeat(64 * 1024 * 1024);
    const snapshot = JSON.stringify({ 'acme-box:box': { name } });
    const stored = decodeStored(schema, { snapshot, edits: [], version: { number: 1, at: '2026-11-21T12:00:00Z' } });
    // Compared by hand: a report of what differs in so long a text would be no help.
    expect(JSON.stringify(content({ tree: stored })) === snapshot).toBe(true);
  });

  it('goes on with changes while a snapshot of long content is made', async () => {
    await start();
    const port = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `port-${n}`, speed: n }));
    await set(opened.running, tree({ 'acme-box:box': { port: port(60_000) } }));
    const isThere = async () => (await readStored(opened.store)).snapshot !== undefined;
    await opened.running.change({
      next: (current) => applyEdit(current, box('b'), 'merge', { schema }),
      check: async () => undefined,
    });
    // This change did not wait for the snapshot of the one before it.
    expect(await isThere()).toBe(false);
    await until(isThere, (there) => there);
    const { version, edits } = await readStored(opened.store);
    expect([version.number, edits.length]).toEqual([2, 1]);
    const before = JSON.stringify(content(opened.running));
    await restart();
    expect(JSON.stringify(content(opened.running)) === before).toBe(true);
  });

  it('makes changes one after the other, each on what the one before it left', async () => {
    await start();
    const seen: unknown[] = [];
    const change = (name: string) =>
      opened.running.change({
        next: (current) => {
          seen.push(content({ tree: current }));
          return box(name);
        },
        check: async () => {
          await new Promise((resolve) => setImmediate(resolve));
        },
      });
    await Promise.all([change('a'), change('b')]);
    expect(seen).toEqual([{}, { 'acme-box:box': { name: 'a' } }]);
  });

  it('stays as it is when a step refuses', async () => {
    await start();
    await set(opened.running, box('a'));
    const { etag } = opened.running;
    const refused = opened.running.change({
      next: () => box('b'),
      check: async () => {
        throw new Error('no');
      },
    });
    await expect(refused).rejects.toThrow('no');
    const halfDone = opened.running.change({
      next: () => box('c'),
      check: async () => undefined,
      inside: async () => {
        throw new Error('not stored');
      },
    });
    await expect(halfDone).rejects.toThrow('not stored');
    expect(content(opened.running)).toEqual({ 'acme-box:box': { name: 'a' } });
    expect(opened.running.etag).toBe(etag);
    await restart();
    expect(content(opened.running)).toEqual({ 'acme-box:box': { name: 'a' } });
  });
});

describe('the restore point of running', () => {
  it('is what a restart goes back to, whatever has changed since', async () => {
    await start();
    await set(opened.running, box('a', 'x'));
    await set(opened.running, box('b', 'y', 'x'), 'set');
    await set(opened.running, box('c', 'z'), 'set');
    await set(opened.running, tree({}));
    expect(content(opened.running.restorePoint ?? { tree: tree({ 'acme-box:box': { name: 'none' } }) })).toEqual({
      'acme-box:box': { name: 'a', tag: ['x'] },
    });
    await restart();
    expect(content(opened.running)).toEqual({ 'acme-box:box': { name: 'a', tag: ['x'] } });
    await restart();
    expect(content(opened.running)).toEqual({ 'acme-box:box': { name: 'a', tag: ['x'] } });
  });

  it('means nothing any more once it is cleared', async () => {
    await start();
    await set(opened.running, box('a'));
    await set(opened.running, box('b'), 'set');
    await set(opened.running, box('b'), 'clear');
    expect(opened.running.restorePoint).toBeUndefined();
    await restart();
    expect(content(opened.running)).toEqual({ 'acme-box:box': { name: 'b' } });
  });

  it('is in force for who reads the data of a stopped node', async () => {
    await start();
    await set(opened.running, box('a'));
    await set(opened.running, box('b'), 'set');
    const stored = await readStored(opened.store);
    expect(content({ tree: decodeStored(schema, stored) })).toEqual({ 'acme-box:box': { name: 'a' } });
  });

  it('survives changes that are refused', async () => {
    await start();
    await set(opened.running, box('a'));
    await set(opened.running, box('b'), 'set');
    const refused = opened.running.change({
      next: () => box('c'),
      restorePoint: 'clear',
      check: async () => {
        throw new Error('no');
      },
    });
    await expect(refused).rejects.toThrow('no');
    await restart();
    expect(content(opened.running)).toEqual({ 'acme-box:box': { name: 'a' } });
  });
});
