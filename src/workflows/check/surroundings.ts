/** The surroundings of a graph: the agents and the other definitions of the node. */
import type { Dag } from '../model/dag.js';

/** The terms of a skill, as its agent says them. */
export interface SkillTerms {
  /** JSON Schemas as texts. */
  readonly input?: string;
  readonly output?: string;
  /** How the skill goes with ways back to a checkpoint. Absent: it is not known. */
  readonly checkpoint?: 'again' | 'undo' | 'none';
}

export interface Surroundings {
  /** Returns the skills of an agent by name; undefined when there is no agent of this name that the author may see. */
  skillsOf(agent: string): ReadonlyMap<string, SkillTerms> | undefined;
  /** True for an agent of a peer: only its own node knows its skills. */
  isForeign(agent: string): boolean;
  /** True when an agent that the author may see has the skill. */
  isSkill(name: string): boolean;
  /** Says why a capability of the model can never be met; undefined when it can. */
  capabilityFault(capability: unknown): string | undefined;
  /** Returns the content of a definition; undefined when there is none. */
  definition(name: string): Dag | undefined;
}
