/** The attributes for queries by value: one table for the index, for queries and for the reasons of a match. */

import { caseless } from '../../data/index.js';
import type { YangentAgentsProvider } from '../../generated/providers.js';
import { compatibleKind, negotiations } from '../negotiation-kind.js';
import type { AgentRecord, Skill } from '../record/record.js';
import { credentialKinds } from './credential.js';

/** RFC 7951 value of the grouping `agent-query`. */
export type QueryInput = Omit<YangentAgentsProvider['rpcs']['discover']['input'], 'limit' | 'min-score'>;

type Security = NonNullable<QueryInput['security']>;
type QueryLeaf = {
  [N in keyof QueryInput]-?: NonNullable<QueryInput[N]> extends string | boolean | readonly string[] ? N : never;
}[keyof QueryInput];

export interface Facet {
  /** Leaf of the grouping `agent-query`; below a container with a slash. */
  readonly name: QueryLeaf | `security/${Exclude<keyof Security, 'level'>}`;
  /** Returns the values of the agent. `verified`: types of its verified credentials */
  readonly offered: (agent: AgentRecord, verified: readonly string[]) => readonly (string | undefined)[];
  /** Converts a value for comparison. Default: case is ignored. */
  readonly comparable?: (value: string) => string;
}

const communication = (agent: AgentRecord) => agent.registration.communication ?? {};
const ofSkills = (agent: AgentRecord, values: (skill: Skill) => readonly string[]) => agent.skills.flatMap(values);
const namesOf = (entries: readonly { readonly name: string }[] = []) => entries.map(({ name }) => name);
const onlyTrue = (value: boolean | undefined) => (value === true ? ['true'] : []);

export const FACETS: readonly Facet[] = [
  { name: 'name', offered: (agent) => [agent.id, agent.name, agent.profile.alias] },
  { name: 'digital-identifier', offered: (agent) => [agent.registration['digital-identifier']] },
  { name: 'type', offered: (agent) => [agent.profile.type] },
  { name: 'provider', offered: (agent) => [agent.profile.provider] },
  { name: 'domain', offered: (agent) => [agent.domain, agent.profile.domain] },
  { name: 'management-object', offered: (agent) => [agent.profile['management-object']] },
  { name: 'kind', offered: (agent) => [agent.kind] },
  { name: 'skill', offered: (agent) => ofSkills(agent, ({ name }) => [name]) },
  { name: 'tag', offered: (agent) => ofSkills(agent, ({ tags }) => tags) },
  { name: 'input-mode', offered: (agent) => ofSkills(agent, ({ inputModes }) => inputModes) },
  { name: 'output-mode', offered: (agent) => ofSkills(agent, ({ outputModes }) => outputModes) },
  { name: 'protocol', offered: (agent) => communication(agent).protocol ?? [] },
  { name: 'interaction-mode', offered: (agent) => communication(agent)['interaction-mode'] ?? [] },
  { name: 'modality', offered: (agent) => communication(agent).modality ?? [] },
  { name: 'service', offered: (agent) => namesOf(agent.registration.service) },
  { name: 'interface', offered: (agent) => namesOf(agent.registration.interface) },
  { name: 'streaming', offered: (agent) => onlyTrue(agent.profile.capability?.streaming) },
  { name: 'push-notifications', offered: (agent) => onlyTrue(agent.profile.capability?.['push-notifications']) },
  { name: 'negotiate', offered: negotiations, comparable: compatibleKind },
  { name: 'security/license', offered: (agent) => agent.registration.security?.license ?? [] },
  { name: 'security/credential', offered: (_, verified) => verified },
  {
    name: 'security/unverified',
    offered: (agent) => (agent.registration.security?.credential ?? []).flatMap(credentialKinds),
  },
];

/** Maximum number of indexed values of one facet of one agent. */
const MOST_VALUES = 1_000;

/** Returns the different values in the form for comparison. @param verified types of verified credentials */
export function indexedValues(
  { offered, comparable = caseless }: Facet,
  agent: AgentRecord,
  verified: readonly string[],
): ReadonlySet<string> {
  const values = new Set<string>();
  for (const value of offered(agent, verified)) {
    if (value !== undefined && value !== '') values.add(comparable(value));
    if (values.size === MOST_VALUES) break;
  }
  return values;
}

export function indexedValue({ comparable = caseless }: Facet, value: string): string {
  return comparable(value);
}
