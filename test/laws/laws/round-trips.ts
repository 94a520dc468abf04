/** Texts to Trees and back. */
import { equal as same } from 'node:assert/strict';
import {
  decodeJson,
  decodeXmlText,
  encodeJson,
  encodeXml,
  parseJson,
  type Tree,
  toValue,
} from '../../../src/data/index.js';
import type { Schema } from '../../../src/yang/index.js';
import { normal } from '../normal.js';
import { anyTrees } from '../unknown-content.js';
import { fromXml, type Law, sameTree } from './law.js';

const fromJson = (schema: Schema, text: string): Tree => decodeJson(schema.root, parseJson(text), { schema });

/** Content without a schema keeps the prefixes that are in force around it, which its text may use. */
const undeclared = (xml: string): string => xml.replace(/ xmlns:[^=]*="[^"]*"/g, '');

export const ROUND_TRIPS: readonly Law[] = [
  {
    name: 'a document is written as it was read',
    check: ({ schema, drafts }) => {
      for (const draft of drafts) {
        const tree = decodeJson(schema.root, draft, { schema });
        const text = encodeJson(tree);
        same(normal(JSON.parse(text), schema.root), normal(draft, schema.root));
        same(encodeJson(fromJson(schema, text)), text);
        same(encodeJson(fromJson(schema, encodeJson(tree, { pretty: true }))), text);
        sameTree(fromJson(schema, text), tree, 'the document through JSON');
        sameTree(
          decodeJson(schema.root, toValue(tree), { schema }),
          decodeJson(schema.root, toValue(fromJson(schema, text)), { schema }),
          'its value',
        );
      }
    },
  },
  {
    name: 'JSON to XML and back changes nothing',
    check: ({ schema, drafts, a }) => {
      for (const tree of [...drafts.map((draft) => decodeJson(schema.root, draft, { schema })), a]) {
        const text = encodeJson(tree);
        const xml = encodeXml(tree);
        const back = fromXml(schema, xml);
        same(encodeJson(back), text);
        sameTree(back, tree, 'the document through XML');
        sameTree(fromXml(schema, encodeXml(tree, { pretty: true })), tree, 'the document through indented XML');
      }
    },
  },
  {
    name: 'XML to JSON and back changes nothing',
    check: ({ schema, drafts }) => {
      for (const draft of drafts) {
        const xml = encodeXml(decodeJson(schema.root, draft, { schema }));
        const tree = fromXml(schema, xml);
        same(undeclared(encodeXml(tree)), undeclared(xml));
        same(undeclared(encodeXml(fromJson(schema, encodeJson(tree)))), undeclared(xml));
        const isWrapper = ({ name }: { readonly name: string }, depth: number): boolean =>
          name === 'data' && depth === 0;
        sameTree(
          decodeXmlText(schema.root, `<data>${xml}</data>`, { schema, isWrapper }),
          tree,
          'the text read at once',
        );
      }
    },
  },
  {
    name: 'content without a schema survives the encoding that it came in, and settles after one way through the other',
    check: (sample) => {
      for (const { text, tree, json } of anyTrees(sample)) {
        const { schema } = sample;
        if (json) {
          same(encodeJson(tree), text);
          same(encodeJson(fromJson(schema, encodeJson(tree))), text);
        } else {
          const again = fromXml(schema, encodeXml(tree));
          sameTree(again, tree, 'the content through XML');
          same(encodeXml(again), encodeXml(tree));
        }
        const xml = encodeXml(tree);
        const settled = fromXml(schema, xml);
        same(encodeXml(fromXml(schema, encodeXml(settled))), encodeXml(settled));
        const once = fromJson(schema, encodeJson(settled));
        same(encodeJson(fromJson(schema, encodeJson(once))), encodeJson(once));
      }
    },
  },
];
