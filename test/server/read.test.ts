import { afterEach, describe, expect, it } from 'vitest';
import { encodeJson, find, parseInstancePath, selectionOfPath, toValue } from '../../src/data/index.js';
import type { Call, Keys, ListState } from '../../src/server/index.js';
import { caller, guest, makeRig, type Rig } from './rig.js';

let rig: Rig;
afterEach(() => rig?.close());

const BOX_CONFIG = {
  'acme-box:box': {
    name: 'b',
    port: [
      { name: 'p1', speed: 10 },
      { name: 'p2', speed: 20 },
    ],
  },
};

async function withConfig(value: unknown): Promise<void> {
  await rig.server.edit(caller(), { edit: rig.tree(value), defaultOperation: 'merge' });
}

async function all(): Promise<unknown> {
  return toValue(await rig.server.read(caller(), { content: 'all', selection: 'all' }));
}

describe('reading', () => {
  it('puts configuration and state of a container together', async () => {
    rig = await makeRig({ state: { '/acme-box:stats': async () => ({ uptime: 12 }) } });
    await withConfig(BOX_CONFIG);
    expect(await all()).toEqual({ ...BOX_CONFIG, 'acme-box:stats': { uptime: 12 } });
  });

  it('leaves state out where only configuration is asked for', async () => {
    rig = await makeRig({ state: { '/acme-box:stats': async () => ({ uptime: 12 }) } });
    await withConfig(BOX_CONFIG);
    const tree = await rig.server.read(caller(), { content: 'config', selection: 'all' });
    expect(toValue(tree)).toEqual(BOX_CONFIG);
  });

  it('adds the state of each configured list entry, found by its keys', async () => {
    rig = await makeRig({
      state: { '/acme-box:box/port': { get: async (keys) => ({ oper: `${keys.name} ${keys[0]}` }) } },
    });
    await withConfig(BOX_CONFIG);
    expect(await all()).toMatchObject({
      'acme-box:box': {
        port: [
          { name: 'p1', oper: 'p1 p1' },
          { name: 'p2', oper: 'p2 p2' },
        ],
      },
    });
  });

  it('asks for no state of an entry of which only configuration is wanted', async () => {
    const asked: unknown[] = [];
    rig = await makeRig({
      state: {
        '/acme-box:box/port': {
          get: async ({ name }) => {
            asked.push(name);
            return { oper: 'up' };
          },
        },
      },
    });
    await withConfig(BOX_CONFIG);
    const read = async (path: string) => {
      const selection = selectionOfPath(parseInstancePath(rig.schema, path));
      return toValue(await rig.server.read(caller(), { content: 'all', selection }));
    };
    const of = (name: string, value: unknown) => ({
      'acme-box:box': { name: 'b', port: [{ name, ...Object(value) }] },
    });
    expect(await read("/acme-box:box/port[name='p1']/speed")).toEqual(of('p1', { speed: 10 }));
    expect(asked).toEqual([]);
    expect(await read("/acme-box:box/port[name='p2']/oper")).toEqual(of('p2', { speed: 20, oper: 'up' }));
    expect(await read("/acme-box:box/port[name='p1']")).toEqual(of('p1', { speed: 10, oper: 'up' }));
    expect(asked).toEqual(['p2', 'p1']);
  });

  it('reads a leaf of state inside a list entry with the keys on its path', async () => {
    rig = await makeRig({ state: { '/acme-box:box/port/oper': async (call) => `state of ${call.keys.name}` } });
    await withConfig(BOX_CONFIG);
    expect(await all()).toMatchObject({ 'acme-box:box': { port: [{ oper: 'state of p1' }, { oper: 'state of p2' }] } });
  });

  it('asks a list provider for one entry only when one is selected', async () => {
    const asked: unknown[] = [];
    const seen: ListState = {
      get: async (keys) => {
        asked.push(keys[0]);
        return { id: keys[0], what: 'one' };
      },
      list: async () => {
        throw new Error('the whole list was read');
      },
    };
    rig = await makeRig({ state: { '/acme-box:stats/seen': seen } });
    const path = parseInstancePath(rig.schema, "/acme-box:stats/seen[id='7']");
    const tree = await rig.server.read(caller(), { content: 'all', selection: selectionOfPath(path) });
    expect(find(tree, path)).toBeDefined();
    expect(asked).toEqual([7]);
  });

  it('reads a long list page by page', async () => {
    const pages: (number | undefined)[] = [];
    const list = async ({ after, limit }: { after?: Keys; limit: number }) => {
      const from = after === undefined ? 0 : Number(after[0]) + 1;
      pages.push(from);
      return Array.from({ length: Math.min(limit, 1200 - from) }, (_, index) => ({ id: from + index }));
    };
    rig = await makeRig({ state: { '/acme-box:stats/seen': { get: async () => undefined, list } } });
    const tree = await rig.server.read(caller(), { content: 'all', selection: 'all' });
    expect(JSON.parse(encodeJson(tree))['acme-box:stats'].seen).toHaveLength(1200);
    // The first page is short: how much an entry weighs is not known before.
    expect(pages).toEqual([0, 8, 508, 1008]);
  });

  it('says that a provider failed without telling why', async () => {
    rig = await makeRig({
      state: {
        '/acme-box:stats': async () => {
          throw new Error('password of the database is 123');
        },
      },
    });
    await expect(all()).rejects.toMatchObject({ tag: 'operation-failed', message: expect.not.stringContaining('123') });
  });

  it('is no fault of the provider that was told to stop', async () => {
    const gone = new AbortController();
    const reading = async (_: unknown, { signal }: Call) => {
      gone.abort(new DOMException('the client has gone', 'AbortError'));
      signal.throwIfAborted();
      return [];
    };
    rig = await makeRig({ state: { '/acme-box:stats/seen': { get: async () => undefined, list: reading } } });
    const asked = { ...caller(), signal: gone.signal };
    await expect(rig.server.read(asked, { content: 'all', selection: 'all' })).rejects.toMatchObject({
      ...{ name: 'RpcError', tag: 'operation-failed' },
      message: 'reading /acme-box:stats/seen was given up, as nobody waits for it any more',
    });
  });

  it('shows provider-kept nodes with all, but not as configuration', async () => {
    const owned = {
      '/acme-box:message': { order: 1, read: async () => ({ text: 'hello' }), write: async () => undefined },
    };
    rig = await makeRig({ owned });
    expect(await all()).toEqual({ 'acme-box:message': { text: 'hello' } });
    const tree = await rig.server.read(caller(guest), { content: 'config', selection: 'all' });
    expect(toValue(tree)).toEqual({});
  });
});
