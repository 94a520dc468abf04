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

describe('the time that a check takes', () => {
  const SLIP = '^([a-z]+-?)+\\d+/[a-z]+$';
  const input = { type: 'object', properties: { link: { type: 'string', pattern: SLIP } } };
  const hostile = `${'a'.repeat(2_000)}!`;

  it('does not grow with the ways in which a pattern could match', () => {
    const { check, parameters } = offer('agent "a"', 'link', { input });
    expect(check({ link: hostile })).toEqual({ problem: `input/link must match pattern "${SLIP}"` });
    expect(check({ link: 'edge-1/uplink' })).toEqual({ value: { link: 'edge-1/uplink' } });
    expect(parameters[0]?.accepts(hostile)).toBe(false);
  });

  it('is bounded for patterns in members of any name and in entries of lists', () => {
    const nested = {
      type: 'object',
      properties: { links: { type: 'array', items: { type: 'string', pattern: SLIP } } },
      patternProperties: { '^x-([a-z]+-?)+$': { type: 'string' } },
    };
    const { check, parameters } = offer('agent "a"', 'link', { input: nested });
    expect(check({ links: [hostile] })).toHaveProperty('problem');
    expect(check({ [`x-${hostile}`]: 'a' })).toHaveProperty('value');
    expect(parameters[0]?.accepts(hostile)).toBe(false);
  });

  it('does not grow with the square of a list whose entries must be unique', () => {
    const unique = { type: 'object', properties: { cells: { type: 'array', uniqueItems: true } } };
    const { check } = offer('agent "a"', 'x', { input: unique });
    const cells = Array.from({ length: 50_000 }, (_, at) => ({ at }));
    const begun = performance.now();
    expect(check({ cells })).toHaveProperty('value');
    expect(check({ cells: [...cells, { at: 0 }] })).toEqual({
      problem: 'input/cells must NOT have duplicate items',
    });
    expect(performance.now() - begun).toBeLessThan(20_000);
  });

  it('ends with a refusal where the texts are too long for the patterns', () => {
    const { check } = offer('agent "a"', 'link', { input });
    expect(check({ link: 'a'.repeat(3_000_000) })).toEqual({
      problem: 'the input is too long: its texts are too long for the patterns of its schema',
    });
    expect(check({ link: 'edge-1/uplink' })).toHaveProperty('value');
  });

  it.each([
    ['^(?=.*up)[a-z]+$', 'it looks ahead or behind'],
    ['^(a)\\1$', 'it refers back to a group'],
  ])('is why the pattern %s is refused when the agent is defined', (pattern, why) => {
    const skill = { run: async () => {}, input: { type: 'object', properties: { link: { type: 'string', pattern } } } };
    expect(() => defineAgent({ id: 'a', skills: { link: skill } })).toThrow(
      `agent "a": skill "link": the schema of its input is wrong: the pattern "${pattern}" cannot be checked in bounded time: ${why}`,
    );
  });

  it('is why two slots of a template must not touch', () => {
    const form = { input: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } } };
    for (const language of [{ templates: ['check {a}{b}/x'] }, { object: '{a}{b}' }])
      expect(() => offer('agent "a"', 'link', { ...form, ...language })).toThrow(
        'a sign or a space must stand between the slots of {a}{b}',
      );
  });
});
