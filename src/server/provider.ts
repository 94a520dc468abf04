/**
 * Providers implement YANG modules. The node's own rooms and plugins use the same interface (design §5). All values are plain
 * RFC 7951 values and structured-cloneable.
 */
import type { About } from '../access/index.js';
import type { EditOperation } from '../data/index.js';
import type { Tx } from '../store/index.js';
import type { Call, Keys } from './call.js';

/** The types of a module for its provider: one of the generated `…Provider` types (`yangent/generated/providers`). */
export interface ModuleTypes {
  readonly module: string;
  readonly rpcs: object;
  readonly actions: object;
  readonly state: object;
  readonly config: object;
  readonly notifications: object;
}

/** A module without generated types, or whose types were erased: all nodes are found by path at run time. */
export interface AnyModule extends ModuleTypes {
  readonly rpcs: Readonly<Record<string, AnyOperation>>;
  readonly actions: Readonly<Record<string, AnyOperation>>;
  readonly state: Readonly<Record<string, AnyList | AnyNode>>;
  readonly config: Readonly<Record<string, AnyNode>>;
  readonly notifications: Readonly<Record<string, unknown>>;
}

interface AnyOperation {
  readonly keys: Keys;
  readonly input: Record<string, unknown>;
  readonly output: unknown;
}

interface AnyList {
  readonly keys: Keys;
  readonly entry: unknown;
}

interface AnyNode {
  readonly keys: Keys;
  readonly value: unknown;
}

type KeysOf<T> = T extends { readonly keys: infer K } ? K : readonly [];

/** The function of an rpc or action. Input (with defaults) and output are the members of the YANG input and output. */
export type Handler<O> = O extends { readonly input: infer I; readonly output: infer T }
  ? (input: I, call: Call<KeysOf<O>>) => Promise<T>
  : never;

export type OperationHandler = Handler<AnyOperation>;

/** Tells what an operation with this input is about, as stored in the registry. */
export type OperationAbout = AboutHandler<AnyOperation>;

/** Tells what an operation with this input is about: one thing, or several, for each of which it must be allowed. */
export type AboutHandler<O> = O extends { readonly input: infer I }
  ? (input: I, call: Call<KeysOf<O>>) => Promise<About | readonly About[]>
  : never;

/** Returns the RFC 7951 value of one state node; undefined when it is absent. */
export type StateFunction<S extends { readonly keys: unknown; readonly value: unknown } = AnyNode> = (
  call: Call<S['keys']>,
) => Promise<S['value'] | undefined>;

export interface Page<K = Keys> {
  /** Keys of the last entry of the previous page; undefined for the first page. */
  readonly after?: K;
  readonly limit: number;
  /** Qualified names of the requested members, besides the keys. Other costly members may be left out. Default: all. */
  readonly members?: ReadonlySet<string>;
}

/** Reads a list by key and by page, so that one entry of 100,000 costs one look-up. */
export interface ListState<S extends { readonly keys: unknown; readonly entry: unknown } = AnyList> {
  /** Returns the entry with these keys (those of enclosing lists first), or undefined. */
  get(keys: S['keys'], call: Call<S['keys']>): Promise<S['entry'] | undefined>;
  /**
   * Returns entries after `after`, at most `limit`, with keys. Fewer than `limit` end the list. Absent: entries are those in
   * configuration.
   */
  list?(page: Page<S['keys']>, call: Call): Promise<readonly S['entry'][]>;
}

/** A state provider: by key and page for lists, a function for other nodes. */
export type State<S> = S extends { readonly keys: unknown; readonly entry: unknown }
  ? ListState<S>
  : S extends { readonly keys: unknown; readonly value: unknown }
    ? StateFunction<S>
    : never;

type ConfigTypes = { readonly keys: unknown; readonly value: unknown };

export interface ConfigChange<C extends ConfigTypes = AnyNode> {
  /** Instance path of the changed node. */
  readonly path: string;
  readonly keys: C['keys'];
  /** RFC 7951 values of the node, with the defaults in use; undefined when absent. */
  readonly before: C['value'] | undefined;
  readonly after: C['value'] | undefined;
  /** The same without defaults: only values that were set. */
  readonly set: { readonly before: unknown; readonly after: unknown };
}

export interface ConfigHooks<C extends ConfigTypes = AnyNode> {
  /** Refuses a change by throwing; nothing is stored then. */
  validate?(change: ConfigChange<C>, call: Call<C['keys']>): Promise<void>;
  /** Refuses a combination of changes of one edit by throwing; runs when each change is valid by itself. */
  validateAll?(changes: readonly ConfigChange<C>[], call: Call): Promise<void>;
  /** Writes further data in the transaction that stores the changes of one edit. */
  store?(changes: readonly ConfigChange<C>[], call: Call, tx: Tx): Promise<void>;
  /** For a list: true when a caller that is neither administrator nor operator may see the entry. Default: all entries. */
  concerns?(keys: C['keys'], call: Call): boolean;
  /** Acts on a change after it was stored. */
  apply?(change: ConfigChange<C>, call: Call<C['keys']>): Promise<void>;
}

type HooksOf<C> = C extends ConfigTypes ? ConfigHooks<C> : never;
type OwnedOf<C> = C extends ConfigTypes ? OwnedNode<C> : never;

/** A value as it may be sent: an edit may lack unchanged members at each level. */
type Sent<V> = unknown extends V
  ? Record<string, unknown>
  : V extends string | number | boolean | null | undefined | readonly unknown[]
    ? V
    : { readonly [N in keyof V]?: Sent<V[N]> };

/** A write to a configuration node that its provider keeps (it is never part of running). */
export interface OwnedWrite<C extends ConfigTypes = AnyNode> {
  readonly operation: EditOperation;
  /** RFC 7951 value of the top-level node as sent: an object for a container, one list entry for a list. */
  readonly value: Sent<C['value']>;
  readonly keys: C['keys'];
}

/** Work for the answer after the write was committed. */
export interface OwnedOutcome {
  /** Waits until the message is finished and returns its final value (RESTCONF POST with `task-async` false). */
  readonly finish?: () => Promise<Record<string, unknown>>;
}

type OwnedState<C extends ConfigTypes> = unknown extends C['value']
  ? StateFunction | ListState
  : C['keys'] extends readonly []
    ? StateFunction<C>
    : ListState<{ readonly keys: C['keys']; readonly entry: C['value'] }>;

/** The rpc or action for which a message stands. */
export interface AskedOperation {
  /** `MODULE.NAME`. */
  readonly action: string;
  /** The subject of the operation, whatever the message says besides. */
  readonly about: About;
}

/** Top-level configuration nodes whose data the provider stores: `irtf-agent:tasks`, `context`, `data-params`. */
export interface OwnedNode<C extends ConfigTypes = AnyNode> {
  /** Nodes of one edit are written in ascending order, in one transaction. */
  readonly order: number;
  /** Names of optional leaves that identify like keys: an empty one does not count as absent. */
  readonly identifying?: readonly string[];
  /**
   * Returns the operation of which a message is another spelling, for rules about approvals and limits of authority. Default: an edit.
   *
   * @throws RpcError for a message that no operation can take
   */
  asks?(write: Pick<OwnedWrite<C>, 'value' | 'keys'>, call: Call): Promise<AskedOperation | undefined>;
  readonly read: OwnedState<C>;
  write(write: OwnedWrite<C>, call: Call, tx: Tx): Promise<OwnedOutcome | undefined>;
}

/** A notification of a stream that a provider serves. Readers that get the same object share its encoded text. */
export interface StreamEvent {
  /** Identifier in the stream: a client that comes again gives that of the last event that it got. */
  readonly id: string;
  /** yang:date-and-time */
  readonly time: string;
  /** `module:notification` */
  readonly name: string;
  /** The RFC 7951 value of the notification. */
  readonly value: unknown;
}

/** How a subscriber begins to read a stream of a provider. */
export interface StreamReading {
  /** Identifier of the event behind which to go on; absent: the stream decides. */
  readonly after?: string;
  /** True while a filter leaves out events of the stream. */
  readonly filtering: () => boolean;
  /**
   * True when the authority of the caller allows an operation of which the stream is another spelling; always true for callers whose
   * authority has no limits.
   *
   * @param action `MODULE.NAME`
   */
  may(action: string, about: About): boolean;
  /** Maximum number of events of a batch. Default: the stream decides. */
  readonly atOnce?: number;
  /** Aborted when the subscription ends. */
  readonly signal: AbortSignal;
}

/**
 * An event stream that a provider serves itself: each subscriber has events of its own, they are not in the event log, and they
 * cannot be replayed.
 */
export interface ProvidedStream {
  readonly name: string;
  readonly description: string;
  /** The notification of which most events are: a caller that may not receive it does not see the stream. */
  readonly notification: string;
  /**
   * Gives the events for the caller in batches: those that are there together share their way to the client. A batch has one event, or
   * more of some 32 kB together. It was written when the next one is asked for. A caller that reads nothing costs no more memory: the
   * next batch is made, by the rights of that moment, when it is asked for.
   *
   * @throws RpcError at once for a reading that is not valid. One that is thrown later ends the stream: resource-denied tells the
   *   subscriber that there is no room, data-missing that the event behind which it was to begin is not there
   */
  read(call: Call, reading: StreamReading): AsyncIterable<readonly StreamEvent[]>;
}

/** The behaviour of one module. With a generated type `M`, names, keys and values are those of the model. */
export interface Provider<M extends ModuleTypes = AnyModule> {
  readonly module: M['module'];
  /** The endpoints that it serves. Default: all. Features tell which part of the module an endpoint has. */
  readonly endpoint?: 'node' | 'agent';
  /** By rpc name: empty optional leaves of its input count as absent, except those named here. */
  readonly blankIsAbsent?: { readonly [N in keyof M['rpcs']]?: readonly string[] };
  /**
   * The rpcs that call `Call.queued`. Before its transaction such an rpc must look at nothing that another one of them, on this node,
   * changes in its own.
   */
  readonly queued?: readonly (keyof M['rpcs'])[];
  /** By RPC name. */
  readonly rpcs?: { readonly [N in keyof M['rpcs']]?: Handler<M['rpcs'][N]> };
  /**
   * The subjects of operations, by rpc name or path of the action, for callers whose authority is limited. An operation that is not
   * here is about nothing: a capability with a constraint on agents, skills, … does not allow it.
   */
  readonly about?: { readonly [N in keyof M['rpcs']]?: AboutHandler<M['rpcs'][N]> } & {
    readonly [N in keyof M['actions']]?: AboutHandler<M['actions'][N]>;
  };
  /** By schema path, `/module:container/list/action`. */
  readonly actions?: { readonly [N in keyof M['actions']]?: Handler<M['actions'][N]> };
  /** By schema path of the state node, or of a list (config lists: state members of each configured entry). */
  readonly state?: { readonly [N in keyof M['state']]?: State<M['state'][N]> };
  readonly config?: { readonly [N in keyof M['config']]?: HooksOf<M['config'][N]> };
  /** Event streams besides those of the event log. */
  readonly streams?: readonly ProvidedStream[];
  /** By schema path of the top-level node. */
  readonly owned?: { readonly [N in keyof M['config']]?: OwnedOf<M['config'][N]> };
}

/** A provider as stored in the registry. */
export type AnyProvider = Provider<AnyModule>;

/**
 * Declares the provider of a module with generated types, and erases the types. This is safe: the input of a handler was
 * validated by the schema, and its output will be.
 */
export function provide<M extends ModuleTypes>(provider: Provider<M>): AnyProvider {
  return provider as unknown as AnyProvider;
}
