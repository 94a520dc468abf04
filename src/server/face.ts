/**
 * The port by which a protocol besides NETCONF and RESTCONF is served: HTTP routes and WebSockets on the node's one listener,
 * behind its admission, login, limits, metrics and audit. What a face does, it does as its caller.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Principal } from '../access/index.js';
import type { RpcError } from '../data/index.js';
import type { Data, Rpcs } from '../generated/index.js';

export interface Face {
  /** Name of the protocol, as the audit trail tells it: `a2a`. */
  readonly protocol: string;
  readonly mounts: readonly Mount[];
  /** A listener of its own, besides the node's, for clients that know only an address. */
  readonly listen?: FaceListen;
  /** Says how the protocol tells an error. Absent: by an errors document (RFC 8040 §7.1). */
  refusal?(error: RpcError, request: FaceRequest): FaceAnswer;
}

/** A listener that serves these mounts and nothing else, behind the same certificate, logins, limits and audit. */
export interface FaceListen {
  /** Port 0: a free one. */
  readonly address: { readonly host: string; readonly port: number };
  readonly mounts: readonly Mount[];
}

/** A path below the node, below its agents, or both: `a2a` is `/a2a` and `/agents/ID/a2a`, with all that is below. */
export interface Mount {
  /** Segments without a slash at either end: `a2a`, `.well-known/agent-card.json`. */
  readonly path: string;
  readonly of: 'node' | 'agent' | 'both';
  /** `GET` serves HEAD as well. */
  readonly methods: readonly string[];
  /** `login`: for users only; `anonymous`: for users, and for those who do not say who they are; `public`: nobody is asked. */
  readonly access: 'login' | 'anonymous' | 'public';
  /** Gives the answer; an RpcError that it throws is told as `Face.refusal` says. */
  answer(request: FaceRequest): Promise<FaceAnswer>;
  /**
   * Takes a WebSocket (RFC 6455), after handshake, host, origin and login were checked. `accept` sends 101, with a subprotocol that
   * the client offers; it rejects when the client is gone. Without it the answer that is returned is sent. The socket lasts beyond
   * the promise, until it is closed; an error closes it with 1011. Absent: an upgrade is refused with 400.
   */
  upgrade?(request: FaceRequest, accept: (subprotocol?: string) => Promise<Socket>): Promise<FaceAnswer | undefined>;
}

export interface FaceRequest {
  readonly method: string;
  /** Segments behind the mount, decoded. */
  readonly rest: readonly string[];
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** The message-body, as long as the listener takes; empty without one. */
  readonly body: Uint8Array;
  /** Of a mount at an agent: the agent, of which the caller may know. */
  readonly agent?: string;
  /** The node as the caller sees it; absent where nobody had to say who it is, and nobody did. */
  readonly as?: CallerApi;
  /** `https://host:port`, as the client addressed the node. */
  readonly origin: string;
  /** The client's address. */
  readonly source: string;
  /** Aborted when the client is gone or has its answer. */
  readonly signal: AbortSignal;
}

export interface FaceAnswer {
  /** 200 to 599. */
  readonly status: number;
  /** Without those of the connection and without Content-Length, which the listener writes. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * A body that comes bit by bit is sent as fast as the client reads it; such answers count with the event streams. When it throws,
   * or does not end soon after `FaceRequest.signal` is aborted, the answer is cut.
   */
  readonly body?: string | Uint8Array | AsyncIterable<string | Uint8Array>;
}

/** A WebSocket. It is closed when the caller's login ends, and when the other side takes nothing or says nothing any more. */
export interface Socket {
  /**
   * Texts as strings; ends when the socket is closed. A face that stops reading (`break`) may go on later. A message longer than a
   * message-body may be closes the socket, with 1009.
   */
  readonly messages: AsyncIterable<string | Uint8Array>;
  /**
   * Resolves when the connection has taken the message; rejects when it is closed.
   *
   * @throws RpcError resource-denied where messages, requests and answers of the user wait that hold too many bytes
   */
  write(message: string | Uint8Array): Promise<void>;
  /**
   * Pings (RFC 6455 §5.5.2). Resolves when the other side has answered this ping or a later one, so that it has the messages whose
   * `write` was over by then; rejects when the socket is closed. It tells nothing of what the program behind did with them.
   */
  ping(): Promise<void>;
  /** @param code 1000 to 4999 (RFC 6455 §7.4) */
  close(code?: number, reason?: string): void;
  /** Aborted when the socket is closed. */
  readonly signal: AbortSignal;
}

/** The node as one caller sees it: each call is checked, limited and told in the audit trail as this caller's. */
export interface CallerApi {
  readonly principal: Principal;
  /**
   * Returns the same caller at the endpoint of an agent.
   *
   * @throws RpcError data-missing for an agent of which the caller may not know
   */
  at(agent: string): CallerApi;
  /**
   * Runs an RPC; input and output are RFC 7951 values.
   *
   * @throws RpcError as a client would get it
   */
  invoke<Name extends keyof Rpcs>(rpc: Name, input: Rpcs[Name]['input']): Promise<Rpcs[Name]['output']>;
  invoke<Name extends string>(rpc: Name extends keyof Rpcs ? never : Name, input: unknown): Promise<unknown>;
  /** Runs an action on the node at an instance path: `/yangent-tasks:tasks/task[id='…']/cancel`. */
  act(path: string, input?: unknown): Promise<unknown>;
  /** Reads the node at an instance path, configuration and state; undefined when there is none. */
  read<Name extends keyof Data>(path: `/${Name}`): Promise<Data[Name]>;
  read(path: string): Promise<unknown>;
  /** Merges a document of top-level nodes into running; resolves when it is durable. */
  edit(document: Data | Readonly<Record<string, unknown>>): Promise<void>;
  /**
   * Gives the events of a stream that the caller may see, in their order.
   *
   * @param o.after identifier of an event behind which to go on; absent: from now on
   * @throws RpcError for a stream that there is not, and for an event that the log does not have
   */
  subscribe(stream: string, o: { readonly after?: string; readonly signal: AbortSignal }): AsyncIterable<FaceEvent>;
  /** Follows a task: gives its state now, then each change, and ends with its final state. */
  watch(task: string, o: { readonly signal: AbortSignal }): AsyncIterable<TaskNews>;
}

export interface FaceEvent {
  readonly id: string;
  /** yang:date-and-time */
  readonly time: string;
  /** `yangent-tasks:task-changed` */
  readonly name: string;
  /** RFC 7951 value. */
  readonly value: unknown;
}

/** The task as `yangent-tasks:query` shows it. */
export type TaskNews = Rpcs['yangent-tasks:query']['output']['task'];
