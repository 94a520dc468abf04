/** The errors of constraint checks: tags and app-tags of RFC 7950 §15 and §8.3 in one table. */
import type { SourceLocation } from '../../yang/location.js';
import type { SchemaPlace } from '../faults.js';
import { type ErrorTag, RpcError, type RpcErrorFields } from '../rpc-error.js';

export type Violation =
  | 'unique'
  | 'max-elements'
  | 'min-elements'
  | 'must'
  | 'require-instance'
  | 'mandatory-choice'
  | 'mandatory'
  | 'mandatory-parameter'
  | 'when'
  | 'case'
  | 'state-data';

interface Wire {
  readonly tag: ErrorTag;
  readonly appTag?: string;
}

const WIRE: Readonly<Record<Violation, Wire>> = {
  /** RFC 7950 §15.1 */
  unique: { tag: 'operation-failed', appTag: 'data-not-unique' },
  /** §15.2 */
  'max-elements': { tag: 'operation-failed', appTag: 'too-many-elements' },
  /** §15.3 */
  'min-elements': { tag: 'operation-failed', appTag: 'too-few-elements' },
  /** §15.4; an error-app-tag statement of the must replaces this one. */
  must: { tag: 'operation-failed', appTag: 'must-violation' },
  /** §15.5 */
  'require-instance': { tag: 'data-missing', appTag: 'instance-required' },
  /** §15.6 */
  'mandatory-choice': { tag: 'data-missing', appTag: 'missing-choice' },
  /** RFC 7950 defines no error for a mandatory node missing in a datastore: RFC 6241 App. A has this tag for missing data. */
  mandatory: { tag: 'data-missing' },
  /** In a message, the missing node is an expected element (RFC 6241 App. A). */
  'mandatory-parameter': { tag: 'missing-element' },
  /** §8.3.1, §8.3.2 */
  when: { tag: 'unknown-element' },
  /** §8.3.1 */
  case: { tag: 'bad-element' },
  /** Configuration has no such element. */
  'state-data': { tag: 'unknown-element' },
};

/** Further details of a violation; `statement` when another statement than the schema node is violated. */
export type ViolationDetails = Pick<RpcErrorFields, 'appTag' | 'info'> & { readonly statement?: SourceLocation };

/** Returns the error for a violation at `path`; `schema` is the violated schema node. */
export function violation(
  kind: Violation,
  path: string,
  message: string,
  schema: SchemaPlace,
  { appTag, info, statement }: ViolationDetails = {},
): RpcError {
  const wire = WIRE[kind];
  return new RpcError({
    type: 'application',
    tag: wire.tag,
    origin: 'caller',
    path,
    message,
    appTag: appTag ?? wire.appTag,
    info,
    schemaPath: schema.path,
    statement: statement ?? schema.location,
  });
}
