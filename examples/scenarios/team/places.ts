/** Where the agents are, and how each is known there. */
import type { AgentDefinition } from 'yangent';

/** The nodes, each called as its domain. Only the library knows both others. */
export const NODES = ['university.example', 'library.example', 'tools.example'] as const;
export const [UNIVERSITY, LIBRARY, TOOLS] = NODES;

type Profile = AgentDefinition['profile'];

interface Skill {
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
}

function profile(name: string, alias: string, description: string, skills: readonly Skill[] = []): Profile {
  return {
    ...{ name, alias, description, version: '0.1.0', provider: 'yangent' },
    skills: {
      skill: skills.map((skill) => ({
        'skill-name': skill.name,
        'skill-description': skill.description,
        'skill-tags': [...skill.tags],
        'input-modes': ['text'],
        'output-modes': ['text'],
      })),
    },
  };
}

export const PROFILES = {
  'research-specialist': profile(
    'research-specialist',
    'AI Research Specialist',
    'Plans research: which questions a paper answers, and who finds the answers',
  ),
  'google-scholar': profile('google-scholar', 'Google Scholar Agent', 'Searches academic publications', [
    { name: 'search', description: 'academic search for publications on a topic', tags: ['academic', 'search'] },
  ]),
  'pdf-reader': profile('pdf-reader', 'PDF Agent', 'Reads documents in PDF', [
    { name: 'parse-pdf', description: 'extracts the text of a PDF document', tags: ['pdf', 'parsing', 'document'] },
  ]),
  'academic-writer': profile('academic-writer', 'Academic Writing Agent', 'Writes scientific texts', [
    { name: 'outline', description: 'gives a paper its structure', tags: ['scientific', 'outline'] },
    { name: 'write', description: 'scientific writing of a whole paper', tags: ['scientific', 'writing', 'paper'] },
  ]),
} as const;

export type AgentName = keyof typeof PROFILES;

/** The node of which the program of each agent is a client. */
export const NODE_OF: Readonly<Record<AgentName, (typeof NODES)[number]>> = {
  'research-specialist': UNIVERSITY,
  'academic-writer': UNIVERSITY,
  'google-scholar': LIBRARY,
  'pdf-reader': TOOLS,
};
