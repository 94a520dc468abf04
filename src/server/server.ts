import type { Tree } from '../data/index.js';
import type { Schema } from '../yang/index.js';
import type { Caller } from './call.js';
import type { Delivery, EditOutcome, EditRequest, InvokeRequest, ReadRequest, SubscribeRequest } from './operation.js';
import type { View } from './view.js';

export interface StreamInfo {
  readonly name: string;
  readonly description: string;
  readonly replaySupport: boolean;
  readonly replayLogCreated: string;
}

/** The transport-free core: what every protocol face stands on. All methods reject with `RpcError`. */
export interface Server {
  /** The schema that this view is served under. */
  schema(view: View): Schema;
  /** True when the view exists for this user: the node always, an agent when it is known and the user may see it. */
  admits(view: View, user: Caller['principal']): boolean;
  /** Running configuration and state, as far as the caller may see it. */
  read(caller: Caller, request: ReadRequest): Promise<Tree>;
  /** Changes running, or hands messages to the providers that keep them; resolved when durable. */
  edit(caller: Caller, request: EditRequest): Promise<EditOutcome>;
  /** Runs an RPC or action; the output tree, undefined where the operation has no output. */
  invoke(caller: Caller, request: InvokeRequest): Promise<Tree | undefined>;
  /** The notifications of a stream that concern the caller. Throws RpcError at once for a bad request. */
  subscribe(caller: Caller, request: SubscribeRequest): AsyncIterable<Delivery>;
  streams(view: View): readonly StreamInfo[];
  /** Entity-tag (opaque text, unquoted) and time of the last change of running. */
  version(): { readonly etag: string; readonly lastModified: Date };
}
