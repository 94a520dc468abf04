/** Skills whose input is typed by JSON Schema or by YANG, as an author declares them, over RESTCONF. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, expectTypeOf, it } from 'vitest';
import { defineAgent, defineSkill, startTestNode, type TestNode, yangInput } from '../../src/index.js';
import { temporaryFolder } from '../support/clean-up.js';

const models = join(temporaryFolder(), 'yang');
mkdirSync(models);
writeFileSync(
  join(models, 'acme-links.yang'),
  `module acme-links {
    yang-version 1.1;
    namespace "urn:acme:links";
    prefix al;
    import ietf-inet-types { prefix inet; }
    rpc check-link {
      input {
        leaf device { type string; mandatory true; }
        leaf depth { type uint8 { range "1..5"; } default 2; }
        leaf full { type boolean; }
        leaf address {
          type inet:ip-address;
          must "../full = 'true'" { error-message "an address is for full checks"; }
        }
      }
    }
  }`,
);

interface CheckLink {
  readonly device: string;
  readonly depth?: number;
  readonly address?: string;
}

const byYang = defineSkill({
  description: 'checks a link, as acme-links says',
  input: yangInput<CheckLink>({ rpc: 'acme-links:check-link', yang: [pathToFileURL(`${models}/`)] }),
  run: async ({ input }) => {
    expectTypeOf(input).toEqualTypeOf<CheckLink>();
    return JSON.stringify(input);
  },
});

const bySchema = defineSkill({
  tags: ['port'],
  input: {
    type: 'object',
    properties: {
      host: { type: 'string' },
      port: { type: 'integer', default: 22 },
      how: { enum: ['tcp', 'tls'] },
      names: { type: 'array', items: { type: 'string' } },
      limits: { type: 'object', properties: { low: { type: ['number', 'null'] } }, required: ['low'] },
      any: { oneOf: [{ type: 'boolean' }, { const: 7 }] },
      open: true,
    },
    required: ['host'],
  },
  run: async ({ input }) => {
    expectTypeOf(input).toEqualTypeOf<{
      readonly host: string;
      readonly port: number;
      readonly how?: 'tcp' | 'tls';
      readonly names?: readonly string[];
      readonly limits?: { readonly low: number | null };
      readonly any?: boolean | 7;
      readonly open?: unknown;
    }>();
    return `${input.host} ${input.port + 1}`;
  },
});

const profile = { name: 'checker', description: 'checks', version: '1.0.0', provider: 'acme' };
let node: TestNode;
beforeAll(async () => {
  const agent = defineAgent({ id: 'checker', profile, skills: { 'by-yang': byYang, 'by-schema': bySchema } });
  node = await startTestNode({ agents: [agent] });
});
afterAll(() => node?.close());

async function ask(type: string, input: unknown): Promise<string> {
  const task = await node.peer.assign({ to: 'checker', type, input });
  return task.result({ timeout: 20_000 }).then(
    ({ artifact }) => String(artifact[0]?.value),
    (error: { reason: string }) => error.reason,
  );
}

it('a skill gets what its YANG input allows, with the defaults, and nothing that the model forbids', async () => {
  expect(await ask('by-yang', { device: 'edge-1' })).toBe('{"device":"edge-1","depth":2}');
  expect(await ask('by-yang', { device: 'edge-1', full: true, address: '::1' })).toContain('"address":"::1"');
  expect(await ask('by-yang', { device: 'edge-1', address: '::1' })).toBe(
    'skill "by-yang": input/address: an address is for full checks',
  );
  expect(await ask('by-yang', { device: 'edge-1', depth: 6 })).toBe('skill "by-yang": input/depth must be <= 5');
  expect(await ask('by-yang', { devise: 'edge-1' })).toBe(
    `skill "by-yang": input must have required property 'device'; it has "devise"`,
  );
  expect(await ask('by-yang', { device: 'edge-1', fulll: true })).toBe(
    `skill "by-yang": input must NOT have additional properties ("fulll") (did you mean 'full'?)`,
  );
});

it('a skill gets what its JSON Schema allows', async () => {
  expect(await ask('by-schema', { host: 'a' })).toBe('a 23');
  expect(await ask('by-schema', { host: 'a', how: 'udp' })).toBe(
    'skill "by-schema": input/how must be equal to one of the allowed values: tcp, tls',
  );
});

it('a skill stands in the profile by what its definition says of it', async () => {
  expect(await node.read("/yangent-agents:agents/agent[id='checker']/profile/skills")).toEqual({
    skill: [
      { 'skill-name': 'by-schema', 'skill-tags': ['port'] },
      { 'skill-name': 'by-yang', 'skill-description': 'checks a link, as acme-links says' },
    ],
  });
});

it('a model that does not compile, and an RPC that it does not have, are named', () => {
  expect(() => yangInput({ rpc: 'acme-links:chek-link', yang: [models] })).toThrow(
    `the schema has no rpc "acme-links:chek-link" (did you mean 'acme-links:check-link'?)`,
  );
  expect(() => yangInput({ rpc: 'acme-nothing:x', yang: [models] })).toThrow(/acme-nothing/);
});

it('a profile is as the definition now says, without what an earlier one said', async () => {
  const data = temporaryFolder();
  const named = (...names: string[]) =>
    defineAgent({ id: 'a', profile, skills: Object.fromEntries(names.map((name) => [name, async () => 'done'])) });
  const skills = async (...names: string[]) => {
    const started = await startTestNode({ data, agents: [named(...names)] });
    try {
      const agents = await started.read('/yangent-agents:agents');
      return agents?.agent?.find(({ id }) => id === 'a')?.profile.skills?.skill?.map((each) => each['skill-name']);
    } finally {
      await started.close();
    }
  };
  expect(await skills('old', 'kept')).toEqual(['kept', 'old']);
  expect(await skills('kept', 'new')).toEqual(['kept', 'new']);
});
