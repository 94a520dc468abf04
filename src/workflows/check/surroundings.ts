/** The surroundings of a graph: the agents and the other definitions of the node. */
import type { Dag } from '../model/dag.js';

export interface SkillSchemas {
  /** JSON Schemas as texts. */
  readonly input?: string;
  readonly output?: string;
}

export interface Surroundings {
  /** Returns the skills of an agent by name; undefined when there is no agent of this name that the author may see. */
  skillsOf(agent: string): ReadonlyMap<string, SkillSchemas> | undefined;
  /** True when an agent that the author may see has the skill. */
  isSkill(name: string): boolean;
  /** Says why a capability of the model can never be met; undefined when it can. */
  capabilityFault(capability: unknown): string | undefined;
  /** Returns the content of a definition; undefined when there is none. */
  definition(name: string): Dag | undefined;
}
