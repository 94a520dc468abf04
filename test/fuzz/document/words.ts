/** Names and values that are worth trying in documents of a schema. */
import type { ModuleText } from '../model/modules.js';

/** At the edges of the built-in types, or beyond. */
const VALUES = [
  '',
  ' ',
  'a',
  'b',
  ' a ',
  'a b',
  'b a',
  'a a',
  'a  b',
  'true',
  'false',
  'True',
  '1 ',
  '0',
  '-0',
  '+1',
  '007',
  '0x1F',
  '017',
  '1.',
  '.5',
  '1.0',
  '1.50',
  '1e2',
  '1E400',
  '-128',
  '-129',
  '127',
  '128',
  '255',
  '256',
  '-32769',
  '65535',
  '65536',
  '2147483648',
  '4294967295',
  '4294967296',
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '-9223372036854775808',
  '18446744073709551615',
  '18446744073709551616',
  '922337203685477580.7',
  '922337203685477580.8',
  '0.000000000000000001',
  'AA==',
  'AAE',
  'AAE=',
  'AAF=',
  'AA E=',
  'qqqq',
  'qqqqqqqq',
  'id-a',
  'id-b',
  'm:id-a',
  'm:id-c',
  'x:id-a',
  'base-id',
  'm:nothing',
  'other:id-a',
  '/m:top',
  '/m:top/m:name',
  '/m:top/name',
  "/m:top/m:name[m:constructor='1']",
  '/other:top',
  'top',
  '//m:top',
  'é😀',
  'abcdefghijk',
  '1.1',
  'red',
  'dark blue',
  'ünder',
] as const;

export interface Words {
  readonly names: readonly string[];
  readonly values: readonly string[];
}

/** Those of the modules and those that are always tried. */
export function wordsOf(modules: readonly ModuleText[]): Words {
  const said = modules.flatMap(({ text }) => [...text.matchAll(/"([^"]*)"/g)].map(([, one]) => one ?? ''));
  const words = new Set(said.flatMap((one) => one.split(/[ |]|\.\./)));
  const numbers = [...words].filter((word) => /^-?\d{1,15}$/.test(word)).map(Number);
  const around = numbers.flatMap((number) => [number - 1, number, number + 1]).map(String);
  const names = modules.flatMap(({ text }) =>
    [...text.matchAll(/(?:leaf|leaf-list|container|list|anydata|anyxml|choice|case) "([^"]*)"/g)].map(
      ([, name]) => name ?? '',
    ),
  );
  return { names: [...new Set([...names, 'nothing'])], values: [...new Set([...VALUES, ...around, ...words])] };
}
