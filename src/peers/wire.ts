/** The port for protocols of peers: rpcs, actions of tasks and notifications, as RFC 7951 values. */
import type { Members } from '../data/rfc7951/members.js';
import type { CallOptions } from './options.js';

export interface Wire {
  /** Address of the node, for messages: `https://127.0.0.1:8443`, `127.0.0.1 port 830`. */
  readonly place: string;
  /** Invokes an rpc. @returns members of the output; undefined when there is none. @throws RpcError */
  invoke(rpc: string, input: object, options: CallOptions): Promise<unknown>;
  /** Invokes an action of an entry of the node. @throws RpcError */
  act(entry: ActingEntry, action: string, input: object, options: CallOptions): Promise<unknown>;
  /** Reads an entry of such a list; undefined when there is none that the user may see. @throws RpcError */
  entry(list: ParamList, id: string, options: CallOptions): Promise<Members | undefined>;
  /** Creates or replaces an entry of `irtf-agent:data-params`. @throws RpcError */
  putParam(entry: Members, options: CallOptions): Promise<void>;
  /** Yields notifications of tasks over a separate connection, until it breaks or ends. @throws RpcError */
  events(options: WireEvents): AsyncIterable<WireEvent>;
  close(): Promise<void>;
}

/** An entry that has actions. */
export interface ActingEntry {
  readonly list: 'task' | 'session';
  readonly id: string;
}

/** The modules of these lists, and the containers in which they are. */
export const LISTS = {
  task: { module: 'yangent-tasks', container: 'tasks' },
  session: { module: 'yangent-sessions', container: 'sessions' },
} as const;

/** The lists that show data parameters. */
export type ParamList = 'yangent-contexts:param' | 'irtf-agent:data-params';

export interface WireEvents {
  /** Leaf of `task-changed` and the value it must have. */
  readonly about: { readonly leaf: 'from' | 'id'; readonly value: string };
  /** RFC 3339: replays notifications from `since` until `until`, and ends. Default: notifications from now on. */
  readonly replay?: { readonly since: string; readonly until: string };
  readonly signal: AbortSignal;
  /** Called when the stream is open: all further events will come. */
  readonly onOpen?: () => void;
}

export interface WireEvent {
  readonly eventTime: string;
  /** Members of the notification. */
  readonly value: unknown;
}

/** The name of the notification of changes. */
export const TASK_CHANGED = 'yangent-tasks:task-changed';
/** Its event stream. */
export const STREAM = 'NETCONF';
