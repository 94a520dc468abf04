import { describe, expect, it } from 'vitest';
import { defineAgent, offer } from '../../../src/index.js';
import { LINK_INPUT } from './skills.js';

describe('the input of a skill', () => {
  const { check } = offer('agent "a"', 'link', { input: LINK_INPUT });

  it('is given with its defaults, and the original is left as it is', () => {
    const given = { device: 'edge-1', interface: 'uplink' };
    expect(check(given)).toEqual({ value: { device: 'edge-1', interface: 'uplink', depth: 2 } });
    expect(given).not.toHaveProperty('depth');
  });

  it('may have come through XML, where numbers are texts and a list of one is its entry', () => {
    expect(check({ device: 'edge-1', interface: 'uplink', depth: '3' })).toMatchObject({ value: { depth: 3 } });
    expect(check({ device: 'edge-1', interface: 'uplink', depth: 'three' })).toHaveProperty('problem');
    const cells = { type: 'array', items: { type: 'string' } };
    const { check: list } = offer('agent "a"', 'x', { input: { type: 'object', properties: { cells } } });
    expect(list({ cells: 'a' })).toEqual({ value: { cells: ['a'] } });
  });

  it.each([
    [7, 'the input must be an object'],
    [[], 'the input must be an object'],
    [{ device: 'edge-1' }, "input must have required property 'interface'"],
    [{ device: 'EDGE', interface: 'x' }, 'input/device must match pattern "^[a-z]+-\\d+$"'],
    [{ device: 'edge-1', interface: 'x', depth: 9 }, 'input/depth must be <= 5'],
    [{ device: 'edge-1', interface: 'x', sudo: true }, 'input must NOT have additional properties ("sudo")'],
  ])('is refused in words: %j', (given, problem) => {
    expect(check(given)).toEqual({ problem });
  });

  it('knows times and addresses', () => {
    const times = offer('agent "a"', 'x', {
      input: {
        type: 'object',
        properties: { at: { type: 'string', format: 'date-time' }, to: { type: 'string', format: 'ipv6' } },
      },
    });
    expect(times.check({ at: '2026-11-21T12:00:00Z', to: '::1' })).toHaveProperty('value');
    expect(times.check({ at: 'yesterday' })).toEqual({ problem: 'input/at must match format "date-time"' });
    expect(times.check({ to: '10.0.0.1' })).toHaveProperty('problem');
  });

  it.each([
    [{ type: 'string' }, /agent "a": skill "x": the schema of its input must have "type": "object"/],
    [
      { type: 'object', properties: { a: { type: 'strng' } } },
      /agent "a": skill "x": the schema of its input is wrong/,
    ],
    [{ type: 'object', properties: { a: { $ref: 'http://127.0.0.1/x' } } }, /is wrong: can't resolve reference/],
    [{ type: 'object', propertys: {} }, /is wrong: strict mode: unknown keyword: "propertys"/],
  ])('must be declared by a schema: %j', (input, message) => {
    const declare = () => defineAgent({ id: 'a', skills: { x: { run: async () => undefined, input } } });
    expect(declare).toThrow(TypeError);
    expect(declare).toThrow(message);
  });
});
