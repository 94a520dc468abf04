import type { InstancePath, Tree } from '../data/index.js';
import type { OperationNode, Schema } from '../yang/index.js';
import type { BulkData } from './bulk-data.js';
import type { BytesUnderWay } from './bytes-under-way.js';
import type { Caller } from './call.js';
import type { Datastores } from './datastores/index.js';
import type { Delivery, EditOutcome, EditRequest, InvokeRequest, ReadRequest, SubscribeRequest } from './operation.js';
import type { PagedRead } from './paged-read.js';
import type { StreamInfo } from './stream-info.js';
import type { Subscription } from './subscriptions/subscription.js';
import type { View } from './view.js';

/** The transport-free core: what every protocol face stands on. All methods reject with `RpcError`. */
export interface Server {
  /** The schema that this view is served under. */
  schema(view: View): Schema;
  /** True when the view exists for this user: the node always, an agent when it is known and the user may see it. */
  admits(view: View, user: Caller['principal']): boolean;
  /** What concerns whole datastores: locks, commits, copies. */
  readonly datastores: Datastores;
  /** Running configuration and state, as far as the caller may see it. */
  read(caller: Caller, request: ReadRequest): Promise<Tree>;
  /** The same, of long lists only the first page; further ones are read when they are asked for. */
  readPages(caller: Caller, request: ReadRequest): Promise<PagedRead>;
  /** Counts what the requests and answers of the faces hold. */
  readonly bytesUnderWay: BytesUnderWay;
  /** What was read of the operational datastore, with the origin of each node: annotations of ietf-origin. */
  withOrigins(view: View, tree: Tree): Tree;
  /**
   * What of a document of data nodes the caller may read. `read` gives no more than that by itself: this is for faces that
   * add default values, some of which the caller may not see.
   */
  readable(caller: Caller, tree: Tree): Promise<Tree>;
  /** True when nothing is hidden from the caller. */
  readsAll(caller: Caller): boolean;
  /** True when the caller may read the node at the path, whether it exists or not. */
  mayRead(caller: Caller, path: InstancePath): boolean;
  /** Changes running, or hands messages to the providers that keep them; resolved when durable. */
  edit(caller: Caller, request: EditRequest): Promise<EditOutcome>;
  /**
   * For operations that a face carries out itself: raises access-denied unless the caller may run it (RFC 8341 §3.4.4).
   * `invoke` asks by itself.
   */
  permit(caller: Caller, operation: OperationNode): Promise<void>;
  /** Runs an RPC or action; the output tree, undefined where the operation has no output. */
  invoke(caller: Caller, request: InvokeRequest): Promise<Tree | undefined>;
  /** The notifications of a stream that concern the caller. Throws RpcError at once for a bad request. */
  subscribe(caller: Caller, request: SubscribeRequest): AsyncIterable<Delivery>;
  /** The dynamic subscriptions of RFC 8639, which are made, changed and ended with `invoke`. */
  readonly dynamicSubscriptions: {
    /** The caller's own subscription: of the caller's session, or over RESTCONF of the caller's name. */
    find(caller: Caller, id: number): Subscription | undefined;
    /** Ends all, as before the node stops: their receivers are told (RFC 8639 §2.7.4). Resolves when they have been, soon. */
    end(): Promise<void>;
  };
  /** Bytes of any size, apart from the operations; absent where no room keeps them. */
  readonly bulkData?: BulkData;
  /** The event streams of a view; those that not everyone may know of only for a principal who may. */
  streams(view: View, principal?: Caller['principal']): readonly StreamInfo[];
  /**
   * Entity-tag (opaque text, unquoted) and time of the last change of running, or of the resource at `path` in it; of what
   * is around that where it is not there.
   */
  version(path?: InstancePath): { readonly etag: string; readonly lastModified: Date };
  /** True when the version of the resource may tell the caller of changes to entries that do not exist for the caller. */
  hidesBelow(caller: Caller, path: InstancePath): boolean;
}
