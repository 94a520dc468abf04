import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { credentialKinds } from '../../../src/agents/discovery/credential.js';
import { Bits, SlotSet } from '../../../src/agents/discovery/slot-set.js';
import { Top } from '../../../src/agents/discovery/top.js';
import { commonKind } from '../../../src/agents/negotiation-kind.js';
import { localEmbedder } from '../../../src/agents/semantic/local-embedder.js';
import { compareVersions, parseRange, parseVersion } from '../../../src/agents/version.js';

describe('a set of slots', () => {
  it('holds what a set of numbers holds, whatever its size', () => {
    const steps = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 900 })), { maxLength: 1_500 });
    fc.assert(
      fc.property(steps, fc.array(fc.integer({ min: 0, max: 900 })), (changes, others) => {
        const [set, model] = [new SlotSet(), new Set<number>()];
        for (const [add, slot] of changes) {
          if (!add) set.remove(slot);
          else if (!model.has(slot)) set.add(slot);
          if (add) model.add(slot);
          else model.delete(slot);
        }
        const bits = new Bits(901);
        for (const slot of others) bits.set(slot);
        set.keepIn(bits);
        const kept: number[] = [];
        bits.forEach((slot) => {
          kept.push(slot);
        });
        expect(set.size).toBe(model.size);
        expect(kept).toEqual([...new Set(others)].filter((slot) => model.has(slot)).sort((a, b) => a - b));
        expect(bits.count()).toBe(kept.length);
      }),
    );
  });
});

describe('the best of many', () => {
  it('are those that sorting gives', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.integer({ min: 1, max: 10 }), (values, limit) => {
        const top = new Top<number>(limit, (a, b) => a - b);
        for (const value of values) top.offer(value);
        expect(top.sorted()).toEqual([...values].sort((a, b) => a - b).slice(0, limit));
      }),
    );
  });
});

describe('a version', () => {
  it.each([
    ['1.0.0-alpha', '1.0.0-alpha.1'],
    ['1.0.0-alpha.1', '1.0.0-alpha.beta'],
    ['1.0.0-beta.2', '1.0.0-beta.11'],
    ['1.0.0-rc.1', '1.0.0'],
    ['1.9', '1.10'],
    ['v1.2.3', '1.2.4+build'],
  ])('%s comes before %s', (a, b) => {
    expect(compareVersions(parseVersion(a)!, parseVersion(b)!)).toBeLessThan(0);
    expect(compareVersions(parseVersion(b)!, parseVersion(a)!)).toBeGreaterThan(0);
  });

  it.each([
    ['>=1.2.0 <2', '1.9.9', true],
    ['>=1.2.0 <2', '2.0.0', false],
    ['^1.2', '1.3.0', true],
    ['^1.2', '2.0.0', false],
    ['^0.2.1', '0.3.0', false],
    ['~1.2.3', '1.2.9', true],
    ['~1.2.3', '1.3.0', false],
    ['1.x', '1.99', true],
    ['= 1.0', '1.0.0', true],
    ['1.0 || > 3', '3.1', true],
    ['1.0 || > 3', '2.0', false],
  ])('is %s met by %s: %s', (range, version, met) => {
    const accepts = parseRange(range);
    expect(typeof accepts === 'function' && accepts(parseVersion(version)!)).toBe(met);
  });

  it.each(['', '>', 'new', '1..2', '||', '1 || ', '>=<1'])('range "%s" is not understood', (range) => {
    expect(typeof parseRange(range)).toBe('object');
  });

  it('of any text is read in no time', () => {
    fc.assert(fc.property(fc.string({ maxLength: 255 }), (text) => void [parseVersion(text), parseRange(text)]));
    const begun = performance.now();
    for (const text of ['1.'.repeat(120), '1 '.repeat(120), '<'.repeat(255), `${' '.repeat(254)}!`]) parseRange(text);
    expect(performance.now() - begun).toBeLessThan(500);
  });
});

describe('the kind of a credential', () => {
  const jwt = (payload: unknown) =>
    `eyJhbGciOiJub25lIn0.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.`;
  it.each([
    ['Medical qualification VC', ['Medical qualification VC']],
    [
      '{"type":["VerifiableCredential","Radiologist"],"name":"Dr. A"}',
      ['VerifiableCredential', 'Radiologist', 'Dr. A'],
    ],
    [jwt({ vc: { type: ['VerifiableCredential', 'Pilot'] } }), ['VerifiableCredential', 'Pilot']],
    [jwt({ vct: 'https://example/licence' }), ['https://example/licence']],
    ['{"type":7', ['{"type":7']],
    ['-----BEGIN CERTIFICATE-----\nMIIB', []],
  ])('of %s', (credential, kinds) => {
    expect(credentialKinds(credential)).toEqual(kinds);
  });
});

describe('kinds of negotiation', () => {
  it('agree on the earlier minor version of one major version', () => {
    const offered = ['acp-task-feasibility-negotiation-v1.2', 'acp-task-fulfillment-negotiation-v2.0'];
    expect(commonKind('acp-task-feasibility-negotiation-v1.0', offered)).toBe('acp-task-feasibility-negotiation-v1.0');
    expect(commonKind('acp-task-feasibility-negotiation-v1.9', offered)).toBe('acp-task-feasibility-negotiation-v1.2');
    expect(commonKind('acp-task-fulfillment-negotiation-v1.0', offered)).toBeUndefined();
  });
});

describe('the local embedder', () => {
  const signal = new AbortController().signal;
  const cosine = async (a: string, b: string) => {
    const [x = new Float32Array(), y = new Float32Array()] = await localEmbedder.embed([a, b], signal);
    return x.reduce((sum, value, at) => sum + value * (y[at] ?? 0), 0);
  };

  it('gives the same text the same vector, of length 1', async () => {
    expect(await cosine('find the fault', 'find the fault')).toBeCloseTo(1);
    expect([...(await localEmbedder.embed(['', '???'], signal))].map((vector) => vector.length)).toEqual([256, 256]);
  });

  it('finds what is misspelt, inflected or said otherwise nearer than what is foreign', async () => {
    const foreign = await cosine('optical fault diagnosis', 'billing of customers');
    expect(foreign).toBeLessThan(localEmbedder.threshold);
    for (const alike of ['optical falt diagnosed', 'diagnosing optical faults', 'troubleshoot fibre failures'])
      expect(await cosine('optical fault diagnosis', alike)).toBeGreaterThan(localEmbedder.threshold);
  });
});
