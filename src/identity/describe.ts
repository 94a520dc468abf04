/** The port by which the room of agents describes them to the documents. */
import type { CallerApi } from '../server/index.js';

export interface DescribedSkill {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly examples: readonly string[];
  readonly inputModes: readonly string[];
  readonly outputModes: readonly string[];
}

/** An interface that the agent has registered. */
export interface DescribedInterface {
  readonly name: string;
  readonly description?: string;
  readonly protocol?: string;
  /** Absent: it is a part of the endpoint of the agent at the node. */
  readonly url?: string;
  /** Ways to authenticate in place of those of the agent, by name. */
  readonly security?: readonly string[];
}

/** An agent in the words of its documents. */
export interface Description {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly provider: string;
  readonly skills: readonly DescribedSkill[];
  readonly interfaces: readonly DescribedInterface[];
  /** Its services: name and description. */
  readonly services: readonly { readonly name: string; readonly description?: string }[];
  /** Ways to authenticate: name and scheme. */
  readonly authentication: readonly { readonly id: string; readonly scheme: string }[];
  /** Those of them that the agent asks for; absent: at its endpoint those of the node, outside the node all of them. */
  readonly security?: readonly string[];
  readonly streaming: boolean;
  readonly pushNotifications: boolean;
}

export interface Describe {
  /** True when the node has the keys of the agent, because it runs inside the node. */
  isHosted(agent: string): boolean;
  /** True when everybody may know of the agent: it is public, approved and published. */
  isPublic(agent: string): boolean;
  /**
   * Describes an agent; undefined when there is none.
   *
   * @param reader what the caller may read; absent: the description that everybody may know
   */
  describe(agent: string, reader?: Pick<CallerApi, 'read'>): Promise<Description | undefined>;
}
