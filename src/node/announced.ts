/** The profile of a hosted agent, with what its code says of its skills. */
import type { AgentProfile } from '../tasks/index.js';
import type { AgentDefinition } from './load.js';

/**
 * The skills of the definition stand in the profile, by their description and tags, unless the profile lists skills itself and
 * says nothing of this one; undefined when the definition has no profile.
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
