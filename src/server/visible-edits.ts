/**
 * Filters netconf-config-change for a reader: only targets that the reader may read are sent (RFC 6470 §2.2, RFC 8341 §3.4.6). A
 * notification without readable targets is not sent.
 */
import type { Principal } from '../access/index.js';
import { parseInstancePath, RpcError } from '../data/index.js';
import type { EventRecord } from '../events/index.js';
import type { Schema } from '../yang/index.js';
import type { ServerCore } from './core.js';
import { CONFIG_CHANGE } from './notifications/config-change.js';

/** Filtered records by their targets: readers with the same targets share a record, which is decoded and encoded once. */
const known = new WeakMap<EventRecord, Map<string, EventRecord>>();

/** Returns the event as this reader may see it; undefined when it may not see it. Other events are returned unchanged. */
export function visibleEdits(
  { access }: ServerCore,
  principal: Principal,
  schema: Schema,
): (event: EventRecord) => EventRecord | undefined {
  const mayRead = (target: string): boolean => {
    try {
      return access.mayRead(principal, parseInstancePath(schema, target));
    } catch (error) {
      // The endpoint does not serve this node.
      if (error instanceof RpcError) return false;
      throw error;
    }
  };
  return (event) => {
    if (event.name !== CONFIG_CHANGE || access.readsAll(principal, schema)) return event;
    const { value } = event;
    const edits = editsIn(value);
    const visible = edits.map((edit) => mayRead(targetOf(edit)));
    if (visible.every((each) => each)) return event;
    if (!visible.some((each) => each)) return undefined;
    const variants = known.get(event) ?? new Map<string, EventRecord>();
    known.set(event, variants);
    const key = visible.map(Number).join('');
    const variant = variants.get(key) ?? {
      ...event,
      value: { ...membersOf(value), edit: edits.filter((_, index) => visible[index]) },
    };
    variants.set(key, variant);
    return variant;
  };
}

function editsIn(value: unknown): readonly unknown[] {
  const { edit } = membersOf(value);
  return Array.isArray(edit) ? edit : [];
}

function targetOf(edit: unknown): string {
  return String(membersOf(edit).target);
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
