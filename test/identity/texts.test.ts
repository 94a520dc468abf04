/** Hosts are apart from one another: one that is asked for very much takes nothing of the others. */
import { expect, it } from 'vitest';
import { Resolver } from '../../src/identity/resolver/resolver.js';

/** A resolver of two hosts, and what it has asked. */
function rig() {
  const asked: string[] = [];
  const resolver = new Resolver({
    fetch: async (url) => {
      asked.push(url);
      return new Response(JSON.stringify({ id: `did:web:${new URL(url).host}` }));
    },
    hosts: () => ['busy.example', 'calm.example'],
    own: async () => undefined,
    now: () => 0,
  });
  const flood = async (count: number) => {
    for (let n = 0; n < count; n += 1) await resolver.text(`https://busy.example/list/${n}`).catch(() => undefined);
  };
  return { asked, resolver, flood };
}

it('status lists of a host leave another host its budget and what is remembered of it', async () => {
  const { asked, resolver, flood } = rig();
  for (let round = 0; round < 100; round += 1) {
    await resolver.text('https://calm.example/list');
    await flood(round === 0 ? 100 : 20);
  }
  expect(asked.filter((url) => url.startsWith('https://calm.example'))).toEqual(['https://calm.example/list']);
  expect(asked.filter((url) => url.startsWith('https://busy.example'))).toHaveLength(60);
  await resolver.resolve('did:web:calm.example');
});

it('status lists of a host leave its documents their budget', async () => {
  const { resolver, flood } = rig();
  await flood(100);
  await expect(resolver.text('https://busy.example/more')).rejects.toThrow('was asked 60 times within a minute');
  expect((await resolver.resolve('did:web:busy.example')).id).toBe('did:web:busy.example');
});
