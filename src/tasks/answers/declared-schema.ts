/** The texts with which the schemas that a hosted program declares are published in the registration of its agent. */
import type { Members } from '../../data/rfc7951/members.js';
import { SKILL_SCHEMA_FAULTS } from './skill-schema.js';

const COMMENT = 'declared by the program of the agent';
const BEGIN = JSON.stringify({ $comment: COMMENT }).slice(0, -1);

/**
 * Returns the text of a declared schema; undefined for one that a registration does not take, because it is too long or cannot be
 * checked in bounded time.
 */
export function declaredSchema(leaf: 'input-schema' | 'output-schema', schema: Members): string | undefined {
  const { $comment: _, ...rest } = schema;
  const text = JSON.stringify({ $comment: COMMENT, ...rest });
  return SKILL_SCHEMA_FAULTS[leaf](text) === undefined ? text : undefined;
}

/** True for a text made by `declaredSchema`: the program itself checks values by it, and fills in its defaults. */
export function isDeclaredSchema(text: string): boolean {
  return text.startsWith(BEGIN);
}
