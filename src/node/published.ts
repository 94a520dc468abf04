/** Publishes the schemas that the skills of a hosted agent declare: in `registration/skill` of its entry. */
import type { AgentRecord } from '../agents/index.js';
import { declaredSchema, isDeclaredSchema, type SkillDefinition } from '../tasks/index.js';
import type { AgentDefinition } from './load.js';

type Registered = NonNullable<AgentRecord['registration']['skill']>[number];

const LEAVES = { 'input-schema': 'input', 'output-schema': 'output' } as const;
const BOTH = ['input-schema', 'output-schema'] as const;

/** The changes that `registration/skill` needs. Schemas that the node did not write stay. */
export interface Publication {
  /** Entries with new schemas, to be merged. */
  readonly added: readonly Registered[];
  /** Schemas of an earlier program. Without `leaf`, nothing else stands in the entry. */
  readonly stale: readonly { readonly skill: string; readonly leaf?: (typeof BOTH)[number] }[];
}

/** @param registered the present entries of the agent */
export function publicationOf(
  { skills = {} }: Pick<AgentDefinition, 'skills'>,
  registered: readonly Registered[],
): Publication {
  const before = new Map(registered.map((entry) => [entry['skill-name'], entry]));
  const names = [...new Set([...before.keys(), ...Object.keys(skills)])].filter(isNameable);
  const changes = names.map((name) =>
    changesOf(before.get(name) ?? { 'skill-name': name }, Object.hasOwn(skills, name) ? skills[name] : undefined),
  );
  return { added: changes.flatMap(({ added }) => added), stale: changes.flatMap(({ stale }) => stale) };
}

/** False for a name that no instance path can hold, since it has both kinds of quotation marks. */
function isNameable(name: string): boolean {
  return !(name.includes("'") && name.includes('"'));
}

function changesOf(known: Registered, skill: NonNullable<AgentDefinition['skills']>[string] | undefined): Publication {
  const name = known['skill-name'];
  const declared: Pick<SkillDefinition, 'input' | 'output'> = typeof skill === 'object' ? skill : {};
  let added: Registered | undefined;
  const stale: (typeof BOTH)[number][] = [];
  for (const leaf of BOTH) {
    const present = known[leaf];
    if (present !== undefined && !isDeclaredSchema(present)) continue;
    const schema = declared[LEAVES[leaf]];
    const text = schema && declaredSchema(leaf, schema);
    if (text === present) continue;
    if (text === undefined) stale.push(leaf);
    else added = { ...added, 'skill-name': name, [leaf]: text };
  }
  if (added) return { added: [added], stale: stale.map((leaf) => ({ skill: name, leaf })) };
  const isEmpty = stale.length > 0 && Object.keys(known).length === 1 + stale.length;
  return { added: [], stale: isEmpty ? [{ skill: name }] : stale.map((leaf) => ({ skill: name, leaf })) };
}
