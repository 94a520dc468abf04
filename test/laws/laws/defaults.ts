/** The modes of RFC 6243. */
import { decodeJson, encodeJson, encodeXml, parseJson, type Tree, type WithDefaults } from '../../../src/data/index.js';
import type { Schema, SchemaNode } from '../../../src/yang/index.js';
import { fromXml, type Law, sameTree } from './law.js';

/** The document as it comes out in a mode, and is read again. */
const inMode = (schema: Schema, tree: Tree, withDefaults: WithDefaults): Tree =>
  decodeJson(schema.root, parseJson(encodeJson(tree, { withDefaults })), { schema });

/** The same over each encoding. */
const sent = (schema: Schema, tree: Tree, withDefaults: WithDefaults): readonly Tree[] => [
  inMode(schema, tree, withDefaults),
  fromXml(schema, encodeXml(tree, { withDefaults })),
];

/** Whether what stands in for an absent node depends on more than the schema. */
const depends = (node: SchemaNode): boolean =>
  node.kind === 'choice' || node.whens.length > 0 || ('children' in node && node.children.some(depends));

export const DEFAULTS: readonly Law[] = [
  {
    name: 'explicit mode shows what was set and no more',
    check: ({ schema, a }) => {
      for (const tree of sent(schema, a, 'explicit')) sameTree(tree, a, 'the document in explicit mode');
    },
  },
  {
    name: 'report-all mode adds what trim mode leaves out, and nothing else',
    check: ({ schema, a }) => {
      const [all, trimmed] = [inMode(schema, a, 'report-all'), inMode(schema, a, 'trim')];
      for (const tree of sent(schema, a, 'report-all')) {
        sameTree(tree, all, 'the document in report-all mode');
        sameTree(inMode(schema, tree, 'report-all'), all, 'what was reported, reported again,');
        sameTree(inMode(schema, tree, 'trim'), trimmed, 'what was reported, trimmed,');
      }
      for (const tree of sent(schema, a, 'trim')) {
        sameTree(tree, trimmed, 'the document in trim mode');
        sameTree(inMode(schema, tree, 'trim'), trimmed, 'what was trimmed, trimmed again,');
        // What was trimmed may have been what chose a case, or have been there on a condition; and its annotations are gone.
        if (!depends(schema.root) && !encodeJson(a).includes('"notes:'))
          sameTree(inMode(schema, tree, 'report-all'), all, 'what was trimmed, reported,');
      }
    },
  },
  {
    name: 'the tags of report-all-tagged mode tell what was set',
    check: ({ schema, a }) => {
      for (const tree of sent(schema, a, 'report-all-tagged')) {
        sameTree(inMode(schema, tree, 'explicit'), a, 'what was not tagged');
        sameTree(tree, inMode(schema, a, 'report-all'), 'the document with what was tagged');
        sameTree(inMode(schema, tree, 'report-all-tagged'), tree, 'what was tagged, tagged again,');
      }
    },
  },
];
