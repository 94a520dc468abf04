/** The port to other nodes with remote agents; a room above implements it. */
import type { StoredAuthority } from '../../../access/index.js';
import type { RemoteAddress } from '../../../agents/index.js';
import type { SharedData } from '../../../contexts/index.js';
import type { Actions, Rpcs } from '../../../generated/index.js';
import type { Granted } from '../../record/authority.js';

/** A task as the other node shows it to its assigner. */
export type RemoteRecord = Rpcs['yangent-tasks:query']['output']['task'];

/** On whose behalf the node speaks to another one. */
export interface Speaker {
  /** The assigner on this node. */
  readonly agent: string;
  /** The agent of this node that stands for the other one. */
  readonly to: string;
  /** The identifier of the task there. */
  readonly task: string;
  /** What the task asks for. */
  readonly skill?: string;
  readonly priority?: number;
  /** By what right the task was assigned here; absent also when the node only ends what it has begun there. */
  readonly authority?: StoredAuthority;
  /** The task here, where something was delegated for it; absent as `authority`. */
  readonly granted?: Granted;
}

export interface RemoteNodes {
  /**
   * Returns the node at the address, logged in. One connection serves all tasks of an address; a lost one is replaced. Requests
   * to the node and about its tasks are repeated for a while when it cannot be reached. Finally they throw TaskFailure:
   * `executor-lost` when the node did not answer, `access-denied` when the login or the operation was not permitted,
   * `internal` for other refusals.
   */
  at(address: RemoteAddress, speaker: Speaker, signal: AbortSignal): Promise<RemoteNode>;
  close(): Promise<void>;
}

export interface RemoteNode {
  /** `https://node.example:8443`, `node.example port 830`. */
  readonly place: string;
  readonly data: RemoteData;
  /** Finds the task that was assigned there under this `task-id`. */
  find(taskId: string, signal: AbortSignal): Promise<RemoteTask | undefined>;
  /** Stores a context item there. An existing item with its identifier is not changed. */
  share(item: Rpcs['yangent-contexts:share']['input'], signal: AbortSignal): Promise<void>;
  /** Adds a round with its number; does nothing when another round with that number exists there. */
  negotiate(round: Rpcs['yangent-tasks:negotiate']['input'], signal: AbortSignal): Promise<void>;
  /** Assigns a task. A repetition with the same `task-id` returns the existing task. */
  assign(order: Rpcs['yangent-tasks:assign']['input'], signal: AbortSignal): Promise<RemoteTask>;
}

/** The data parameters on the other node that the user of this node owns there, or may read. */
export interface RemoteData {
  /**
   * Copies a parameter to the other node under the identifier. Continues an interrupted copy, and does nothing when the parameter
   * exists there.
   */
  give(id: string, data: SharedData, signal: AbortSignal): Promise<void>;
  /** Reads a parameter; undefined when there is none that the user may read. */
  look(id: string, signal: AbortSignal): Promise<SharedData | undefined>;
}

export interface RemoteTask {
  view(signal: AbortSignal): Promise<RemoteRecord>;
  /** Yields once for each change after the event `after`, until the task is final. */
  changes(after: number, signal: AbortSignal): AsyncIterable<unknown>;
  /** Invokes an action. @returns false when the state of the task there does not permit it */
  act<A extends RemoteAction>(action: A, input: RemoteInput<A>, signal: AbortSignal): Promise<boolean>;
  /** Prolongs the authority of the task there. @returns until when, in milliseconds since 1970; undefined when it has no end */
  renew(signal: AbortSignal): Promise<number | undefined>;
}

export type RemoteAction = 'cancel' | 'suspend' | 'resume' | 'update' | 'provide-input';

/** The input of an action; empty for an action without input. */
export type RemoteInput<A extends RemoteAction> = A extends 'resume'
  ? Readonly<Record<string, never>>
  : NonNullable<Actions[`/yangent-tasks:tasks/task/${A}`]['input']>;
