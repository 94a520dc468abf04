/** The profile of a hosted agent, completed with the skills of its definition. */
import type { AgentProfile } from '../tasks/index.js';
import type { AgentDefinition } from './load.js';

/**
 * Returns the profile. Skills of the definition that it does not list are added, with their descriptions and tags. Undefined
 * when the definition has no profile.
 */
export function announcedProfile({ profile, skills = {} }: AgentDefinition): AgentProfile | undefined {
  if (!profile) return undefined;
  const listed = profile.skills?.skill ?? [];
  const known = new Set(listed.map((each) => each['skill-name']));
  const added = Object.entries(skills).flatMap(([name, skill]) => {
    if (known.has(name)) return [];
    const { description, tags } = typeof skill === 'function' ? {} : skill;
    return [
      {
        'skill-name': name,
        ...(description === undefined ? {} : { 'skill-description': description }),
        ...(tags === undefined ? {} : { 'skill-tags': tags }),
      },
    ];
  });
  return added.length === 0 ? profile : { ...profile, skills: { skill: [...listed, ...added] } };
}
