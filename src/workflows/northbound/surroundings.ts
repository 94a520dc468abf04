/** The agents and definitions of the node, as the author of a graph may see them. */
import { type Agents, mayFind } from '../../agents/index.js';
import type { Call } from '../../server/index.js';
import type { SkillSchemas, Surroundings } from '../check/index.js';
import type { Dag } from '../model/dag.js';

/** States of agents that count: all, since a graph is written for later. */
const STATES = ['online', 'offline', 'draining'] as const;

/**
 * Looks up what a check of these graphs asks for.
 *
 * @param definition returns the content of an enabled definition
 */
export async function surroundingsFor(
  dags: readonly Dag[],
  { directory, discovery }: Pick<Agents, 'directory' | 'discovery'>,
  call: Call,
  definition: Surroundings['definition'],
): Promise<Surroundings> {
  const wanted = new Set(
    dags.flatMap(({ node }) => node.flatMap(({ task }) => (task?.agent ? [] : [task?.skill ?? []].flat()))),
  );
  const there = new Set<string>();
  for (const skill of wanted) {
    const { total } = await discovery.find({ skill: [skill], state: [...STATES] }, call, { limit: 1 });
    if (total > 0) there.add(skill);
  }
  return {
    definition,
    isSkill: (name) => there.has(name),
    skillsOf: (id) => {
      const agent = directory.get(id);
      return agent && mayFind(agent, call, directory) ? skillsOf(agent) : undefined;
    },
  };
}

function skillsOf({
  skills,
  registration,
}: NonNullable<ReturnType<Agents['directory']['get']>>): ReadonlyMap<string, SkillSchemas> {
  const schemas = new Map(registration.skill?.map((each) => [each['skill-name'], each]));
  return new Map(skills.map(({ name }) => [name, { input: schemas.get(name)?.['input-schema'] }]));
}
