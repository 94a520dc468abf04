/**
 * The compiled schema: the result of linking YANG modules. Everything is read-only after `compile` has returned; requests may
 * share all nodes of a `Schema`.
 *
 * Names: a *qualified name* (`qname`) is `module:name`, always with the module. Maps of schema and data children use it as
 * key. The RFC 7951 member name omits the module when it equals the parent's.
 */
import type { SourceLocation } from './location.js';
import type { Type } from './types.js';
import type { XPath } from './xpath/index.js';

export type Status = 'current' | 'deprecated' | 'obsolete';

/** An immutable set of compiled modules. */
export interface Schema {
  /** Every module, implemented or only imported, by name. */
  readonly modules: ReadonlyMap<string, Module>;
  /** Parent of the top-level data nodes of all implemented modules. */
  readonly root: RootNode;
  /** RPCs of implemented modules, by qname. */
  readonly rpcs: ReadonlyMap<string, OperationNode>;
  /** Top-level notifications of implemented modules, by qname. */
  readonly notifications: ReadonlyMap<string, NotificationNode>;
  /** `sx:structure` (RFC 8791) and `rc:yang-data` (RFC 8040) definitions, by qname. */
  readonly structures: ReadonlyMap<string, StructureNode>;
  /** Stable hash of the implemented modules: names, revisions, features, deviations (the content-id of RFC 8525). */
  readonly contentId: string;
  moduleByNamespace(namespace: string): Module | undefined;
}

export interface Module {
  readonly name: string;
  readonly namespace: string;
  readonly prefix: string;
  readonly revision?: string;
  readonly yangVersion: '1' | '1.1';
  readonly organization?: string;
  readonly contact?: string;
  readonly description?: string;
  readonly conformance: 'implement' | 'import';
  /** Enabled features. */
  readonly features: ReadonlySet<string>;
  /** Every feature the module defines. */
  readonly definedFeatures: ReadonlySet<string>;
  /** Names of modules that deviate this one. */
  readonly deviatedBy: readonly string[];
  readonly submodules: readonly Submodule[];
  /** Identities defined here, by local name. */
  readonly identities: ReadonlyMap<string, Identity>;
  /** Metadata annotations defined here (RFC 7952 §3), by local name. */
  readonly annotations: ReadonlyMap<string, Annotation>;
  /** The YANG text as read; get-schema returns it. */
  readonly text: string;
  readonly file: string;
}

export interface Submodule {
  readonly name: string;
  readonly revision?: string;
  readonly text: string;
  readonly file: string;
}

/** `md:annotation`: metadata for instances of data nodes (RFC 7952 §3). */
export interface Annotation {
  readonly name: string;
  readonly module: Module;
  readonly qname: string;
  readonly type: Type;
  readonly status: Status;
  readonly description?: string;
  readonly units?: string;
}

export interface Identity {
  readonly name: string;
  readonly module: Module;
  readonly qname: string;
  readonly status: Status;
  readonly description?: string;
  readonly bases: readonly Identity[];
  /** True when this identity is derived, directly or indirectly, from `base`; an identity is not derived from itself. */
  derivedFrom(base: Identity): boolean;
  /** All identities derived from this one, in the schema's modules. */
  readonly derived: readonly Identity[];
}

/** An extension statement used in a node, kept as written (`nacm:default-deny-all`, `yangmnt:mount-point` ...). */
export interface ExtensionUse {
  readonly module: string;
  readonly name: string;
  readonly argument?: string;
}

export interface Must {
  readonly xpath: XPath;
  readonly text: string;
  readonly errorMessage?: string;
  readonly errorAppTag?: string;
  readonly location: SourceLocation;
}

export interface When {
  readonly xpath: XPath;
  readonly text: string;
  /** True when the context node is the parent of the node (when of augment, uses, choice and case); else it is the node itself. */
  readonly onParent: boolean;
  readonly location: SourceLocation;
}

interface NodeBase {
  readonly name: string;
  readonly module: Module;
  readonly qname: string;
  /**
   * The schema parent, which may be a choice or case. For top-level RPCs and notifications: the root. Undefined for the root
   * and structures.
   */
  readonly parent: SchemaNode | undefined;
  /** `config` as inherited; false inside RPCs, actions, notifications and structures. */
  readonly config: boolean;
  readonly status: Status;
  readonly description?: string;
  readonly reference?: string;
  readonly whens: readonly When[];
  readonly musts: readonly Must[];
  readonly extensions: readonly ExtensionUse[];
  readonly location: SourceLocation;
  /** Schema path with choices and cases, e.g. `/yangent-tasks:tasks/task/state`; a name has its module where the module changes. */
  readonly path: string;
}

interface ParentBase extends NodeBase {
  /** Schema children in statement order, with choices and cases. */
  readonly children: readonly SchemaNode[];
  /** Data children by qname, including those inside choices and cases. */
  readonly data: ReadonlyMap<string, DataNode>;
}

export interface RootNode extends ParentBase {
  readonly kind: 'root';
  readonly parent: undefined;
}
export interface ContainerNode extends ParentBase {
  readonly kind: 'container';
  readonly presence: boolean;
  readonly actions: ReadonlyMap<string, OperationNode>;
  readonly notifications: ReadonlyMap<string, NotificationNode>;
}
export interface ListNode extends ParentBase {
  readonly kind: 'list';
  /** Key leafs in key order; empty for keyless (config false) lists. */
  readonly keys: readonly LeafNode[];
  /** Each `unique` as paths of qnames below the entry. */
  readonly unique: readonly (readonly (readonly string[])[])[];
  readonly minElements: number;
  readonly maxElements: number | undefined;
  readonly orderedBy: 'system' | 'user';
  readonly actions: ReadonlyMap<string, OperationNode>;
  readonly notifications: ReadonlyMap<string, NotificationNode>;
}
export interface LeafNode extends NodeBase {
  readonly kind: 'leaf';
  readonly type: Type;
  readonly mandatory: boolean;
  readonly isKey: boolean;
  /** Default as canonical RFC 7951 value (own or from the typedef); absent when mandatory. */
  readonly default?: LeafValue;
  readonly units?: string;
}
export interface LeafListNode extends NodeBase {
  readonly kind: 'leaf-list';
  readonly type: Type;
  readonly minElements: number;
  readonly maxElements: number | undefined;
  readonly orderedBy: 'system' | 'user';
  readonly defaults: readonly LeafValue[];
  readonly units?: string;
}
export interface AnyNode extends NodeBase {
  readonly kind: 'anydata' | 'anyxml';
  readonly mandatory: boolean;
}
export interface ChoiceNode extends NodeBase {
  readonly kind: 'choice';
  readonly mandatory: boolean;
  readonly cases: readonly CaseNode[];
  readonly defaultCase?: CaseNode;
}
export interface CaseNode extends ParentBase {
  readonly kind: 'case';
}
/** rpc or action. */
export interface OperationNode extends NodeBase {
  readonly kind: 'rpc' | 'action';
  readonly input: OperationPartNode;
  readonly output: OperationPartNode;
}
export interface OperationPartNode extends ParentBase {
  readonly kind: 'input' | 'output';
}
export interface NotificationNode extends ParentBase {
  readonly kind: 'notification';
}
export interface StructureNode extends ParentBase {
  readonly kind: 'structure';
}

export type DataNode = ContainerNode | ListNode | LeafNode | LeafListNode | AnyNode;
/** A node that has data children in documents. */
export type DataParent = RootNode | ContainerNode | ListNode | OperationPartNode | NotificationNode | StructureNode;
export type SchemaNode =
  | DataNode
  | ChoiceNode
  | CaseNode
  | RootNode
  | OperationNode
  | OperationPartNode
  | NotificationNode
  | StructureNode;

/**
 * A leaf value in canonical form, as RFC 7951 encodes it: int8..uint32 as number; int64, uint64, decimal64, strings, enums,
 * bits, binary as string; identities as `module:name`; instance-identifiers with module names; boolean; empty as `[null]`.
 * XPath and keys use `canonical(value)`, its string form.
 */
export type LeafValue = string | number | boolean | readonly [null];
