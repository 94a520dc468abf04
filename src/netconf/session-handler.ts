/** The interface between a NETCONF session and the layer above it. */
import type { Principal } from '../access/index.js';
import type { RpcError } from '../data/index.js';
import type { MessageText, Rpc } from '../wire/index.js';
import type { NetconfSession } from './session.js';

/** Content of an rpc-reply; `onSent` is called when the client has received it, or never will. */
export type ReplyBody =
  | { readonly kind: 'ok'; readonly next?: AfterReply; readonly onSent?: () => void }
  /** XML that declares its own namespaces: the client chooses the default namespace of the envelope. May be made in parts. */
  | { readonly kind: 'data'; readonly xml: MessageText; readonly next?: AfterReply; readonly onSent?: () => void }
  | { readonly kind: 'errors'; readonly error: RpcError };

/**
 * The action after a reply. `end` ends the session in good order (close-session): `onClose` is awaited before the reply is
 * sent, so its locks are released. `run` is called when the reply was sent: it starts the notifications of a subscription,
 * which must not precede the reply (RFC 5277 §2.1).
 */
export type AfterReply = { readonly kind: 'end' } | { readonly kind: 'run'; readonly run: () => void };

/** The reason for the end of a session; the words of RFC 6470's termination-reason. */
export interface CloseReason {
  readonly reason: 'closed' | 'killed' | 'dropped' | 'timeout' | 'bad-hello' | 'other';
  /** The session that killed this one. */
  readonly killedBy?: number;
  /** Text for the log. */
  readonly detail?: string;
}

/** @typeParam P principal of the user, as `Authenticate` returns it */
export interface SessionHandler<P = Principal> {
  /** Called after the exchange of hellos. */
  onOpen(session: NetconfSession<P>): void;
  /**
   * Executes one request; the next one of the session waits for it, unless it calls `turn.queued`. A thrown RpcError is sent as it
   * is. Any other error is sent as operation-failed and reported to `onInternalError`.
   */
  onRpc(session: NetconfSession<P>, rpc: Rpc, turn: Turn): Promise<ReplyBody>;
  /** Called once at the end of the session, also of one that never opened: releases its resources. */
  onClose(session: NetconfSession<P>, reason: CloseReason): void | Promise<void>;
  /** Logs a failure outside of requests. */
  onInternalError(session: NetconfSession<P>, error: unknown): void;
}

/**
 * The turn of a request among those of its session, which are executed one after the other and answered in this order (RFC 6241
 * §4.5). Of requests that only wait for the store, several wait together: these are done in the order in which they came to it.
 */
export interface Turn {
  /** Resolves when all earlier requests are answered; undefined when they are. */
  readonly earlier: Promise<void> | undefined;
  /**
   * To be called when the request waits for the store, and nothing but its answer is left to be done. The next request begins then: it
   * awaits `earlier` unless it is one that looks at nothing before its own transaction.
   */
  readonly queued: () => void;
}

/** Counts the bytes that the requests of one session hold. Each method raises RpcError resource-denied above the limit. */
export interface RequestHold {
  /** Sets the number of received bytes that are not yet read. */
  pending(bytes: number): void;
  /** Counts a message of that many bytes while it is read and executed; the returned function ends that. */
  reading(bytes: number): () => void;
}

/** Limits of one session. */
export interface SessionLimits {
  /** Maximum length of a message, in bytes. */
  readonly messageBytes: number;
  /** Maximum nesting of elements. */
  readonly depth: number;
  /** Maximum number of elements in a message. */
  readonly elements: number;
  /** Milliseconds until the client's hello must have arrived. */
  readonly helloTimeout: number;
  /** Milliseconds without a request until the session ends; 0 is never. A session with subscriptions is exempt. */
  readonly idleTimeout: number;
  /** Milliseconds that a client may leave notifications unread before its session ends. */
  readonly stallTime: number;
}

export const DEFAULT_SESSION_LIMITS: SessionLimits = {
  messageBytes: 16 * 1024 * 1024,
  depth: 200,
  elements: 1_000_000,
  helloTimeout: 30_000,
  idleTimeout: 0,
  stallTime: 10 * 60_000,
};

/** The counters of RFC 6022 for one session. */
export interface SessionCounters {
  inRpcs: number;
  inBadRpcs: number;
  outRpcErrors: number;
  outNotifications: number;
}
