/** Decodes events. An event for many subscribers is decoded once: all live subscribers share the record. */
import { fromValue, type InstancePath, parseInstancePath, RpcError } from '../data/index.js';
import type { NotificationNode, Schema, SchemaNode } from '../yang/index.js';
import type { EventDelivery } from './operation.js';
import type { StreamEvent } from './provider.js';

/** An event of the log, or of the stream of a provider. */
type Shared = StreamEvent & { readonly path?: string };

const known = new WeakMap<Shared, Map<Schema, EventDelivery | undefined>>();

/** Returns the event; undefined when the schema does not have the notification, or when an older logged value does not fit it. */
export function sharedEvent(schema: Schema, record: Shared): EventDelivery | undefined {
  const bySchema = known.get(record) ?? new Map<Schema, EventDelivery | undefined>();
  if (bySchema.size === 0) known.set(record, bySchema);
  if (!bySchema.has(schema)) bySchema.set(schema, decode(schema, record));
  return bySchema.get(schema);
}

function decode(schema: Schema, record: Shared): EventDelivery | undefined {
  const place = placeOf(schema, record);
  if (!place) return undefined;
  const { id, time, value } = record;
  const { node, path } = place;
  try {
    const notification = fromValue(node, value, { schema });
    return { kind: 'event', id, time, node, notification, ...(path.length === 0 ? {} : { path }) };
  } catch (error) {
    if (error instanceof RpcError) return undefined;
    throw error;
  }
}

/** The notification of an event, and the path of its node; empty for a top-level notification. */
export interface EventPlace {
  readonly node: NotificationNode;
  readonly path: InstancePath;
}

/** Returns the place of an event; undefined when the schema does not have the notification at this path. */
export function placeOf(schema: Schema, { name, path: text }: Pick<Shared, 'name' | 'path'>): EventPlace | undefined {
  const path = text === undefined ? [] : instancePathOf(schema, text);
  if (!path) return undefined;
  const parent = path.at(-1)?.schema;
  const node = parent ? notificationsOf(parent).get(name) : schema.notifications.get(name);
  return node && { node, path };
}

function instancePathOf(schema: Schema, text: string): InstancePath | undefined {
  try {
    return parseInstancePath(schema, text);
  } catch (error) {
    if (error instanceof RpcError) return undefined;
    throw error;
  }
}

const NONE: ReadonlyMap<string, NotificationNode> = new Map();

function notificationsOf(node: SchemaNode): ReadonlyMap<string, NotificationNode> {
  return node.kind === 'container' || node.kind === 'list' ? node.notifications : NONE;
}
