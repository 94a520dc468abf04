/** Nodes in use without being stored: defaults and non-presence containers (RFC 7950 §7.5.1, §7.6.1, §7.7.2). */
import type { CaseNode, DataNode, SchemaNode, When } from '../../yang/schema.js';
import { canonical } from '../../yang/types.js';
import { entriesFrom } from '../entries/index.js';
import type { Children, Data } from '../tree.js';

/**
 * Returns the default node of `schema` in a parent with the children `present`; undefined when there is none. `holds`
 * evaluates a condition for the assumed node.
 */
export function defaultOf(
  schema: DataNode,
  present: Children,
  holds: (when: When, data: Data) => boolean,
): Data | undefined {
  const data = defaultData(schema);
  if (!data) return undefined;
  let node: SchemaNode | undefined = schema;
  do {
    if (node.kind === 'case' && !isCaseInUse(node, present)) return undefined;
    if (node.whens.some((when) => !holds(when, data))) return undefined;
    node = node.parent;
  } while (node?.kind === 'case' || node?.kind === 'choice');
  return data;
}

/** True when a node of the case exists, or it is the default case and no other case has a node. */
export function isCaseInUse(node: CaseNode, present: Children): boolean {
  if (hasNodeOf(node, present)) return true;
  const choice = node.parent;
  if (choice?.kind !== 'choice' || choice.defaultCase !== node) return false;
  return !choice.cases.some((other) => other !== node && hasNodeOf(other, present));
}

/** True when a node of the case is really given: defaults and empty non-presence containers do not select a case. */
export function hasNodeOf(node: CaseNode, present: Children): boolean {
  for (const qname of node.data.keys()) {
    const data = present.get(qname);
    if (data && isGiven(data)) return true;
  }
  return false;
}

/** True when the data differ from the nodes that are in use anyway. */
export function isGiven(data: Data): boolean {
  switch (data.kind) {
    case 'leaf':
      return data.meta?.isDefault !== true;
    case 'list':
    case 'leaf-list':
      return data.entries.size > 0;
    case 'container':
      return data.schema.presence || [...data.children.values()].some(isGiven);
    case 'any':
      return true;
  }
}

const made = new WeakMap<DataNode, Data>();

function defaultData(schema: DataNode): Data | undefined {
  const known = made.get(schema);
  if (known) return known;
  const data = makeDefault(schema);
  if (data) made.set(schema, data);
  return data;
}

function makeDefault(schema: DataNode): Data | undefined {
  const meta = { isDefault: true };
  switch (schema.kind) {
    case 'container':
      return schema.presence ? undefined : { kind: 'container', schema, children: new Map(), meta };
    case 'leaf':
      return schema.default === undefined ? undefined : { kind: 'leaf', schema, value: schema.default, meta };
    case 'leaf-list': {
      if (schema.defaults.length === 0) return undefined;
      const items = schema.defaults.map(
        (value) => ({ kind: 'item', schema, key: canonical(value), value, meta }) as const,
      );
      return { kind: 'leaf-list', schema, entries: entriesFrom(schema, items), meta };
    }
    default:
      return undefined;
  }
}
