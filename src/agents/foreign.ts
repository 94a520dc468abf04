/** The port to the agents of other nodes that have names here; a room above implements it. */
import type { Call } from '../server/index.js';
import type { AgentRecord } from './record/record.js';

/** A name that an edit gives to an agent of this node: its identifier, or the name in its profile. */
export interface GivenName {
  readonly agent: string;
  readonly name: string;
  /** Instance path of the leaf. */
  readonly path: string;
}

export interface ForeignAgents {
  /** Returns the agent of another node that is called so here; undefined when there is none. */
  get(id: string): AgentRecord | undefined;
  /**
   * Finds out which agents of other nodes are meant by decentralized identifiers; for a while, `plain` knows how they are called here.
   * Never rejects.
   */
  lookUp(references: readonly string[]): Promise<void>;
  /** Returns a reference without the domain of this node, and with the domain of another one in small letters. */
  plain(reference: string): string;
  /** True for a user as whom another node logs in. */
  isPeer(user: string): boolean;
  /** True when what this user sends is passed on to agents of that other peer: it is a peer with `relay`, and another one. */
  passesOn(user: string, peer: string): boolean;
  /** Counts a message of a peer; messages of others are not counted. @throws RpcError resource-denied, app-tag rate-limited */
  requireRate(call: Call): void;
  /**
   * Refuses names that agents of other nodes have, by the configuration after the edit of this call.
   *
   * @param changed identifiers of all agents that the edit adds, changes or removes
   * @throws RpcError invalid-value
   */
  requireOwnNames(call: Call, names: readonly GivenName[], changed: ReadonlySet<string>): void;
}

/** For a node without peers. */
export const NO_FOREIGN_AGENTS: ForeignAgents = {
  get: () => undefined,
  lookUp: async () => undefined,
  plain: (reference) => reference,
  isPeer: () => false,
  passesOn: () => false,
  requireRate: () => undefined,
  requireOwnNames: () => undefined,
};
