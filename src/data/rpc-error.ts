/**
 * The error type of both protocols (RFC 6241 §4.3, App. A). It is raised where the fault is found and encoded by the
 * protocol servers.
 */
import type { SourceLocation } from '../yang/location.js';
import type { Tree } from './tree.js';

export const ERROR_TYPES = ['transport', 'rpc', 'protocol', 'application'] as const;
export type ErrorType = (typeof ERROR_TYPES)[number];

/** All error-tags (RFC 6241 App. A). */
export const ERROR_TAGS = [
  'in-use',
  'invalid-value',
  'too-big',
  'missing-attribute',
  'bad-attribute',
  'unknown-attribute',
  'missing-element',
  'bad-element',
  'unknown-element',
  'unknown-namespace',
  'access-denied',
  'lock-denied',
  'resource-denied',
  'rollback-failed',
  'data-exists',
  'data-missing',
  'operation-not-supported',
  'operation-failed',
  'partial-operation',
  'malformed-message',
] as const;
export type ErrorTag = (typeof ERROR_TAGS)[number];

/**
 * The party that can correct an error: the `caller` (a violated constraint, a transition that the state does not
 * allow), or the `node` (a defect, its store, a device, another node). It decides the HTTP status of operation-failed
 * and is not sent. Default: node, so that a missing origin never blames the caller.
 */
export type ErrorOrigin = 'caller' | 'node';

/**
 * Members of error-info by name: `bad-element`, `bad-attribute`, `bad-namespace`, `session-id`, ...; an array when one
 * occurs several times.
 */
export type ErrorInfo = Readonly<Record<string, string | readonly string[]>>;

export interface RpcErrorFields {
  readonly type: ErrorType;
  readonly tag: ErrorTag;
  readonly message: string;
  readonly origin?: ErrorOrigin;
  readonly appTag?: string;
  /** Instance path in RFC 7951 instance-identifier form (`/mod:list[key='x']/leaf`); XML encoders translate the prefixes. */
  readonly path?: string;
  readonly info?: ErrorInfo;
  /** Further content of error-info: a yang-data structure (RFC 8040 §8). */
  readonly structure?: Tree;
  /** The violated schema node (`SchemaNode.path`); for local use, not sent. */
  readonly schemaPath?: string;
  /** Location of the violated statement: the must or when, else the schema node; not sent. */
  readonly statement?: SourceLocation;
}

/** Marks the errors of every copy of this module. */
const IS_RPC_ERROR = Symbol.for('yangent.RpcError');

export class RpcError extends Error implements RpcErrorFields {
  readonly type: ErrorType;
  readonly tag: ErrorTag;
  readonly origin: ErrorOrigin;
  readonly appTag?: string;
  readonly path?: string;
  readonly info?: ErrorInfo;
  readonly structure?: Tree;
  readonly schemaPath?: string;
  readonly statement?: SourceLocation;
  /** Further errors found in the same request; empty in each of them. */
  readonly others: readonly RpcError[];

  /** True for errors of any copy of this package: a plugin may bring its own copy. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: inherited, it is asked for a class made of this one
    if (this !== RpcError) return super[Symbol.hasInstance](value);
    return typeof value === 'object' && value !== null && IS_RPC_ERROR in value;
  }

  get [IS_RPC_ERROR](): true {
    return true;
  }

  constructor(fields: RpcErrorFields, others: readonly RpcError[] = [], options?: ErrorOptions) {
    super(fields.message, options);
    this.name = 'RpcError';
    this.type = fields.type;
    this.tag = fields.tag;
    this.origin = fields.origin ?? 'node';
    this.appTag = fields.appTag;
    this.path = fields.path;
    this.info = fields.info;
    this.structure = fields.structure;
    this.schemaPath = fields.schemaPath;
    this.statement = fields.statement;
    this.others = others;
  }

  /** Returns this error and those found with it. */
  get all(): readonly RpcError[] {
    return [this, ...this.others];
  }
}
