/** Subtree filters (RFC 6241 §6). */
import { ok } from 'node:assert/strict';
import {
  emptyTree,
  encodeJson,
  encodeXml,
  equal,
  find,
  type InstancePath,
  keyValues,
  parseXml,
  selectionOfSubtree,
  subtreeFilter,
  type Tree,
  type XmlElement,
  xpathFilter,
} from '../../../src/data/index.js';
import { parseXPath } from '../../../src/yang/index.js';
import { instances } from '../instances.js';
import { selected } from '../selected.js';
import type { Tape } from '../tape.js';
import { type Law, sameTree } from './law.js';

const filterOf = (text: string): XmlElement => parseXml(`<filter>${text}</filter>`);

/** A filter made of a document: parts of it are left out or made to select all, values stay as matches. */
function pruned(element: XmlElement, tape: Tape): XmlElement {
  const children = element.children.flatMap((child): (string | XmlElement)[] => {
    if (typeof child === 'string') return tape.oneIn(3) ? [] : [child];
    return tape.oneIn(3) ? [] : [pruned(child, tape)];
  });
  return { ...element, attributes: tape.oneIn(2) ? [] : element.attributes, children };
}

export const FILTERS: readonly Law[] = [
  {
    name: 'a document as the filter selects all of it',
    check: ({ schema, a }) => {
      sameTree(subtreeFilter(a, filterOf(encodeXml(a)), schema), a, `what ${encodeXml(a)} selects`);
    },
  },
  {
    name: 'empty elements select their nodes as a whole, and an empty filter nothing',
    check: ({ schema, a }) => {
      const tops = [...a.children.values()].map(
        ({ schema: { name, module } }) => `<${name} xmlns="${module.namespace}"/>`,
      );
      sameTree(subtreeFilter(a, filterOf(tops.join('')), schema), a, 'what the top-level nodes select');
      sameTree(subtreeFilter(a, filterOf(''), schema), emptyTree(schema.root), 'what nothing selects');
    },
  },
  {
    name: 'a filter selects a part of the document, and of that part all',
    check: ({ schema, a, b, choices }) => {
      for (const from of [a, b]) {
        const filter = pruned(filterOf(encodeXml(from)), choices());
        const part = subtreeFilter(a, filter, schema);
        ok(isPart(part, a), `${encodeJson(part)} is a part of ${encodeJson(a)}`);
        sameTree(subtreeFilter(part, filter, schema), part, 'what the filter selects of its selection');
      }
    },
  },
  {
    name: 'an XPath filter selects the node that a path names, and nothing beside it',
    check: ({ schema, a, choices }) => {
      const prefixes = new Map([...schema.modules.keys()].map((name) => [name, name]));
      const select = (text: string): Tree => xpathFilter(a, parseXPath(text, { module: '', prefixes }), schema);
      sameTree(select('/*'), a, 'what all top-level nodes select');
      const all = instances(a);
      if (all.length === 0) return;
      const { path, node } = choices().pick(all);
      const part = select(xpathOf(path));
      const found = find(part, path);
      ok(found !== undefined && equal(found, node), `${xpathOf(path)} selects ${encodeJson(part)} of ${encodeJson(a)}`);
      ok(isPart(part, a), `${encodeJson(part)} is a part of ${encodeJson(a)}`);
    },
  },
  {
    name: 'what is to be read before a filter is applied holds all that it selects',
    check: ({ schema, a, b, choices }) => {
      for (const from of [a, b]) {
        const filter = pruned(filterOf(encodeXml(from)), choices());
        const read = selected(a, selectionOfSubtree(filter, schema));
        sameTree(
          subtreeFilter(read, filter, schema),
          subtreeFilter(a, filter, schema),
          'what the filter selects of what was read',
        );
      }
      sameTree(selected(a, 'all'), a, 'all of it');
    },
  },
];

/** In XPath every name has its prefix. */
const xpathOf = (path: InstancePath): string =>
  path
    .map(({ schema, key }) => {
      const step = `/${schema.qname}`;
      if (key === undefined) return step;
      if (schema.kind !== 'list') return `${step}[.=${literal(key)}]`;
      return step + schema.keys.map(({ qname }, i) => `[${qname}=${literal(keyValues(key)[i] ?? '')}]`).join('');
    })
    .join('');

const literal = (text: string): string => (text.includes("'") ? `"${text}"` : `'${text}'`);

function isPart(part: Tree, whole: Tree): boolean {
  const [small, large] = [part, whole].map((tree) => JSON.parse(encodeJson(tree)) as unknown);
  return holds(large, small);
}

/** Whether the value has everything that the part has, arrays in the same order. */
function holds(value: unknown, part: unknown): boolean {
  if (Array.isArray(value) && Array.isArray(part)) {
    let at = 0;
    for (const one of part) {
      while (at < value.length && !holds(value[at], one)) at += 1;
      if (at === value.length) return false;
      at += 1;
    }
    return true;
  }
  if (typeof value !== 'object' || typeof part !== 'object' || value === null || part === null)
    return Object.is(value, part);
  const members = new Map(Object.entries(value));
  return Object.entries(part).every(([name, one]) => members.has(name) && holds(members.get(name), one));
}
