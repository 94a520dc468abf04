import type { AuthenticationMethod, Claim } from '../access/index.js';
import type { InstancePath, Tree } from '../data/index.js';
import type { Tx } from '../store/index.js';
import type { OperationNode, Schema } from '../yang/index.js';
import type { Admitted } from './admit.js';
import type { DeviceEdit } from './approval/index.js';
import type { BulkData } from './bulk-data.js';
import type { BytesUnderWay } from './bytes-under-way.js';
import type { Call, Caller } from './call.js';
import type { Datastores } from './datastores/index.js';
import type { Delivery, EditOutcome, EditRequest, InvokeRequest, ReadRequest, SubscribeRequest } from './operation.js';
import type { PagedRead } from './paged-read.js';
import type { StreamInfo } from './stream-info.js';
import type { Subscription } from './subscriptions/subscription.js';
import type { View } from './view.js';

/** The transport-free core below all protocol faces. All methods reject with `RpcError`. */
export interface Server {
  /** Returns the schema of this view. */
  schema(view: View): Schema;
  /** True when the view exists for this user: the node always, an agent when it is known and the user may see it. */
  admits(view: View, user: Caller['principal']): boolean;
  /** True for an operation that calls `Caller.queued`, so that the next one of a session may begin before it is done. */
  queues(view: View, operation: OperationNode): boolean;
  /**
   * Returns the methods of which a login at the view must have one; undefined: all logins are taken.
   *
   * @param protocol of the face: `netconf`, `restconf`, or the name of a face of a plugin
   */
  loginMethods(view: View, protocol: string): readonly AuthenticationMethod[] | undefined;
  /** Operations on whole datastores: locks, commits, copies. */
  readonly datastores: Datastores;
  /** Reads running configuration and state, as far as the caller may see it. */
  read(caller: Caller, request: ReadRequest): Promise<Tree>;
  /** Like `read`, but only the first page of long lists; further pages are read on request. */
  readPages(caller: Caller, request: ReadRequest): Promise<PagedRead>;
  /** Counts the bytes that requests and answers of the faces hold. */
  readonly bytesUnderWay: BytesUnderWay;
  /** Adds the origin of each node to a tree of the operational datastore, as annotations of ietf-origin. */
  withOrigins(view: View, tree: Tree): Tree;
  /**
   * Returns the part of a document that the caller may read. `read` applies this itself; faces call it after they have added
   * default values, some of which the caller may not see.
   */
  readable(caller: Caller, tree: Tree): Promise<Tree>;
  /** True when nothing is hidden from the caller. */
  readsAll(caller: Caller): boolean;
  /** True when the caller may read the node at the path, whether it exists or not. */
  mayRead(caller: Caller, path: InstancePath): boolean;
  /** Changes running, or passes messages to the providers that keep them; resolves when durable. */
  edit(caller: Caller, request: EditRequest): Promise<EditOutcome>;
  /**
   * Throws access-denied unless the caller may execute the operation (RFC 8341 §3.4.4). For operations that a face executes
   * itself; `invoke` checks this itself.
   */
  permit(caller: Caller, operation: OperationNode): Promise<void>;
  /** Executes an rpc or action. Returns the output tree; undefined when the operation has no output. */
  invoke(caller: Caller, request: InvokeRequest): Promise<Tree | undefined>;
  /**
   * Admits an rpc that a room carries out itself in this transaction: with permission, validation, defaults and audit record as in
   * `invoke`. Rejects as `invoke` does.
   */
  admit(caller: Caller, operation: OperationNode, input: Tree, tx: Tx, approved?: Tree): Promise<Admitted>;
  /**
   * Takes the approvals of an edit of a device by an agent inside the node; undefined when it needs none. The caller consumes them
   * in the transaction of its record, and releases them. Rejects as `invoke` does where persons must approve.
   */
  approveDevice(caller: Caller, edit: DeviceEdit): Promise<Claim | undefined>;
  /** Returns the `Call` of a caller, for what a room does for it outside of a request. */
  call(caller: Caller): Call;
  /** Returns the notifications of a stream that concern the caller. Throws RpcError at once for a bad request. */
  subscribe(caller: Caller, request: SubscribeRequest): AsyncIterable<readonly Delivery[]>;
  /** The dynamic subscriptions of RFC 8639. They are established, modified and deleted with `invoke`. */
  readonly dynamicSubscriptions: {
    /** Finds a subscription of the caller: of its session, or over RESTCONF of its user name. */
    find(caller: Caller, id: number): Subscription | undefined;
    /**
     * Terminates all before the node stops, and notifies their receivers (RFC 8639 §2.7.4). Resolves after that, or after a short
     * time.
     */
    end(): Promise<void>;
  };
  /** Bytes of any size, separate from the operations; absent when no provider stores them. */
  readonly bulkData?: BulkData;
  /** Returns the event streams of a view; restricted ones only for a principal that may see them. */
  streams(view: View, principal?: Caller['principal']): readonly StreamInfo[];
  /**
   * Returns entity-tag (opaque text, unquoted) and time of the last change of running, or of the resource at `path` in it. For a
   * missing resource: those of its nearest existing ancestor.
   */
  version(path?: InstancePath): { readonly etag: string; readonly lastModified: Date };
  /** True when the version of the resource may disclose changes of entries that are hidden from the caller. */
  hidesBelow(caller: Caller, path: InstancePath): boolean;
}
