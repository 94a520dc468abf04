/** Describes agents for their documents (port `Describe` of the room `identity`). */
import { isObject } from '../../data/index.js';
import type { Describe, Description } from '../../identity/index.js';
import type { AgentDirectory } from '../directory.js';
import type { AgentEntry, AgentRecord } from '../record/record.js';

type Source = Pick<AgentEntry, 'profile' | 'registration' | 'security'>;

export function agentDescriptions(directory: Pick<AgentDirectory, 'registered'>): Describe {
  const isPublic = ({ approved, published, visibility }: AgentRecord) =>
    approved && published && visibility === 'public';
  return {
    isHosted: (id) => directory.registered(id)?.kind === 'hosted',
    isPublic: (id) => {
      const agent = directory.registered(id);
      return agent !== undefined && isPublic(agent);
    },
    describe: async (id, reader) => {
      const agent = directory.registered(id);
      if (!agent) return undefined;
      if (!reader) return isPublic(agent) ? described(id, agent) : undefined;
      const path = entryPath(id);
      const entry = path === undefined ? undefined : await reader.read(path);
      return isSource(entry) ? described(id, entry) : undefined;
    },
  };
}

/** Returns the instance path of an agent; undefined for an identifier that no path can hold, since it has both kinds of quotes. */
function entryPath(id: string): string | undefined {
  if (!id.includes("'")) return `/yangent-agents:agents/agent[id='${id}']`;
  return id.includes('"') ? undefined : `/yangent-agents:agents/agent[id="${id}"]`;
}

/** True for an entry as its model has it, when the caller may read what a description needs. */
function isSource(entry: unknown): entry is Source {
  if (!isObject(entry) || !isObject(entry.profile)) return false;
  const { name, description, version, provider } = entry.profile;
  return [name, description, version, provider].every((each) => typeof each === 'string');
}

function described(id: string, { profile, registration, security }: Source): Description {
  const examples = new Map((registration?.skill ?? []).map((skill) => [skill['skill-name'], skill.example]));
  return {
    id,
    name: profile.name,
    description: profile.description,
    version: profile.version,
    provider: profile.provider,
    skills: (profile.skills?.skill ?? []).map((skill) => ({
      id: skill['skill-name'],
      name: skill['skill-name'],
      description: skill['skill-description'] ?? skill['skill-name'],
      tags: skill['skill-tags'] ?? [],
      examples: examples.get(skill['skill-name']) ?? [],
      inputModes: skill['input-modes'] ?? [],
      outputModes: skill['output-modes'] ?? [],
    })),
    interfaces: registration?.interface ?? [],
    services: registration?.service ?? [],
    authentication: (profile.authentication?.['authentication-methods'] ?? []).flatMap(
      ({ 'accessinfo-id': id, scheme }) => (scheme === undefined ? [] : [{ id, scheme }]),
    ),
    ...(security ? { security } : {}),
    streaming: profile.capability?.streaming ?? false,
    pushNotifications: profile.capability?.['push-notifications'] ?? false,
  };
}
