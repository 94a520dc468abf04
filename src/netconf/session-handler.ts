/** What a NETCONF session needs from those above it, and what it tells them. */
import type { Principal } from '../access/index.js';
import type { RpcError } from '../data/index.js';
import type { MessageText, Rpc } from '../wire/index.js';
import type { NetconfSession } from './session.js';

/** What goes into an rpc-reply; `onSent` is called when the client has taken it, or never will. */
export type ReplyBody =
  | { readonly kind: 'ok'; readonly next?: AfterReply; readonly onSent?: () => void }
  /** XML that declares its own namespaces: the envelope's default namespace is the client's choice. May be made bit by bit. */
  | { readonly kind: 'data'; readonly xml: MessageText; readonly next?: AfterReply; readonly onSent?: () => void }
  | { readonly kind: 'errors'; readonly error: RpcError };

/**
 * What follows a reply. `end` ends the session in good order (close-session): `onClose` has been awaited, so that its
 * locks are released, before the reply goes out. `run` is called when the reply has gone: the place to start a
 * subscription's notifications, none of which may precede the reply (RFC 5277 §2.1).
 */
export type AfterReply = { readonly kind: 'end' } | { readonly kind: 'run'; readonly run: () => void };

/** Why a session is over; the words of RFC 6470's termination-reason. */
export interface CloseReason {
  readonly reason: 'closed' | 'killed' | 'dropped' | 'timeout' | 'bad-hello' | 'other';
  /** The session that killed it. */
  readonly killedBy?: number;
  /** For the log. */
  readonly detail?: string;
}

/** @typeParam P who is logged in, as `Authenticate` answers it */
export interface SessionHandler<P = Principal> {
  /** The hellos are exchanged. */
  onOpen(session: NetconfSession<P>): void;
  /**
   * Carries out one request. The next one of the session waits for it. An RpcError thrown is answered as it is, any
   * other error as operation-failed, and reported to `onInternalError`.
   */
  onRpc(session: NetconfSession<P>, rpc: Rpc): Promise<ReplyBody>;
  /** The session is over: release what it holds. Called once, also for a session that never opened. */
  onClose(session: NetconfSession<P>, reason: CloseReason): void | Promise<void>;
  /** A failure that belongs to no request: for the log. */
  onInternalError(session: NetconfSession<P>, error: unknown): void;
}

/** Counts what the requests of one session hold. Each raises RpcError resource-denied where it is too much. */
export interface RequestHold {
  /** So many bytes have come and are not yet read. */
  pending(bytes: number): void;
  /** A message of so many bytes is read and carried out; what it returns is called at the end. */
  reading(bytes: number): () => void;
}

/** Limits of one session. */
export interface SessionLimits {
  /** Longest message accepted, in bytes. */
  readonly messageBytes: number;
  /** Deepest nesting of elements. */
  readonly depth: number;
  /** Elements of one message. */
  readonly elements: number;
  /** Milliseconds within which the client's hello must come. */
  readonly helloTimeout: number;
  /** Milliseconds without a request after which the session ends; 0 is never. A session with subscriptions is exempt. */
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

/** What RFC 6022 counts of a session. */
export interface SessionCounters {
  inRpcs: number;
  inBadRpcs: number;
  outRpcErrors: number;
  outNotifications: number;
}
