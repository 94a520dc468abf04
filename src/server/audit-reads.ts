/** Finds out which readings have a record in the audit log. */
import type { Selection } from '../data/index.js';
import type { DataNode, Schema } from '../yang/index.js';
import type { AuditTrail } from './audit.js';
import type { Caller } from './call.js';
import type { ReadRequest } from './operation.js';

const NACM = 'ietf-netconf-acm';
const MARK = 'default-deny-all';

/** Records a reading by a client, when the configuration says so. */
export function recordReading(
  audit: AuditTrail | undefined,
  schema: Schema,
  caller: Caller,
  { selection }: ReadRequest,
): void {
  if (!audit || audit.reads === 'none' || caller.protocol === 'local') return;
  if (audit.reads === 'sensitive' && !isSensitive(schema, selection)) return;
  const targets = selection === 'all' ? ['/'] : [...selection.keys()].map((name) => `/${name}`);
  audit.recordRead(caller, { operation: 'read', targets });
}

/** True when the selection has everything, or a top-level node in which a node is marked. */
function isSensitive(schema: Schema, selection: Selection): boolean {
  if (selection === 'all') return true;
  return [...selection.keys()].some((name) => {
    const node = schema.root.data.get(name);
    return node !== undefined && isMarked(node);
  });
}

const marked = new WeakMap<DataNode, boolean>();

function isMarked(node: DataNode): boolean {
  const known = marked.get(node);
  if (known !== undefined) return known;
  const own = node.extensions.some(({ module, name }) => module === NACM && name === MARK);
  const found = own || ('data' in node && [...node.data.values()].some(isMarked));
  marked.set(node, found);
  return found;
}
