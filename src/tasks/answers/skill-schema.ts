/** JSON Schemas that agents outside the node register for the input and output of their skills. */
import type { SkillSchemaFaults } from '../../agents/index.js';
import { type BoundedSchema, boundedSchema, schemaIn } from './bounded-schema.js';

/** Maximum number of characters of an input schema. A registration checks several of them, and each assignment uses one. */
const LONGEST = 16_384;
/** Maximum number of compiled schemas in the cache. */
const MOST_KEPT = 64;
const kept = new Map<string, BoundedSchema | TypeError>();

/** Checks of the two schemas. Inputs are validated by their schema on this node; outputs are validated by their receivers. */
export const SKILL_SCHEMA_FAULTS: SkillSchemaFaults = {
  'input-schema': (text) => faultIn(judged(text)),
  'output-schema': (text) => faultIn(orFault(() => schemaIn(text))),
};

/** Returns the compiled schema; undefined for a text that is no schema but was accepted by an earlier version of the node. */
export function skillSchema(text: string): BoundedSchema | undefined {
  const schema = judged(text);
  return schema instanceof TypeError ? undefined : schema;
}

function judged(text: string): BoundedSchema | TypeError {
  const schema = kept.get(text) ?? orFault(() => boundedSchema(text, LONGEST));
  kept.delete(text);
  kept.set(text, schema);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  return schema;
}

function faultIn(judgement: unknown): string | undefined {
  return judgement instanceof TypeError ? judgement.message : undefined;
}

function orFault<T>(read: () => T): T | TypeError {
  try {
    return read();
  } catch (error) {
    if (error instanceof TypeError) return error;
    throw error;
  }
}
