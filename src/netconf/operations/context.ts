/** The context of every NETCONF operation. */
import type { Logger } from 'pino';
import type { XmlElement } from '../../data/index.js';
import type { Caller, HeldBytes, ProtocolSessions, Server } from '../../server/index.js';
import type { Schema } from '../../yang/index.js';
import type { ReplyBody, Turn } from '../session-handler.js';
import type { Subscriptions } from '../subscriptions.js';

export interface OperationContext {
  readonly server: Server;
  readonly sessions: ProtocolSessions;
  readonly caller: Caller;
  /** Counts the bytes that the request and its reply hold. */
  readonly held: HeldBytes;
  readonly schema: Schema;
  readonly subscriptions: Subscriptions;
  readonly log: Logger;
  readonly turn: Turn;
}

export const OK: ReplyBody = { kind: 'ok' };

/** One operation: gets its element, returns the reply or throws RpcError. */
export type Operation = (element: XmlElement, context: OperationContext) => Promise<ReplyBody>;
