import { createLibyang, type Libyang, type PoolOptions } from 'libyang-wasm';
import { afterEach, expect, it } from 'vitest';
import { describePeer } from '../../peers.js';
import { box, boxDocument, slowDocument } from './modules.js';

let libyang: Libyang | undefined;
afterEach(() => libyang?.close());

function start(options: PoolOptions = {}): Libyang {
  libyang = createLibyang(options);
  return libyang;
}

const FEW = { format: 'json', text: boxDocument(3) } as const;
const ENDLESS = { format: 'json', text: slowDocument() } as const;

describePeer('libyang-wasm', 'a pool of libyang-wasm', () => {
  it('judges in several Workers at once', async () => {
    const context = await start({ workers: 2 }).context(box);
    const verdicts = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        context.validate({ format: 'json', text: boxDocument(10, index % 2 === 0 ? 1500 : 9) }),
      ),
    );
    expect(verdicts.map(({ valid }) => valid)).toEqual(verdicts.map((_, index) => index % 2 === 0));
  });

  it('gives up on a document after its time, and judges the next one', async () => {
    const context = await start({ timeout: 2_000 }).context(box);
    await expect(context.validate(ENDLESS)).rejects.toMatchObject({ fault: 'timeout' });
    expect((await context.validate(FEW)).valid).toBe(true);
  });

  it('lets only so many calls wait', async () => {
    const context = await start({ queue: 2 }).context(box);
    const calls = Array.from({ length: 4 }, () => context.validate(FEW));
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
    await expect(calls[3]).rejects.toMatchObject({ fault: 'busy' });
  });

  it('opens contexts again that a Worker had to leave', async () => {
    const pool = start({ contexts: 1 });
    const [one, other] = [await pool.context(box), await pool.context({ implement: [{ module: 'ietf-yang-types' }] })];
    expect(await other.printModule('ietf-yang-types', 'yang')).toContain('typedef counter32');
    expect((await one.validate(FEW)).valid).toBe(true);
    expect(await other.printModule('box', 'tree')).toBeUndefined();
  });

  it('says what is wrong with modules', async () => {
    await expect(start().context({ implement: [{ module: 'absent' }] })).rejects.toMatchObject({ fault: 'schema' });
  });

  it('fails what runs and waits when it is closed', async () => {
    const pool = start();
    const context = await pool.context(box);
    const calls = [context.validate(ENDLESS), context.validate(FEW)];
    const outcomes = Promise.allSettled(calls);
    await pool.close();
    for (const outcome of await outcomes) expect(outcome).toMatchObject({ reason: { fault: 'closed' } });
    await expect(context.validate(FEW)).rejects.toMatchObject({ fault: 'closed' });
  });

  it('bears hostile documents and modules', async () => {
    const pool = start({ limits: { memory: 64 << 20 } });
    const context = await pool.context(box);
    const deep = 1_000_000;
    const documents = [
      `{"box:box":{"extra":${'{"a":'.repeat(deep)}`,
      `{"box:box":{"extra":{"a":${'['.repeat(deep)}`,
      `<box xmlns="urn:box"><extra>${'<a>'.repeat(deep)}`,
      '<!DOCTYPE a [<!ENTITY b "bb">]><a>&b;</a>',
      '{"box:box":{"port":[{"name":{}}]}}',
      '{"@":1}',
      '[',
      '"',
      '<',
    ];
    for (const text of documents) {
      const format = text.startsWith('<') ? 'xml' : 'json';
      expect((await context.validate({ format, text })).valid).toBe(false);
    }
    const notUtf8 = Uint8Array.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]);
    expect((await context.validate({ format: 'json', text: notUtf8 })).valid).toBe(false);
    const modules = [
      `module m { namespace urn:m; prefix m; ${'container a {'.repeat(50_000)}`,
      `module m { namespace urn:m; prefix m; leaf a { type string { pattern "${'('.repeat(20_000)}"; } } }`,
      `module m { namespace urn:m; prefix m; leaf a { type string; must "${'('.repeat(50_000)}"; } }`,
      'module m { namespace urn:m; prefix m; typedef a { type b; } typedef b { type a; } leaf c { type a; } }',
      'module \0 {',
    ];
    for (const text of modules)
      await expect(pool.context({ implement: [{ module: { file: 'm.yang', text } }] })).rejects.toMatchObject({
        fault: 'schema',
      });
    expect((await context.validate(FEW)).valid).toBe(true);
  });

  it('uses no more memory after many documents', async () => {
    const context = await start({ limits: { memory: 64 << 20 } }).context(box);
    const judge = async (count: number) => {
      for (let index = 0; index < count; index += 1) await context.validate(FEW);
      return process.memoryUsage().rss;
    };
    const before = await judge(1_000);
    const after = await judge(20_000);
    expect(after - before).toBeLessThan(150 << 20);
  }, 60_000);
});
