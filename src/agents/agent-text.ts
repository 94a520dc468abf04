import { entriesOf, textOf, textsOf } from '../data/rfc7951/members.js';
import type { AgentRecord } from './record/record.js';

/** What an agent says of itself in plain language: the text that intents and tasks are compared with. */
export function agentText(agent: AgentRecord): string {
  const { profile, registration, skills } = agent;
  const texts = [
    agent.id,
    agent.name,
    ...['alias', 'description', 'type', 'management-object'].map((name) => textOf(profile, name)),
    agent.domain,
    ...skills.flatMap(({ name, description, tags }) => [name, description, ...tags]),
    ...entriesOf(registration, 'service').flatMap((service) => [
      textOf(service, 'name'),
      textOf(service, 'description'),
    ]),
    ...entriesOf(registration, 'skill').flatMap((skill) => textsOf(skill, 'example')),
  ];
  return texts.filter((text) => text !== undefined && text !== '').join('\n');
}
