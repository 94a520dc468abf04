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
  /** §15.4; an error-app-tag statement of the must takes the place of this one. */
  must: { tag: 'operation-failed', appTag: 'must-violation' },
  /** §15.5 */
  'require-instance': { tag: 'data-missing', appTag: 'instance-required' },
  /** §15.6 */
  'mandatory-choice': { tag: 'data-missing', appTag: 'missing-choice' },
  /** No section names the error of a mandatory node that a datastore lacks: RFC 6241 App. A has this for missing data. */
  mandatory: { tag: 'data-missing' },
  /** In a message it is an expected element that is missing (RFC 6241 App. A). */
  'mandatory-parameter': { tag: 'missing-element' },
  /** §8.3.1, §8.3.2 */
  when: { tag: 'unknown-element' },
  /** §8.3.1 */
  case: { tag: 'bad-element' },
  /** In a configuration there is no such element. */
  'state-data': { tag: 'unknown-element' },
};

/** What is known of a violation besides; `statement` where it is not the schema node itself that is not kept. */
export type ViolationDetails = Pick<RpcErrorFields, 'appTag' | 'info'> & { readonly statement?: SourceLocation };

/** The error for a violation, at `path`, of what `schema` demands. */
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
