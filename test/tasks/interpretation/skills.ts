/** Skills as an agent of an IP network may declare them. */
import { type OfferedSkill, offer, type TextForm } from '../../../src/index.js';

export const LINK_INPUT = {
  type: 'object',
  required: ['device', 'interface'],
  additionalProperties: false,
  properties: {
    device: { type: 'string', pattern: '^[a-z]+-\\d+$', description: 'name of the device', examples: ['edge-1'] },
    interface: { type: 'string', minLength: 1, maxLength: 40, examples: ['uplink'] },
    depth: { type: 'integer', minimum: 1, maximum: 5, default: 2 },
  },
};

export const FORMS: Readonly<Record<string, TextForm>> = {
  'diagnose-link': {
    description: 'finds out why a link is down',
    tags: ['fault', 'optics'],
    input: LINK_INPUT,
    object: '{device}/{interface}',
    templates: ['diagnose the link {device}/{interface}', 'why is [interface] {interface} of {device} down'],
    examples: [{ text: 'the uplink of edge-1 is broken', input: { device: 'edge-1', interface: 'uplink' } }],
  },
  'restart-router': {
    description: 'switches a router off and on again',
    input: {
      type: 'object',
      required: ['device'],
      properties: { device: LINK_INPUT.properties.device, mode: { enum: ['warm', 'cold'] } },
    },
    templates: ['restart [router] {device}'],
    words: { mode: { cold: ['power cycle', 'hard'], warm: ['gently', 'without traffic loss'] } },
  },
  'set-power': {
    description: 'sets the power of a cell',
    input: {
      type: 'object',
      required: ['cells', 'power'],
      properties: {
        cells: { type: 'array', minItems: 1, items: { type: 'string', pattern: '^cell-\\d+$' } },
        power: { type: 'number', minimum: 0, maximum: 60, title: 'power in dBm' },
        remark: { type: 'string' },
      },
    },
    text: 'remark',
  },
};

export const SKILLS: readonly OfferedSkill[] = Object.entries(FORMS).map(([name, form]) => offer('test', name, form));
