/** The outputs that the skills of a hosted agent declare, as JSON Schema (2020-12). */
import { messageOf } from '../../data/index.js';
import type { Members } from '../../data/rfc7951/members.js';
import { boundedAjv } from '../answers/bounded-ajv.js';
import { type BoundedSchema, boundedSchema } from '../answers/bounded-schema.js';
import { outputOf } from '../record/output.js';
import type { Artifact } from '../record/record.js';
import type { HostedAgent } from './agent.js';
import { definitionOf } from './offered.js';

/** Returns the schemas of declared outputs, by skill. @throws TypeError when a schema cannot be used */
export function declaredOutputs(agent: Pick<HostedAgent, 'id' | 'skills'>): ReadonlyMap<string, BoundedSchema> {
  const outputs = new Map<string, BoundedSchema>();
  for (const name of Object.keys(agent.skills ?? {})) {
    const output = definitionOf(agent, name)?.output;
    if (output !== undefined) outputs.set(name, compiled(output, `agent "${agent.id}": skill "${name}"`));
  }
  return outputs;
}

function compiled(schema: Members, where: string): BoundedSchema {
  if (schema.type !== 'object') throw new TypeError(`${where}: the schema of its output must have "type": "object"`);
  try {
    // Finds misspelt keywords, which the other compiler allows.
    boundedAjv({ strictTypes: false, strictRequired: false }).compile({ ...schema });
    return boundedSchema(JSON.stringify(schema));
  } catch (error) {
    throw new TypeError(`${where}: the schema of its output is wrong: ${messageOf(error)}`);
  }
}

/**
 * Returns how the result of a skill differs from its schema, with the member that does not fit; undefined when it does not.
 *
 * @param artifacts all artifacts of the task, intermediate ones included
 */
export function outputProblem(schema: BoundedSchema, artifacts: readonly Artifact[]): string | undefined {
  const output = outputOf(artifacts);
  const { length } = JSON.stringify(output);
  return length > schema.longest
    ? `it has ${length} characters; by its schema ${schema.longest} can be checked`
    : schema.problem(output);
}
