import {
  type AnyContent,
  type Children,
  decodeJsonInTurns,
  decodeXmlInTurns,
  type ListEntry,
  RpcError,
  TimeSlice,
  type Tree,
  validate,
} from '../../../../data/index.js';
import { MEDIA_TYPE, parseMediaType } from '../../../../wire/index.js';
import type { Schema, StructureNode } from '../../../../yang/index.js';
import { unsupportedMediaType } from '../../../refusal.js';
import { parseText } from '../../body.js';
import type { Exchange } from '../../exchange.js';

/** A YANG Patch request (RFC 8072 §2.2), with values that are not yet validated by the schema of their targets. */
export interface Patch {
  readonly id: string;
  readonly edits: readonly PatchEdit[];
}

const OPERATIONS = ['create', 'delete', 'insert', 'merge', 'move', 'replace', 'remove'] as const;
const PLACES = ['first', 'last', 'before', 'after'] as const;

export type PatchOperation = (typeof OPERATIONS)[number];

export interface PatchEdit {
  readonly id: string;
  readonly operation: PatchOperation;
  /** `/`, or the api-path below the target resource of the request, with a leading slash. */
  readonly target: string;
  readonly where: (typeof PLACES)[number];
  readonly point?: string;
  readonly value?: AnyContent;
}

const MODULE = 'ietf-yang-patch';
const ENCODINGS: ReadonlyMap<string, 'json' | 'xml'> = new Map([
  [MEDIA_TYPE.patchJson, 'json'],
  [MEDIA_TYPE.patchXml, 'xml'],
]);

/** True when the message-body is a YANG Patch, not the plain patch of RFC 8040 §4.6.1. */
export function isYangPatch({ headers }: Exchange): boolean {
  return encodingOfPatch(headers['content-type']) !== undefined;
}

function encodingOfPatch(contentType: string | undefined): 'json' | 'xml' | undefined {
  return contentType === undefined ? undefined : ENCODINGS.get(parseMediaType(contentType)?.name ?? '');
}

/**
 * Reads the message-body.
 *
 * @throws Refusal 415 when the schema of this endpoint has no ietf-yang-patch; RpcError for an invalid patch
 */
export async function readPatch(exchange: Exchange): Promise<Patch> {
  const { schema, headers, body, caller } = exchange;
  const structure = schema.structures.get(`${MODULE}:yang-patch`);
  const encoding = encodingOfPatch(headers['content-type']);
  if (!structure || encoding === undefined) throw unsupportedMediaType('this endpoint takes no YANG Patch');
  const parsed = await parseText(exchange, encoding, body ?? Buffer.alloc(0));
  const slice = new TimeSlice(caller);
  const tree =
    parsed.encoding === 'json'
      ? await decodeJsonInTurns(structure, parsed.members, { schema }, slice)
      : await decodeXmlInTurns(structure, [parsed.element], { schema }, slice);
  const patch = patchOf(tree, structure);
  requireValid(tree, schema);
  return patch;
}

/** Validates the message. A missing node is an error of the message, not of the datastore. */
function requireValid(tree: Tree, schema: Schema): void {
  try {
    validate(tree, { schema, type: 'data' });
  } catch (error) {
    if (!(error instanceof RpcError) || error.tag !== 'data-missing') throw error;
    const { type, message, path } = error;
    throw new RpcError({ type, tag: 'missing-element', message, path });
  }
}

function patchOf({ children }: Tree, structure: StructureNode): Patch {
  const patch = children.get(structure.qname);
  if (patch?.kind !== 'container') {
    const message = `the message-body is no YANG Patch; expected "${structure.qname}"`;
    throw new RpcError({ type: 'rpc', tag: 'malformed-message', message });
  }
  const edits = patch.children.get(`${MODULE}:edit`);
  return {
    id: text(patch.children, 'patch-id') ?? '',
    edits: edits?.kind === 'list' ? [...edits.entries].map(editOf) : [],
  };
}

function editOf({ children }: ListEntry): PatchEdit {
  const value = children.get(`${MODULE}:value`);
  return {
    id: text(children, 'edit-id') ?? '',
    operation: oneOf(OPERATIONS, text(children, 'operation')),
    target: text(children, 'target') ?? '',
    where: oneOf(PLACES, text(children, 'where') ?? 'last'),
    point: text(children, 'point'),
    value: value?.kind === 'any' ? value.content : undefined,
  };
}

function text(children: Children, name: string): string | undefined {
  const leaf = children.get(`${MODULE}:${name}`);
  return leaf?.kind === 'leaf' && typeof leaf.value === 'string' ? leaf.value : undefined;
}

/** Returns a value of an enumeration, which the schema has validated, with its type. */
function oneOf<Name extends string>(names: readonly Name[], found: string | undefined): Name {
  const name = names.find((each) => each === found);
  if (name !== undefined) return name;
  throw new RpcError({ type: 'rpc', tag: 'missing-element', message: `an edit lacks one of: ${names.join(', ')}` });
}
