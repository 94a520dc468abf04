import { expect, it } from 'vitest';
import { buildRegistry, ProviderError } from '../../src/server/registry.js';
import { compileBody } from '../yang/support.js';

const SCHEMA = compileBody(`rpc ping; rpc pong;
  container ports { list port { key name; leaf name { type string; } action reset; action clear; } }`);

it('names the operations of a served module that no provider implements', () => {
  const registry = buildRegistry(SCHEMA, [
    { module: 'm', rpcs: { ping: async () => undefined } },
    { module: 'm', actions: { '/m:ports/port/reset': async () => undefined } },
  ]);
  expect(registry.unimplemented.map(({ path }) => path)).toEqual(['/m:pong', '/m:ports/port/clear']);
});

it('names none of a module without provider', () => {
  expect(buildRegistry(SCHEMA, [{ module: 'other' }]).unimplemented).toEqual([]);
});

it('takes a member that is undefined for one that is not there', () => {
  const registry = buildRegistry(SCHEMA, [
    { module: 'm', rpcs: { ping: undefined }, config: { '/m:ports': undefined } },
  ]);
  expect(registry.hooks).toEqual([]);
  expect(registry.unimplemented).toHaveLength(4);
});

it('refuses a provider of what the module lacks', () => {
  const peng = { module: 'm', rpcs: { peng: async () => undefined } };
  expect(() => buildRegistry(SCHEMA, [peng])).toThrow(new ProviderError('module m defines no rpc "peng"'));
});
