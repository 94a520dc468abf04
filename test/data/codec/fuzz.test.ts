import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  applyEdit,
  decodeJson,
  decodeXml,
  emptyTree,
  encodeJson,
  encodeXml,
  parseInstancePath,
  parseXml,
  RpcError,
  subtreeFilter,
} from '../../../src/data/index.js';
import { schema } from './example.js';

const NAMES = [
  'box',
  'box:box',
  'level',
  'port',
  'number',
  'rule',
  'name',
  'tag',
  'pair',
  'kind',
  'id',
  'speed',
  'where',
  'extra',
  'raw',
  'by-sea',
  'lane',
  'state',
  'log',
  'extra:weight',
  '__proto__',
  'constructor',
  'toString',
  '',
];
const name = fc.oneof(
  fc.constantFrom(...NAMES, ...NAMES.map((one) => `@${one}`), 'ietf-netconf:operation', 'yang:insert', 'yang:key'),
  fc.string({ maxLength: 3 }),
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 6 },
    fc.constantFrom(
      null,
      true,
      1,
      -1,
      1.5,
      '',
      'x',
      '1',
      'fast',
      'delete',
      'create',
      "[name='x']",
      '/box:box',
      '\u0000',
      Number.MAX_SAFE_INTEGER,
    ),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 5, noNullPrototype: false }),
  ),
}));

/** Runs the action; raises whatever is not a proper refusal. */
function orRefuse(action: () => void): void {
  try {
    action();
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    expect(error.message).not.toBe('');
  }
}

test('no JSON value does worse than being refused', () => {
  fc.assert(
    fc.property(value, fc.boolean(), (content, operations) => {
      for (const document of [content, { 'box:box': content }, { 'box:state': content }]) {
        orRefuse(() => {
          const tree = decodeJson(schema.root, document, { schema, operations });
          encodeJson(tree, { withDefaults: 'report-all-tagged' });
          encodeXml(tree, { withDefaults: 'trim' });
          applyEdit(emptyTree(schema.root), tree, 'merge', { schema });
        });
      }
    }),
    { numRuns: 1000 },
  );
});

const attribute = fc.constantFrom(
  '',
  ' nc:operation="delete"',
  ' nc:operation="x"',
  ' y:insert="after" y:key="[name=\'a\']"',
  ' y:insert="first"',
  ' x="1"',
  ' xmlns="urn:extra"',
  ' b:z="1"',
);
const { element } = fc.letrec<{ element: string }>((tie) => ({
  element: fc
    .tuple(
      fc.constantFrom(...NAMES.filter((one) => /^[\w-]+$/.test(one)), 'b:port', 'vlan'),
      attribute,
      fc.array(fc.oneof({ maxDepth: 5 }, fc.constantFrom('', 'x', '1', 'b:fast', '/b:box', ' '), tie('element')), {
        maxLength: 4,
      }),
    )
    .map(([tag, extra, inside]) => `<${tag}${extra}>${inside.join('')}</${tag}>`),
}));

test('no XML document does worse than being refused, as data, edit or filter', () => {
  fc.assert(
    fc.property(fc.array(element, { maxLength: 4 }), fc.boolean(), (elements, operations) => {
      const text = `<r xmlns="urn:box" xmlns:b="urn:box" xmlns:nc="urn:ietf:params:xml:ns:netconf:base:1.0" xmlns:y="urn:ietf:params:xml:ns:yang:1"><box>${elements.join('')}</box></r>`;
      orRefuse(() => {
        const root = parseXml(text);
        subtreeFilter(emptyTree(schema.root), root, schema);
        const tree = decodeXml(schema.root, root.children, { schema, operations });
        subtreeFilter(tree, root, schema);
        encodeJson(tree, { content: 'nonconfig' });
        encodeXml(tree, { depth: 2 });
        applyEdit(emptyTree(schema.root), tree, 'none', { schema });
      });
    }),
    { numRuns: 1000 },
  );
});

test('no text is worse than a refused instance-identifier', () => {
  const part = fc.constantFrom(
    '/',
    'box:',
    'box',
    'port',
    '[',
    ']',
    "'",
    '"',
    '=',
    '.',
    '1',
    'number',
    ' ',
    'tag',
    ':',
    'é',
  );
  fc.assert(
    fc.property(fc.array(part), (parts) => orRefuse(() => void parseInstancePath(schema, parts.join('')))),
    { numRuns: 2000 },
  );
});
