import { describe, expect, test } from 'vitest';
import { formatYangErrors, schemaNodeAt, YangErrors } from '../../src/yang/index.js';
import { bodyErrors, compileBody, compileTexts, errorsOf, leafAt, moduleText } from './support.js';

describe('the schema', () => {
  const schema = compileBody(`
    container top {
      presence "it is there";
      list item {
        key "id sub";
        unique "a c/b";
        leaf sub { type string; }
        leaf id { type uint8; }
        leaf a { type string; }
        container c { leaf b { type string; } }
        action reset { input { leaf hard { type boolean; } } }
        notification failed { leaf why { type string; } }
      }
      choice kind { leaf plain { type string; } case other { container deep { config false; leaf x { type string; } } } }
    }
    rpc ping { output { leaf text { type string; } } }
    notification up;`);

  test('finds data through choices by qualified name', () => {
    const top = schema.root.data.get('m:top');
    expect(top?.kind === 'container' && [...top.data.keys()]).toEqual(['m:item', 'm:plain', 'm:deep']);
    expect(top?.kind === 'container' && top.children.map((c) => c.kind)).toEqual(['list', 'choice']);
  });

  test('gives each node its path, choices and cases included', () => {
    expect(schemaNodeAt(schema, '/m:top/deep/x')?.path).toBe('/m:top/kind/other/deep/x');
    expect(schemaNodeAt(schema, '/m:top/plain')?.parent?.path).toBe('/m:top/kind/plain');
  });

  test('keeps keys in the order of the key statement', () => {
    const list = schemaNodeAt(schema, '/m:top/item');
    expect(list?.kind === 'list' && list.keys.map((k) => [k.name, k.isKey])).toEqual([
      ['id', true],
      ['sub', true],
    ]);
    expect(list?.kind === 'list' && list.unique).toEqual([[['m:a'], ['m:c', 'm:b']]]);
  });

  test('config is inherited, and false in operations and notifications', () => {
    const configs = [
      '/m:top/item/a',
      '/m:top/deep/x',
      '/m:ping/output/text',
      '/m:top/item/reset/input/hard',
      '/m:top/item/failed/why',
    ];
    expect(configs.map((p) => schemaNodeAt(schema, p)?.config)).toEqual([true, false, false, false, false]);
  });

  test('keeps actions and notifications of a list apart from its data', () => {
    const list = schemaNodeAt(schema, '/m:top/item');
    expect(list?.kind === 'list' && [[...list.actions.keys()], [...list.notifications.keys()]]).toEqual([
      ['m:reset'],
      ['m:failed'],
    ]);
    expect([...schema.rpcs.keys(), ...schema.notifications.keys()]).toEqual(['m:ping', 'm:up']);
  });

  test('an operation has an input and an output, written or not', () => {
    expect(schemaNodeAt(schema, '/m:ping/input')?.kind).toBe('input');
    expect(schemaNodeAt(schema, '/m:top/item/reset/output')?.kind).toBe('output');
  });

  test('finds modules by namespace', () => {
    expect(schema.moduleByNamespace('urn:m')?.name).toBe('m');
    expect(schema.moduleByNamespace('urn:none')).toBeUndefined();
  });
});

describe('names from objects of JavaScript', () => {
  test('are names like any other', () => {
    const schema = compileBody(`
      typedef constructor { type enumeration { enum __proto__; enum toString; } default __proto__; }
      identity valueOf;
      container __proto__ { leaf hasOwnProperty { type constructor; } list prototype { key __proto__; leaf __proto__ { type string; } } }`);
    expect(leafAt(schema, '/m:__proto__/hasOwnProperty')).toMatchObject({ default: '__proto__' });
    expect(schemaNodeAt(schema, '/m:__proto__/prototype')?.kind).toBe('list');
    expect(schema.root.data.has('m:constructor')).toBe(false);
  });

  test('are no statements', () => {
    expect(bodyErrors('constructor x; leaf a { toString z; type string; }')).toEqual([
      "unknown statement 'constructor' in module",
      "unknown statement 'toString' in leaf",
    ]);
  });
});

describe('errors', () => {
  test('are printed as compilers do, in the order of places', () => {
    const run = (): unknown => compileBody('leaf b { type strin; }\nleaf a { type uint9; }');
    expect(run).toThrow(YangErrors);
    try {
      run();
    } catch (error) {
      expect(error instanceof YangErrors && formatYangErrors(error.errors)).toBe(
        "m.yang:6:10: error: type 'strin' is not defined (did you mean 'string'?)\nm.yang:7:10: error: type 'uint9' is not defined (did you mean 'uint8'?)",
      );
    }
  });

  test('a module that nobody has is reported where it is imported', () => {
    expect(errorsOf([moduleText('m', '', 'import nowhere { prefix n; }')])).toEqual(["module 'nowhere' was not found"]);
    expect(errorsOf([moduleText('m', '')], { implement: ['x'] })).toEqual(["module 'x' was not found"]);
  });

  test('the same namespace in two modules is refused', () => {
    const twin = moduleText('twin', '').replace('urn:twin', 'urn:m');
    expect(errorsOf([twin, moduleText('m', '', 'import twin { prefix t; }')])[0]).toContain(
      'has the namespace of module',
    );
  });
});

describe('revisions', () => {
  const old = moduleText('lib', 'typedef t { type int8; }', 'revision 2020-01-01;');
  const young = moduleText('lib', 'typedef t { type int16; }', 'revision 2021-01-01;');
  const user = (statement: string): string =>
    moduleText('m', 'leaf a { type l:t; }', `import lib { prefix l; ${statement} }`);

  test('an import takes the newest revision', () => {
    expect(leafAt(compileTexts([old, young, user('')]), '/m:a').type.base).toBe('int16');
  });

  test('an import by revision takes that one', () => {
    expect(leafAt(compileTexts([old, young, user('revision-date 2020-01-01;')]), '/m:a').type.base).toBe('int8');
  });

  test('an import takes the revision that is implemented', () => {
    const schema = compileTexts([old, young, user('')], { implement: [{ name: 'lib', revision: '2020-01-01' }, 'm'] });
    expect(leafAt(schema, '/m:a').type.base).toBe('int8');
  });
});

describe('contentId', () => {
  const a = moduleText('a', 'feature f; leaf x { type string; }');
  const b = moduleText('b', '', 'import a { prefix a; }');

  test('does not depend on the order of modules', () => {
    expect(compileTexts([a, b], { implement: ['a', 'b'] }).contentId).toBe(
      compileTexts([a, b], { implement: ['b', 'a'] }).contentId,
    );
  });

  test('changes with features and with what is implemented', () => {
    const ids = [
      compileTexts([a, b], { implement: ['a', 'b'] }),
      compileTexts([a, b], { implement: ['b'] }),
      compileTexts([a, b], { implement: ['a', 'b'], features: new Map() }),
    ].map((s) => s.contentId);
    expect(new Set(ids).size).toBe(3);
  });
});
