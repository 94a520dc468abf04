/** The JSON Schemas that agents outside the node register for the input and output of their skills. */
import type { SkillSchemaFaults } from '../../agents/index.js';
import { type BoundedSchema, boundedSchema, schemaIn } from './bounded-schema.js';

/** Characters of a schema of an input: several are looked at in one registration, and again when tasks are assigned. */
const LONGEST = 16_384;
/** Compiled schemas that are kept. */
const MOST_KEPT = 64;
const kept = new Map<string, BoundedSchema | TypeError>();

/** What is wrong with them. The input is checked by its schema here, the output by who gets it. */
export const SKILL_SCHEMA_FAULTS: SkillSchemaFaults = {
  'input-schema': (text) => faultIn(judged(text)),
  'output-schema': (text) => faultIn(orFault(() => schemaIn(text))),
};

/** The schema of a text; undefined for one that an earlier version of the node took and that is none. */
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
