import { escapeText, type RpcError } from '../../../../data/index.js';
import { encodeErrorList, statusOf } from '../../../../wire/index.js';
import { Refusal } from '../../../refusal.js';
import { document } from '../../answers.js';
import type { Answer, Exchange } from '../../exchange.js';
import type { Patch } from './message.js';

const NAMESPACE = 'urn:ietf:params:xml:ns:yang:ietf-yang-patch';

/** The outcome of a patch (RFC 8072 §2.3). */
export type Outcome =
  | { readonly kind: 'ok' }
  /** `edit` counts from 0. Earlier edits could be applied, later ones were not tried. */
  | { readonly kind: 'edit'; readonly edit: number; readonly fault: RpcError | Refusal }
  | { readonly kind: 'global'; readonly fault: RpcError | Refusal };

/** Returns the report, with the status of the fault. */
export function report(exchange: Exchange, patch: Patch, outcome: Outcome, headers: Record<string, string>): Answer {
  const text = exchange.encoding === 'json' ? jsonReport(patch, outcome) : xmlReport(exchange, patch, outcome);
  return document(exchange.encoding, text, headers, outcome.kind === 'ok' ? 200 : httpStatus(outcome.fault));
}

function httpStatus(fault: RpcError | Refusal): number {
  return fault instanceof Refusal ? fault.status : statusOf(fault);
}

function errorOf(fault: RpcError | Refusal): RpcError {
  return fault instanceof Refusal ? fault.error : fault;
}

function jsonReport({ id, edits }: Patch, outcome: Outcome): string {
  const errors = (fault: RpcError | Refusal) => `"errors":${encodeErrorList(errorOf(fault), 'json')}`;
  const name = (index: number) => `"edit-id":${JSON.stringify(edits[index]?.id)}`;
  const status = () => {
    switch (outcome.kind) {
      case 'ok':
        return '"ok":[null]';
      case 'global':
        return errors(outcome.fault);
      case 'edit': {
        const done = Array.from({ length: outcome.edit }, (_, index) => `{${name(index)},"ok":[null]}`);
        return `"edit-status":{"edit":[${[...done, `{${name(outcome.edit)},${errors(outcome.fault)}}`].join(',')}]}`;
      }
      default:
        return outcome satisfies never;
    }
  };
  return `{"ietf-yang-patch:yang-patch-status":{"patch-id":${JSON.stringify(id)},${status()}}}`;
}

function xmlReport({ schema }: Exchange, { id, edits }: Patch, outcome: Outcome): string {
  const namespaceOf = (module: string) => schema.modules.get(module)?.namespace;
  const errors = (fault: RpcError | Refusal) =>
    `<errors>${encodeErrorList(errorOf(fault), 'xml', namespaceOf)}</errors>`;
  const edit = (index: number, content: string) =>
    `<edit><edit-id>${escapeText(edits[index]?.id ?? '')}</edit-id>${content}</edit>`;
  const status = () => {
    switch (outcome.kind) {
      case 'ok':
        return '<ok/>';
      case 'global':
        return errors(outcome.fault);
      case 'edit': {
        const done = Array.from({ length: outcome.edit }, (_, index) => edit(index, '<ok/>'));
        return `<edit-status>${done.join('')}${edit(outcome.edit, errors(outcome.fault))}</edit-status>`;
      }
      default:
        return outcome satisfies never;
    }
  };
  return `<yang-patch-status xmlns="${NAMESPACE}"><patch-id>${escapeText(id)}</patch-id>${status()}</yang-patch-status>`;
}
