/** Checks the description of an agent beyond its schema, so that the node can interpret it. */
import { RpcError, TimeSlice } from '../data/index.js';
import type { AgentEntry } from './record/record.js';
import { parseVersion } from './version.js';

/** Returns the fault of the text of a schema; undefined when it has none. */
export type SchemaFault = (text: string) => string | undefined;

/** The checks by the leaves of `registration/skill` with schemas. */
export type SkillSchemaFaults = Readonly<Record<'input-schema' | 'output-schema', SchemaFault>>;

/** Accepts every text as a schema. */
export const NO_SCHEMA_FAULTS: SkillSchemaFaults = {
  'input-schema': () => undefined,
  'output-schema': () => undefined,
};

/**
 * Refuses an invalid version, and a schema of a skill that cannot be used for checks. Unchanged values are accepted.
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
