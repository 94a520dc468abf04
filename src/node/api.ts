/** The API of the node for code inside it (plugins, embedding programs). */

import type { Audience } from '../access/index.js';
import type { Data, Notifications, Rpcs } from '../generated/index.js';

export interface CallOptions {
  /** The user as which the call acts. Default: `system`, the node itself, without access control. */
  readonly user?: string;
  readonly signal?: AbortSignal;
}

export interface NodeApi {
  /**
   * Invokes an rpc. Input and output are RFC 7951 values, typed for the models of yangent.
   * @throws RpcError as for a client
   */
  invoke<Name extends keyof Rpcs>(
    rpc: Name,
    input: Rpcs[Name]['input'],
    options?: CallOptions,
  ): Promise<Rpcs[Name]['output']>;
  invoke<Name extends string>(rpc: Other<Name, keyof Rpcs>, input: unknown, options?: CallOptions): Promise<unknown>;
  /**
   * Invokes an action on the node at an instance path (`/module:list[key='x']`), e.g. `/yangent-tasks:tasks/task[id='…']/cancel`.
   */
  act(path: string, input?: unknown, options?: CallOptions): Promise<unknown>;
  /** Reads configuration and state of the node at an instance path; undefined when there is none. */
  read<Name extends keyof Data>(path: `/${Name}`, options?: CallOptions): Promise<Data[Name]>;
  read(path: string, options?: CallOptions): Promise<unknown>;
  /** Merges a document of top-level nodes into running; resolves when it is durable. */
  edit(document: Data | Readonly<Record<string, unknown>>, options?: CallOptions): Promise<void>;
  /**
   * Sends a notification to the stream NETCONF: to all users, or to the audience. Resolves when it is durable. One that is
   * defined within data (RFC 7950 §7.16) is named below the instance it is about, as actions are:
   * `/acme-box:box/port[name='a']/link-down`.
   * @throws RpcError when the value does not fit the model, or the instance does not exist
   */
  notify<Name extends keyof Notifications>(name: Name, value: Notifications[Name], audience?: Audience): Promise<void>;
  notify<Name extends string>(
    name: Other<Name, keyof Notifications>,
    value: unknown,
    audience?: Audience,
  ): Promise<void>;
}

/** A name that is not a known one, so that values of known names are always typed. */
type Other<Name extends string, Known extends string> = Name extends Known ? never : Name;
