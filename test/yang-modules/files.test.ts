import { describe, expect, it } from 'vitest';
import { parseModule, type Statement } from '../../src/yang/index.js';
import { lint } from './lint.js';
import { OWN_MODULES, STANDARD_MODULES } from './modules.js';

const ALL = [...OWN_MODULES, ...STANDARD_MODULES];

/** The value of a statement that stands on a line of its own near the top. */
function header(text: string, keyword: string): string | undefined {
  return new RegExp(`^ *${keyword} "?([^\\s";{]+)"?(;| \\{)$`, 'm').exec(text)?.[1];
}

/** The sub-statements that RFC 8407 wants of a statement (§4.8, §4.14). */
const WANTED: Readonly<Record<string, readonly string[]>> = {
  module: ['organization', 'contact', 'description', 'revision'],
  revision: ['description', 'reference'],
  ...Object.fromEntries(
    [
      ...['extension', 'feature', 'identity', 'typedef', 'grouping', 'augment', 'rpc', 'action', 'notification'],
      ...['container', 'leaf', 'leaf-list', 'list', 'choice', 'anydata', 'anyxml', 'bit', 'enum'],
    ].map((keyword) => [keyword, ['description']]),
  ),
};

function missing({ keyword, argument, statements }: Statement): readonly string[] {
  const own = (WANTED[keyword] ?? [])
    .filter((wanted) => !statements.some((each) => each.keyword === wanted))
    .map((wanted) => `${keyword} ${argument}: ${wanted}`);
  return [...own, ...statements.flatMap(missing)];
}

describe('the files in yang/', () => {
  it.each(ALL)('$title is named after its module', ({ text, name }) => {
    expect(header(text, 'module')).toBe(name);
  });

  it.each(ALL.filter((m) => m.revision))('$title is named after its revision', ({ text, revision }) => {
    expect(header(text, 'revision')).toBe(revision);
  });

  it.each(ALL)('$title keeps to lines of 72 characters without tabs or trailing space', ({ text }) => {
    const bad = text.split('\n').filter((line) => line.length > 72 || /\t|\s$/.test(line));
    expect(bad).toEqual([]);
  });

  it.each(ALL)('$title has every description and reference that RFC 8407 wants', ({ text, title }) => {
    expect(missing(parseModule(text, title))).toEqual([]);
  });

  it.each(OWN_MODULES)('$title has its statements in the canonical order, and none that is the default', (module) => {
    expect(lint(parseModule(module.text, module.title))).toEqual([]);
  });

  it.each(OWN_MODULES.filter((m) => m.name.startsWith('yangent-')))('$title has our namespace and YANG 1.1', (m) => {
    expect(header(m.text, 'namespace')).toBe(`urn:yangent:params:xml:ns:yang:${m.name}`);
    expect(header(m.text, 'yang-version')).toBe('1.1');
    expect(m.revision).toBeUndefined();
  });

  it('gives the modules different prefixes', () => {
    const prefixes = ALL.map((m) => header(m.text, 'prefix'));
    expect(new Set(prefixes).size).toBe(ALL.length);
  });
});
