/** The few operations every protocol face translates into (design idea 2). */
import { type InstancePath, RpcError, type Selection, type Tree } from '../data/index.js';
import type { DatastoreName } from '../datastore/index.js';
import type { DropReason } from '../events/index.js';
import type { NotificationNode, OperationNode } from '../yang/index.js';
import type { HeldBytes } from './bytes-under-way.js';

/** The error-app-tag of a failed condition of the request (If-Match and its like), and of no other error. */
export const PRECONDITION_FAILED = 'precondition-failed';

/** `config`: what running stores; `nonconfig`: state and provider-kept nodes; `all`: both. */
export type Content = 'all' | 'config' | 'nonconfig';

export interface ReadRequest {
  readonly content: Content;
  /**
   * The datastore that is read; absent: running and state together (RFC 6241 §7.7). Of a conventional datastore there
   * is configuration only, whatever `content` asks; operational has all that is in use.
   */
  readonly datastore?: DatastoreName;
  /** What must be read; more may be given back than asked, never less. */
  readonly selection: Selection;
  /** What providers give is counted here, and refused with resource-denied where it is too much. Absent: not counted. */
  readonly held?: HeldBytes;
}

export interface EditRequest {
  /** An edit tree: operations are in its metadata. */
  readonly edit: Tree;
  readonly defaultOperation: 'merge' | 'replace' | 'none';
  /** Only check that the edit would be valid. */
  readonly testOnly?: boolean;
  /** What is changed; running where absent. The candidate takes what is not valid yet, unless `validated`. */
  readonly datastore?: 'running' | 'candidate';
  /** Refuses an edit of the candidate that leaves it invalid (test-option test-then-set). */
  readonly validated?: boolean;
  /** Edits that follow `edit`, in this order, in the same transaction (RFC 8072); a refused one raises `EditStepError`. */
  readonly followedBy?: readonly EditStep[];
  /** Fails with operation-failed and app-tag `precondition-failed` unless the entity-tag of the resource at `ifMatchAt` is one of these. */
  readonly ifMatch?: readonly string[];
  /** The resource that `ifMatch` is about; the datastore where absent. */
  readonly ifMatchAt?: InstancePath;
  /** The resource that must be there when the edit is made; where it is not, `MissingTargetError` is raised. */
  readonly mustExist?: InstancePath;
  /** The resource that the request is about; `EditOutcome.created` tells of it. */
  readonly target?: InstancePath;
  /** The face can carry a finished message in its answer (models.md: POST of `irtf-agent:tasks`). */
  readonly awaitMessage?: boolean;
}

/** One edit of several. */
export interface EditStep {
  readonly edit: Tree;
  readonly defaultOperation: EditRequest['defaultOperation'];
}

/** One edit of several was refused, `step` counting from 0. */
export class EditStepError extends RpcError {
  constructor(
    readonly step: number,
    error: RpcError,
  ) {
    super(error, error.others, { cause: error });
    this.name = 'EditStepError';
  }
}

/** What the edit must find (`EditRequest.mustExist`) is not there. */
export class MissingTargetError extends RpcError {
  constructor(path: string) {
    super({ type: 'application', tag: 'data-missing', path, message: 'the resource does not exist' });
    this.name = 'MissingTargetError';
  }
}

export interface EditOutcome {
  /** `target` did not exist before. */
  readonly created: boolean;
  /** The finished message of a synchronous task, a tree holding the owned node. */
  readonly message?: Tree;
}

export interface InvokeRequest {
  readonly operation: OperationNode;
  /** Path of the node the action is invoked on; empty for an RPC. */
  readonly path: InstancePath;
  /** Decoded, not yet validated. */
  readonly input: Tree;
}

export interface SubscribeRequest {
  /** Name of the event stream; `NETCONF` carries everything. */
  readonly stream: string;
  /** RFC 3339; replays from there. */
  readonly startTime?: string;
  /** RFC 3339; as a function it may change, and needs no start time (RFC 8639 §2.4.2). */
  readonly stopTime?: string | (() => string | undefined);
  /** Which of the events that the caller may see are wanted; all where absent. */
  readonly filter?: (event: EventDelivery) => boolean;
  /** Called for each event of the stream that is not given, because of the filter or of access. */
  readonly onExcluded?: () => void;
  /** Events by which the reader may be behind the log; one that is and takes nothing for `patience` is dropped. */
  readonly maxBehind?: number;
  /** Milliseconds. */
  readonly patience?: number;
  /** Continue behind this event id (SSE Last-Event-ID). */
  readonly after?: string;
  readonly signal: AbortSignal;
}

/** An event as data; the same object for every subscriber that it is given to, so that what is made of it can be kept with it. */
export interface EventDelivery {
  readonly kind: 'event';
  readonly id: string;
  readonly time: string;
  readonly node: NotificationNode;
  readonly notification: Tree;
  /** The node that the notification is about, where it is defined within one. */
  readonly path?: InstancePath;
}

/** One item of a subscription, in commit order. */
export type Delivery =
  | EventDelivery
  | { readonly kind: 'replay-complete' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'dropped'; readonly reason: DropReason };
