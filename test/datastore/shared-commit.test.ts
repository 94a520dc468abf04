/** Changes of running that are prepared while others are still being made durable. */
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { applyEdit } from '../../src/data/index.js';
import type { RunningChange } from '../../src/datastore/index.js';
import { temporaryFolder } from '../support/clean-up.js';
import { box, content, type Opened, open, schema, set, tree } from './rig.js';

let file: string;
let opened: Opened;
afterEach(() => opened.store.close());

async function start(): Promise<void> {
  file = join(temporaryFolder(), 'box.db');
  opened = await open(file);
}

/** Adds a port; its steps may be told to fail. */
function add(name: string, o: Partial<RunningChange> = {}): Promise<unknown> {
  const port = tree({ 'acme-box:box': { port: [{ name, speed: 1 }] } });
  return opened.running.change({
    next: (current) => applyEdit(current, port, 'merge', { schema }),
    check: async () => undefined,
    shares: () => true,
    ...o,
  });
}

const names = (): readonly string[] => {
  const value = content(opened.running) as { 'acme-box:box'?: { port?: { name: string }[] } };
  return value['acme-box:box']?.port?.map(({ name }) => name) ?? [];
};

const fails = async () => {
  throw new Error('not stored');
};

describe('changes that share', () => {
  it('are each made on the one before, and durable with fewer commits', async () => {
    await start();
    const before = opened.store.counts().commits;
    const ports = Array.from({ length: 20 }, (_, index) => `p${String(index).padStart(2, '0')}`);
    await Promise.all(ports.map((name) => add(name)));
    expect(names()).toEqual(ports);
    // A busy machine makes groups of less.
    expect(opened.store.counts().commits - before).toBeLessThan(ports.length / 2);
  });

  it('are not seen before they are durable', async () => {
    await start();
    const seen: unknown[] = [];
    const look = async () => {
      seen.push(content(opened.running));
    };
    await Promise.all([add('a', { check: look }), add('b', { check: look, inside: look })]);
    expect(seen).toEqual([{}, {}, {}]);
  });

  it('are told the versions of what they are made on', async () => {
    await start();
    const tags: string[] = [];
    const next = (name: string): RunningChange['next'] => {
      return (current, versionAt) => {
        tags.push(versionAt([]).etag);
        return applyEdit(current, tree({ 'acme-box:box': { port: [{ name, speed: 1 }] } }), 'merge', { schema });
      };
    };
    await Promise.all([add('a', { next: next('a') }), add('b', { next: next('b') })]);
    tags.push(opened.running.etag);
    expect(new Set(tags).size).toBe(3);
  });

  it('are made again without the one before them where that comes to nothing', async () => {
    await start();
    await set(opened.running, box('x'));
    const [first, second, third] = await Promise.allSettled([add('a', { inside: fails }), add('b'), add('c')]);
    expect([first?.status, second?.status, third?.status]).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect(names()).toEqual(['b', 'c']);
    await opened.store.close();
    opened = await open(file);
    expect(names()).toEqual(['b', 'c']);
  });

  it('are not refused for what comes to nothing', async () => {
    await start();
    const onlyWithoutA: RunningChange['check'] = async ({ after }) => {
      if (JSON.stringify(content({ tree: after })).includes('"a"')) throw new Error('a is there');
    };
    const results = await Promise.allSettled([add('a', { inside: fails }), add('b', { check: onlyWithoutA })]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(names()).toEqual(['b']);
  });

  it('leave running to those that do not, once they are durable', async () => {
    await start();
    let seen: readonly string[] = [];
    const alone: Partial<RunningChange> = {
      shares: undefined,
      inside: async () => {
        seen = names();
      },
    };
    await Promise.all([add('a'), add('b', alone), add('c')]);
    expect(seen).toEqual(['a']);
    expect(names()).toEqual(['a', 'b', 'c']);
  });

  it('are through when their turn comes for who waits for one', async () => {
    await start();
    const [, seen] = await Promise.all([add('a'), opened.running.turn(names)]);
    expect(seen).toEqual(['a']);
  });
});

describe('any changes at the same time', () => {
  const kind = fc.record({
    shares: fc.boolean(),
    slow: fc.boolean(),
    fails: fc.constantFrom(undefined, undefined, undefined, 'next', 'check', 'inside'),
  });

  it('leave what those that were answered say, in memory and on disk', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(kind, { minLength: 1, maxLength: 8 }), async (kinds) => {
        await start();
        const results = await Promise.allSettled(
          kinds.map((each, index) =>
            add(`p${index}`, {
              shares: () => each.shares,
              ...(each.fails === 'next' ? { next: () => tree({ 'acme-box:none': 1 }) } : {}),
              check: async () => {
                if (each.slow) await new Promise((resolve) => setImmediate(resolve));
                if (each.fails === 'check') throw new Error('refused');
              },
              inside: each.fails === 'inside' ? fails : undefined,
            }),
          ),
        );
        expect(results.map(({ status }) => status === 'fulfilled')).toEqual(kinds.map((each) => !each.fails));
        const expected = kinds.flatMap((each, index) => (each.fails ? [] : [`p${index}`]));
        expect([...names()].sort()).toEqual(expected);
        const { etag } = opened.running;
        await opened.store.close();
        opened = await open(file);
        expect([...names()].sort()).toEqual(expected);
        expect(opened.running.etag).toBe(etag);
        await opened.store.close();
      }),
      { numRuns: 25 },
    );
    opened = await open(file);
  });
});
