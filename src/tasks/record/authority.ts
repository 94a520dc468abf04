/** By what right tasks are assigned, and what their executors are given of it. */
import type { About, StoredAuthority } from '../../access/index.js';
import type { YangentTasksRpcs } from '../../generated/index.js';
import type { Call } from '../../server/index.js';
import type { Tx } from '../../store/index.js';

/** A piece of the assigner's authority for the executor. */
export type Delegated = NonNullable<YangentTasksRpcs['yangent-tasks:assign']['input']['delegate']>;
export type RequiredCapabilities = NonNullable<
  YangentTasksRpcs['yangent-tasks:assign']['input']['required-capability']
>;

/** For whom a piece of authority is. */
export interface Receiver {
  readonly agent: string;
  /** Identifier of its task. */
  readonly task: string;
  /** The assigner's own identifier of it. */
  readonly taskId: string;
  /** True: it lies within grants that the assigner has given to the agent before. */
  readonly isExplicit?: boolean;
}

/** A task whose executor gets tokens. */
export interface Granted {
  readonly id: string;
  readonly taskId: string;
  readonly from: string;
  readonly attempt: number;
  readonly grant: string;
}

/** The app-tag of claims whose token another issuer does not give at the moment: the task stays as it is. */
export const TOKEN_UNAVAILABLE = 'token-unavailable';

/** Declared here, implemented where tokens are issued. */
export interface Authorities {
  /** Makes a grant of the caller for the agent. @returns its identifier @throws RpcError */
  delegate(tx: Tx, call: Call, receiver: Receiver, delegated: Delegated): Promise<string>;
  /**
   * Ends the grant of a task that goes to another agent, and makes one for that agent.
   *
   * @returns its identifier; undefined when the agent cannot have it
   */
  handOver(tx: Tx, grant: string, receiver: Receiver): Promise<string | undefined>;
  /** Ends the grant of a task that has ended, with all tokens from it. */
  endGrant(tx: Tx, grant: string): Promise<void>;
  /**
   * Returns a token from the grant for the executor of the task; undefined when it was revoked, or while the last one is fresh.
   *
   * @param isFirst true where there must be one
   * @throws RpcError resource-denied `token-unavailable` when there must be one, and its issuer does not give it at the moment
   */
  token(task: Granted, isFirst: boolean): Promise<string | undefined>;
  /** True when the authority was revoked. */
  isRevoked(authority: StoredAuthority): boolean;
  /** Returns why a task may not go on; undefined when it may, or when its domain lets unfinished tasks finish. */
  endOf(task: Standing): string | undefined;
  /** Records that the node has ended a task, in the transaction that ends it. */
  recordEnd(tx: Tx, task: string, reason: string): void;
  /** Resolves when the executor's authority can ever cover this. @throws RpcError invalid-value */
  requireMeetable(required: RequiredCapabilities): Promise<void>;
  /** True when the caller's authority covers what the executor must be allowed to do. */
  covers(call: Call, required: RequiredCapabilities): boolean;
  /** True when the caller's authority allows an action. @param action `MODULE.NAME` */
  permits(call: Call, action: string, about: About): boolean;
}

/** By what a task goes on. */
export interface Standing {
  readonly authority?: StoredAuthority;
  /** True when an agent on another node executes it. */
  readonly isRemote: boolean;
  /** The trust domain of the node that executes it. */
  readonly domain?: string;
  /** True when nothing is done for it at the moment. */
  readonly isSuspended?: boolean;
}

/** For rooms by themselves: nothing is limited, and nothing can be delegated. */
export const NO_AUTHORITIES: Authorities = {
  delegate: async (_tx, call) => call.fail({ message: 'this node issues no tokens, so nothing can be delegated' }),
  handOver: async () => undefined,
  endGrant: async () => undefined,
  token: async () => undefined,
  isRevoked: () => false,
  endOf: () => undefined,
  recordEnd: () => undefined,
  requireMeetable: async () => undefined,
  covers: () => true,
  permits: () => true,
};
