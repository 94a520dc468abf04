/** Edits (RFC 6241 §7.2, RFC 7950 §7.7.9, §7.8.6) and differences. */
import { deepEqual, equal as same } from 'node:assert/strict';
import {
  applyEdit,
  type Data,
  decodeJson,
  diff,
  editAt,
  encodeJson,
  encodeXml,
  equal,
  find,
  formatPath,
  type InstancePath,
  type LeafListItem,
  type ListEntry,
  type Metadata,
  parseJson,
  type Tree,
  treeOf,
} from '../../../src/data/index.js';
import type { Schema } from '../../../src/yang/index.js';
import { type Instance, instances, isNothing, isPositional } from '../instances.js';
import type { Tape } from '../tape.js';
import { fromXml, type Law, refusal, sameTree } from './law.js';

const apply = (schema: Schema, target: Tree, edit: Tree): Tree => applyEdit(target, edit, 'none', { schema });

/** The document without state data, which no edit-config touches. */
export const configOf = (schema: Schema, tree: Tree): Tree =>
  decodeJson(schema.root, parseJson(encodeJson(tree, { content: 'config' })), { schema, config: 'only' });

const overXml = (schema: Schema, edit: Tree): Tree => fromXml(schema, encodeXml(edit), true);
const overJson = (schema: Schema, edit: Tree): Tree =>
  decodeJson(schema.root, parseJson(encodeJson(edit)), { schema, operations: true });

export const EDITS: readonly Law[] = [
  {
    name: 'a difference, applied, gives the other document',
    check: ({ schema, a, b, c }) => {
      for (const [from, to] of [
        [a, b],
        [b, c],
        [c, a],
        [a, a],
      ] as const) {
        const edit = diff(from, to);
        sameTree(apply(schema, from, edit), to, 'the document with the difference applied');
        same(edit.children.size === 0, equal(from, to), 'the difference is empty just where there is none');
        const step = apply(schema, from, edit);
        sameTree(apply(schema, step, diff(step, from)), from, 'the way back');
      }
      const copy = fromXml(schema, encodeXml(a));
      same(diff(a, copy).children.size, 0, 'nothing differs from a copy');
    },
  },
  {
    name: 'a difference of configurations survives both encodings',
    check: ({ schema, a, b }) => {
      const [from, to] = [configOf(schema, a), configOf(schema, b)];
      const edit = diff(from, to);
      sameTree(apply(schema, from, overXml(schema, edit)), to, `the edit over XML ${encodeXml(edit)}`);
      sameTree(apply(schema, from, overJson(schema, edit)), to, `the edit over JSON ${encodeJson(edit)}`);
    },
  },
  {
    name: 'to replace leaves the new document alone',
    check: ({ schema, a, b }) => {
      sameTree(applyEdit(a, b, 'replace', { schema }), b, 'the default operation replace');
      const operated = (data: Data, operation: 'replace' | 'remove'): Data => ({
        ...data,
        meta: { ...data.meta, operation },
      });
      const old = [...a.children].filter(([qname]) => !b.children.has(qname));
      const edit = treeOf(
        schema.root,
        new Map([
          ...old.map(([qname, data]) => [qname, operated(data, 'remove')] as const),
          ...[...b.children].map(([qname, data]) => [qname, operated(data, 'replace')] as const),
        ]),
      );
      sameTree(apply(schema, a, edit), b, 'the operation replace on every top-level node');
    },
  },
  {
    name: 'what is deleted is missing, and created again is what it was',
    check: ({ schema, a, choices }) => {
      const all = instances(a).filter(({ node }) => !isNothing(node));
      if (all.length === 0) return;
      const { path, node } = choices().pick(all);
      const at = formatPath(path);
      const remove = (operation: 'delete' | 'remove'): Tree => editAt(schema, path, operation, undefined);
      const without = apply(schema, a, remove('delete'));
      same(find(without, path), undefined, `${at} is deleted`);
      sameTree(apply(schema, a, remove('remove')), without, `the document with ${at} removed`);
      const missing = refusal(() => apply(schema, without, remove('delete')), `to delete ${at} twice`);
      deepEqual([missing.tag, missing.path], ['data-missing', at]);
      sameTree(apply(schema, without, remove('remove')), without, `the document with ${at} removed again`);
      const create = editAt(schema, path, 'create', node, placeOf(a, path));
      sameTree(apply(schema, without, create), a, `the document with ${at} created again`);
      const exists = refusal(() => apply(schema, a, create), `to create ${at}, which exists,`);
      deepEqual([exists.tag, exists.path], ['data-exists', at]);
      sameTree(apply(schema, a, editAt(schema, path, 'merge', node)), a, `the document with ${at} merged into itself`);
      sameTree(
        apply(schema, a, editAt(schema, path, 'replace', node)),
        a,
        `the document with ${at} replaced by itself`,
      );
      if (!isSent(path)) return;
      sameTree(apply(schema, a, overXml(schema, remove('delete'))), without, `deletion of ${at} over XML`);
      sameTree(apply(schema, without, overXml(schema, create)), a, `creation of ${at} over XML ${encodeXml(create)}`);
      sameTree(apply(schema, a, overJson(schema, remove('delete'))), without, `deletion of ${at} over JSON`);
      sameTree(apply(schema, without, overJson(schema, create)), a, `creation of ${at} over JSON`);
    },
  },
  {
    name: 'entries that users order go where the insertion says',
    check: ({ schema, a, choices }) => {
      const tape = choices();
      const lists = instances(a).filter(
        ({ node }) =>
          (node.kind === 'list' || node.kind === 'leaf-list') && node.schema.config && node.schema.orderedBy === 'user',
      );
      for (const list of lists) insertInto(schema, a, list, tape);
    },
  },
];

/** Where an entry stands, so that it can be put back. */
function placeOf(tree: Tree, path: InstancePath): Metadata['insert'] {
  const { schema, key } = path.at(-1) ?? {};
  if (key === undefined || (schema?.kind !== 'list' && schema?.kind !== 'leaf-list')) return undefined;
  // State data have an order, too, but nobody can tell a server where to put them.
  if (schema.config && schema.orderedBy === 'system') return undefined;
  const keys = keysAt(tree, path);
  const before = keys[keys.indexOf(key) - 1];
  return before === undefined ? { at: 'first' } : { at: 'after', key: before };
}

function keysAt(tree: Tree, path: InstancePath): string[] {
  const list = find(tree, [...path.slice(0, -1), ...path.slice(-1).map(({ schema }) => ({ schema }))]);
  return list?.kind === 'list' || list?.kind === 'leaf-list'
    ? Array.from<ListEntry | LeafListItem, string>(list.entries, ({ key }) => key)
    : [];
}

/** A list as a whole has no element of its own, and state data are not edited. */
const isSent = (path: InstancePath): boolean =>
  path.every(
    ({ schema, key }) =>
      schema.config && (key !== undefined || (schema.kind !== 'list' && schema.kind !== 'leaf-list')),
  );

function insertInto(schema: Schema, tree: Tree, { path, node }: Instance, tape: Tape): void {
  if ((node.kind !== 'list' && node.kind !== 'leaf-list') || isPositional(node.schema)) return;
  const keys = keysAt(tree, path);
  const moved = tape.pick(keys);
  const others = keys.filter((key) => key !== moved);
  const at = [...path.slice(0, -1), { schema: node.schema, key: moved }];
  const one = find(tree, at);
  const neighbour = others.length === 0 ? undefined : tape.pick(others);
  const index = neighbour === undefined ? 0 : others.indexOf(neighbour);
  const expected: readonly (readonly [Metadata['insert'], readonly string[]])[] = [
    [{ at: 'first' }, [moved, ...others]],
    [{ at: 'last' }, [...others, moved]],
    ...(neighbour === undefined
      ? []
      : ([
          [{ at: 'before', key: neighbour }, others.toSpliced(index, 0, moved)],
          [{ at: 'after', key: neighbour }, others.toSpliced(index + 1, 0, moved)],
        ] as const)),
  ];
  const deleted = apply(schema, tree, editAt(schema, at, 'delete', undefined));
  for (const [insert, order] of expected) {
    const move = editAt(schema, at, 'merge', one, insert);
    const create = editAt(schema, at, 'create', one, insert);
    for (const edit of [move, overXml(schema, move), overJson(schema, move)])
      deepEqual(keysAt(apply(schema, tree, edit), at), order, `moved ${insert?.at} by ${encodeXml(edit)}`);
    for (const edit of [create, overXml(schema, create)])
      deepEqual(keysAt(apply(schema, deleted, edit), at), order, `created ${insert?.at} by ${encodeXml(edit)}`);
  }
  const nowhere = editAt(schema, at, 'merge', one, { at: 'before', key: moved });
  deepEqual(refusal(() => apply(schema, tree, nowhere), 'insertion before itself').appTag, 'missing-instance');
}
