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
    ['{"__proto__": 1}', /^expression: a map that is written here has no member "__proto__"; use another name/],
    ['[{"a": 1, "constructor": 1}]', /^expression: a map that is written here has no member "constructor"/],
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
    ['"abcb".contains("cb")', true],
    ['"abcb".indexOf("b")', 1],
    ['"abcb".indexOf("b", 2)', 3],
    ['"abcb".lastIndexOf("b")', 3],
    ['"abcb".lastIndexOf("b", 2)', 1],
    ['"a-b-c".split("-")', ['a', 'b', 'c']],
    ['"a-b-c".split("-", 2)', ['a', 'b-c']],
    ['["a", "b"].join()', 'ab'],
    ['["a-b", "c"].map(x, x.split("-").join("+"))', ['a+b', 'c']],
    ['["a-b", "c"].filter(x, x.contains("-"))', ['a-b']],
    ['has(input.s) ? "x".indexOf(input.s) : 5', 0],
  ])('%s, a function with a guard, is %j', (text, value) => {
    expect(resultOf(text)).toEqual(value);
  });

  it.each([
    ['input.s.contains(1)', "evaluation: found no matching overload for 'string.contains(int)' in input.s.contains(1)"],
    ['"ab".indexOf("b", 7)', /^evaluation: string\.indexOf\(search, fromIndex\): fromIndex out of range in "ab"/],
  ])('%s, a wrong call of a function with a guard, is refused in the words of the language', (text, fault) => {
    expect(faultOf(text)).toMatch(fault);
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

  it.each(['__proto__', 'constructor', 'toString'])('reads and makes a member %s like any other', (name) => {
    const value: unknown = JSON.parse(`{"${name}": {"a": 1}, "b": 2}`);
    const of = (text: string) => JSON.stringify(evaluate(parseExpression(text), { input: value }));
    expect(of('input')).toBe(JSON.stringify(value));
    expect(of(`input["${name}"].a`)).toBe('1');
    expect(of(`input.${name}`)).toBe('{"a":1}');
    expect(of(`[has(input.${name}), "${name}" in input, "x" in input, size(input) == 2, input == input]`)).toBe(
      '[true,true,false,true,true]',
    );
    expect(of('input.filter(key, key != "b")')).toBe(JSON.stringify([name]));
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

const MIB = 1024 ** 2;
const large = {
  big: 'a'.repeat(8 * MIB),
  half: 'a'.repeat(4 * MIB),
  text: 'a'.repeat(MIB),
  wide: 'é€'.repeat(2 * MIB),
  needle: `${'a'.repeat(50_000)}b${'a'.repeat(50_000)}`,
  digits: '1'.repeat(MIB),
  items: Array.from({ length: 1_000 }, (_, at) => `aaa${at}`),
  words: Array.from({ length: 100_000 }, (_, at) => `w${at}`),
  list: Array.from({ length: MIB }, (_, at) => at),
  same: Array.from({ length: MIB }, (_, at) => at),
  keys: Object.fromEntries(Array.from({ length: 300_000 }, (_, at) => [`k${at}`, at])),
};

/**
 * Returns how long the evaluation with the values that the text names holds the thread, in milliseconds: the time of the processor or
 * of the clock, whichever is less, because other processes may have the processor meanwhile.
 */
function heldBy(text: string): number {
  const named = Object.entries(large).filter(([name]) => text.includes(`input.${name}`));
  const begun = performance.now();
  const used = process.cpuUsage();
  try {
    evaluate(parseExpression(text), { input: Object.fromEntries(named) });
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
  }
  const { user, system } = process.cpuUsage(used);
  return Math.min(performance.now() - begun, (user + system) / 1000);
}

describe('an expression over values of some MiB holds the node for no more than a moment:', () => {
  it.each([
    'input.items.all(x, !input.text.contains(x))',
    'input.items.all(x, !input.big.contains(x))',
    'input.items.all(x, input.wide.indexOf(x) < 0)',
    'input.big.contains(input.needle)',
    'input.big.indexOf(input.needle) >= 0',
    'input.big.lastIndexOf(input.needle)',
    'input.items.all(x, input.big.startsWith(input.half))',
    'input.items.all(x, input.big.endsWith(input.half))',
    'input.items.all(x, input.big.size() > 0)',
    'input.items.all(x, input.big == input.half + input.half)',
    'input.items.all(x, input.wide.upperAscii() != "")',
    'input.text.split("a").size()',
    'input.items.map(x, input.text).join().split("").size()',
    'input.items.map(x, input.text).join() + "x"',
    `[${Array(60).fill('input.big').join('+')}].size()`,
    `(${Array(80).fill('input.list').join('+')}).size()`,
    'input.words.all(x, x in input.words)',
    'input.items.all(x, -1 in input.list)',
    'input.items.all(x, input.list == input.same)',
    'input.keys.all(key, input.keys[key] >= 0)',
    'input.items.all(x, size(input.keys) > 0)',
    'duration(input.digits) == duration("1s")',
    'input.items.all(x, re.fits(input.text, "a*"))',
  ])('%s', (text) => {
    expect(heldBy(text)).toBeLessThan(700);
  });
});
