import type { Principal } from '../access/index.js';

/** A session of a client with this node: NETCONF, or another protocol that has sessions. */
export interface ProtocolSessionInfo {
  readonly id: number;
  /** RFC 6022 transport identity, e.g. `netconf-ssh`. */
  readonly transport: string;
  readonly user: string;
  readonly sourceHost: string;
  readonly loginTime: string;
}

export interface ProtocolSessionCounters {
  inRpcs: number;
  inBadRpcs: number;
  outRpcErrors: number;
  outNotifications: number;
}

export interface ProtocolSession extends ProtocolSessionInfo {
  /** The logged-in user and its credential. */
  readonly principal: Principal;
  readonly counters: Readonly<ProtocolSessionCounters>;
  /** Ends the session on request of session `by`. */
  kill(by: number): void;
  /** Ends the session by the node itself; `detail` is the reason for the log. */
  dismiss(detail: string): void;
}

export interface ProtocolSessionEnd {
  readonly reason: 'closed' | 'killed' | 'dropped' | 'timeout' | 'bad-hello' | 'other';
  /** The session that killed it. */
  readonly killedBy?: number;
}

/** Called when sessions start and end. */
export interface ProtocolSessionObserver {
  started(session: ProtocolSession): void;
  ended(session: ProtocolSessionInfo, end: ProtocolSessionEnd): void;
}

export class ProtocolSessions {
  readonly #sessions = new Map<number, ProtocolSession>();
  readonly #ended: ProtocolSessionCounters = { inRpcs: 0, inBadRpcs: 0, outRpcErrors: 0, outNotifications: 0 };
  readonly startTime = new Date().toISOString();
  #next = 1;
  #total = 0;
  /** Hellos refused, RFC 6022 in-bad-hellos. */
  badHellos = 0;
  /** Sessions that ended without close-session, RFC 6022 dropped-sessions. */
  dropped = 0;

  constructor(private readonly observer?: ProtocolSessionObserver) {}

  /** Returns a session-id that was never used before in this process. */
  allocate(): number {
    return this.#next++;
  }

  add(session: ProtocolSession): void {
    this.#total++;
    this.#sessions.set(session.id, session);
    this.observer?.started(session);
  }

  remove(id: number, end: ProtocolSessionEnd): void {
    const session = this.#sessions.get(id);
    if (!session) return;
    this.#sessions.delete(id);
    this.observer?.ended(session, end);
    addCounters(this.#ended, session.counters);
  }

  get(id: number): ProtocolSession | undefined {
    return this.#sessions.get(id);
  }

  list(): readonly ProtocolSession[] {
    return [...this.#sessions.values()];
  }

  /** Number of sessions since the start. */
  get total(): number {
    return this.#total;
  }

  /** Returns the counters of all sessions, ended ones included. */
  totals(): ProtocolSessionCounters {
    const sum = { ...this.#ended };
    for (const session of this.#sessions.values()) addCounters(sum, session.counters);
    return sum;
  }
}

function addCounters(sum: ProtocolSessionCounters, more: Readonly<ProtocolSessionCounters>): void {
  sum.inRpcs += more.inRpcs;
  sum.inBadRpcs += more.inBadRpcs;
  sum.outRpcErrors += more.outRpcErrors;
  sum.outNotifications += more.outNotifications;
}
