/** The few operations of the server to which every protocol face translates its requests (design idea 2). */
import { type InstancePath, RpcError, type Selection, type Tree } from '../data/index.js';
import type { DatastoreName } from '../datastore/index.js';
import type { DropReason } from '../events/index.js';
import type { NotificationNode, OperationNode } from '../yang/index.js';
import type { HeldBytes } from './bytes-under-way.js';

/** The error-app-tag of a failed condition of the request (such as If-Match); no other error has it. */
export const PRECONDITION_FAILED = 'precondition-failed';

/** `config`: the content of running; `nonconfig`: state and provider-kept nodes; `all`: both. */
export type Content = 'all' | 'config' | 'nonconfig';

export interface ReadRequest {
  readonly content: Content;
  /**
   * The datastore to read. Default: running and state together (RFC 6241 §7.7). A conventional datastore has only
   * configuration, for any `content`; operational has all nodes in use.
   */
  readonly datastore?: DatastoreName;
  /** The nodes to read. The result may have more nodes, but never fewer. */
  readonly selection: Selection;
  /** Counts the values of providers, and refuses too many with resource-denied. Default: not counted. */
  readonly held?: HeldBytes;
}

export interface EditRequest {
  /** An edit tree, with operations in its metadata. */
  readonly edit: Tree;
  readonly defaultOperation: 'merge' | 'replace' | 'none';
  /** True: only check that the edit would be valid. */
  readonly testOnly?: boolean;
  /** The datastore to change. Default: running. The candidate may become invalid, unless `validated`. */
  readonly datastore?: 'running' | 'candidate';
  /** True: refuse an edit that leaves the candidate invalid (test-option test-then-set). */
  readonly validated?: boolean;
  /** Edits that follow `edit`, in this order, in the same transaction (RFC 8072); a refused one throws `EditStepError`. */
  readonly followedBy?: readonly EditStep[];
  /**
   * Entity-tags, one of which the resource at `ifMatchAt` must have. Otherwise: operation-failed with app-tag
   * `precondition-failed`.
   */
  readonly ifMatch?: readonly string[];
  /** The resource for `ifMatch`. Default: the datastore. */
  readonly ifMatchAt?: InstancePath;
  /** The resource that must exist when the edit is made. Otherwise: `MissingTargetError`. */
  readonly mustExist?: InstancePath;
  /** The target resource of the request, for `EditOutcome.created`. */
  readonly target?: InstancePath;
  /** True when the face can answer with a finished message (models.md: POST of `irtf-agent:tasks`). */
  readonly awaitMessage?: boolean;
}

/** One edit of several. */
export interface EditStep {
  readonly edit: Tree;
  readonly defaultOperation: EditRequest['defaultOperation'];
}

/** The refusal of one edit of several; `step` counts from 0. */
export class EditStepError extends RpcError {
  constructor(
    readonly step: number,
    error: RpcError,
  ) {
    super(error, error.others, { cause: error });
    this.name = 'EditStepError';
  }
}

/** The error for a missing resource that must exist (`EditRequest.mustExist`). */
export class MissingTargetError extends RpcError {
  constructor(path: string) {
    super({ type: 'application', tag: 'data-missing', path, message: 'the resource does not exist' });
    this.name = 'MissingTargetError';
  }
}

export interface EditOutcome {
  /** True when `target` did not exist before. */
  readonly created: boolean;
  /** The finished message of a synchronous task: a tree with the provider-kept node. */
  readonly message?: Tree;
}

export interface InvokeRequest {
  readonly operation: OperationNode;
  /** Path of the node on which the action is invoked; empty for an rpc. */
  readonly path: InstancePath;
  /** The decoded input, not yet validated. */
  readonly input: Tree;
}

export interface SubscribeRequest {
  /** Name of the event stream; `NETCONF` has all events. */
  readonly stream: string;
  /** RFC 3339; start time of the replay. */
  readonly startTime?: string;
  /** RFC 3339. As a function it may change later, and needs no start time (RFC 8639 §2.4.2). */
  readonly stopTime?: string | (() => string | undefined);
  /** True for wanted events. Default: all events that the caller may see. */
  readonly filter?: (event: EventDelivery) => boolean;
  /** True while the subscriber has a filter, here or in its face: events of its own were not all written then. Default: as `filter`. */
  readonly filtering?: () => boolean;
  /** Called for each event of the stream that is left out, by the filter or by access control. */
  readonly onExcluded?: () => void;
  /** Called with the number of an event once the reading is behind it, its own events handled and the others left out. */
  readonly passed?: (event: number) => void;
  /** Maximum number of events that the reader may be behind the log. A slower reader that takes none for `patience` is dropped. */
  readonly maxBehind?: number;
  /** Milliseconds for `maxBehind`. */
  readonly patience?: number;
  /** Continue after this event id (SSE Last-Event-ID). */
  readonly after?: string;
  /** Maximum number of events that are given at once. Default: the stream decides. */
  readonly atOnce?: number;
  readonly signal: AbortSignal;
}

/** An event as data. All subscribers get the same object, so that results derived from it can be cached with it. */
export interface EventDelivery {
  readonly kind: 'event';
  readonly id: string;
  readonly time: string;
  readonly node: NotificationNode;
  readonly notification: Tree;
  /** The node of a nested notification. */
  readonly path?: InstancePath;
}

/** One item of a subscription, in commit order. */
export type Delivery =
  | EventDelivery
  | { readonly kind: 'replay-complete' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'dropped'; readonly reason: DropReason | 'denied' };
