import type { ContainerNode, DataNode, DataParent, ListNode } from '../../../yang/index.js';
import type { Fields } from './resolve.js';

type Members = Readonly<Record<string, unknown>>;

/**
 * The members of an encoded object (RFC 7951) that the fields select, keys of entries included. For answers to which the
 * encoder adds defaults: those must be selected from as well, and the Tree does not have them.
 */
export function selectMembers(parent: DataParent, value: Members, fields: Fields): Members {
  if (fields === 'all') return value;
  const keys: readonly DataNode[] = parent.kind === 'list' ? parent.keys : [];
  const kept: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    const annotation = name.startsWith('@');
    const qname = qualified(parent, annotation ? name.slice(1) : name);
    const below = keys.some((key) => key.qname === qname) ? 'all' : fields.get(qname);
    if (below === undefined) continue;
    const node = parent.data.get(qname);
    const whole = annotation || below === 'all' || (node?.kind !== 'container' && node?.kind !== 'list');
    kept[name] = whole ? member : selectValue(node, member, below);
  }
  return kept;
}

function selectValue(node: ContainerNode | ListNode, value: unknown, fields: Fields): unknown {
  if (Array.isArray(value)) return value.map((entry) => selectValue(node, entry, fields));
  return isMembers(value) ? selectMembers(node, value, fields) : value;
}

function qualified(parent: DataParent, name: string): string {
  return name.includes(':') || parent.kind === 'root' ? name : `${parent.module.name}:${name}`;
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null;
}
