/** Documents put together. */
import { applyEdit, decodeJson, emptyTree, encodeJson, mergeTrees, parseJson } from '../../../src/data/index.js';
import type { SchemaNode } from '../../../src/yang/index.js';
import { type Law, sameTree } from './law.js';

const hasChoice = (node: SchemaNode): boolean =>
  node.kind === 'choice' || ('children' in node && node.children.some(hasChoice));

export const MERGING: readonly Law[] = [
  {
    name: 'merging has the empty document for its identity, and the same once more changes nothing',
    check: ({ schema, a, b }) => {
      const empty = emptyTree(schema.root);
      sameTree(mergeTrees(a, empty), a, 'with nothing');
      sameTree(mergeTrees(empty, a), a, 'into nothing');
      sameTree(mergeTrees(a, a), a, 'with itself');
      const merged = mergeTrees(a, b);
      sameTree(mergeTrees(merged, b), merged, 'once more');
      sameTree(applyEdit(a, b, 'merge', { schema }), merged, 'as an edit');
      // One case of each choice is left: decoding refuses several.
      sameTree(decodeJson(schema.root, parseJson(encodeJson(merged)), { schema }), merged, 'over JSON');
    },
  },
  {
    name: 'without choices it does not matter which documents are merged first',
    check: ({ schema, a, b, c }) => {
      // A case set last drops what the other order of merging would have kept (RFC 7950 §7.9).
      if (hasChoice(schema.root)) return;
      sameTree(mergeTrees(mergeTrees(a, b), c), mergeTrees(a, mergeTrees(b, c)), 'the other order');
    },
  },
  {
    name: 'configuration and state make up the document',
    check: ({ schema, a }) => {
      const [config, state] = (['config', 'nonconfig'] as const).map((content) =>
        decodeJson(schema.root, parseJson(encodeJson(a, { content })), { schema }),
      );
      if (config !== undefined && state !== undefined) sameTree(mergeTrees(config, state), a, 'the two together');
    },
  },
];
