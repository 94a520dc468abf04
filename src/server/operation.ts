/** The few operations every protocol face translates into (design idea 2). */
import type { InstancePath, Selection, Tree } from '../data/index.js';
import type { NotificationNode, OperationNode } from '../yang/index.js';

/** `config`: what running stores; `nonconfig`: state and provider-kept nodes; `all`: both. */
export type Content = 'all' | 'config' | 'nonconfig';

export interface ReadRequest {
  readonly content: Content;
  /** What must be read; more may be given back than asked, never less. */
  readonly selection: Selection;
}

export interface EditRequest {
  /** An edit tree: operations are in its metadata. */
  readonly edit: Tree;
  readonly defaultOperation: 'merge' | 'replace' | 'none';
  /** Only check that the edit would be valid. */
  readonly testOnly?: boolean;
  /** Fails with operation-failed (HTTP 412) unless running's entity-tag is one of these. */
  readonly ifMatch?: readonly string[];
  /** The resource that the request is about; `EditOutcome.created` tells of it. */
  readonly target?: InstancePath;
  /** The face can carry a finished message in its answer (models.md: POST of `irtf-agent:tasks`). */
  readonly awaitMessage?: boolean;
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
  readonly stopTime?: string;
  /** Continue behind this event id (SSE Last-Event-ID). */
  readonly after?: string;
  readonly signal: AbortSignal;
}

/** One item of a subscription, in commit order. */
export type Delivery =
  | {
      readonly kind: 'event';
      readonly id: string;
      readonly time: string;
      readonly node: NotificationNode;
      readonly notification: Tree;
      readonly path?: InstancePath;
    }
  | { readonly kind: 'replay-complete' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'dropped'; readonly reason: string };
