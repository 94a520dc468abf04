import { describe, expect, it } from 'vitest';
import { Comparison, type Explanation } from './differences.js';
import { DOCUMENT_EXPLANATIONS } from './document-explanations.js';
import { SCHEMA_EXPLANATIONS } from './schema-explanations.js';

const valid = { verdict: 'valid', said: [] } as const;
const invalid = { verdict: 'invalid', said: ['YANGLINT[E]: no'] } as const;
const error = (message: string, ...within: string[]) => ({ message, within });

describe('a comparison', () => {
  const strict: Explanation = { ours: /^too long/, within: 'list', section: 'RFC 7950 §1', reason: 'It is.' };
  const liberal: Explanation = { theirs: /no$/, section: 'RFC 7950 §2', reason: 'It is not.' };

  it('counts what both say alike, and inputs that yanglint does not survive apart', () => {
    const comparison = new Comparison([]);
    comparison.add('a', [], valid);
    comparison.add('b', [error('wrong')], invalid);
    comparison.add('c', [], { verdict: 'crash', said: [] });
    expect(comparison).toMatchObject({ inputs: 2, valid: 1, crashes: 1, unexplained: [] });
  });

  it('takes an explanation only where it is of all our errors, and of their place', () => {
    const comparison = new Comparison([strict]);
    comparison.add('a', [error('too long by 1', 'module', 'list')], valid);
    comparison.add('b', [error('too long by 1', 'module')], valid);
    comparison.add('c', [error('too long by 1', 'list'), error('too short', 'list')], valid);
    comparison.add('d', [], invalid);
    expect(comparison.explained).toEqual(new Map([[strict, 1]]));
    expect(comparison.unexplained.map(({ input }) => input)).toEqual(['b', 'c', 'd']);
  });

  it('takes one of their refusal only where we accept', () => {
    const comparison = new Comparison([liberal]);
    comparison.add('a', [], invalid);
    comparison.add('b', [error('no')], valid);
    expect(comparison.explained).toEqual(new Map([[liberal, 1]]));
    expect(comparison.unexplained).toHaveLength(1);
  });
});

describe('the explanations', () => {
  it.each([...SCHEMA_EXPLANATIONS, ...DOCUMENT_EXPLANATIONS])('$reason names the section that decides', (one) => {
    expect(one.section).toMatch(/^(RFC \d+|(XPath|XML|Namespaces in XML) 1\.0) §\d/);
    expect(one.reason).toMatch(/^[A-Z].*\.$/);
    // Each is of one message, which it knows from its beginning.
    expect(('ours' in one ? one.ours : one.theirs).source).toMatch(/^\^/);
  });
});
