/** What docs/agent-task-dag.md says of names and threats is what the models and the tests say. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  combineSources,
  compile,
  directories,
  parseModule,
  type Statement,
  sourceTexts,
} from '../../../src/yang/index.js';
import { IETF, YANG } from '../../yang-modules/modules.js';
import { namesIn, PAGE, tableOf } from './page.js';

const workflows = moduleOf('yangent-workflows');
const tasks = moduleOf('yangent-tasks');

function moduleOf(name: string): Statement {
  const file = join(YANG, `${name}.yang`);
  return parseModule(readFileSync(file, 'utf8'), file);
}

function all({ statements }: Statement, keyword: string): readonly Statement[] {
  return statements.filter((each) => each.keyword === keyword);
}

/** Follows names of data nodes and typedefs, wherever in groupings they stand. */
function found(within: Statement, ...path: readonly string[]): Statement | undefined {
  const [name, ...more] = path;
  if (name === undefined) return within;
  for (const each of within.statements) {
    const isIt = ['container', 'list', 'leaf', 'typedef'].includes(each.keyword) && each.argument === name;
    const result = isIt ? found(each, ...more) : undefined;
    const deeper = result ?? found(each, ...path);
    if (deeper) return deeper;
  }
  return undefined;
}

/** The values of the enumeration below a statement. */
function enumsOf(statement: Statement | undefined): readonly string[] {
  const [type] = statement ? all(statement, 'type') : [];
  if (type?.argument === 'union') return enumsOf(type);
  return type ? all(type, 'enum').map(({ argument = '' }) => argument) : [];
}

/** The identities that the module derives from a base. */
function identitiesOf(base: string): readonly string[] {
  return all(workflows, 'identity')
    .filter((each) => all(each, 'base').some(({ argument }) => argument === base))
    .map(({ argument = '' }) => argument);
}

describe('the registries of the page', () => {
  it('ATD-9-a ATD-9-b: are five, with all values that the models have', () => {
    expect(PAGE).toContain('**Agent Task DAG Parameters.**');
    const registries = tableOf('sub-registry').map(([what = '', values]) => [namesIn(what)[0], namesIn(values)]);
    const bases = all(workflows, 'identity').filter((each) => all(each, 'base').length === 0);
    expect(registries).toEqual([
      ...bases.map(({ argument = '' }) => [argument, identitiesOf(argument)]),
      ['yangent-tasks:recovery', enumsOf(found(tasks, 'recovery'))],
    ]);
    expect(registries).toHaveLength(5);
  });

  it('have the states of runs, rollbacks and acknowledgements beside them', () => {
    for (const [what = '', values] of tableOf('states')) {
      const [path = ''] = namesIn(what);
      const enums = enumsOf(found(workflows, ...path.split('/')));
      expect([path, namesIn(values)]).toEqual([path, enums]);
      expect(enums.length).toBeGreaterThan(0);
    }
  });

  it('ATD-9-c ATD-9-d: take values of another module, whose text is their specification, and no unknown ones', () => {
    const file = 'lab.yang';
    const text = `module lab {
      yang-version 1.1; namespace "urn:example:lab"; prefix lab;
      import yangent-workflows { prefix ywf; }
      identity token-exchanged {
        base ywf:checkpoint-type;
        description "A token of AAP was exchanged.";
      }
    }`;
    const shipped = directories([YANG, IETF]);
    const valuesIn = (implement: readonly string[]) => {
      const { modules } = compile({ sources: combineSources(sourceTexts([{ file, text }]), shipped), implement });
      const base = modules.get('yangent-workflows')?.identities.get('checkpoint-type');
      return base?.derived.map(({ qname }) => qname).toSorted();
    };
    const own = ['automatic', 'explicit', 'recovery'].map((name) => `yangent-workflows:${name}`);
    expect(valuesIn(['yangent-workflows'])).toEqual(own);
    expect(valuesIn(['yangent-workflows', 'lab'])).toEqual(['lab:token-exchanged', ...own]);
  });
});

describe('the threats of the page', () => {
  const threats = tableOf('threat').map(([threat = '', , tests = '']) => [threat, tests] as const);

  it.each(threats)('%s: has tests that are there', (_threat, tests) => {
    const named = tests.split(/; (?=`test\/)/).map((each) => /^`(test\/[^`]+)`: (.+)$/.exec(each));
    expect(named.length).toBeGreaterThan(0);
    for (const match of named) {
      const [, file = '', title = ''] = match ?? [];
      expect([file, existsSync(file)]).toEqual([file, true]);
      expect(readFileSync(file, 'utf8')).toContain(`'${title}'`);
    }
  });
});
