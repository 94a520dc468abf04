import type { Tree } from '../../../src/data/index.js';
import { accessibleTree, evaluateXPath, type XPathNode, type XPathValue } from '../../../src/data/xpath/index.js';
import { parseXPath, type Schema, type XPath } from '../../../src/yang/index.js';

/** An expression in module `m`, where `m` and `o` are prefixes. */
export function xpath(text: string): XPath {
  return parseXPath(text, {
    module: 'm',
    prefixes: new Map([
      ['m', 'm'],
      ['o', 'o'],
    ]),
  });
}

/** Evaluates expressions over one tree: from the root, or from the first node that `at` selects. */
export function evaluator(schema: Schema, datastore: Tree): (text: string, at?: string) => XPathValue {
  const document = accessibleTree({ schema, datastore });
  return (text, at = '/') => {
    const [context] = document.select(xpath(at), document.root);
    if (!context) throw new Error(`nothing at ${at}`);
    return evaluateXPath(xpath(text), context);
  };
}

/** Node-sets by name and value, other values as they are. */
export function shown(value: XPathValue): unknown {
  return typeof value === 'object' ? value.map(label) : value;
}

function label(node: XPathNode): string {
  const { data } = node;
  if (node.kind === 'root') return '/';
  const name = node.named?.name ?? '';
  if (node.kind === 'text') return `text(${node.stringValue})`;
  if (data.kind === 'leaf' || data.kind === 'item') return `${name}=${node.stringValue}`;
  return data.kind === 'entry' ? `${name}[${data.key.replaceAll('\0', ',')}]` : name;
}
