import type { DataNode } from '../../yang/schema.js';
import { noEntries } from '../entries/index.js';
import { any, container, leaf, leafList, list, NO_CHILDREN } from '../nodes.js';
import type { Data } from '../tree.js';

/** Returns a placeholder for an absent node, as the context node of its conditions. */
export function assumed(schema: DataNode): Data {
  switch (schema.kind) {
    case 'container':
      return container(schema, NO_CHILDREN);
    case 'list':
      return list(schema, noEntries(schema));
    case 'leaf':
      return leaf(schema, '');
    case 'leaf-list':
      return leafList(schema, noEntries(schema));
    case 'anydata':
    case 'anyxml':
      return any(schema, { form: 'json', value: null });
  }
}
