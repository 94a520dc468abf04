/** Events as data. One that many subscribers get is decoded once: all who read live are given the same record. */
import { fromValue, parseInstancePath, RpcError } from '../data/index.js';
import type { EventRecord } from '../events/index.js';
import type { Schema } from '../yang/index.js';
import type { EventDelivery } from './operation.js';

const known = new WeakMap<EventRecord, Map<Schema, EventDelivery | undefined>>();

/** Undefined for a notification that the schema does not have, or that was logged under an older one that it does not fit. */
export function sharedEvent(schema: Schema, record: EventRecord): EventDelivery | undefined {
  const bySchema = known.get(record) ?? new Map<Schema, EventDelivery | undefined>();
  if (bySchema.size === 0) known.set(record, bySchema);
  if (!bySchema.has(schema)) bySchema.set(schema, decode(schema, record));
  return bySchema.get(schema);
}

function decode(schema: Schema, { id, time, name, value, path }: EventRecord): EventDelivery | undefined {
  const node = schema.notifications.get(name);
  if (!node) return undefined;
  try {
    const notification = fromValue(node, value, { schema });
    return {
      kind: 'event',
      id,
      time,
      node,
      notification,
      path: path === undefined ? undefined : parseInstancePath(schema, path),
    };
  } catch (error) {
    if (error instanceof RpcError) return undefined;
    throw error;
  }
}
