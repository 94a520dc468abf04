/** What code inside the node (plugins, embedding programs) can do with it. */

import type { Audience } from '../access/index.js';
import type { Data, Notifications, Rpcs } from '../generated/index.js';

export interface CallOptions {
  /** Act as this user; without it as `system`, the node itself, past access control. */
  readonly user?: string;
  readonly signal?: AbortSignal;
}

export interface NodeApi {
  /**
   * Runs an RPC; input and output are RFC 7951 values, typed for the models of yangent.
   * @throws RpcError as a client would get it
   */
  invoke<Name extends keyof Rpcs>(
    rpc: Name,
    input: Rpcs[Name]['input'],
    options?: CallOptions,
  ): Promise<Rpcs[Name]['output']>;
  invoke<Name extends string>(rpc: Other<Name, keyof Rpcs>, input: unknown, options?: CallOptions): Promise<unknown>;
  /** Runs an action on the node at an instance path (`/module:list[key='x']`), e.g. `/yangent-tasks:tasks/task[id='…']/cancel`. */
  act(path: string, input?: unknown, options?: CallOptions): Promise<unknown>;
  /** Reads the node at an instance path, configuration and state; undefined when there is none. */
  read<Name extends keyof Data>(path: `/${Name}`, options?: CallOptions): Promise<Data[Name]>;
  read(path: string, options?: CallOptions): Promise<unknown>;
  /** Merges a document of top-level nodes into running; resolves when it is durable. */
  edit(document: Data | Readonly<Record<string, unknown>>, options?: CallOptions): Promise<void>;
  /**
   * Sends a notification to the stream NETCONF: to everyone, or to the audience. Resolves when it is durable. One that is
   * defined within data (RFC 7950 §7.16) is named below the instance it is about, as actions are:
   * `/acme-box:box/port[name='a']/link-down`.
   * @throws RpcError when the value does not fit the model, or the instance is not there
   */
  notify<Name extends keyof Notifications>(name: Name, value: Notifications[Name], audience?: Audience): Promise<void>;
  notify<Name extends string>(
    name: Other<Name, keyof Notifications>,
    value: unknown,
    audience?: Audience,
  ): Promise<void>;
}

/** A name that is not among the known ones: what is typed by the models must not slip through untyped. */
type Other<Name extends string, Known extends string> = Name extends Known ? never : Name;
