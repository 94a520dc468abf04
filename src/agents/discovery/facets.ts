/** What agents are asked for by value: one table for the index, for queries and for the reasons of a match. */

import { booleanOf, entriesOf, type Members, membersOf, textOf, textsOf } from '../../data/rfc7951/members.js';
import { compatibleKind, negotiations } from '../negotiation-kind.js';
import type { AgentRecord, Skill } from '../record/record.js';
import { credentialKinds } from './credential.js';

export interface Facet {
  /** Leaf of the grouping `agent-query`; below a container with a slash. */
  readonly name: string;
  /** What the agent has of it. */
  readonly offered: (agent: AgentRecord) => readonly (string | undefined)[];
  /** In which form values are compared; without regard to case when absent. */
  readonly comparable?: (value: string) => string;
}

const communication = (agent: AgentRecord): Members => membersOf(agent.registration, 'communication');
const security = (agent: AgentRecord): Members => membersOf(agent.registration, 'security');
const ofSkills = (agent: AgentRecord, values: (skill: Skill) => readonly string[]) => agent.skills.flatMap(values);
const named = (agent: AgentRecord, list: string) =>
  entriesOf(agent.registration, list).map((entry) => textOf(entry, 'name'));
const switched = (agent: AgentRecord, name: string) =>
  booleanOf(membersOf(agent.profile, 'capability'), name) === true ? ['true'] : [];

export const FACETS: readonly Facet[] = [
  { name: 'name', offered: (agent) => [agent.id, agent.name, textOf(agent.profile, 'alias')] },
  { name: 'digital-identifier', offered: (agent) => [textOf(agent.registration, 'digital-identifier')] },
  { name: 'type', offered: (agent) => [textOf(agent.profile, 'type')] },
  { name: 'provider', offered: (agent) => [textOf(agent.profile, 'provider')] },
  { name: 'domain', offered: (agent) => [agent.domain, textOf(agent.profile, 'domain')] },
  { name: 'management-object', offered: (agent) => [textOf(agent.profile, 'management-object')] },
  { name: 'kind', offered: (agent) => [agent.kind] },
  { name: 'skill', offered: (agent) => ofSkills(agent, ({ name }) => [name]) },
  { name: 'tag', offered: (agent) => ofSkills(agent, ({ tags }) => tags) },
  { name: 'input-mode', offered: (agent) => ofSkills(agent, ({ inputModes }) => inputModes) },
  { name: 'output-mode', offered: (agent) => ofSkills(agent, ({ outputModes }) => outputModes) },
  { name: 'protocol', offered: (agent) => textsOf(communication(agent), 'protocol') },
  { name: 'interaction-mode', offered: (agent) => textsOf(communication(agent), 'interaction-mode') },
  { name: 'modality', offered: (agent) => textsOf(communication(agent), 'modality') },
  { name: 'service', offered: (agent) => named(agent, 'service') },
  { name: 'interface', offered: (agent) => named(agent, 'interface') },
  { name: 'streaming', offered: (agent) => switched(agent, 'streaming') },
  { name: 'push-notifications', offered: (agent) => switched(agent, 'push-notifications') },
  { name: 'negotiate', offered: negotiations, comparable: compatibleKind },
  { name: 'security/license', offered: (agent) => textsOf(security(agent), 'license') },
  {
    name: 'security/credential',
    offered: (agent) => textsOf(security(agent), 'credential').flatMap(credentialKinds),
  },
];

/** More values of one facet of one agent are not indexed. */
const MOST_VALUES = 1_000;

/** The different values in the form in which they are compared. */
export function indexedValues({ offered, comparable = lower }: Facet, agent: AgentRecord): ReadonlySet<string> {
  const values = new Set<string>();
  for (const value of offered(agent)) {
    if (value !== undefined && value !== '') values.add(comparable(value));
    if (values.size === MOST_VALUES) break;
  }
  return values;
}

export function indexedValue({ comparable = lower }: Facet, value: string): string {
  return comparable(value);
}

function lower(value: string): string {
  return value.toLowerCase();
}
