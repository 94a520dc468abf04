import { describe, expect, it } from 'vitest';
import { encodeJsonParts, encodeXmlParts, inTurns, RpcError, type Tree } from '../../src/data/index.js';
import { BytesUnderWay, type ListState, type Provider, type ReadRequest, shownPages } from '../../src/server/index.js';
import { caller, makeRig } from './rig.js';

const MEGABYTE = 1024 ** 2;

/** State of 1,200 entries, of which it is noted which pages are asked for. */
function seen(pages: number[], text = (id: number) => `entry ${id}`): Provider {
  return {
    module: 'acme-box',
    state: {
      '/acme-box:stats/uptime': async () => 12,
      '/acme-box:stats/seen': {
        get: async () => undefined,
        list: async ({ after, limit }) => {
          const begin = after === undefined ? 0 : Number(after[0]) + 1;
          pages.push(begin);
          return Array.from({ length: Math.min(limit, 1_200 - begin) }, (_, i) => ({
            id: begin + i,
            what: text(begin + i),
          }));
        },
      },
    },
  };
}

async function textOf(text: string | AsyncIterable<string>): Promise<string> {
  if (typeof text === 'string') return text;
  let all = '';
  for await (const part of text) all += part;
  return all;
}

const ALL: ReadRequest = { content: 'all', selection: 'all' };
const asIs = async (tree: Tree) => tree;

describe('a read in pages', () => {
  it('reads the first page, and each further one when the text has come to it', async () => {
    const pages: number[] = [];
    const rig = await makeRig(seen(pages));
    const { shown, further } = await shownPages(await rig.server.readPages(caller(), ALL), asIs);
    expect(pages).toEqual([0]);
    if (!shown || !further) throw new Error('there is more');
    const { 'acme-box:stats': stats } = JSON.parse(await textOf(inTurns(encodeJsonParts(shown, { further }), further)));
    expect(stats.uptime).toBe(12);
    expect(stats.seen.map(({ id }: { id: number }) => id)).toEqual(Array.from({ length: 1_200 }, (_, id) => id));
    expect(pages).toEqual([0, 8, 508, 1008]);
    await rig.close();
  });

  it('is the same in XML', async () => {
    const rig = await makeRig(seen([]));
    const { shown, further } = await shownPages(await rig.server.readPages(caller(), ALL), asIs);
    if (!shown || !further) throw new Error('there is more');
    const text = await textOf(inTurns(encodeXmlParts(shown, { further }), further));
    expect([...text.matchAll(/<id>(\d+)<\/id>/g)].map(([, id]) => Number(id))).toEqual(
      Array.from({ length: 1_200 }, (_, id) => id),
    );
    expect(text).toMatch(/<\/seen><\/stats>$/);
    await rig.close();
  });

  it('goes on to the first page of which something is shown', async () => {
    const pages: number[] = [];
    const rig = await makeRig(seen(pages));
    const late = (tree: Tree): Tree => {
      const stats = tree.children.get('acme-box:stats');
      const list = stats?.kind === 'container' ? stats.children.get('acme-box:seen') : undefined;
      const isLate = list?.kind === 'list' && [...list.entries].some(({ key }) => key.includes('600'));
      return isLate ? tree : { ...tree, children: new Map() };
    };
    const { shown, further } = await shownPages(await rig.server.readPages(caller(), ALL), async (tree) => late(tree));
    expect(pages).toEqual([0, 8, 508]);
    if (!shown || !further) throw new Error('there is more');
    const text = await textOf(inTurns(encodeJsonParts(shown, { further }), further));
    expect(JSON.parse(text)['acme-box:stats'].seen).toHaveLength(500);
    await rig.close();
  });

  it('holds two pages of a long answer however long it is, and a whole read all of it', async () => {
    const rig = await makeRig(seen([], () => 'x'.repeat(10_000)));
    const all = new BytesUnderWay({ perUser: 4 * MEGABYTE });
    const held = all.open('admin');
    const { shown, further } = await shownPages(await rig.server.readPages(caller(), { ...ALL, held }), asIs);
    if (!shown || !further) throw new Error('there is more');
    let most = 0;
    for await (const _ of inTurns(encodeJsonParts(shown, { further }), further)) most = Math.max(most, held.bytes);
    expect(most).toBeLessThan(2 * MEGABYTE);
    const whole = rig.server.read(caller(), { ...ALL, held: all.open('admin') });
    await expect(whole).rejects.toThrowError(RpcError);
    await expect(whole).rejects.toMatchObject({ tag: 'resource-denied', appTag: 'bytes-under-way' });
    await rig.close();
  });

  it('is not begun where others of its user found no room, so that little is read in vain', async () => {
    let reads = 0;
    const rig = await makeRig({
      state: {
        '/acme-box:stats/seen': {
          get: async ([id]) => {
            reads += 1;
            return { id, what: 'x'.repeat(MEGABYTE) };
          },
        },
      },
    });
    const all = new BytesUnderWay({ perUser: 8 * MEGABYTE });
    const below = new Map([['acme-box:seen', [{ key: '0', below: 'all' as const }]]]);
    const selection = new Map([['acme-box:stats', [{ below }]]]);
    // All are let in while nothing is held.
    const admitted = Array.from({ length: 100 }, () => all.open('admin'));
    let answered = 0;
    for (const held of admitted) {
      const read = rig.server.read(caller(), { content: 'all', selection, held });
      answered += await read.then(
        () => 1,
        () => 0,
      );
    }
    expect([answered, reads]).toEqual([3, 4]);
    await rig.close();
  });

  it('tells the provider which members are wanted', async () => {
    const wanted: unknown[] = [];
    const list: ListState['list'] = async ({ members }) => {
      wanted.push(members && [...members]);
      return [];
    };
    const rig = await makeRig({ state: { '/acme-box:stats/seen': { get: async () => undefined, list } } });
    const ids = new Map([['acme-box:id', [{ below: 'all' as const }]]]);
    const below = new Map([['acme-box:seen', [{ below: ids }]]]);
    await rig.server.read(caller(), { content: 'all', selection: new Map([['acme-box:stats', [{ below }]]]) });
    await rig.server.read(caller(), ALL);
    expect(wanted).toEqual([['acme-box:id'], undefined]);
    await rig.close();
  });
});
