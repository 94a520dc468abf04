/** The other nodes on which remote agents live, as this room uses them; implemented above it. */
import type { RemoteAddress } from '../../../agents/index.js';
import type { SharedData } from '../../../contexts/index.js';
import type { Actions, Rpcs } from '../../../generated/index.js';

/** A task as the other node shows it to its assigner. */
export type RemoteRecord = Rpcs['yangent-tasks:query']['output']['task'];

export interface RemoteNodes {
  /**
   * The node at the address, logged in; connected once for all tasks of an address, and anew where the connection is lost.
   * All that is asked of it, and of its tasks, is repeated for a while where it cannot be reached, and throws TaskFailure in
   * the end: `executor-lost` when the node did not answer, `access-denied` when the user is not let in or may not do it, `internal`
   * for all else that it refuses.
   */
  at(address: RemoteAddress, signal: AbortSignal): Promise<RemoteNode>;
  close(): Promise<void>;
}

export interface RemoteNode {
  /** `https://node.example:8443`, `node.example port 830`. */
  readonly place: string;
  readonly data: RemoteData;
  /** The task that was assigned there under this `task-id`. */
  find(taskId: string, signal: AbortSignal): Promise<RemoteTask | undefined>;
  /** Stores a context item there; one with its identifier that is there stays as it is. */
  share(item: Rpcs['yangent-contexts:share']['input'], signal: AbortSignal): Promise<void>;
  /** Says a round, the one with its number; nothing when another one with that number was said there meanwhile. */
  negotiate(round: Rpcs['yangent-tasks:negotiate']['input'], signal: AbortSignal): Promise<void>;
  /** Assigns a task; again with the same `task-id`, finds it. */
  assign(order: Rpcs['yangent-tasks:assign']['input'], signal: AbortSignal): Promise<RemoteTask>;
}

/** The data parameters of the other node that this one's user there keeps, or may read. */
export interface RemoteData {
  /**
   * Copies a parameter there under the identifier; goes on where an earlier copying broke off, and does nothing where it is
   * there already.
   */
  give(id: string, data: SharedData, signal: AbortSignal): Promise<void>;
  /** What is there; undefined when there is nothing that the user may read. */
  look(id: string, signal: AbortSignal): Promise<SharedData | undefined>;
}

export interface RemoteTask {
  view(signal: AbortSignal): Promise<RemoteRecord>;
  /** One for each change behind the event `after`, until the task is final. */
  changes(after: number, signal: AbortSignal): AsyncIterable<unknown>;
  /** @returns false when the state of the task there does not allow it */
  act<A extends RemoteAction>(action: A, input: RemoteInput<A>, signal: AbortSignal): Promise<boolean>;
}

export type RemoteAction = 'cancel' | 'suspend' | 'resume' | 'update' | 'provide-input';

/** What an action takes; nothing, of one without input. */
export type RemoteInput<A extends RemoteAction> = A extends 'resume'
  ? Readonly<Record<string, never>>
  : NonNullable<Actions[`/yangent-tasks:tasks/task/${A}`]['input']>;
