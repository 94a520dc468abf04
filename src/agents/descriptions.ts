/** What the description of an agent must keep to beyond its schema: the node acts on it, so it has to be readable. */
import { RpcError, TimeSlice } from '../data/index.js';
import type { AgentEntry } from './record/record.js';
import { parseVersion } from './version.js';

/** Says what is wrong with the text of a schema; undefined: nothing. */
export type SchemaFault = (text: string) => string | undefined;

/** By the leaves of `registration/skill` that hold schemas. */
export type SkillSchemaFaults = Readonly<Record<'input-schema' | 'output-schema', SchemaFault>>;

/** Takes every text for a schema. */
export const NO_SCHEMA_FAULTS: SkillSchemaFaults = {
  'input-schema': () => undefined,
  'output-schema': () => undefined,
};

/**
 * Refuses a version that is none, and a schema of a skill by which nothing can be checked. What stood there before is let
 * through.
 *
 * @throws RpcError invalid-value
 */
export async function requireReadableDescription(
  {
    before,
    after,
    path,
  }: { readonly before: AgentEntry | undefined; readonly after: AgentEntry; readonly path: string },
  faults: SkillSchemaFaults,
): Promise<void> {
  const slice = new TimeSlice();
  const { version } = after.profile;
  if (version !== before?.profile.version) requireVersion(version, path);
  const known = new Map(skillsIn(before).map((skill) => [skill['skill-name'], skill]));
  for (const skill of skillsIn(after)) {
    const name = skill['skill-name'];
    for (const leaf of ['input-schema', 'output-schema'] as const) {
      const text = skill[leaf];
      if (text === undefined || text === known.get(name)?.[leaf]) continue;
      if (slice.over) await slice.next();
      const fault = faults[leaf](text);
      if (fault === undefined) continue;
      const key = name.includes("'") ? `"${name}"` : `'${name}'`;
      throw new RpcError({
        type: 'application',
        tag: 'invalid-value',
        path: `${path}/registration/skill[skill-name=${key}]/${leaf}`,
        message: `the ${leaf} of the skill "${name}" is no JSON Schema (2020-12) that this node takes: ${fault}`,
      });
    }
  }
}

function skillsIn(agent: AgentEntry | undefined) {
  return agent?.registration?.skill ?? [];
}

function requireVersion(version: string, path: string): void {
  if (parseVersion(version)) return;
  throw new RpcError({
    type: 'application',
    tag: 'invalid-value',
    path: `${path}/profile/version`,
    message: `"${version}" is no version by which agents are compared; write one by the rules of Semantic Versioning, like 1.4.0 or 2.0.0-rc.1`,
  });
}
