/** netconf-config-change (RFC 6470 §2.2): what an edit changed and who did it, logged in the edit's own transaction. */
import {
  type Data,
  diff,
  formatPath,
  type InstancePath,
  type ListEntry,
  type ParentData,
  type Tree,
} from '../data/index.js';
import type { EventInput } from '../events/index.js';
import type { Caller } from './call.js';

/** Longer edits are told by their first targets only; the reader can see from running what else there is. */
const MAX_TARGETS = 100;

interface EditedTarget {
  readonly target: string;
  readonly operation: string;
}

export function configChangeEvent(before: Tree, after: Tree, caller: Caller): EventInput {
  const targets: EditedTarget[] = [];
  collect(diff(before, after), [], targets);
  return {
    name: 'ietf-netconf-notifications:netconf-config-change',
    value: {
      'changed-by': { username: caller.principal.name, 'session-id': caller.session },
      datastore: 'running',
      edit: targets,
    },
  };
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
