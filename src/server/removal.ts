/** Requests that free space: they are accepted while the disk of the node is full (`Store.relieving`). */
import type { Data, LeafListItem, ListEntry, Tree } from '../data/index.js';
import type { EditRequest } from './operation.js';

/** Operations that end or delete something. */
export const FREEING: ReadonlySet<string> = new Set([
  'yangent-agents:deregister',
  'yangent-contexts:remove',
  'yangent-loops:pause',
  'yangent-loops:stop',
  'yangent-tasks:cancel',
  'yangent-tasks:remove',
  'yangent-tasks:stop-all',
]);

/** True when the edit only deletes. */
export function isRemoval({ edit, defaultOperation, followedBy = [] }: EditRequest): boolean {
  return [{ edit, defaultOperation }, ...followedBy].every(
    (step) => step.defaultOperation !== 'replace' && edit.children.size > 0 && removes(step.edit),
  );
}

function removes(node: Tree | Data | ListEntry | LeafListItem): boolean {
  const operation = node.meta?.operation;
  if (operation === 'delete' || operation === 'remove') return true;
  if (operation === 'create' || operation === 'replace') return false;
  switch (node.kind) {
    case 'root':
    case 'container':
      return node.children.size > 0 && [...node.children.values()].every(removes);
    case 'entry': {
      const keys = new Set<unknown>(node.schema.keys);
      const others = [...node.children.values()].filter(({ schema }) => !keys.has(schema));
      return others.length > 0 && others.every(removes);
    }
    case 'list':
    case 'leaf-list':
      return node.entries.size > 0 && [...node.entries].every(removes);
    case 'leaf':
    case 'any':
    case 'item':
      return false;
    default:
      return node satisfies never;
  }
}
