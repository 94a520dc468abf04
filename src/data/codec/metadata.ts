/** Attributes and annotations with a meaning for the codecs, by their names in XML and JSON. */
import type { DataNode } from '../../yang/schema.js';
import type { EditOperation, Metadata } from '../tree.js';
import { canonical, type Names, parseLexical, ValueFault } from '../values/index.js';
import { parsePathSyntax } from '../values/instance-path/lexer.js';
import { resolveKey } from '../values/instance-path/resolve.js';
import type { DecodeRun } from './run.js';

export const NETCONF_NAMESPACE = 'urn:ietf:params:xml:ns:netconf:base:1.0';
export const YANG_NAMESPACE = 'urn:ietf:params:xml:ns:yang:1';
export const DEFAULT_NAMESPACE = 'urn:ietf:params:xml:ns:netconf:default:1.0';

/** JSON member name and XML namespace of each attribute that is not an annotation of a module. */
export const ATTRIBUTES = {
  operation: { json: 'ietf-netconf:operation', namespace: NETCONF_NAMESPACE, name: 'operation' },
  insert: { json: 'yang:insert', namespace: YANG_NAMESPACE, name: 'insert' },
  key: { json: 'yang:key', namespace: YANG_NAMESPACE, name: 'key' },
  value: { json: 'yang:value', namespace: YANG_NAMESPACE, name: 'value' },
  default: { json: 'ietf-netconf-with-defaults:default', namespace: DEFAULT_NAMESPACE, name: 'default' },
} as const;
export type AttributeName = keyof typeof ATTRIBUTES;

const NAMES = Object.keys(ATTRIBUTES) as readonly AttributeName[];
export const BY_JSON_NAME: ReadonlyMap<string, AttributeName> = new Map(
  NAMES.map((name) => [ATTRIBUTES[name].json, name]),
);
/** Attribute names by `namespace name`. */
export const BY_XML_NAME: ReadonlyMap<string, AttributeName> = new Map(
  NAMES.map((name) => [`${ATTRIBUTES[name].namespace} ${ATTRIBUTES[name].name}`, name]),
);

const OPERATIONS: ReadonlyMap<string, EditOperation> = new Map(
  (['merge', 'replace', 'create', 'delete', 'remove'] as const).map((operation) => [operation, operation]),
);
const PLACES: ReadonlyMap<string, 'first' | 'last' | 'before' | 'after'> = new Map(
  (['first', 'last', 'before', 'after'] as const).map((at) => [at, at]),
);

/** The attributes of one node, before they are checked against it. */
export interface FoundAttributes {
  readonly known: Map<AttributeName, string>;
  readonly annotations: Map<string, string>;
}

/** Returns the operation of a text, undefined for another text. 'none' is a default-operation only (RFC 6241 §7.2). */
export function operationOf(text: string | undefined): EditOperation | undefined {
  return text === undefined ? undefined : OPERATIONS.get(text);
}

/**
 * Checks the attributes of a node and returns its metadata. Faults get `path`: the path of the node below the current
 * one of `run`.
 */
export function toMetadata(
  found: FoundAttributes,
  schema: DataNode | undefined,
  names: Names,
  run: DecodeRun,
  path: string,
): Metadata | undefined {
  const { known, annotations } = found;
  const metadata: { -readonly [K in keyof Metadata]: Metadata[K] } = {};
  if (annotations.size > 0) metadata.annotations = annotations;
  if (known.get('default') === 'true' || known.get('default') === '1') metadata.isDefault = true;
  // Without an insert, key and value have no meaning and are ignored.
  const inEdits = known.has('insert') ? (['operation', 'insert', 'key', 'value'] as const) : (['operation'] as const);
  for (const name of inEdits) {
    if (known.has(name) && !run.operations) unknownAttribute(run, name, schema, path, 'it has a meaning in edits only');
  }
  if (run.operations) {
    const text = known.get('operation');
    if (text !== undefined) {
      metadata.operation = operationOf(text);
      if (metadata.operation === undefined)
        badAttribute(
          run,
          'operation',
          schema,
          path,
          `'${text}' is not an operation: ${[...OPERATIONS.keys()].join(', ')}`,
        );
    }
    if (known.has('insert') || known.has('key') || known.has('value')) {
      const insert = toInsert(known, schema, names);
      if (insert instanceof InsertFault) insert.report(run, schema, path);
      else metadata.insert = insert;
    }
  }
  return Object.keys(metadata).length === 0 ? undefined : metadata;
}

class InsertFault {
  constructor(
    readonly tag: 'bad-attribute' | 'unknown-attribute' | 'missing-attribute',
    readonly attribute: AttributeName,
    readonly message: string,
  ) {}
  report(run: DecodeRun, schema: DataNode | undefined, path: string): void {
    run.fault(this.tag, this.message, path, attributeInfo(this.attribute, schema), { schema });
  }
}

/** Returns the place of an insertion (RFC 7950 §7.7.9, §7.8.6). */
function toInsert(
  known: ReadonlyMap<AttributeName, string>,
  schema: DataNode | undefined,
  names: Names,
): Metadata['insert'] | InsertFault {
  const text = known.get('insert');
  const [wanted, other] = schema?.kind === 'leaf-list' ? (['value', 'key'] as const) : (['key', 'value'] as const);
  if (
    schema === undefined ||
    (schema.kind !== 'list' && schema.kind !== 'leaf-list') ||
    schema.orderedBy !== 'user' ||
    text === undefined ||
    known.has(other)
  ) {
    const name = text !== undefined && !known.has(other) ? 'insert' : known.has(other) ? other : wanted;
    return new InsertFault(
      'unknown-attribute',
      name,
      `the attribute '${name}' is for ${name === 'value' ? 'leaf-lists' : name === 'key' ? 'lists' : 'lists and leaf-lists'} that are ordered-by user, with the attribute 'insert'`,
    );
  }
  const at = PLACES.get(text);
  if (at === undefined)
    return new InsertFault('bad-attribute', 'insert', `'${text}' is not a place: ${[...PLACES.keys()].join(', ')}`);
  const neighbour = known.get(wanted);
  if (at === 'first' || at === 'last') {
    return neighbour === undefined
      ? { at }
      : new InsertFault('unknown-attribute', wanted, `insert '${at}' takes no '${wanted}'`);
  }
  if (neighbour === undefined)
    return new InsertFault('missing-attribute', wanted, `insert '${at}' needs the attribute '${wanted}'`);
  const key = neighbourKey(schema, neighbour, names);
  return key instanceof ValueFault ? new InsertFault('bad-attribute', wanted, key.message) : { at, key };
}

function neighbourKey(schema: DataNode, text: string, names: Names): string | ValueFault {
  if (schema.kind === 'leaf-list') {
    const value = parseLexical(schema.type, text, names);
    return value instanceof ValueFault ? value : canonical(value);
  }
  const steps = parsePathSyntax(`/x${text.trim()}`);
  if (steps instanceof ValueFault)
    return new ValueFault(`'${text}' does not name an entry: write its keys as [name='value']`);
  const key =
    steps.length === 1 && steps[0] !== undefined
      ? resolveKey(schema, steps[0].predicates, names, parseLexical)
      : undefined;
  return key ?? new ValueFault(`'${text}' does not name an entry: write its keys as [name='value']`);
}

function attributeInfo(attribute: string, schema: DataNode | undefined): Record<string, string> {
  return { 'bad-attribute': attribute, 'bad-element': schema?.name ?? '' };
}

export function unknownAttribute(
  run: DecodeRun,
  attribute: string,
  schema: DataNode | undefined,
  path: string,
  why: string,
): void {
  if (!run.onlyKnown)
    run.fault(
      'unknown-attribute',
      `the attribute '${attribute}' is not allowed here: ${why}`,
      path,
      attributeInfo(attribute, schema),
      { schema },
    );
}

export function badAttribute(
  run: DecodeRun,
  attribute: string,
  schema: DataNode | undefined,
  path: string,
  why: string,
): void {
  run.fault('bad-attribute', why, path, attributeInfo(attribute, schema), { schema });
}
