/** Expressions: values of JSON in and out, and what is refused before it could take endless time or space. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExpressionError, evaluate, parseExpression } from '../../../src/workflows/expression/index.js';

const input = {
  a: 1,
  b: 1.5,
  s: 'x',
  list: [1, 2, 3],
  rows: Array.from({ length: 1000 }, (_, y) => ({ y })),
  long: 'x,'.repeat(100_000),
  many: Array<number>(90_000).fill(1),
};
const steps = { find: { output: { x: 5 }, state: 'completed' } };
const resultOf = (text: string) => evaluate(parseExpression(text), { input, steps });

function faultOf(text: string): string {
  try {
    return JSON.stringify(resultOf(text));
  } catch (error) {
    if (error instanceof ExpressionError) return `${error.fault}: ${error.message}`;
    throw error;
  }
}

describe('an expression', () => {
  it.each([
    ['input.a + 1', 2],
    ['steps.find.output.x * 2', 10],
    ['steps["find"].output', { x: 5 }],
    ['{"site": input.s, "n": input.list.map(x, x * 2)}', { site: 'x', n: [2, 4, 6] }],
    ['input.?z.orValue(3)', 3],
    ['input.list.filter(x, x > 1).size()', 2],
    ['input.list.map(x, string(x)).join(",")', '1,2,3'],
    ['has(input.z)', false],
    ['re.fits("eth0", "[a-z]+[0-9]")', true],
    ['timestamp("2026-01-01T00:00:00Z") + duration("90s")', '2026-01-01T00:01:30.000Z'],
    ['duration("90s")', '90s'],
    ['b"ab"', 'YWI='],
    ['1u', 1],
  ])('%s is %j', (text, value) => {
    expect(resultOf(text)).toEqual(value);
  });

  it.each([
    ['input.b + 1', /^evaluation: no such overload: dyn<double> \+ int/],
    ['input.nothing', /^evaluation: No such key: nothing/],
    ['steps.find.output.x - y', /^evaluation: Unknown variable: y/],
    ['input.a +', /^expression: /],
    ['"a".matches("a")', /^expression: matches\(pattern\) can take endless time; use re\.fits/],
    ['cel.bind(x, 1, x)', /^expression: cel\.bind is not taken/],
    ['re.fits("abc", "(")', /^evaluation: "\(" is no pattern/],
    ['9007199254740993', /^evaluation: 9007199254740993 is too large for a JSON number/],
    ['1.0/0.0', /^evaluation: Infinity is no JSON number/],
    ['type(1)', /^evaluation: the value of the expression has no JSON value/],
    [Array<string>(400).fill('1').join('+'), /^expression: .*at most 500 parts/],
    [`${'('.repeat(300)}1${')'.repeat(300)}`, /^(expression: .*|1$)/],
    ['input.rows.all(x, input.rows.all(y, input.rows.all(z, true)))', /^expression: lists are gone through 3 deep/],
    ['input.rows.all(x, input.rows.exists(y, y.y == x.y))', /^too-big: the lists are too long/],
    ['input.rows.map(x, input.long.split(","))', /^too-big: the lists are too long/],
    ['input.many.map(x, input.many + input.many)', /^too-big: .* takes too long/],
    ['input.rows.map(x, input.long)', /^too-big: the value has more than 8 MiB/],
  ])('%s is refused', (text, fault) => {
    const begun = performance.now();
    expect(faultOf(text)).toMatch(fault);
    expect(performance.now() - begun).toBeLessThan(2_000);
  });

  it.each([
    'input.constructor',
    'input.__proto__',
    'input["__proto__"]',
    'input.list.length',
    'constructor',
    'process',
    'globalThis',
  ])('%s reads nothing of the program', (text) => {
    expect(faultOf(text)).toMatch(/^evaluation: /);
  });

  it('gives each JSON value back as it was', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const plain: unknown = JSON.parse(JSON.stringify(value));
        expect(evaluate(parseExpression('input'), { input: plain })).toEqual(plain);
      }),
    );
  });

  it('never throws anything but its own error', () => {
    const word = fc.constantFrom(
      'input',
      'steps',
      '.a',
      '.map(x, x)',
      '[0]',
      '+',
      '1',
      '"s"',
      '(',
      ')',
      '?',
      ':',
      ' in ',
      '!',
      '{',
      '}',
      ',',
      '.',
      're.fits(',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (words) => {
        faultOf(words.join(''));
      }),
      { numRuns: 2_000 },
    );
  });
});
