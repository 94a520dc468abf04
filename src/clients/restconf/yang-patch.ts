/** The client side of YANG Patch (RFC 8072). */
import { RpcError } from '../../data/index.js';
import { decodeErrorsJson } from '../../wire/index.js';

/** One edit of a patch; `target` is an api-path below the resource of the request; `/` is that resource. */
export type YangEdit =
  | { readonly operation: 'create' | 'merge' | 'replace'; readonly target: string; readonly value: unknown }
  | { readonly operation: 'delete' | 'remove'; readonly target: string }
  | ({ readonly operation: 'insert'; readonly target: string; readonly value: unknown } & EditPlace)
  | ({ readonly operation: 'move'; readonly target: string } & EditPlace);

export type EditPlace =
  | { readonly where?: 'first' | 'last' }
  | { readonly where: 'before' | 'after'; readonly point: string };

/** Encodes the message-body; the ids of edits are their numbers, counted from 1. */
export function encodeYangPatch(id: string, edits: readonly YangEdit[]): unknown {
  const edit = edits.map((each, index) => ({ 'edit-id': String(index + 1), ...each }));
  return { 'ietf-yang-patch:yang-patch': { 'patch-id': id, edit } };
}

/** Returns the error of a report; for a refused edit, `info` has its `edit-id`. Undefined when there is no error. */
export function decodePatchStatus(document: unknown): RpcError | undefined {
  const status = member(document, 'ietf-yang-patch:yang-patch-status');
  const whole = member(status, 'errors');
  if (whole !== undefined) return decodeErrorsJson({ 'ietf-restconf:errors': whole });
  const edits = member(member(status, 'edit-status'), 'edit');
  for (const edit of Array.isArray(edits) ? edits : []) {
    const error = decodeErrorsJson({ 'ietf-restconf:errors': member(edit, 'errors') });
    if (!error) continue;
    const { type, tag, message, appTag, path } = error;
    const info = { ...error.info, 'edit-id': String(member(edit, 'edit-id')) };
    return new RpcError({ type, tag, message, appTag, path, info }, error.others);
  }
  return undefined;
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}
