/** Reads the stored content of a graph. */
import { fromValue, isObject } from '../../data/index.js';
import { inputInUse } from '../../server/index.js';
import type { Schema } from '../../yang/index.js';
import type { Dag } from '../model/dag.js';

/** Returns a graph (RFC 8785 text without defaults) with the defaults in use. @throws Error for a text that is no graph */
export function readGraph(schema: Schema, content: string): Dag {
  const check = schema.rpcs.get('yangent-workflows:check');
  if (!check) throw new Error('the models have no rpc check of workflows');
  const { dag } = inputInUse(fromValue(check.input, { dag: JSON.parse(content) }, { schema }));
  if (!isDag(dag)) throw new Error('the stored graph cannot be read');
  return dag;
}

/** The value was read by its schema. */
function isDag(value: unknown): value is Dag {
  return isObject(value) && Array.isArray(value.node);
}
