/**
 * Providers: how a YANG module gets its behaviour. The node's own folders and users' plugins use the same
 * interface (design §5). All values are plain RFC 7951 values and structured-cloneable.
 */
import type { EditOperation } from '../data/index.js';
import type { Tx } from '../store/index.js';
import type { Call, Keys } from './call.js';

/** rpc or action: input and output are the members of the YANG input and output; undefined where empty. */
export type OperationHandler = (input: Record<string, unknown>, call: Call) => Promise<unknown>;

/** Gives the RFC 7951 value of one state node; undefined when it is absent. */
export type StateFunction = (call: Call) => Promise<unknown>;

export interface Page {
  /** Keys of the last entry of the page before; undefined for the first page. */
  readonly after?: Keys;
  readonly limit: number;
  /** Qualified names of the members that are wanted, the keys apart: what is costly and not among them may be left out. Absent: all. */
  readonly members?: ReadonlySet<string>;
}

/** A list by key and by page, so that one entry of 100,000 costs one look-up. */
export interface ListState {
  /** The entry with these keys (those of enclosing lists first), or undefined. */
  get(keys: Keys, call: Call): Promise<unknown>;
  /** Entries behind `after`, at most `limit`, keys included; fewer than `limit` ends the list. Without it the entries are those in configuration. */
  list?(page: Page, call: Call): Promise<readonly unknown[]>;
}

export interface ConfigChange {
  /** Instance path of the changed node. */
  readonly path: string;
  readonly keys: Keys;
  /** RFC 7951 values of the node; undefined when absent. */
  readonly before: unknown;
  readonly after: unknown;
}

export interface ConfigHooks {
  /** Refuses a change by throwing; nothing is stored then. */
  validate?(change: ConfigChange, call: Call): Promise<void>;
  /** Refuses by throwing what the changes of one edit must not do together; runs when each of them is valid by itself. */
  validateAll?(changes: readonly ConfigChange[], call: Call): Promise<void>;
  /** Writes, in the transaction that stores the changes of one edit, what must neither be lost nor be seen without them. */
  store?(changes: readonly ConfigChange[], call: Call, tx: Tx): Promise<void>;
  /** Of a list: whether the caller, no administrator or operator, may know of the entry with these keys. Absent: of all. */
  concerns?(keys: Keys, call: Call): boolean;
  /** Acts on a change that is stored and durable. */
  apply?(change: ConfigChange, call: Call): Promise<void>;
}

/** A write to a config node that its provider keeps (never part of running). */
export interface OwnedWrite {
  readonly operation: EditOperation;
  /** RFC 7951 value of the top-level node as sent: an object for a container, one list entry for a list. */
  readonly value: Record<string, unknown>;
  readonly keys: Keys;
}

/** What is left to do for the answer once the write is committed. */
export interface OwnedOutcome {
  /** Waits until the message is finished and gives its final value (RESTCONF POST with `task-async` false). */
  readonly finish?: () => Promise<Record<string, unknown>>;
}

/** Top-level config nodes whose data their provider keeps: `irtf-agent:tasks`, `context`, `data-params`. */
export interface OwnedNode {
  /** Nodes of one edit are written in ascending order, in one transaction. */
  readonly order: number;
  /** Optional leaves, by name, of which an empty one does not count as absent: they identify as keys do. */
  readonly identifying?: readonly string[];
  readonly read: StateFunction | ListState;
  write(write: OwnedWrite, call: Call, tx: Tx): Promise<OwnedOutcome | undefined>;
}

export interface Provider {
  readonly module: string;
  /** By RPC name: optional leaves of its input that are empty count as absent, but for those named here. */
  readonly blankIsAbsent?: Readonly<Record<string, readonly string[]>>;
  /** By RPC name. */
  readonly rpcs?: Readonly<Record<string, OperationHandler>>;
  /** By schema path, `/module:container/list/action`. */
  readonly actions?: Readonly<Record<string, OperationHandler>>;
  /** By schema path of the state node, or of a list (config lists: state members of each configured entry). */
  readonly state?: Readonly<Record<string, StateFunction | ListState>>;
  readonly config?: Readonly<Record<string, ConfigHooks>>;
  /** By schema path of the top-level node. */
  readonly owned?: Readonly<Record<string, OwnedNode>>;
}
