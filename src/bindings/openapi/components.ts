/** Shared components of all paths of a RESTCONF API: media types, query parameters, errors (RFC 8040 §3.2, §4.8, §7). */
import { ERROR_TYPES } from '../../data/index.js';
import type { JsonSchema } from '../json-schema/index.js';
import type { Content, Parameter, Reference, Response } from './document.js';

const YANG_JSON = 'application/yang-data+json';
const YANG_XML = 'application/yang-data+xml';

/** Returns one content in both encodings. OpenAPI cannot describe YANG's XML (namespaces); its schema refers to the JSON one. */
export function yangContent(schema: JsonSchema): Content {
  return { [YANG_JSON]: { schema }, [YANG_XML]: { schema: { $ref: '#/components/schemas/yang-xml' } } };
}

/** Returns the content of PATCH: a part of the resource, or a list of edits inside it (RFC 8072). */
export function patchContent(part: JsonSchema): Content {
  return {
    ...yangContent(part),
    'application/yang-patch+json': { schema: { $ref: '#/components/schemas/yang-patch' } },
    'application/yang-patch+xml': { schema: { $ref: '#/components/schemas/yang-xml' } },
  };
}

/** Returns an object schema with one member. */
export function wrapped(name: string, schema: JsonSchema): JsonSchema {
  return { type: 'object', properties: { [name]: schema }, required: [name], additionalProperties: false };
}

export function parameter(name: keyof typeof PARAMETERS): Reference {
  return { $ref: `#/components/parameters/${name}` };
}

export function response(name: keyof typeof RESPONSES): Reference {
  return { $ref: `#/components/responses/${name}` };
}

function query(name: string, description: string, schema: JsonSchema): Parameter {
  return { name, in: 'query', description, schema };
}

export const PARAMETERS = {
  content: query('content', 'Configuration, state, or both (RFC 8040 §4.8.1).', {
    type: 'string',
    enum: ['config', 'nonconfig', 'all'],
    default: 'all',
  }),
  depth: query('depth', 'Levels of the answer, the resource being the first (RFC 8040 §4.8.2).', {
    type: 'string',
    pattern: '^(?:unbounded|[1-9][0-9]{0,4})$',
    default: 'unbounded',
  }),
  fields: query('fields', 'Which descendants are answered: names joined by ";", "/" and "()" (RFC 8040 §4.8.3).', {
    type: 'string',
  }),
  'with-defaults': query('with-defaults', 'How defaults are reported (RFC 8040 §4.8.9, RFC 6243).', {
    type: 'string',
    enum: ['report-all', 'trim', 'explicit', 'report-all-tagged'],
  }),
  'with-origin': query('with-origin', 'Says where each value comes from (RFC 8527 §3.2.2).', { type: 'null' }),
  insert: query('insert', 'Where the entry of a list ordered by the user is put (RFC 8040 §4.8.5).', {
    type: 'string',
    enum: ['first', 'last', 'before', 'after'],
    default: 'last',
  }),
  point: query('point', 'The entry that "before" and "after" mean, as a path (RFC 8040 §4.8.6).', { type: 'string' }),
  filter: query('filter', 'An XPath expression that events must fulfil (RFC 8040 §4.8.4).', { type: 'string' }),
  'start-time': query('start-time', 'Replays events from this time on (RFC 8040 §4.8.7).', { type: 'string' }),
  'stop-time': query('stop-time', 'Ends the replay at this time (RFC 8040 §4.8.8).', { type: 'string' }),
} as const satisfies Readonly<Record<string, Parameter>>;

function refusal(description: string): Response {
  return { description, content: yangContent({ $ref: '#/components/schemas/errors' }) };
}

export const RESPONSES = {
  'no-content': { description: 'Done; there is nothing to answer.' },
  created: {
    description: 'The resource was created.',
    headers: { Location: { description: 'Where it is.', schema: { type: 'string' } } },
  },
  unauthorized: refusal('Nobody, or nobody known, sent the request.'),
  forbidden: refusal('The user may not do this (access-denied).'),
  missing: refusal('There is no such resource, or the user may not see it.'),
  conflict: refusal('The resource exists already, or is locked by another session (data-exists, lock-denied, in-use).'),
  patched: {
    description: 'A YANG Patch was applied; the report says so (RFC 8072 §2.3).',
    content: yangContent({ $ref: '#/components/schemas/yang-patch-status' }),
  },
  unmet: refusal(
    'A condition of the request (If-Match, If-Unmodified-Since) does not hold (error-app-tag precondition-failed), or the state ' +
      'or a constraint does not allow it (any other app-tag). To read again and to repeat helps only in the first case.',
  ),
  error: refusal('The request was refused; the errors say why (RFC 8040 §7).'),
} as const satisfies Readonly<Record<string, Response>>;

const EDIT_ERRORS: JsonSchema = { type: 'object', description: 'As the content of ietf-restconf:errors.' };

/** The messages of RFC 8072. */
const YANG_PATCH: Readonly<Record<string, JsonSchema>> = {
  'yang-patch': wrapped('ietf-yang-patch:yang-patch', {
    type: 'object',
    properties: {
      'patch-id': { type: 'string', description: 'Repeated in the report.' },
      comment: { type: 'string' },
      edit: {
        type: 'array',
        description: 'Applied in this order, all or none.',
        items: {
          type: 'object',
          properties: {
            'edit-id': { type: 'string' },
            operation: {
              type: 'string',
              enum: ['create', 'delete', 'insert', 'merge', 'move', 'replace', 'remove'],
            },
            target: { type: 'string', description: 'Path below the resource of the request; "/" is that resource.' },
            point: { type: 'string', description: 'The entry that "before" and "after" mean.' },
            where: { type: 'string', enum: ['before', 'after', 'first', 'last'], default: 'last' },
            value: { type: 'object', description: 'The target with its content.' },
          },
          required: ['edit-id', 'operation', 'target'],
          additionalProperties: false,
        },
      },
    },
    required: ['patch-id'],
    additionalProperties: false,
  }),
  'yang-patch-status': wrapped('ietf-yang-patch:yang-patch-status', {
    type: 'object',
    properties: {
      'patch-id': { type: 'string' },
      ok: { type: 'array', items: { type: 'null' } },
      errors: EDIT_ERRORS,
      'edit-status': {
        type: 'object',
        properties: {
          edit: {
            type: 'array',
            items: {
              type: 'object',
              properties: {
                'edit-id': { type: 'string' },
                ok: { type: 'array', items: { type: 'null' } },
                errors: EDIT_ERRORS,
              },
              required: ['edit-id'],
            },
          },
        },
      },
    },
    required: ['patch-id'],
  }),
};

/** Schemas of every document. */
export const SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  ...YANG_PATCH,
  'yang-xml': { type: 'string', description: 'The same content in the XML encoding of YANG (RFC 7950).' },
  errors: wrapped(
    'ietf-restconf:errors',
    wrapped('error', {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          'error-type': { type: 'string', enum: ERROR_TYPES },
          'error-tag': { type: 'string' },
          'error-app-tag': { type: 'string' },
          'error-path': { type: 'string' },
          'error-message': { type: 'string' },
          'error-info': { type: 'object' },
        },
        required: ['error-type', 'error-tag'],
      },
    }),
  ),
};

/** Responses of every request, and those of requests that change or run something. */
export const REFUSALS = {
  '401': response('unauthorized'),
  '403': response('forbidden'),
  '404': response('missing'),
  default: response('error'),
} as const;

export const ACT_REFUSALS = { ...REFUSALS, '412': response('unmet') } as const;
