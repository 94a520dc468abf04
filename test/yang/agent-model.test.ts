import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compile, directories, schemaNodeAt } from '../../src/yang/index.js';

const yang = new URL('../../yang', import.meta.url).pathname;

describe.runIf(existsSync(`${yang}/irtf-agent@2025-07-01.yang`))('the agent model', () => {
  test('leafrefs of the message tail resolve in irtf-agent, which uses it', () => {
    const schema = compile({ sources: directories([yang, `${yang}/ietf`]), implement: ['irtf-agent'] });
    expect(schemaNodeAt(schema, '/irtf-agent:msg-base/msg-data')).toMatchObject({
      type: { base: 'leafref', target: { base: 'string' } },
    });
    expect(schema.modules.get('agent-message')?.conformance).toBe('import');
  });
});
