import type { Logger } from 'pino';
import type { Audience, Principal } from '../access/index.js';
import type { RpcErrorFields } from '../data/index.js';
import type { LeafValue } from '../yang/index.js';
import type { View } from './view.js';

/** The work of which a request is a part, for its records. */
export interface Within {
  /** Identifier of a task. */
  readonly task?: string;
  /** Identifier of a run of a workflow. */
  readonly workflow?: string;
  /** The trace-id of W3C Trace Context. */
  readonly trace?: string;
}

/** The caller of a request and its endpoint; made once for each session or request by a protocol face. */
export interface Caller {
  readonly principal: Principal;
  readonly view: View;
  /** NETCONF session-id, or 0 for faces without sessions and for the node itself. */
  readonly session: number;
  /** The protocol whose rules apply to edits (RFC 8040 §1.4). Faces for other protocols use those of RESTCONF. */
  readonly protocol: 'netconf' | 'restconf' | 'local';
  /** The protocol of the face, if the request came through one. */
  readonly face?: string;
  /** The peer's address; absent inside the node. */
  readonly source?: string;
  /** Absent: the request stands for itself. */
  readonly within?: Within;
  /** Aborted when the session or request ends. */
  readonly signal: AbortSignal;
  /** See `Call.queued`. Absent where no request waits for the one before it. */
  readonly queued?: () => void;
}

/**
 * The keys of the list entries on a path, outermost first; each is also there under its leaf name
 * (`keys[0]`, `keys.name`; of two lists with one key name the inner one wins).
 */
export type Keys = readonly LeafValue[] & { readonly [leaf: string]: unknown };

/** The argument of a provider's function: the caller, the keys on its path, and a function to refuse. */
export interface Call<K = unknown> {
  readonly user: string;
  /** The user, with what is known of the login and of what acts for the user. */
  readonly principal: Principal;
  readonly groups: readonly string[];
  readonly view: View;
  readonly keys: K;
  readonly signal: AbortSignal;
  /** The work of which the request is a part; only the node itself says it. */
  readonly within?: Within;
  readonly log: Logger;
  /**
   * Tells that the operation has put its transaction into the line of the store, and does nothing after it but answer. The next request
   * of the session may begin then, when it is such an operation too (`Provider.queued`): they share one flush of the disk.
   */
  readonly queued?: () => void;
  /** True when the caller may speak as this agent (owner, or admin of an agent without owners). */
  mayActFor(agent: string): boolean;
  /** True when rows with this audience, or the event with this number, concern the caller. */
  sees(audience: Audience | undefined, event?: number): boolean;
  /**
   * True when the access rules let the caller read the node at this path, whether it exists or not. An operation that tells of
   * data without reading them through the server asks first.
   *
   * @param path instance path, for example `/m:list[key='1']`
   */
  mayRead(path: string): boolean;
  /** Refuses the request with this error; never returns. */
  fail(error: Partial<RpcErrorFields> & { readonly message: string }): never;
}
