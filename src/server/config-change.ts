/** netconf-config-change (RFC 6470 §2.2): what a change did and who did it, logged in the transaction of the change. */
import { isIP } from 'node:net';
import { type Data, formatPath, type InstancePath, type ListEntry, type ParentData, type Tree } from '../data/index.js';
import type { EventInput } from '../events/index.js';
import type { Caller } from './call.js';

export const CONFIG_CHANGE = 'ietf-netconf-notifications:netconf-config-change';

/** Longer edits are told by their first targets only; the reader can see from the datastore what else there is. */
const MAX_TARGETS = 100;

export interface EditedTarget {
  /** An instance-identifier. */
  readonly target: string;
  readonly operation: string;
}

/** Who changed something: a user, or the node of its own accord. */
export type ChangedBy = Caller | 'server';

/** @param edited what leads from the content before to the content after */
export function configChangeEvent(
  datastore: 'running' | 'startup',
  edited: readonly EditedTarget[],
  by: ChangedBy,
): EventInput {
  return {
    name: CONFIG_CHANGE,
    value: { 'changed-by': by === 'server' ? { server: [null] } : sessionParameters(by), datastore, edit: edited },
  };
}

/** The first targets of an edit. */
export function editedTargets(edit: Tree): readonly EditedTarget[] {
  const targets: EditedTarget[] = [];
  collect(edit, [], targets);
  return targets;
}

/** The grouping common-session-parms. */
export function sessionParameters({ principal, session, source }: Pick<Caller, 'principal' | 'session' | 'source'>): {
  readonly username: string;
  readonly 'session-id': number;
  readonly 'source-host'?: string;
} {
  const who = { username: principal.name, 'session-id': session };
  return source !== undefined && isIP(source) !== 0 ? { ...who, 'source-host': source } : who;
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
