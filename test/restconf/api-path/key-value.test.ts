import { describe, expect, it } from 'vitest';
import { decodeJson } from '../../../src/data/index.js';
import { formatApiPath, parseApiPath } from '../../../src/restconf/api-path/index.js';
import { compile, sourceTexts } from '../../../src/yang/index.js';

const schema = compile({
  sources: sourceTexts([
    {
      file: 'k.yang',
      text: `module k { yang-version 1.1; namespace "urn:k"; prefix p;
        identity shape; identity round { base shape; }
        typedef odd { type union { type uint8; type decimal64 { fraction-digits 2; } type enumeration { enum up; } type string; } }
        container c {
          list ident { key k; leaf k { type identityref { base shape; } } }
          list inst { key k; leaf k { type instance-identifier { require-instance false; } } }
          list uni { key k; leaf k { type odd; } }
          list bit { key k; leaf k { type bits { bit a; bit b; bit c; } } }
          list bool { key k; leaf k { type boolean; } }
          list bin { key k; leaf k { type binary; } }
          list big { key k; leaf k { type int64; } }
          list ref { key k; leaf k { type leafref { path "../../big/k"; } } }
          list nothing { key k; leaf k { type empty; } }
          list two { key "a b"; leaf a { type string; } leaf b { type string; } }
        }
      }`,
    },
  ]),
  implement: ['k'],
});

/** The key of the one entry as the codec has it. */
function decodedKey(list: string, value: unknown): string {
  const tree = decodeJson(schema.root, { 'k:c': { [list]: [value] } }, { schema });
  const c = tree.children.get('k:c');
  const data = c?.kind === 'container' ? c.children.get(`k:${list}`) : undefined;
  const [entry] = data?.kind === 'list' ? data.entries : [];
  if (!entry) throw new Error('no entry');
  return entry.key;
}

function parsedKey(raw: string): string | undefined {
  const target = parseApiPath(schema, `k:c/${raw}`);
  return target.kind === 'data' ? target.path.at(-1)?.key : undefined;
}

describe('key values are the same as in a message-body, however they are written', () => {
  it.each([
    ['ident', 'round', 'k:round'],
    ['ident', 'k%3Around', 'k:round'],
    ['inst', "%2Fk%3Ac%2Fident%5Bk%3D'k%3Around'%5D", "/k:c/ident[k='k:round']"],
    ['inst', '%2Fk%3Ac%2Fident%5Bk%3D%22k%3Around%22%5D', "/k:c/ident[k='k:round']"],
    ['inst', '%2Fk:c%2Ftwo%5Ba%3D%27say%20%22hi%22%27%5D%5Bb%3D%22it%27s%22%5D', `/k:c/two[a='say "hi"'][b="it's"]`],
    ['uni', '007', 7],
    ['uni', '1.50', '1.5'],
    ['uni', 'up', 'up'],
    ['uni', 'x%2Cy', 'x,y'],
    ['bit', 'c%20a', 'a c'],
    ['bool', 'true', true],
    ['bin', 'AQI%3D', 'AQI='],
    ['big', '%2B0012', '12'],
    ['big', '+12', '12'],
    ['ref', '0016', '16'],
    ['nothing', '', [null]],
  ])('%s=%s', (list, raw, value) => {
    expect(parsedKey(`${list}=${raw}`)).toBe(decodedKey(list, { k: value }));
  });

  it.each([
    ['two=,', ['', '']],
    ['two=a,', ['a', '']],
    ['two=%2C,%2F', [',', '/']],
    ['two=%27,%22', ["'", '"']],
  ])('%s has empty keys, and keys of what separates others', (raw, [a, b]) => {
    expect(parsedKey(raw)).toBe(decodedKey('two', { a, b }));
    const target = parseApiPath(schema, `k:c/${raw}`);
    if (target.kind !== 'data') throw new Error('no data');
    expect(parseApiPath(schema, formatApiPath(target.path))).toEqual(target);
  });

  it.each(['ident=square', 'ident=x%3Around', 'bool=yes', 'bit=d', 'ref=0x10', 'inst=k', 'big=', 'uni', 'nothing=x'])(
    '%s names no entry',
    (raw) => {
      if (!raw.includes('=')) expect(parsedKey(raw)).toBeUndefined();
      else expect(() => parsedKey(raw)).toThrow(/bad value for "k"/);
    },
  );
});
