import { describe, expect, it } from 'vitest';
import { profileDocument } from '../../src/agents/index.js';
import { toValue } from '../../src/data/index.js';
import { compile, directories } from '../../src/yang/index.js';

const schema = compile({ sources: directories(['yang', 'yang/ietf']), implement: ['irtf-agent', 'yangent-agents'] });
const profile = { name: 'TMF-ACME-IP-1.0', description: 'fault agent', version: '1.0.0', provider: 'ACME' };
const agents = { 'yangent-agents:agents': { agent: [{ id: 'TMF-ACME-IP-1.0', profile }] } };

describe('a profile file', () => {
  it.each([
    ['json', JSON.stringify({ 'irtf-agent:agent': profile })],
    ['json', JSON.stringify(agents)],
    [
      'xml',
      `<agent xmlns="urn:ietf:params:xml:ns:yang:irtf-agent">${Object.entries(profile)
        .map(([name, text]) => `<${name}>${text}</${name}>`)
        .join('')}</agent>`,
    ],
    [
      'xml',
      `<config><agents xmlns="urn:yangent:params:xml:ns:yang:yangent-agents"><agent><id>TMF-ACME-IP-1.0</id><profile>${Object.entries(
        profile,
      )
        .map(([name, text]) => `<${name}>${text}</${name}>`)
        .join('')}</profile></agent></agents></config>`,
    ],
  ] as const)("in %s is the draft's agent or a list of agents: %s", (format, text) => {
    expect(toValue(profileDocument(schema, text, format))).toEqual(agents);
  });

  it.each([
    ['{"irtf-agent:tasks":{"task-id":"t"}}', 'irtf-agent:tasks'],
    ['{"irtf-agent:agent":{"description":"x"}}', 'name'],
    ['{}', 'nothing'],
    ['{"irtf-agent:agent":{"nonsense":1}}', 'nonsense'],
    ['{', 'not well-formed'],
  ])('that is something else is refused: %s', (text, word) => {
    expect(() => profileDocument(schema, text, 'json')).toThrow(word);
  });
});
