/** The instances that an edit changes, for notifications. */
import { type Data, formatPath, type InstancePath, type ListEntry, type ParentData, type Tree } from '../data/index.js';

/** Maximum number of reported targets; for a longer edit a client reads the rest from the datastore. */
const MAX_TARGETS = 100;

export interface EditedTarget {
  /** Target as an instance-identifier. */
  readonly target: string;
  readonly operation: string;
}

/** Returns the first targets of an edit. */
export function editedTargets(edit: Tree): readonly EditedTarget[] {
  const targets: EditedTarget[] = [];
  collect(edit, [], targets);
  return targets;
}

function collect(parent: ParentData, path: InstancePath, into: EditedTarget[]): void {
  for (const child of parent.children.values()) {
    if (into.length >= MAX_TARGETS) return;
    if (child.kind === 'list') {
      for (const entry of child.entries) visit(entry, [...path, { schema: child.schema, key: entry.key }], into);
    } else if (child.kind === 'leaf-list') {
      for (const item of child.entries) {
        add(item.meta?.operation, [...path, { schema: child.schema, key: item.key }], into);
      }
    } else {
      visit(child, [...path, { schema: child.schema }], into);
    }
  }
}

function visit(node: Data | ListEntry, path: InstancePath, into: EditedTarget[]): void {
  const operation = node.meta?.operation ?? 'none';
  if (operation !== 'none') add(operation, path, into);
  else if (node.kind === 'container' || node.kind === 'entry') collect(node, path, into);
}

function add(operation: string | undefined, path: InstancePath, into: EditedTarget[]): void {
  if (operation === undefined || operation === 'none' || into.length >= MAX_TARGETS) return;
  into.push({ target: formatPath(path), operation });
}
