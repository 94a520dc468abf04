/** The one error that crosses the wire (RFC 6241 §4.3, App. A). Raised where the fault is found, encoded by the protocol faces. */

export type ErrorType = 'transport' | 'rpc' | 'protocol' | 'application';

export type ErrorTag =
  | 'in-use'
  | 'invalid-value'
  | 'too-big'
  | 'missing-attribute'
  | 'bad-attribute'
  | 'unknown-attribute'
  | 'missing-element'
  | 'bad-element'
  | 'unknown-element'
  | 'unknown-namespace'
  | 'access-denied'
  | 'lock-denied'
  | 'resource-denied'
  | 'rollback-failed'
  | 'data-exists'
  | 'data-missing'
  | 'operation-not-supported'
  | 'operation-failed'
  | 'partial-operation'
  | 'malformed-message';

export interface RpcErrorFields {
  readonly type: ErrorType;
  readonly tag: ErrorTag;
  readonly message: string;
  readonly appTag?: string;
  /** Instance path in RFC 7951 instance-identifier form (`/mod:list[key='x']/leaf`); XML faces translate the prefixes. */
  readonly path?: string;
  /** error-info members by name: `bad-element`, `bad-attribute`, `bad-namespace`, `session-id`, ... */
  readonly info?: Readonly<Record<string, string>>;
}

export class RpcError extends Error implements RpcErrorFields {
  readonly type: ErrorType;
  readonly tag: ErrorTag;
  readonly appTag?: string;
  readonly path?: string;
  readonly info?: Readonly<Record<string, string>>;
  /** Further errors found in the same request, this one first in none of them. */
  readonly others: readonly RpcError[];

  constructor(fields: RpcErrorFields, others: readonly RpcError[] = [], options?: ErrorOptions) {
    super(fields.message, options);
    this.name = 'RpcError';
    this.type = fields.type;
    this.tag = fields.tag;
    this.appTag = fields.appTag;
    this.path = fields.path;
    this.info = fields.info;
    this.others = others;
  }

  /** This error and those found with it. */
  get all(): readonly RpcError[] {
    return [this, ...this.others];
  }
}
