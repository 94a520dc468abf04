import type { AgentRecord } from './record/record.js';

/** Returns the description of an agent as plain text, for comparison with intents and tasks. */
export function agentText(agent: AgentRecord): string {
  const { profile, registration, skills } = agent;
  const texts = [
    agent.id,
    agent.name,
    profile.alias,
    profile.description,
    profile.type,
    profile['management-object'],
    agent.domain,
    ...skills.flatMap(({ name, description, tags }) => [name, description, ...tags]),
    ...(registration.service ?? []).flatMap(({ name, description }) => [name, description]),
    ...(registration.skill ?? []).flatMap(({ example = [] }) => example),
  ];
  return texts.filter((text) => text !== undefined && text !== '').join('\n');
}
