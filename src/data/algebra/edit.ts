/** Edits of Trees with the operations of edit-config (RFC 6241 §7.2, RFC 7950 §7.5.8 - §7.8.6). */
import type { Schema } from '../../yang/schema.js';
import { membersOf } from '../codec/members.js';
import { NO_CHILDREN, treeOf } from '../nodes.js';
import { noteSchema } from '../schema-of.js';
import { atOnce, type Steps, type TimeSlice } from '../time-slice.js';
import type { Tree } from '../tree.js';
import { EditRun } from './edit-run.js';
import { unmarkedChildren } from './marks.js';

/**
 * Applies an edit to a document. A node of the edit without an operation takes that of its parent, at the top
 * `defaultOperation`: 'replace' drops the content of the document; 'none' only leads to nodes with an operation.
 * Setting a node of one case removes the nodes of the other cases. A non-presence container that becomes empty is
 * removed. Entries of user-ordered lists go where `insert` says.
 *
 * @returns the new document, which shares its unchanged parts with `target`; `target` itself when nothing changed.
 * @throws RpcError with all faults: `data-exists` (create), `data-missing` (delete, none), `bad-attribute` with
 * error-app-tag missing-instance (insert next to an entry that does not exist).
 */
export function applyEdit(
  target: Tree,
  edit: Tree,
  defaultOperation: 'merge' | 'replace' | 'none',
  options: { readonly schema: Schema },
): Tree {
  return atOnce((slice) => applyEditSteps(target, edit, defaultOperation, options, slice));
}

/** Applies an edit in steps: lists are changed entry by entry. */
export function* applyEditSteps(
  target: Tree,
  edit: Tree,
  defaultOperation: 'merge' | 'replace' | 'none',
  options: { readonly schema: Schema },
  slice: TimeSlice,
): Steps<Tree> {
  noteSchema(options.schema);
  const run = new EditRun(slice);
  const base = defaultOperation === 'replace' ? NO_CHILDREN : target.children;
  const operation = defaultOperation === 'replace' ? 'merge' : defaultOperation;
  const children = yield* run.children(membersOf(target.schema), base, edit.children, operation, undefined);
  run.finish();
  return children === target.children ? target : treeOf(target.schema, children, target.meta);
}

/** Returns both documents merged. Where both set a node, that of `b` wins; lists without keys are taken from `b`. */
export function mergeTrees(a: Tree, b: Tree): Tree {
  const children = atOnce((slice) =>
    new EditRun(slice).children(membersOf(a.schema), a.children, unmarkedChildren(b.children), 'merge', undefined),
  );
  return children === a.children ? a : treeOf(a.schema, children, a.meta);
}
