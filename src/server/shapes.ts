/** Validates values by the models before rooms store or send them. */
import { fromValue, type InstancePath, type PathStep, RpcError } from '../data/index.js';
import type { EventInput } from '../events/index.js';
import { type DataNode, type DataParent, type Schema, schemaNodeAt } from '../yang/index.js';
import { placeOf } from './shared-event.js';

export interface Shapes {
  /**
   * Refuses a value that a read of this node could not give.
   *
   * @param path schema path of a list, container or leaf, `/module:container/list`
   * @param value RFC 7951 value; of a list, one entry
   * @throws RpcError invalid-value with the path of the first fault
   */
  require(path: string, value: unknown): void;
  /**
   * Refuses a value that an rpc or action would refuse as input.
   *
   * @param path schema path of the operation
   * @param value RFC 7951 value of its input
   * @throws RpcError as for a caller of the operation
   */
  requireInput(path: string, value: unknown): void;
  /** True when a read of the node can give the value. */
  fits(path: string, value: unknown): boolean;
  /** Refuses a notification that could not be delivered. @throws RpcError invalid-value, unknown-element and the like */
  requireEvent(event: Pick<EventInput, 'name' | 'path' | 'value'>): void;
}

/** Accepts all values: for rooms without models, as in their own tests. */
export const ANY_SHAPE: Shapes = {
  require: () => {},
  requireInput: () => {},
  fits: () => true,
  requireEvent: () => {},
};

/** Returns the shapes that a schema gives its nodes. */
export function shapesOf(schema: Schema): Shapes {
  const places = new Map<string, Place | undefined>();
  const find = (path: string) => {
    if (!places.has(path)) places.set(path, placeIn(schema, path));
    return places.get(path);
  };
  const require = (path: string, value: unknown) => {
    const place = find(path);
    if (!place) return;
    const { parent, at, member, isList } = place;
    try {
      fromValue(parent, { [member]: isList ? [value] : value }, { schema, at, errors: 'first' });
    } catch (error) {
      throw error instanceof RpcError ? unreadable(path, error) : error;
    }
  };
  return {
    require,
    requireInput: (path, value) => {
      const node = schemaNodeAt(schema, `${path}/input`);
      if (node?.kind === 'input') fromValue(node, value, { schema, errors: 'first' });
    },
    fits: (path, value) => {
      try {
        require(path, value);
        return true;
      } catch (error) {
        if (error instanceof RpcError) return false;
        throw error;
      }
    },
    requireEvent: (event) => {
      const place = placeOf(schema, event);
      if (place) {
        fromValue(place.node, event.value ?? {}, { schema, errors: 'first' });
        return;
      }
      const where = event.path === undefined ? '' : ` at ${event.path}`;
      throw new RpcError({
        type: 'application',
        tag: 'unknown-element',
        message: `no model of the node has the notification ${event.name}${where}`,
      });
    },
  };
}

interface Place {
  readonly parent: DataParent;
  /** Path for errors, without keys. */
  readonly at: InstancePath;
  readonly member: string;
  readonly isList: boolean;
}

/** Returns the place of a path; undefined when the schema does not have it: then values are not checked. */
function placeIn(schema: Schema, path: string): Place | undefined {
  const node = schemaNodeAt(schema, path);
  if (node?.kind !== 'list' && node?.kind !== 'container' && node?.kind !== 'leaf') return undefined;
  const at: PathStep[] = [];
  for (let above = node.parent; above?.kind === 'container' || above?.kind === 'list'; above = above.parent)
    at.unshift({ schema: above as DataNode });
  const parent = at.at(-1)?.schema;
  return {
    parent: parent?.kind === 'container' || parent?.kind === 'list' ? parent : schema.root,
    at,
    member: node.qname,
    isList: node.kind === 'list',
  };
}

function unreadable(path: string, error: RpcError): RpcError {
  const { tag, path: where, info } = error;
  const message = `this could not be read again as ${path}: ${error.message}`;
  return new RpcError({ type: 'application', tag, path: where, info, message }, [], { cause: error });
}
